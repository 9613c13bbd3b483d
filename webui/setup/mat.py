# Tested by tests/test_webui_setup.py.
"""The page that prints the mat: one file without links to anything, so that it prints from anywhere."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader

from hardware.mat import RULER_MM, Mat


def is_mat(head: bytes) -> bool:
    """Whether a file that begins so is a page of ours."""
    return b"<title>Roll Call mat, " in head


def page(mat: Mat, mats: Sequence[Mat] = ()) -> str:
    """The page of one mat, as HTML; `mats`: those to offer beside it where the page is served."""
    pages = Environment(loader=PackageLoader("webui"), autoescape=True)
    return pages.get_template("mat.html").render(mat=mat, mats=mats, sheets=mat.sheets(), ruler_mm=RULER_MM)
