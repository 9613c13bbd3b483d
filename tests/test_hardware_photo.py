"""Photos of every kind open as they are meant to be seen, and bad files are named in a sentence."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from nobody import forbidden, needs_rights

from hardware.photo import PhotoError, open_photo

# Left half red, right half blue, and a green row on top, so that turning and swapped colours show.
WIDTH, HEIGHT = 40, 30


def picture() -> PIL.Image.Image:
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    pixels[:, :20] = (200, 10, 10)
    pixels[:, 20:] = (10, 10, 200)
    pixels[:6] = (10, 200, 10)
    return PIL.Image.fromarray(pixels)


def near(pixel: np.ndarray, bgr: tuple[int, int, int], within: int = 12) -> bool:
    return bool(np.all(np.abs(pixel.astype(int) - bgr) <= within))


def test_a_colour_photo_comes_as_bgr(tmp_path: Path) -> None:
    picture().save(tmp_path / "a.png")
    image = open_photo(tmp_path / "a.png")
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert image.dtype == np.uint8
    assert near(image[20, 5], (10, 10, 200))
    assert near(image[20, 35], (200, 10, 10))


@pytest.mark.parametrize("kind", ["png", "tif"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_turns_the_photo_upright(tmp_path: Path, orientation: int, kind: str) -> None:
    # What the camera stores for each orientation, so that turning it back gives the same scene (EXIF 2.3, 4.6.4).
    undo = {2: "FLIP_LEFT_RIGHT", 3: "ROTATE_180", 4: "FLIP_TOP_BOTTOM", 5: "TRANSPOSE"}
    undo |= {6: "ROTATE_90", 7: "TRANSVERSE", 8: "ROTATE_270"}
    stored = picture()
    if orientation in undo:
        stored = stored.transpose(getattr(PIL.Image.Transpose, undo[orientation]))
    exif = PIL.Image.Exif()
    exif[0x0112] = orientation
    stored.save(tmp_path / f"a.{kind}", exif=exif)
    assert np.array_equal(open_photo(tmp_path / f"a.{kind}"), np.asarray(picture())[:, :, ::-1])


def test_a_grey_photo_has_three_equal_channels(tmp_path: Path) -> None:
    picture().convert("L").save(tmp_path / "a.jpg")
    image = open_photo(tmp_path / "a.jpg")
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert np.array_equal(image[..., 0], image[..., 2])


def test_a_cmyk_photo_keeps_its_colours(tmp_path: Path) -> None:
    picture().convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    assert near(open_photo(tmp_path / "a.jpg")[20, 5], (10, 10, 200), within=30)


def test_what_is_transparent_is_white(tmp_path: Path) -> None:
    PIL.Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert (open_photo(tmp_path / "a.png") == 255).all()


def test_a_palette_photo_keeps_its_colours(tmp_path: Path) -> None:
    picture().quantize(8).save(tmp_path / "a.gif")
    assert near(open_photo(tmp_path / "a.gif")[20, 35], (200, 10, 10))


@pytest.mark.parametrize(("top", "expected"), [(65535, 255), (4095, 255), (1000, 249)])
def test_a_16_bit_photo_fills_the_eight_bits(tmp_path: Path, top: int, expected: int) -> None:
    ramp = np.linspace(0, top, 64).astype(np.uint16).reshape(8, 8)
    PIL.Image.fromarray(ramp).save(tmp_path / "a.png")
    image = open_photo(tmp_path / "a.png")
    assert image[0, 0, 0] == 0
    assert image[-1, -1, 0] == expected


def test_a_pixel_that_is_no_number_does_not_make_the_photo_black(tmp_path: Path) -> None:
    levels = np.full((20, 20), 0.5, np.float32)
    levels[3, 3], levels[4, 4] = np.nan, np.inf
    PIL.Image.fromarray(levels).save(tmp_path / "a.tif")
    assert open_photo(tmp_path / "a.tif")[10, 10, 0] == 127


def test_one_pixel_is_a_photo(tmp_path: Path) -> None:
    PIL.Image.new("RGB", (1, 1)).save(tmp_path / "a.png")
    assert open_photo(tmp_path / "a.png").shape == (1, 1, 3)


def png_header_only(width: int, height: int) -> bytes:
    """A PNG that claims its size and holds no pixel: whoever decodes before looking at the size fails on it."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"")


@pytest.mark.parametrize(("width", "height"), [(20_000, 10_001), (14_000, 14_000)])
def test_a_photo_that_would_take_all_memory_is_refused_by_the_header(
    width: int, height: int, tmp_path: Path
) -> None:
    (tmp_path / "a.png").write_bytes(png_header_only(width, height))
    said = (
        rf"{width} x {height} pixels, more than 100 megapixels. Make it smaller first, or save it as a JPEG"
    )
    with pytest.raises(PhotoError, match=said):
        open_photo(tmp_path / "a.png")


