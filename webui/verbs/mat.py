# Tested by tests/test_webui_setup.py.
"""`./rollcall mat`: write the printable table mat to a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.mat import PAPERS, TILES, MatError, mat_of
from hardware.path import in_letters, replacing
from webui.cli import Refusal
from webui.setup.mat import is_mat, page
from webui.terminal.settings import named

ABOUT = """Write the table mat as a page that a browser prints true to the millimetre.
Its corner markers tell the camera where the table is. More tiles make a larger mat of several sheets."""


def main(arguments: list[str]) -> int:
    """Write the page; exit code 0. Raises Refusal for a mat that there is not, or a file that cannot be written."""
    asked = _parser().parse_args(arguments)
    try:
        mat = mat_of(asked.paper, asked.tiles)
        if _holds_something_else(asked.out):
            raise Refusal(f"{asked.out} is there already, and is no mat. Name another file with --out.")
        # Through a link to an older mat, too; what a link to a pipe leads to has no path.
        with replacing(asked.out.resolve() if asked.out.is_file() else asked.out) as beside:
            beside.write_text(page(mat), encoding="utf-8")
    except MatError as error:
        raise Refusal(str(error)) from None
    except OSError as error:
        raise Refusal(
            f"{asked.out} cannot be written: {error.strerror}. Name another file with --out."
        ) from None
    wide, deep = mat.size_mm
    size = f"{mat.name}, {wide:.0f} x {deep:.0f} mm"
    print(in_letters(f"{asked.out}: {size}. Open it in a browser and print it at 100 %."))
    return 0


def _holds_something_else(path: Path) -> bool:
    """Whether something would be lost with it; a mat that we wrote is printed anew."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        head = file.read(1000)
    return bool(head) and not is_mat(head)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./rollcall mat", description=ABOUT)
    parser.add_argument("--paper", default="A4", help=f"{' or '.join(PAPERS)} (A4)")
    tiles = ", ".join(f"{columns}x{rows}" for columns, rows in TILES)
    parser.add_argument("--tiles", default="1x1", help=f"sheets across x down: {tiles} (1x1)")
    parser.add_argument("--out", type=named, default=Path("mat.html"), help="the file to write (mat.html)")
    return parser
