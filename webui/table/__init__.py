"""The routes of the table."""
