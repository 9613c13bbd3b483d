"""A browser without JavaScript, pictures or style: it reads a page, follows links and sends forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from flask.testing import FlaskClient

VOID = {
    "input",
    "meta",
    "link",
    "img",
    "use",
    "path",
    "circle",
    "rect",
    "polygon",
    "image",
    "br",
    "noscript-meta",
}


@dataclass
class Element:
    """One element of a page, with everything written inside it."""

    tag: str
    attributes: dict[str, str]
    above: tuple[Element, ...]
    text: str = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    def has(self, name: str) -> bool:
        """Whether the attribute is there at all."""
        return name in self.attributes

    @property
    def words(self) -> str:
        """The text with single spaces."""
        return " ".join(self.text.split())

    @property
    def name(self) -> str:
        """What a screen reader calls it, near enough."""
        return self["aria-label"] or self.words


@dataclass
class Page(HTMLParser):
    """A page that was read: its elements in document order, and the address it came from."""

    address: str
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, tuple(self._open))
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}, tuple(self._open)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].tag == tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Every element with this tag and these attributes (class_ for class: one of the classes)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            each
            for each in self.elements
            if each.tag == tag
            and all(
                value in each[name].split() if name == "class" else each[name] == value
                for name, value in wanted.items()
            )
        ]

    def one(self, tag: str, **attributes: str) -> Element:
        """The only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of <{tag} {attributes}> on {self.address}"
        return found[0]

    def called(self, tag: str, words: str) -> Element:
        """The first such element whose words begin so."""
        found = [each for each in self.all(tag) if each.name.startswith(words)]
        assert found, f"no <{tag}> {words!r} on {self.address}: {[each.name for each in self.all(tag)]}"
        return found[0]


class PlainBrowser:
    """Reads pages of one app. `page` is the one it is on."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self.status = 0

    def open(self, address: str) -> Page:
        """Go to an address, following redirects."""
        answer = self._client.get(address, follow_redirects=True)
        return self._read(answer.request.path, answer.status_code, answer.get_data(as_text=True))

    def follow(self, words: str) -> Page:
        """Follow the first link that begins with these words."""
        return self.open(urljoin(self.page.address, self.page.called("a", words)["href"]))

    def press(self, words: str, tick: tuple[int, ...] | None = None, **typed: list[str]) -> Page:
        """Press the button that begins with these words. `tick`: the places ticked; else as the page has them."""
        button = self.page.called("button", words)
        form = next(each for each in reversed(button.above) if each.tag == "form")
        assert form["method"] == "post"
        fields = [
            (each["name"], each["value"])
            for each in self.page.all("input")
            if form in each.above and self._counts(each, tick) and each["name"] not in typed
        ]
        fields += [(name, value) for name, values in typed.items() for value in values]
        if button["name"]:
            fields.append((button["name"], button["value"]))
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        answer = self._client.post(button["formaction"] or form["action"], data=data, follow_redirects=True)
        return self._read(answer.request.path, answer.status_code, answer.get_data(as_text=True))

    @staticmethod
    def _counts(box: Element, tick: tuple[int, ...] | None) -> bool:
        if box["type"] == "radio":
            return box.has("checked")
        if box["type"] != "checkbox":
            return bool(box["name"])
        return (
            box.has("checked") if tick is None else box.has("data-place") and int(box["data-place"]) in tick
        )

    def _read(self, address: str, status: int, text: str) -> Page:
        self.status = status
        self.page = Page(address)
        self.page.feed(text)
        return self.page
