# Tested by tests/test_webui_hub.py.
"""The port at which pages are served, taken; or a sentence that says why it cannot be."""

from __future__ import annotations

import errno
import socket
import sys

from webui.cli import Refusal


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else is opened: a second Roll Call must not even touch the camera.

    Raises Refusal where the address or the port cannot be served.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        # On Windows this would let two programs share one port.
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Not later: until then another program could still bind the same port.
        listener.listen(128)
    except (OSError, TypeError) as error:  # TypeError: a name that cannot be one
        listener.close()
        raise Refusal(_why_not(host, port, error)) from None
    return listener


def _why_not(host: str, port: int, error: OSError | TypeError) -> str:
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.EADDRINUSE, errno.EACCES):
        why = "is in use by another program" if code == errno.EADDRINUSE else "is not for this user"
        return f"Port {port} {why}. Name another: --port {_next(port)}."
    why = str(error.strerror) if isinstance(error, OSError) else "it is no name of a machine"
    return f"The address {host} cannot be served: {why}. Try --host 127.0.0.1."


def _next(port: int) -> int:
    return port + 1 if 1023 < port < 65535 else 8421
