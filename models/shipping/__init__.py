"""The files that are shipped, made from a training."""
