# Tested by tests/test_webui_watch.py.
"""The reader of a verb: the arguments that choose it, and opening it."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.reading.net import ModelError
from vision.reading.reader import Reader
from webui.cli import Refusal
from webui.config import MODELS
from webui.terminal.settings import named

MOST_THREADS = 64


def add_models(parser: argparse.ArgumentParser) -> None:
    """--models, a Path."""
    parser.add_argument("--models", type=named, default=MODELS, help="the folder of the weights")


def add_threads(parser: argparse.ArgumentParser) -> None:
    """--threads, a number from 1 to MOST_THREADS."""
    parser.add_argument("--threads", type=_threads, default=1, help="processor cores to use (default 1)")


def _threads(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_THREADS):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processor cores from 1 to {MOST_THREADS}")
    return int(text)


def open_reader(models: Path, threads: int = 1) -> Reader:
    """The reader whose weights lie in this folder, on so many processor cores. Raises Refusal."""
    try:
        return Reader.open(models, threads)
    except ModelError as error:
        raise Refusal(str(error)) from None
