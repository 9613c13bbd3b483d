"""What any game's page shows, as values; the templates draw them."""
