"""What the verbs share in a terminal."""
