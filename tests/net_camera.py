"""A network camera of our own, over HTTP, that can be frozen, killed, slowed and spoilt."""

from __future__ import annotations

import itertools
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

PICTURES_A_S = 50


def shot(count: int, same: bool = False) -> bytes:
    """The file of a picture that shows which one it is: grey level and a sensor's noise."""
    noise = np.random.default_rng(0 if same else count).integers(0, 3, (48, 64, 3), np.uint8)
    level = 0 if same else count % 200
    return cv2.imencode(".jpg", noise + np.uint8(level))[1].tobytes()


@dataclass
class Faults:
    """What is wrong with the camera now.

    picture: the file of the one of this number; the same one again where it is told so. wait_s: between two pictures.
    due: where it is set, a whole picture goes out for each release alone, at once.
    """

    picture: Callable[[int, bool], bytes] = shot
    stop: threading.Event = field(default_factory=threading.Event)
    due: threading.Semaphore | None = None
    wait_s: float = 1 / PICTURES_A_S
    silent: bool = False
    same: bool = False
    noise_every: int = 0
    all_broken: bool = False
    lengths: bool = True
    password: bool = False


def spoilt(picture: bytes, count: int) -> bytes:
    """What a fault on the line makes of a picture: cut off, noise alone, or noise inside of it."""
    noise = np.random.default_rng(count).bytes(max(400, len(picture) // 3))
    middle = len(picture) * 3 // 4
    return (picture[:middle], noise, picture[:middle] + noise + picture[middle:])[count % 3]


class _Camera(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        faults = self.server.faults
        key = f"Basic {b64encode(b'ann:secret').decode()}"
        if faults.password and self.headers["Authorization"] != key:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
        elif self.path.startswith("/shot.jpg"):
            self._shot(faults)
        elif self.path.startswith("/page"):
            self._send("text/html", b"<h1>A camera</h1>")
        else:
            self._stream(faults)

    def _shot(self, faults: Faults) -> None:
        tag = "same" if faults.same else str(next(self.server.count))
        if self.headers["If-None-Match"] == tag:
            self.send_response(304)
            self.end_headers()
            return
        self._send("image/jpeg", shot(int(tag) if tag.isdecimal() else 0), tag)

    def _send(self, kind: str, body: bytes, tag: str = "") -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, faults: Faults) -> None:
        self.send_response(200)
        self.send_header("Content-Type", 'multipart/x-mixed-replace; boundary="--next"')
        self.end_headers()
        self.wfile.write(b"--next\r\n")
        for count in self.server.count:
            broken = faults.all_broken or (faults.noise_every > 0 and count % faults.noise_every == 0)
            if not broken and faults.due:
                faults.due.acquire()
            if faults.stop.wait(0 if faults.due else faults.wait_s):
                return
            if faults.silent:
                continue
            data = faults.picture(count, faults.same)
            data = spoilt(data, count) if broken else data
            length = b"Content-Length: %d\r\n" % len(data) if faults.lengths else b""
            try:
                self.wfile.write(
                    b"Content-Type: image/jpeg\r\n" + length + b"\r\n" + data + b"\r\n--next\r\n"
                )
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int, faults: Faults) -> None:
        super().__init__(("127.0.0.1", port), _Camera)
        self.faults = faults
        self.count = itertools.count(1)


@contextmanager
def network_camera(faults: Faults | None = None, port: int = 0) -> Iterator[tuple[str, Faults]]:
    """Its address, and what may be made wrong with it; at its end it is killed."""
    faults = faults or Faults()
    server = _Server(port, faults)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", faults
    finally:
        faults.stop.set()
        if faults.due:
            faults.due.release()
        server.shutdown()
        server.server_close()
        thread.join()
