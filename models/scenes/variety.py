"""Chance in the training pictures: makes of dice, light, cameras and sensors, drawn so that hard cases come often."""

from __future__ import annotations

import colorsys
from dataclasses import replace

import numpy as np

from models.scenes.camera import OPTICS, Camera, Sensor
from models.scenes.dice import RGB, DieLook, Inlay
from models.scenes.studio import Lamp

# Share of the makes whose 2 stands parallel to an edge.
PARALLEL_SHARE = 0.33
METALS: tuple[RGB, ...] = (
    (0.83, 0.62, 0.24),
    (0.86, 0.85, 0.82),
    (0.84, 0.45, 0.30),
)  # brass, silver, copper


def colour(rng: np.random.Generator, saturation: tuple[float, float], value: tuple[float, float]) -> RGB:
    """A random hue in linear light."""
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(*saturation), rng.uniform(*value))
    return (red**2.2, green**2.2, blue**2.2)


def die_look(rng: np.random.Generator) -> DieLook:
    """One make of dice."""
    kinds = (
        "white",
        "plain",
        "pearl",
        "marble",
        "speckle",
        "wood",
        "metal",
        "clear",
        "faint",
        "equal",
        "stirred",
    )
    shares = (0.17, 0.13, 0.07, 0.05, 0.03, 0.05, 0.04, 0.10, 0.08, 0.13, 0.15)
    kind = str(rng.choice(kinds, p=shares))
    look = _laid_out(replace(_paint(_shape(rng), kind, rng), seed=int(rng.integers(1 << 30))))
    if rng.random() < 0.06:
        look = replace(look, emblem=int(rng.choice((1, 1, 1, 6, 5))))
    if rng.random() < 0.09:
        return _inlaid(look, rng)
    return replace(look, rim=colour(rng, (0, 0.8), (0.05, 0.95))) if rng.random() < 0.06 else look


def _laid_out(look: DieLook) -> DieLook:
    """The same make, in every third its 2 parallel to an edge. By the make's own seed: no other chance moves."""
    if np.random.default_rng([look.seed, 2]).random() > PARALLEL_SHARE:
        return look
    return replace(look, parallel=True, two_pitch=max(look.two_pitch, 1.15 * look.pip))


