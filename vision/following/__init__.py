"""From frame to frame: what moves, and which die that lies is which."""
