"""Network cameras: one bad picture is one bad picture, and whatever stops comes back with a sentence in between."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from net_camera import Faults, network_camera, shot, spoilt
from waiting import LONG_S, until

from hardware import fresh, web_camera
from hardware.camera import CameraError
from hardware.cameras import open_camera
from hardware.jpeg import decode_jpeg, encode_jpeg
from hardware.parts import Parts, boundary_of
from hardware.stream import Stream
from hardware.video import Video


@pytest.mark.parametrize("lengths", [True, False])
def test_of_a_stream_with_noise_in_it_only_the_noisy_pictures_are_lost(lengths: bool) -> None:
    faults = Faults(noise_every=10, due=threading.Semaphore(0), lengths=lengths)
    images = []
    with network_camera(faults) as (address, _), open_camera(address) as camera:
        frames = camera.frames()
        for _ in range(100):
            assert faults.due is not None
            faults.due.release()
            images.append(next(frames).image)
    assert all(image.std() < 3 for image in images), "a rag of a spoilt picture was shown"
    shown = [round(float(image.mean())) - 1 for image in images]
    assert shown == [number for number in range(1, 112) if number % 10]


def test_a_slow_reader_is_shown_the_newest_picture() -> None:
    faults = Faults(due=threading.Semaphore(1))
    with network_camera(faults) as (address, _), open_camera(address) as camera:
        frames = camera.frames()
        assert next(frames).seq == 0
        assert faults.due is not None
        faults.due.release(20)
        assert until(lambda: camera._newest.seq == 20)  # type: ignore[attr-defined]
        assert next(frames).seq == 20


def test_a_camera_that_is_switched_off_is_lost_with_a_sentence_and_opens_again_when_it_is_back() -> None:
    with network_camera() as (address, faults), open_camera(address) as camera:
        frames = camera.frames()
        next(frames)
        faults.stop.set()
        with pytest.raises(CameraError, match="have stopped"):
            list(frames)
    with pytest.raises(CameraError, match="No pictures come from"):
        open_camera(address)
    with network_camera(port=int(address.split(":")[2][:-1])), open_camera(address) as camera:
        assert next(camera.frames()).image.shape == (48, 64, 3)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera on a busy machine is slow, and not away."""
    monkeypatch.setattr("hardware.site.TIMEOUT_S", LONG_S)


def test_a_camera_that_is_silent_is_lost_after_a_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.site.TIMEOUT_S", LONG_S - 1)
    due = threading.Semaphore(1)
    with network_camera(Faults(due=due)) as (address, _), open_camera(address) as camera:
        frames = camera.frames()
        next(frames)
        line = camera._answer.fp.raw._sock  # type: ignore[attr-defined]
        assert line.gettimeout() == LONG_S - 1
        # The same line, with a limit that a test can wait for; it counts for what is read after the next picture.
        line.settimeout(0.05)
        due.release()
        with pytest.raises(CameraError, match="have stopped"):
            list(frames)


def test_one_picture_again_and_again_is_no_new_picture_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "FROZEN_S", 0.2)
    due = threading.Semaphore(1)
    with network_camera(Faults(due=due)) as (address, faults), open_camera(address) as camera:
        frames = camera.frames()
        assert next(frames).seq == 0
        faults.same = True
        assert until(lambda: due.release() or camera.trouble)  # type: ignore[func-returns-value]
        assert "it has frozen" in str(camera.trouble)
        assert next(frames).seq == 1, "the first of the same ones"
        faults.same = False
        assert until(lambda: due.release() or camera.trouble is None)  # type: ignore[func-returns-value]
        assert next(frames).image.mean() > 2


def test_nothing_but_broken_pictures_is_said_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_camera, "UNREADABLE_S", 0.2)
    with network_camera() as (address, faults), open_camera(address) as camera:
        faults.all_broken = True
        assert until(lambda: camera.trouble)
        assert "arrive broken" in str(camera.trouble)
        faults.all_broken = False
        assert until(lambda: camera.trouble is None)


