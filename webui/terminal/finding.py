# Tested by tests/test_webui_doctor.py.
"""What one check of this machine found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """check: its name, a word. ok: whether all is well. says: what was found. do: what to do where it is not."""

    check: str
    ok: bool
    says: str
    do: str = ""

    def __str__(self) -> str:
        return (
            f"{'ok ' if self.ok else 'NOT'}  {self.check:<12} {self.says}{f' {self.do}' if self.do else ''}"
        )
