"""`python -m webui VERB ...`: what the start script runs."""

import os
import sys

# Matrices are small here: a second thread of BLAS would only spin, and take the camera's time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from webui.cli import main

sys.exit(main(sys.argv[1:]))
