"""Detections of a photo, and how right they are."""
