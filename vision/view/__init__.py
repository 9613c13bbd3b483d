"""What is no die: whether the camera stands still, and whether the light shines as before."""
