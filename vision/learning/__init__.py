"""Learning one set of dice: from examples to what the reader makes of them."""
