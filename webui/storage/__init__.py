"""What is kept: every line of a match, the pictures of its throws. Knows no page and no camera."""
