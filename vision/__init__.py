"""From light to rolls. Knows no game and no web."""

import os

# onnxruntime looks at this when it is first imported; else it keeps a number of this machine in the home folder, and
# tells its makers over the network how it is used.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
