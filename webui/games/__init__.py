"""What each game brings to the page."""
