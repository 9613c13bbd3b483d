"""What each game brings to the calls."""
