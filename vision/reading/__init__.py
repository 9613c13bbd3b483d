"""From a photo to detections, and how right they are."""
