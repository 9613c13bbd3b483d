"""What the pages load: served under the digest of it all, so that a browser asks for each file once."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask, Response, request
from flask_compress import Compress

FOLDER = Path(__file__).parent / "static"
YEAR_S = 365 * 24 * 3600
# Letters of the digest in the address. Fewer: two versions may have the same one.
DIGEST_LETTERS = 12


def digest(folder: Path = FOLDER) -> str:
    """One short text for all files of a folder, another one as soon as a name or a byte of them is another."""
    told = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        told.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()[:DIGEST_LETTERS]


def serve(app: Flask) -> None:
    """Answers are compressed where they are text, and what is under the digest of now is kept for good.

    The scripts name each other by relative addresses, so one digest in the folder's name covers what they import.
    """
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = YEAR_S
    Compress(app)
    # Flask runs the last one first.
    app.after_request(_keep_for_good)


def address() -> str:
    """Where the files are served."""
    return f"/static/{digest()}"


def _keep_for_good(answer: Response) -> Response:
    if request.endpoint == "static" and answer.status_code < 400:
        answer.cache_control.immutable = True
        # Read whole: what is streamed is not packed for browsers that know only gzip.
        answer.direct_passthrough = False
        answer.make_sequence()
    return answer
