"""From light to rolls. Knows no game and no web."""
