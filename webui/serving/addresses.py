# Tested by tests/test_webui_serving.py.
"""The addresses and names that other devices of this network may call this machine by."""

from __future__ import annotations

import ipaddress
import socket
import struct
from contextlib import suppress
from urllib.parse import urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_SIOCGIFADDR = 0x8915


def own_addresses() -> tuple[Address, ...]:
    """Every address of this machine that it knows of, the one that others most likely use first; no loopback."""
    found = [_towards("192.0.2.1"), *_of_interfaces(), _towards("2001:db8::1"), *_of_name()]
    known = dict.fromkeys(address for address in found if address and not address.is_loopback)
    return tuple(known)


def as_others_call(host: str) -> str:
    """The `name:port` of a request as another device may open it: not by the name that means oneself."""
    here = urlsplit(f"//{host}")
    name = here.hostname or ""
    if name == "localhost" or _is_loopback(name):
        others = own_addresses()
        name = str(others[0]) if others else name
    name = f"[{name}]" if ":" in name else name
    return f"{name}:{here.port}" if here.port else name


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def own_names() -> tuple[str, ...]:
    """What this machine is called here: its name alone, and as other devices find it without a server of names."""
    name = socket.gethostname().split(".")[0].lower()
    return (f"{name}.local", name) if _is_name(name) else ()


def _is_name(name: str) -> bool:
    return (
        bool(name)
        and name != "localhost"
        and name.replace("-", "a").isalnum()
        and name.isascii()
        and len(name) < 64
    )


def _towards(other: str) -> Address | None:
    """The address that the system would use to reach this one. Nothing is sent."""
    kind = socket.AF_INET6 if ":" in other else socket.AF_INET
    with suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as asker:
        asker.connect((other, 9))
        return ipaddress.ip_address(asker.getsockname()[0].split("%")[0])
    return None


def _of_interfaces() -> list[Address]:
    """The address of each network card, where the system tells that (Linux)."""
    found: list[Address] = []
    try:
        import fcntl

        names = [name for _, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return found
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for name in names:
            with suppress(OSError):
                answer = fcntl.ioctl(asker, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(ipaddress.IPv4Address(answer[20:24]))
    return found


def _of_name() -> list[Address]:
    with suppress(OSError):
        return [
            ipaddress.ip_address(str(each[4][0]).split("%")[0])
            for each in socket.getaddrinfo(socket.gethostname(), None)
        ]
    return []
