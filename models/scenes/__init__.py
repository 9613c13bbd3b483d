"""Training pictures, clips and the demo, made from physics and rendering. Needed to make data, never to play."""

import os

# MuJoCo looks at this when it is first imported; without a screen, only EGL (or OSMesa) draws.
os.environ.setdefault("MUJOCO_GL", "egl")
