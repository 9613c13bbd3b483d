# Tested by tests/test_webui_serving.py.
"""The door before the pages: one port for HTTP and HTTPS, and no device that shuts the others out.

The first byte of a connection tells which of the two it speaks (0x16 begins a TLS handshake, RFC 8446, 5.1). What is
within is passed on to the server behind, which waits for nobody. One thread of its own.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

log = logging.getLogger("rollcall")

HANDSHAKE = b"\x16"
FIRST_S = 5.0
"""Seconds for the first byte, and again for the handshake. Larger: connections that say nothing take room for longer.
Smaller: a slow phone is turned away."""
OF_ONE = 64
"""Connections of one address. Larger: one device may shut others out. Smaller: its open pages lose theirs."""
OF_ALL = 350
"""Connections of all addresses. Larger: the server behind must take more than these."""
CHUNK = 65_536
LAST_S = 0.5
"""Seconds for what is still on its way when the door closes. Larger: the program ends later."""
GONE = (OSError, ssl.SSLError, asyncio.IncompleteReadError, TimeoutError)


class Places:
    """Who is connected: so many of one address, so many in all. The one that was silent for longest makes room."""

    def __init__(self, of_one: int = OF_ONE, of_all: int = OF_ALL) -> None:
        self._of_one, self._of_all = of_one, of_all
        self._heard: dict[str, dict[asyncio.Task[None], float]] = {}

    @contextmanager
    def taken(self, address: str, task: asyncio.Task[None]) -> Iterator[None]:
        """A place for this connection while it lasts; its task is cancelled when another one needs the place."""
        theirs = self._heard.setdefault(address, {})
        theirs[task] = time.monotonic()
        if len(theirs) > self._of_one:
            self._send_away(address)
        elif sum(map(len, self._heard.values())) > self._of_all:
            self._send_away(max(self._heard, key=lambda each: len(self._heard[each])))
        try:
            yield
        finally:
            theirs.pop(task, None)
            if not theirs:
                self._heard.pop(address, None)

    def heard(self, address: str, task: asyncio.Task[None]) -> None:
        """Something came over this connection just now."""
        if task in self._heard.get(address, {}):
            self._heard[address][task] = time.monotonic()

    def _send_away(self, address: str) -> None:
        theirs = self._heard[address]
        silent = min(theirs, key=lambda each: theirs[each])
        del theirs[silent]
        silent.cancel()


@dataclass(frozen=True)
class Caller:
    """Who is at the other end of a connection. secret: it speaks HTTPS."""

    address: str
    secret: bool


class Front:
    """Takes connections of `listener` and passes each on to the server at `behind`.

    context: for HTTPS; None where there is no certificate, and HTTPS is turned away then. callers: who is at the other
    end, by the port from which the server behind is called for them.
    """

    def __init__(
        self, listener: socket.socket, behind: tuple[str, int], context: ssl.SSLContext | None
    ) -> None:
        self._listener, self._behind, self._context = listener, behind, context
        self._places = Places()
        self._open: set[asyncio.Task[None]] = set()
        self.callers: dict[int, Caller] = {}
        # The only loop that can wait for a socket on every system.
        self._loop = asyncio.SelectorEventLoop()
        self._thread = threading.Thread(target=self._run, name="front", daemon=True)
        self._stop = asyncio.Event()

    def start(self) -> None:
        """Take connections from now on."""
        self._thread.start()

    def close(self) -> None:
        """Take no more; what is on its way is still delivered, for a moment."""
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10 * LAST_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda _loop, _facts: None)  # a device that left is no news
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._listener.setblocking(False)
        accepting = self._loop.create_task(self._accept())
        await self._stop.wait()
        accepting.cancel()
        if self._open:
            await asyncio.wait(self._open, timeout=LAST_S)
        for task in self._open:
            task.cancel()
        await asyncio.gather(accepting, *self._open, return_exceptions=True)
        await asyncio.sleep(0)  # what was hung up on ends in the next round

    async def _accept(self) -> None:
        while True:
            try:
                line, address = await self._loop.sock_accept(self._listener)
            except OSError:  # out of descriptors, or it left at once
                await asyncio.sleep(0.1)
                continue
            task = self._loop.create_task(self._answer(line, address[0]))
            self._open.add(task)
            task.add_done_callback(self._open.discard)

    async def _answer(self, line: socket.socket, address: str) -> None:
        task = asyncio.current_task()
        assert task
        try:
            with self._places.taken(address, task):
                line.setblocking(False)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                first = await asyncio.wait_for(self._first_byte(line), FIRST_S)
                if not first or (first == HANDSHAKE and self._context is None):
                    return
                await self._pass_on(line, first == HANDSHAKE, address, task)
        except GONE:
            pass
        finally:
            line.close()

    async def _first_byte(self, line: socket.socket) -> bytes:
        """It stays where it is: whoever reads next gets it, too."""
        ready = asyncio.Event()
        self._loop.add_reader(line.fileno(), ready.set)
        try:
            await ready.wait()
        finally:
            self._loop.remove_reader(line.fileno())
        return line.recv(1, socket.MSG_PEEK)

    async def _pass_on(
        self, line: socket.socket, secret: bool, address: str, task: asyncio.Task[None]
    ) -> None:
        reader = asyncio.StreamReader(CHUNK, self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        limits = {"ssl": self._context, "ssl_handshake_timeout": FIRST_S} if secret else {}
        transport, _ = await self._loop.connect_accepted_socket(lambda: protocol, line, **limits)  # type: ignore[arg-type]
        writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
        try:
            await self._join(reader, writer, Caller(address, secret), task)
        finally:
            await _closed(writer)

    async def _join(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        caller: Caller,
        task: asyncio.Task[None],
    ) -> None:
        """Bring what the device says to the server behind, and its answers back, until either has enough."""
        inner_reader, inner_writer = await asyncio.open_connection(*self._behind, limit=CHUNK)
        port = inner_writer.get_extra_info("sockname")[1]
        self.callers[port] = caller
        both = [
            self._loop.create_task(self._pump(reader, inner_writer, caller.address, task)),
            self._loop.create_task(self._pump(inner_reader, writer, caller.address, task)),
        ]
        try:
            # Whichever side ends, ends it: a browser never says half a good-bye.
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.callers.pop(port, None)
            inner_writer.transport.abort()
            for each in both:
                each.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, address: str, task: asyncio.Task[None]
    ) -> None:
        with suppress(*GONE):
            while data := await source.read(CHUNK):
                self._places.heard(address, task)
                sink.write(data)
                await sink.drain()


async def _closed(writer: asyncio.StreamWriter) -> None:
    """Send what is still to be sent, and hang up; who does not take it is hung up on."""
    writer.close()
    try:
        with suppress(*GONE):
            await asyncio.wait_for(writer.wait_closed(), LAST_S)
    finally:
        writer.transport.abort()
