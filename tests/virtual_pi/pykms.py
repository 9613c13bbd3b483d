"""Stands in for the module of picamera2's preview window, which it imports always and we never open."""


class _AnyFormat(type):
    def __getattr__(cls, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


class PixelFormat(metaclass=_AnyFormat):
    """Every format there is."""
