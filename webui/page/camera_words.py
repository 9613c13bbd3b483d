# Tested by tests/test_webui_pages.py.
"""What the pages say of the camera, of its picture, and of the film that plays in its place."""

from __future__ import annotations

from webui.match.board import Source

SILENT = "The camera is silent"
FILM_OVER = "The film is over"
NO_CAMERA = "No camera yet. Plug one in and start again, or type the dice in."
STARTING = "The camera is starting."
DEMO = "Demo film"
BY_ITSELF = {
    True: ("It throws on by itself, three seconds after each throw.", "Wait for me"),
    False: ("It waits for what you keep.", "Throw on by itself"),
}
"""How the film goes on where a choice is open, and the button for the other way."""


def sees(source: Source) -> str:
    """On the first page: what the camera does now."""
    if source.demo:
        return demo(source.instead, source.taken)
    return {
        "none": NO_CAMERA,
        "starting": STARTING,
        "silent": f"{SILENT}.",
        "ended": f"{FILM_OVER}.",
        "on": f"The camera sees the table. {counts_as_table(source.whole)}",
    }[source.state]


def counts_as_table(whole: bool) -> str:
    """Beside the way to mark the table: what counts as it now."""
    if whole:
        return "Until you mark it, all that the camera sees counts as the table."
    return "Mark it again when it lies elsewhere."


def why_demo(instead: bool, taken: str) -> str:
    """Beside "Demo film", in a word; "" where it was asked for."""
    if taken:
        return ": the camera is taken"
    return ": no camera was found" if instead else ""


def demo(instead: bool, taken: str) -> str:
    """The sentence that a film plays, and why, where nobody asked for it. taken: why the camera is of no use, or ""."""
    if taken:
        return f"{taken} Until then a film of thrown dice plays in its place: you choose what to keep, the film throws."
    film = (
        "No camera was found, so a film of thrown dice plays as if it were one."
        if instead
        else "A film of thrown dice plays in place of a camera."
    )
    return f"{film} You choose what to keep; the film throws."
