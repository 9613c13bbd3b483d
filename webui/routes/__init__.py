"""Flask and nothing else: addresses, and what answers there."""
