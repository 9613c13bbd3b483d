"""The weights and how they were made. Nothing imports this package at run time: weights arrive as paths."""
