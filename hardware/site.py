"""Where a network camera answers over HTTP, and with which name and password."""

from __future__ import annotations

import base64
import http.client
import ssl
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from hardware.address import shown
from hardware.camera import CameraError

TIMEOUT_S = 3.0
"""Seconds without a byte until a camera is lost. Larger: said later. Smaller: a weak Wi-Fi loses it often."""

Answer = http.client.HTTPResponse
LOST = (OSError, http.client.HTTPException, ValueError)
"""What reading from a camera raises that has gone."""


class Site:
    """An http:// or https:// address. Its name and password go there alone, and stand in no message.

    Its certificate is not looked at: a camera in the house has one of its own making.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.name = shown(address)
        self._url = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))
        self._keys = (
            None if parts.username is None else (unquote(parts.username), unquote(parts.password or ""))
        )
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=ssl._create_unverified_context()),
            *self._digest(),
        )

    def _digest(self) -> list[Any]:
        """What answers a camera that asks for a name and a password by digest."""
        if self._keys is None:
            return []
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, self._url, *self._keys)
        return [urllib.request.HTTPDigestAuthHandler(passwords)]

    def ask(self) -> Answer:
        """What it answers. Raises CameraError."""
        answer = self.newer("")
        if answer is None:
            raise self._refused(304)
        return answer

    def newer(self, tag: str) -> Answer | None:
        """What it answers; None where that is still what had this tag (RFC 9110, 13.1.2). Raises CameraError."""
        asked = urllib.request.Request(self._url, headers={"User-Agent": "Roll Call", "Accept": "*/*"})
        if tag:
            asked.add_header("If-None-Match", tag)
        if self._keys:
            # At once, as most cameras want it; one that wants a digest asks again. Not to where it sends us on.
            plain = base64.b64encode(":".join(self._keys).encode()).decode()
            asked.add_unredirected_header("Authorization", f"Basic {plain}")
        try:
            answer: Answer = self._opener.open(asked, timeout=TIMEOUT_S)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == 304 and tag:
                return None
            raise self._refused(error.code) from None
        except LOST:
            raise no_pictures(self.name) from None
        return answer

    def _refused(self, status: int) -> CameraError:
        if status in (401, 403):
            return CameraError(
                f"{self.name} wants a name and a password.",
                "Put them into its address: http://NAME:PASSWORD@...",
            )
        return CameraError(f"{self.name} has no pictures: it answers {status}.", "Is the address right?")


def no_pictures(name: str) -> CameraError:
    """The error where nobody answers at this address."""
    return CameraError(
        f"No pictures come from {name}.", "Is the camera on, and the address right? Open it in a browser."
    )
