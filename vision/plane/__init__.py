"""Where things are, in millimetres on the plane of the table."""