def _inlaid(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Pins of brass, silver or copper, or rounds of ivory, ebony or resin, flush with the faces; some have a ring."""
    metal = rng.random() < 0.55
    tones = (
        METALS if metal else ((0.8, 0.74, 0.58), (0.02, 0.017, 0.015), colour(rng, (0.3, 1.0), (0.1, 0.95)))
    )
    inlay = Inlay(float(rng.uniform(0.12, 0.4) if metal else rng.uniform(0.1, 0.6)), float(metal))
    paint = tones[int(rng.integers(len(tones)))]
    while np.abs(np.subtract(look.body, paint)).max() < 0.12:
        paint = colour(rng, (0.0, 1.0), (0.05, 0.95))
    rim = (
        (METALS[int(rng.integers(3))] if metal else colour(rng, (0, 0.6), (0.02, 0.9)))
        if rng.random() < 0.4
        else None
    )
    return replace(
        look, paint=paint, one_paint=None, inlay=inlay, rim=rim, rim_pips=float(rng.uniform(1.08, 1.2))
    )


def _shape(rng: np.random.Generator) -> DieLook:
    pitch = float(rng.uniform(0.42, 0.58))
    pip = float(np.clip(rng.normal(0.185, 0.03), 0.11, 0.47 * pitch))
    # Big 1s and 2s whose pips lie close together are what readers get wrong, so every third make has them.
    one = float(rng.uniform(1.25, 3.0)) * pip if rng.random() < 0.40 else pip
    two = float(rng.uniform(0.22, 0.40)) if rng.random() < 0.20 else pitch
    two = max(two, 1.05 * pip / np.sqrt(2))
    return DieLook(
        rounding=float(np.clip(rng.gamma(3, 0.075), 0.05, 0.5)),
        pitch=pitch,
        two_pitch=two,
        pip=pip,
        one_pip=min(one, 0.55),
        drill=float(rng.choice((0.0, rng.uniform(0.03, 0.12)), p=(0.25, 0.75))),
        left_handed=bool(rng.random() < 0.5),
        turns=tuple(int(t) for t in rng.integers(0, 4, 6)),  # type: ignore[arg-type]
        roughness=float(rng.uniform(0.12, 0.55)),
    )


def _paint(look: DieLook, kind: str, rng: np.random.Generator) -> DieLook:
    black, white = colour(rng, (0, 0.3), (0.03, 0.18)), colour(rng, (0, 0.08), (0.85, 0.97))
    if kind == "white":
        look = replace(look, body=colour(rng, (0, 0.16), (0.78, 0.97)), paint=black)
        return replace(look, one_paint=(0.55, 0.02, 0.02) if rng.random() < 0.15 else None)
    if kind == "wood":
        body, accent = (0.42, 0.25, 0.12), (0.62, 0.42, 0.22)
        shade = float(rng.uniform(0.5, 1.3))
        return replace(
            look,
            body=_scaled(body, shade),
            accent=_scaled(accent, shade),
            pattern="wood",
            paint=(0.03, 0.02, 0.015),
        )
    if kind == "metal":
        paint = black if rng.random() < 0.6 else colour(rng, (0.3, 0.9), (0.2, 0.9))
        return replace(look, body=colour(rng, (0, 0.35), (0.65, 0.95)), metallic=1.0, paint=paint)
    if kind == "equal":
        return _equal(look, rng)
    if kind == "stirred":
        return _stirred(look, rng)
    body = colour(rng, (0.3, 1.0), (0.12, 0.95))
    paint = white if sum(body) < 1.1 or rng.random() < 0.25 else black
    if rng.random() < 0.15:
        paint = colour(rng, (0.4, 1.0), (0.5, 0.95))
    look = replace(look, body=body, paint=paint)
    if kind == "clear":
        return replace(
            look, clear=float(rng.uniform(0.45, 0.92)), paint=white, roughness=float(rng.uniform(0.05, 0.2))
        )
    if kind == "faint":
        towards = float(rng.uniform(0.35, 0.65))
        return replace(look, paint=_mixed(body, paint, towards))
    if kind in ("pearl", "marble", "speckle"):
        accent = _mixed(body, colour(rng, (0, 0.8), (0.3, 1.0)), float(rng.uniform(0.3, 0.8)))
        return replace(look, pattern=kind, accent=accent)  # type: ignore[arg-type]
    return look


def _equal(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Pips about as bright as the body and told from it by colour alone: red on blue, red on grey, gold on green."""
    body = colour(rng, (0.0, 0.2) if rng.random() < 0.35 else (0.35, 1.0), (0.3, 0.85))
    paint = _bright(colour(rng, (0.55, 1.0), (0.4, 0.95)), _light(body) * float(np.exp(rng.normal(0, 0.25))))
    while np.abs(np.subtract(body, paint)).max() < 0.2 * max(max(body), 0.15):
        paint = _bright(colour(rng, (0.55, 1.0), (0.4, 0.95)), _light(body))
    pearl = rng.random() < 0.3
    accent = _mixed(body, colour(rng, (0, 0.6), (0.3, 1.0)), float(rng.uniform(0.2, 0.5)))
    return replace(
        look,
        body=body,
        paint=paint,
        roughness=float(rng.uniform(0.04, 0.35)),
        pattern="pearl" if pearl else "plain",
        accent=accent,
    )


def _stirred(look: DieLook, rng: np.random.Generator) -> DieLook:
    """Two strong colours in swirls or halves, often see-through; pips of gold, silver, white or black."""
    body, accent = colour(rng, (0.2, 1.0), (0.05, 0.9)), colour(rng, (0.0, 1.0), (0.3, 1.0))
    paints: tuple[RGB, ...] = ((0.75, 0.48, 0.10), (0.55, 0.55, 0.55), (0.9, 0.9, 0.88), (0.02, 0.02, 0.02))
    return replace(
        look,
        body=body,
        accent=accent,
        paint=paints[int(rng.choice(4, p=(0.35, 0.15, 0.35, 0.15)))],
        pattern="swirl" if rng.random() < 0.7 else "halves",
        clear=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.35 else 0.0,
        roughness=float(rng.uniform(0.05, 0.35)),
    )


def _light(rgb: RGB) -> float:
    return 0.21 * rgb[0] + 0.72 * rgb[1] + 0.07 * rgb[2]


def _bright(rgb: RGB, light: float) -> RGB:
    """The colour made as bright as `light`, as far as paint can be."""
    return _scaled(rgb, light / max(_light(rgb), 1e-3))


def _scaled(rgb: RGB, by: float) -> RGB:
    return (min(rgb[0] * by, 0.95), min(rgb[1] * by, 0.95), min(rgb[2] * by, 0.95))


def _mixed(a: RGB, b: RGB, share: float) -> RGB:
    """A colour between two, by eye (in coded light)."""
    red, green, blue = (
        ((1 - share) * x ** (1 / 2.2) + share * y ** (1 / 2.2)) ** 2.2 for x, y in zip(a, b, strict=True)
    )
    return (red, green, blue)


def lamps(rng: np.random.Generator) -> tuple[tuple[Lamp, ...], RGB]:
    """One to three lamps or windows, and the even light from all round; together about as bright as a lit room."""
    count = int(rng.choice((0, 1, 2, 3), p=(0.08, 0.52, 0.28, 0.12)))
    found = []
    for _ in range(count):
        turn, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(18, 85))
        away = float(rng.uniform(0.6, 1.6))
        half = float(np.exp(rng.uniform(np.log(0.02), np.log(0.30)))) * away
        power = rng.uniform(0.5, 1.6) * (away / (2 * half)) ** 2 / max(np.sin(height), 0.4) * 2.2 / count
        place = (
            away * np.cos(turn) * np.cos(height),
            away * np.sin(turn) * np.cos(height),
            away * np.sin(height),
        )
        warm = rng.normal(0, 0.12)
        found.append(Lamp(place, half, (power * np.exp(warm), float(power), power * np.exp(-warm))))
    level = float(rng.uniform(0.15, 0.6)) if count else float(rng.uniform(0.7, 1.1))
    return tuple(found), (level, level * 1.02, level * 1.05)


