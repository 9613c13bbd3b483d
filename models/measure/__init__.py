"""How right and how fast all is: on photos, on pictures and clips that were made, in motion, and on this machine."""
