"""Rules and odds of the games. No clock, no I/O, no randomness, no threads."""