@pytest.mark.parametrize("kind", ["jpg", "png", "16", "rgba", "palette"])
def test_a_huge_photo_is_given_half_as_large_and_no_smaller_one_is(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pixels = np.full((80, 120, 3), 90, np.uint8)
    pixels[:, 60:] = 200
    photo = PIL.Image.fromarray(pixels)
    photo = {
        "16": PIL.Image.fromarray(pixels[:, :, 0].astype(np.uint16) * 257),
        "rgba": photo.convert("RGBA"),
        "palette": photo.convert("P"),
    }.get(kind, photo)
    path = tmp_path / ("a.jpg" if kind == "jpg" else "a.png")
    photo.save(path)
    assert open_photo(path).shape == (80, 120, 3)
    monkeypatch.setattr("hardware.photo.HALF_MEGAPIXELS", 0.009)
    small = open_photo(path)
    assert small.shape == (40, 60, 3)
    assert kind in ("16", "palette") or near(small[20, 10], (90, 90, 90))
    assert small[20, 10].mean() < small[20, 50].mean()


def test_a_cut_off_photo_says_so(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    PIL.Image.fromarray(noise).save(tmp_path / "a.jpg")
    whole = (tmp_path / "a.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PhotoError, match="cannot be read whole"):
        open_photo(tmp_path / "a.jpg")


def test_bad_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("these are no dice")
    for name, sentence in [
        ("none.jpg", "There is no photo"),
        ("empty.jpg", "is empty"),
        ("text.jpg", "is not a picture"),
        (".", "is a folder"),
    ]:
        with pytest.raises(PhotoError, match=sentence):
            open_photo(tmp_path / name)
    with pytest.raises(PhotoError, match="There is no photo"):
        open_photo(tmp_path / ("x" * 300))


def test_what_else_stands_in_the_exif_does_not_matter(tmp_path: Path) -> None:
    # Orientation 6, and a time of day as a number of 64 bits, which no reader of EXIF expects.
    rows = struct.pack("<HHIHxx", 0x0112, 3, 1, 6) + struct.pack("<HHII", 0x0132, 12, 1, 38)
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + rows + bytes(4) + struct.pack("<d", 1.0)
    picture().transpose(PIL.Image.Transpose.ROTATE_90).save(tmp_path / "a.jpg", exif=exif, quality=95)
    image = open_photo(tmp_path / "a.jpg")
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert near(image[20, 5], (10, 10, 200), within=30)


def test_postscript_is_no_photo_and_is_not_run(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text(
        "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n("
        + str(tmp_path / "ran")
        + ") (w) file\n"
    )
    with pytest.raises(PhotoError, match="is not a picture"):
        open_photo(tmp_path / "a.jpg")
    assert not (tmp_path / "ran").exists()


def test_a_decoder_that_fails_in_any_way_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture().save(tmp_path / "a.png")

    def fail(self: object) -> None:
        raise RuntimeError("decoder says no")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", fail)
    with pytest.raises(PhotoError, match="cannot be read whole: decoder says no"):
        open_photo(tmp_path / "a.png")


@needs_rights
def test_a_photo_that_may_not_be_read_is_said_to_be_there_and_what_to_do() -> None:
    with forbidden("a.jpg", b"\0" * 100) as paths:
        for path in paths:
            with pytest.raises(PhotoError, match=r"may not be read\. Give this user the right"):
                open_photo(path)


def test_decoders_of_damaged_photos_say_nothing_themselves(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (200, 200, 3), np.uint8)
    PIL.Image.fromarray(noise).save(tmp_path / "a.tif", compression="tiff_lzw")
    whole = bytearray((tmp_path / "a.tif").read_bytes())
    whole[1000:2000] = bytes(1000)
    (tmp_path / "a.tif").write_bytes(whole)
    with pytest.raises(PhotoError, match="cannot be read whole"):
        open_photo(tmp_path / "a.tif")
    print("and stderr is there again", file=sys.stderr)
    assert capfd.readouterr().err == "and stderr is there again\n"


@pytest.mark.parametrize("size", [(64, 48), (1000, 700)])
def test_a_jpeg_that_lacks_no_more_than_its_end_mark_is_read(size: tuple[int, int], tmp_path: Path) -> None:
    picture().resize(size).save(tmp_path / "whole.jpg", quality=90)
    data = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(data[:-2])
    (tmp_path / "zeros.jpg").write_bytes(data[:-2] + bytes(100))
    for name in ("a.jpg", "zeros.jpg"):
        assert np.array_equal(open_photo(tmp_path / name), open_photo(tmp_path / "whole.jpg"))


@pytest.mark.parametrize("lacks", [0.02, 0.3])
def test_a_jpeg_that_lacks_more_is_cut_off(lacks: float, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    PIL.Image.fromarray(noise).save(tmp_path / "a.jpg", quality=90)
    data = (tmp_path / "a.jpg").read_bytes()
    (tmp_path / "a.jpg").write_bytes(data[: int(len(data) * (1 - lacks))])
    with pytest.raises(PhotoError, match="cannot be read whole"):
        open_photo(tmp_path / "a.jpg")


@pytest.mark.parametrize(
    ("head", "says"),
    [
        (b"\0\0\0\x18ftypheic", "HEIC"),
        (b"\0\0\0\x18ftypmif1", "HEIC"),
        (b"\0\0\0\x18ftypisom", "film"),
        (b"\x1a\x45\xdf\xa3....", "film"),
        (b"%PDF-1.7", "PDF"),
        (b"anything", "Try a JPEG or PNG"),
    ],
)
def test_what_is_no_photo_under_the_name_of_one_is_named_for_what_it_is(
    head: bytes, says: str, tmp_path: Path
) -> None:
    (tmp_path / "a.jpg").write_bytes(head + bytes(200))
    with pytest.raises(PhotoError, match=says):
        open_photo(tmp_path / "a.jpg")
