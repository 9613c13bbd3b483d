"""Files that may not be read. Root may read them all, so who is root asks for them as nobody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

needs_rights = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="here everyone may read every file")


@contextmanager
def forbidden(name: str, content: bytes) -> Iterator[list[Path]]:
    """Two files of this name and content, while nobody asks for them: one may not be read, the other's folder not
    entered.
    """
    is_root = os.geteuid() == 0
    # Not tmp_path: only its owner may enter that.
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        secret, locked = Path(folder) / name, Path(folder) / "locked"
        locked.mkdir()
        for path in (secret, locked / name):
            path.write_bytes(content)
        secret.chmod(0)
        locked.chmod(0)
        if is_root:
            os.seteuid(65534)
        try:
            yield [secret, locked / name]
        finally:
            if is_root:
                os.seteuid(0)
            locked.chmod(0o755)
