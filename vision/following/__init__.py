"""What moves from frame to frame, and which die that lies is which."""
