"""Runs inside the Debian 13 that `make` makes: hardware/picamera.py on the real picamera2 and libcamera.

Prints one JSON object a line; the test reads them. What is adapted here is the virtual camera's own: it refuses raw
streams, and writes NV12 into one buffer with two planes.
"""

import json

import cv2
import libcamera
import numpy as np
import picamera2
from picamera2.allocators import LibcameraAllocator

from hardware.camera import CameraError
from hardware.cameras import open_camera


class _Allocator(LibcameraAllocator):
    def __init__(self):
        super().__init__(None)


class _VirtualPicamera2(picamera2.Picamera2):
    def __init__(self, number=0):
        allocator = _Allocator()
        super().__init__(number, allocator=allocator)
        allocator.camera = self.camera

    def _get_raw_modes(self):
        size = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).size
        return [{"format": "NV12", "size": (size.width, size.height)}]


def look(source):
    """Open the Pi's camera, take 20 frames, try to open it a second time, close it."""
    with open_camera("pi") as camera:
        for _, frame in zip(range(20), camera.frames(), strict=False):
            last = frame
        try:
            open_camera("pi")
            second = "opened"
        except CameraError as error:
            second = str(error)
    difference = float(np.abs(last.image.astype(float) - source).mean())
    return {"shape": last.image.shape, "seq": last.seq, "difference": difference, "second": second}


picamera2.Picamera2 = _VirtualPicamera2
picture = cv2.imread("/probe/frames/0.jpg")
for _ in range(3):
    print(json.dumps(look(picture)), flush=True)
print(json.dumps({"auto": open_camera("auto").name}), flush=True)
