"""Sets of dice at the table: taught in play and on a page, learnt beside the game, kept here alone."""