def body(rng: np.random.Generator) -> Camera:
    """A camera nowhere yet: one of the usual optics; of some pictures only the middle is kept, as by a digital zoom."""
    optics = OPTICS[int(rng.choice(len(OPTICS), p=(0.28, 0.14, 0.26, 0.22, 0.10)))]
    size = optics.sizes[int(rng.choice(len(optics.sizes), p=(0.58, 0.30, 0.10, 0.02)))]
    kept = float(rng.uniform(0.4, 1.0)) if rng.random() < 0.35 else 1.0
    across = 2 * np.degrees(np.arctan(kept * np.tan(np.radians(optics.across_deg) / 2)))
    return Camera((0, 0, 1), (0, 0, 0), float(across), size, optics=optics)


def camera(
    rng: np.random.Generator, body: Camera, die_m: float, spread_m: float, middle: tuple[float, float, float]
) -> Camera:
    """30 to 90 degrees above the table; near enough for dice of 16 to 120 px, far enough to see some of the table."""
    above = np.radians(rng.uniform(72, 90) if rng.random() < 0.5 else rng.uniform(30, 72))
    wanted_px = float(np.exp(rng.uniform(np.log(17), np.log(105))))
    # A picture of a crowd is taken from where most of it is seen.
    whole = float(rng.choice((0.4, 0.9, 1.3)))
    away = max(die_m * body.focal / wanted_px, whole * spread_m * body.focal / body.size[0], 5 * die_m)
    turn = rng.uniform(0, 2 * np.pi)
    # Aimed by hand, and yet so that something of what it is aimed at is in the picture.
    astray = min(2 * die_m, 0.2 * away * body.size[1] / body.focal)
    target = np.array(middle) + np.array([*rng.normal(0, astray, 2), 0.0])
    offset = away * np.array([np.cos(turn) * np.cos(above), np.sin(turn) * np.cos(above), np.sin(above)])
    up = (-np.cos(turn), -np.sin(turn), 0.02) if above < 1.5 else (np.sin(turn), np.cos(turn), 0.0)
    return replace(body, place=tuple(target + offset), target=tuple(target), up=up)


def sensor(rng: np.random.Generator) -> Sensor:
    """Webcams, phones and Pi cameras, good days and bad ones; some in the dark, in too much light or against it."""
    poor = rng.random() < 0.35
    usual = Sensor(
        exposure=float(rng.normal(0, 0.5)),
        balance=(float(np.exp(rng.normal(0, 0.08))), 1.0, float(np.exp(rng.normal(0, 0.10)))),
        vignette=float(rng.uniform(0, 0.4)),
        shot=float(rng.uniform(0.01, 0.06) if poor else rng.uniform(0, 0.02)),
        read=float(rng.uniform(0.002, 0.02) if poor else rng.uniform(0, 0.004)),
        blur_px=float(rng.choice((0.0, rng.uniform(0.4, 1.3)), p=(0.6, 0.4))),
        contrast=float(rng.uniform(0, 0.7)),
        sharpen=float(rng.choice((0.0, rng.uniform(0.2, 1.0)), p=(0.6, 0.4))),
        jpeg=int(rng.integers(45, 96)),
    )
    day = str(rng.choice(("usual", "dim", "bright", "glare"), p=(0.74, 0.13, 0.07, 0.06)))
    if day == "dim":  # at the end of its exposure and of its gain
        shot, read = float(rng.uniform(0.03, 0.08)), float(rng.uniform(0.004, 0.015))
        return replace(usual, exposure=float(rng.uniform(-3.4, -1.7)), shot=shot, read=read)
    if day == "bright":
        return replace(usual, exposure=float(rng.uniform(0.9, 2.0)))
    if day == "glare":
        x, y = (float(v) for v in rng.uniform(-0.1, 1.1, 2))
        return replace(usual, veil=float(rng.uniform(0.15, 0.6)), veil_at=(x, y))
    return usual
