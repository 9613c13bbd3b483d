"""What the product says, for every game: one list, made from the lines of a match, for reader, voice and caption."""