def test_a_single_picture_is_asked_for_again_and_again() -> None:
    with network_camera() as (address, _), open_camera(f"{address}shot.jpg") as camera:
        frames = camera.frames()
        levels = [next(frames).image.mean() for _ in range(4)]
    assert levels == sorted(set(levels))


def test_a_camera_that_says_it_has_nothing_new_is_not_dead() -> None:
    with network_camera(Faults(same=True)) as (address, faults), open_camera(f"{address}shot.jpg") as camera:
        frames = camera.frames()
        next(frames)
        since_s = time.monotonic()
        assert until(lambda: camera.quiet_s > since_s)
        assert camera.trouble is None
        faults.same = False
        assert next(frames).seq == 1


def test_a_web_page_is_told_from_a_picture() -> None:
    with network_camera() as (address, _), pytest.raises(CameraError, match="is a web page, not a picture"):
        open_camera(f"{address}page")


def test_a_password_opens_a_camera_and_stands_in_no_message() -> None:
    with network_camera(Faults(password=True)) as (address, _):
        mine = address.replace("//", "//ann:secret@")
        with open_camera(f"{mine}?token=secret") as camera:
            assert next(camera.frames()).image.shape == (48, 64, 3)
            assert camera.name == f"{address}?..."
        for wrong in (address, address.replace("//", "//ann:guess@")):
            with pytest.raises(CameraError, match="wants a name and a password") as refused:
                open_camera(wrong)
            assert "guess" not in str(refused.value)
    with pytest.raises(CameraError) as nobody:
        open_camera("http://ann:secret@127.0.0.1:9/none")
    assert str(nobody.value).startswith("No pictures come from http://127.0.0.1:9/none.")


def test_a_password_is_not_sent_on_to_where_a_camera_points() -> None:
    heard: list[str | None] = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers["Authorization"])
            if len(heard) == 1:
                self.send_response(302)
                self.send_header("Location", f"http://localhost:{self.server.server_port}/")  # type: ignore[attr-defined]
            else:
                self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with _http(Elsewhere) as address, pytest.raises(CameraError, match="answers 404"):
        open_camera(address.replace("//", "//ann:secret@"))
    assert heard[0] is not None
    assert heard[1] is None


