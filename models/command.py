"""The command line of a module of this package."""

from __future__ import annotations

import argparse


def command_line(about: str | None) -> argparse.ArgumentParser:
    """A parser without arguments, whose help is the module's docstring, line for line.

    about: the module's `__doc__`.
    """
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
