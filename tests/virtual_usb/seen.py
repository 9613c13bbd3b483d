"""What the USB camera's code sees of the kernel's own test camera, as a line of JSON: run in the virtual machine."""

import json
import os
from contextlib import suppress
from pathlib import Path

from hardware.camera import CameraError
from hardware.cameras import open_camera

DRIVER = Path("/sys/bus/platform/drivers/vivid")
MOTION_JPEG = f"Fourcc format (0x{int.from_bytes(b'MJPG', 'little'):x}) unknown"


def kernel_log() -> str:
    """All that the kernel has said."""
    lines: list[bytes] = []
    log = os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while True:
            lines.append(os.read(log, 8192))
    os.close(log)
    return b"".join(lines).decode(errors="replace")


def refusal() -> str:
    """What is said where no camera opens, or it is lost; "" where pictures come."""
    try:
        with open_camera("usb:0") as camera:
            next(camera.frames())
    except CameraError as error:
        return str(error)
    return ""


def main() -> None:
    """Look, unplug it while it is looked through, and plug it in again."""
    told: dict[str, object] = {}
    with open_camera("usb:0") as camera:
        frames = camera.frames()
        told["shape"] = next(frames).image.shape
        told["differ"] = sum(bool((next(frames).image != next(frames).image).any()) for _ in range(5))
        told["other"] = refusal()
        (DRIVER / "unbind").write_text("vivid.0")
        try:
            for _ in frames:
                pass
        except CameraError as error:
            told["unplugged"] = str(error)
    told["gone"] = refusal()
    (DRIVER / "bind").write_text("vivid.0")
    told["again"] = refusal()
    told["refused"] = MOTION_JPEG in kernel_log()
    print("seen:", json.dumps(told))


main()
