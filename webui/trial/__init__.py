"""How much better dice are read when some of their set were taught: tried on labelled photos."""
