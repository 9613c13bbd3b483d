"""The match in progress: people write to it through presses, the camera through sightings."""
