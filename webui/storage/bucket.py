# Tested by tests/test_webui_league_bucket.py.
"""An S3-compatible bucket for pictures. Its server, region and keys are those of the environment: AWS_ENDPOINT_URL,
AWS_DEFAULT_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, as boto3 reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from webui.storage.database import StoreError

ADDRESS = re.compile(r"s3://(?P<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(/(?P<folder>[\w./-]*))?", re.ASCII)
PATIENCE_S = 10.0
"""Seconds until a bucket that does not answer is given up. Larger: pages wait longer for pictures that never come."""
TRIES = 2
"""Requests until a bucket that fails is given up. Larger: pages wait longer. Smaller: one lost answer is a fault."""
AT_ONCE = 1000
"""Things that one request may remove (DeleteObjects of the S3 API)."""


class Bucket:
    """A bucket, and the folder in it, such as s3://pictures/league. Thread-safe. Raises StoreError."""

    def __init__(self, address: str) -> None:
        found = ADDRESS.fullmatch(address)
        if not found:
            raise StoreError(f"{address[:80]!r} is no bucket.", "One is such as s3://pictures/league.")
        self._bucket = found["bucket"]
        self._folder = f"{found['folder'].strip('/')}/" if found["folder"] else ""
        try:
            import boto3
            from botocore.config import Config
        except ImportError:
            raise StoreError(
                "What speaks to a bucket is not installed.",
                "Install it: .venv/bin/pip install -e '.[bucket]'.",
            ) from None
        limits = Config(
            connect_timeout=PATIENCE_S, read_timeout=PATIENCE_S, retries={"total_max_attempts": TRIES}
        )
        with _sentences():
            self._client: Any = boto3.client("s3", config=limits)

    def put(self, name: str, packed: bytes) -> None:
        """Keep this; what was there under the name before is replaced."""
        with _sentences():
            self._client.put_object(
                Bucket=self._bucket, Key=self._folder + name, Body=packed, ContentType="image/jpeg"
            )

    def get(self, name: str) -> bytes | None:
        """What is kept under this name; None where there is nothing."""
        with _sentences():
            try:
                found = self._client.get_object(Bucket=self._bucket, Key=self._folder + name)
            except self._client.exceptions.NoSuchKey:
                return None
            packed: bytes = found["Body"].read()
            return packed

    def remove(self, names: Sequence[str]) -> None:
        """Keep these no more; what is not there is passed over."""
        keys = [{"Key": self._folder + name} for name in names]
        with _sentences():
            for n in range(0, len(keys), AT_ONCE):
                some = {"Objects": keys[n : n + AT_ONCE], "Quiet": True}
                self._client.delete_objects(Bucket=self._bucket, Delete=some)


@contextmanager
def _sentences() -> Iterator[None]:
    from botocore.exceptions import BotoCoreError, ClientError

    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise StoreError(
            f"The bucket of the pictures cannot be used: {error}.", "Look at its server, name and keys."
        ) from None
