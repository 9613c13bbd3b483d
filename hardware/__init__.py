"""What you touch: cameras, the button, the light. Nothing here knows what a die is."""
