"""Pictures in a bucket: a real server of the S3 API has them, and the database has none of their bytes."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
import sqlalchemy as sql
from flask import Flask
from flask.testing import FlaskClient
from leagued import SetClock, begun, desk_of, report_of, turn_lines
from moto.server import ThreadedMotoServer
from PIL import Image

from webui.app import create_app
from webui.config import Settings
from webui.league import proofs
from webui.league.accounts import accounts
from webui.league.house import keep_house
from webui.league.wire import Wire
from webui.storage.bucket import Bucket
from webui.storage.database import StoreError
from webui.storage.league import PICTURES


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    s3 = ThreadedMotoServer(port=0, verbose=False)
    s3.start()
    _, port = s3.get_host_and_port()
    yield f"http://127.0.0.1:{port}"
    s3.stop()


@pytest.fixture(autouse=True)
def keys(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", server)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    boto3.client("s3").create_bucket(Bucket="rolls")


def names() -> set[str]:
    found = boto3.client("s3").list_objects_v2(Bucket="rolls").get("Contents", [])
    return {each["Key"] for each in found}


@pytest.fixture
def app(tmp_path: Path, clock: SetClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setattr("webui.league.office.Clock", lambda: clock)
    app = create_app(Settings(data=tmp_path, camera="none", bucket="s3://rolls/league"))
    yield app
    desk_of(app).close()


def photo() -> bytes:
    block = io.BytesIO()
    Image.new("RGB", (1200, 900), (20, 120, 60)).save(block, "JPEG")
    return block.getvalue()


@pytest.fixture
def turn(app: Flask, clock: SetClock) -> tuple[str, FlaskClient]:
    """A turn with a picture, and the browser of its player."""
    tom = begun(app)
    league = desk_of(app).office.league
    with league.place.reading() as connection:
        (who,) = accounts(connection)
    report = report_of(turn_lines(random.Random(3)), clock.at)
    assert league.report_own(who, report).state == "taken"
    assert proofs.keep(league.place, clock.at, report.key, [(0, photo())], league.bucket) == 1
    assert proofs.keep(league.place, clock.at, report.key, [(0, photo())], league.bucket) == 0
    return report.key, tom


def size(jpeg: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(jpeg)).size


def test_a_picture_lies_in_the_bucket_small_and_large_and_its_page_shows_it(
    app: Flask, turn: tuple[str, FlaskClient]
) -> None:
    key, tom = turn
    assert {f"league/{key}/0-small.jpg", f"league/{key}/0-large.jpg"} <= names()
    assert size(tom.get(f"/league/turns/{key}/0.jpg").data) == (320, 240)
    assert size(tom.get(f"/league/turns/{key}/0.jpg?large=1").data) == (1200, 900)
    with desk_of(app).office.league.place.reading() as connection:
        row = connection.execute(sql.select(PICTURES)).one()
    assert (row.small, row.large) == (b"", b"")


def test_large_pictures_leave_the_bucket_in_time_and_the_small_ones_stay(
    app: Flask, turn: tuple[str, FlaskClient], clock: SetClock
) -> None:
    key, tom = turn
    clock.go(days=31)
    assert keep_house(desk_of(app).office.league, Wire())
    assert f"league/{key}/0-large.jpg" not in names()
    assert f"league/{key}/0-small.jpg" in names()
    assert size(tom.get(f"/league/turns/{key}/0.jpg?large=1").data) == (320, 240)


def test_a_bucket_that_does_not_answer_is_a_sentence_and_the_turn_stays(
    app: Flask, turn: tuple[str, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    key, tom = turn
    monkeypatch.setattr(desk_of(app).office.league, "bucket", Bucket("s3://nobodys-bucket"))
    answer = tom.get(f"/league/turns/{key}/0.jpg")
    assert answer.status_code == 507
    assert "The bucket of the pictures cannot be used" in answer.text
    assert tom.get(f"/league/turns/{key}").status_code == 200


@pytest.mark.parametrize("address", ["rolls", "http://rolls", "s3://", "s3://A B", "s3://rolls/a b"])
def test_what_is_no_bucket_is_a_sentence(address: str) -> None:
    with pytest.raises(StoreError, match="is no bucket"):
        Bucket(address)
