"""The weights and how they were made. Nothing imports this package at run time: weights arrive as paths."""

import vision  # noqa: F401  keeps onnxruntime from telling anyone, before a file here imports it
