"""`python -m webui VERB ...`: what the start script runs."""

import sys

from webui.cli import main

sys.exit(main(sys.argv[1:]))
