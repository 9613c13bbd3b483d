"""Where the table is: marking, the mat, and the file that keeps it."""
