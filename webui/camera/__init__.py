"""The camera at work: it looks at the newest frame, and holds the live picture."""
