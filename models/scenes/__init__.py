"""Makes the training pictures and clips: physics, renderer, camera, truth."""
