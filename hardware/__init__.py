"""What you touch: cameras, films, photos and the printed mat. Nothing here knows what a die is."""

import os

# OpenCV reads this when it is first imported: a silent USB camera is noticed after 2 s instead of 10.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
# Its warnings about files that are no pictures would stand beside our own sentence about the same file.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