@contextmanager
def _http(kind: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_film_over_http_is_read_by_ffmpeg(tmp_path: Path) -> None:
    noise = np.random.default_rng(1)
    writer = cv2.VideoWriter(str(tmp_path / "a.ts"), cv2.VideoWriter.fourcc(*"mp4v"), 20.0, (64, 48))
    for _ in range(20):
        writer.write(noise.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()

    class Film(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "video/mp2t")
            self.end_headers()
            self.wfile.write((tmp_path / "a.ts").read_bytes())

        def log_message(self, *_: object) -> None:
            pass

    with _http(Film) as address, open_camera(address) as camera:
        assert isinstance(camera, Stream)
        with pytest.raises(CameraError, match="have stopped"):
            list(camera.frames())


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_whose_reading_breaks_is_lost_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> None:
        raise cv2.error("a picture that is none")

    with network_camera() as (address, _), open_camera(address) as camera:
        next(camera.frames())
        monkeypatch.setattr(web_camera, "decode_jpeg", broken)
        with pytest.raises(CameraError, match="have stopped"):
            list(camera.frames())


def test_an_rtsp_camera_is_asked_for_tcp_first_and_hears_no_password_unasked() -> None:
    """Its own side of RFC 2326, as far as the question for the transport."""
    heard: list[str] = []
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(LONG_S)

    def answer() -> None:
        with server, server.accept()[0] as line:
            line.settimeout(LONG_S)
            while asked := line.recv(65536).decode():
                heard.append(asked)
                number = re.search(r"CSeq: (\d+)", asked)
                assert number
                sdp = "v=0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n" if "DESCRIBE" in asked else ""
                status = "461 Unsupported Transport" if asked.startswith("SETUP") else "200 OK"
                kind = f"Content-Type: application/sdp\r\nContent-Length: {len(sdp)}\r\n" if sdp else ""
                line.sendall(f"RTSP/1.0 {status}\r\nCSeq: {number[1]}\r\n{kind}\r\n{sdp}".encode())

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    port = server.getsockname()[1]
    with pytest.raises(CameraError) as lost:
        open_camera(f"rtsp://ann:secret@127.0.0.1:{port}/live")
    thread.join(LONG_S)
    first = next(each for each in heard if each.startswith("SETUP"))
    assert "RTP/AVP/TCP" in first
    assert "secret" not in str(lost.value)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_reading_a_stream_that_breaks_is_an_end_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "a.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for level in range(20):
        writer.write(np.full((48, 64, 3), 10 * level, np.uint8))
    writer.release()

    def broken(video: Video) -> None:
        raise cv2.error("a picture that is none")

    monkeypatch.setattr(Video, "read", broken)
    with Stream(str(tmp_path / "a.avi")) as stream, pytest.raises(CameraError, match="have stopped"):
        list(stream.frames())


# JPEG and multipart


@given(st.integers(1, 90), st.integers(1, 90), st.integers(1, 100), st.booleans())
def test_every_picture_that_is_packed_can_be_read(
    wide: int, high: int, quality: int, progressive: bool
) -> None:
    image = np.random.default_rng(wide * high).integers(0, 255, (high, wide, 3), np.uint8)
    how = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    data = cv2.imencode(".jpg", image, [*how, cv2.IMWRITE_JPEG_RST_INTERVAL, quality % 7])[1].tobytes()
    for file in (data, data + b"\r\n", data + bytes(60), data + data):
        read = decode_jpeg(file)
        assert read is not None
        assert read.shape == image.shape


@given(st.integers(0, 10_000))
def test_a_spoilt_picture_is_none(count: int) -> None:
    assert decode_jpeg(spoilt(shot(count), count)) is None


@given(st.integers(1, 100))
def test_a_picture_cut_off_anywhere_is_none(percent: int) -> None:
    whole = encode_jpeg(np.random.default_rng(percent).integers(0, 255, (64, 64, 3), np.uint8))
    assert decode_jpeg(whole[: (len(whole) - 1) * percent // 100]) is None


@given(
    st.lists(st.binary(max_size=300).filter(lambda body: b"--mark" not in body)),
    st.lists(st.integers(1, 200)),
    st.booleans(),
)
def test_parts_come_out_as_they_went_in_however_the_stream_is_cut(
    bodies: list[bytes], cuts: list[int], lengths: bool
) -> None:
    bodies = bodies if lengths else [body.rstrip(b"\r\n") for body in bodies]
    stream = b"preamble"
    for body in bodies:
        length = b"Content-length: %d\r\n" % len(body) if lengths else b"X-Time: 7\r\n"
        stream += b"\r\n--mark\r\n" + length + b"\r\n" + body
    stream += b"\r\n--mark--\r\n"
    steps = iter(cuts)

    def read() -> bytes:
        nonlocal stream
        size = next(steps, 64)
        data, stream = stream[:size], stream[size:]
        return data

    assert [part.rstrip(b"\r\n") if not lengths else part for part in Parts(read, b"mark")] == bodies


@pytest.mark.parametrize(
    ("kind", "mark"),
    [
        ("multipart/x-mixed-replace; boundary=abc", b"abc"),
        ('multipart/x-mixed-replace;boundary="--my mark"; x=1', b"my mark"),
        ("multipart/x-mixed-replace; Boundary=--frame", b"frame"),
        ("multipart/x-mixed-replace", None),
        ("multipart/x-mixed-replace; boundary=--", None),
    ],
)
def test_a_boundary_is_known_by_its_name_with_or_without_its_dashes(kind: str, mark: bytes | None) -> None:
    assert boundary_of(kind) == mark
