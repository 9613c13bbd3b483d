"""The table on a screen, and the program itself."""
