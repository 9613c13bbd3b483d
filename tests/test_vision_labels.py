from __future__ import annotations

import json
from pathlib import Path

import pytest
from nobody import forbidden, needs_rights

from vision.reading.labels import LabelError, load_labels


def test_labels_of_top_faces_take_the_size_of_the_largest_in_the_photo(tmp_path: Path) -> None:
    rows = [
        {"image_id": 1, "bbox": [10, 10, 12, 11], "category_id": 1, "box": "top_face"},
        {"image_id": 1, "bbox": [60, 10, 44, 40], "category_id": 6, "box": "top_face"},
        {"image_id": 1, "bbox": [160, 10, 30, 30], "category_id": 2, "box": "die"},
    ]
    table = {"images": [{"id": 1, "file_name": "a.jpg", "rig": "desk"}], "annotations": rows}
    (tmp_path / "annotations.json").write_text(json.dumps(table))
    (photo,) = load_labels(tmp_path)
    assert [one.side_px for one in photo.labels] == [44, 44, 30]
    assert (photo.rig, photo.path) == ("desk", tmp_path / "a.jpg")


def test_a_folder_without_labels_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"holds no annotations\.json"):
        load_labels(tmp_path)
    (tmp_path / "annotations.json").write_text("{}")
    with pytest.raises(LabelError, match="not a COCO table"):
        load_labels(tmp_path)


def test_a_label_of_no_photo_is_refused_and_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "annotations.json"
    path.write_text(
        '{"images": [{"id": 1, "file_name": "a.jpg"}],'
        ' "annotations": [{"image_id": 99, "bbox": [1, 1, 9, 9], "category_id": 3}]}'
    )
    with pytest.raises(LabelError, match="labels a photo 99 that is not among its images"):
        load_labels(tmp_path)
    with pytest.raises(LabelError, match="Name a folder"):
        load_labels(path)
    path.write_text(
        '{"images": [{"id": 1, "file_name": "a.jpg"}, {"id": 1, "file_name": "b.jpg"}], "annotations": []}'
    )
    with pytest.raises(LabelError, match="two images of one id"):
        load_labels(tmp_path)


PHOTO = '{"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": [%s]}'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("{}", 'it holds no list of "images"'),
        ("[]", 'it holds no list of "images"'),
        ('{"images": []}', 'it holds no list of "annotations"'),
        ('{"images":\n what}', "line 2 is not JSON"),
        ("\xff", "it is not text"),
        ('{"images": [{"id": 1}], "annotations": []}', 'an entry has no "file_name"'),
        ('{"images": [1], "annotations": []}', "an entry is of another kind"),
        (PHOTO % '{"image_id": 1, "category_id": 3}', 'an entry has no "bbox"'),
        (PHOTO % '{"image_id": 1, "bbox": [1, 2], "category_id": 3}', r"a die has the box \[1, 2\]"),
        (PHOTO % '{"image_id": 1, "bbox": [1, 2, "x", 4], "category_id": 3}', "a die has the box"),
        (
            PHOTO % '{"image_id": 1, "bbox": [1, 2, 3, 4], "category_id": "3"}',
            'the category "3", which is no',
        ),
    ],
)
def test_what_is_wrong_with_a_file_of_labels_and_what_one_needs_is_said_in_words(
    text: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "annotations.json").write_text(text, "latin-1")
    with pytest.raises(LabelError, match=why) as refused:
        load_labels(tmp_path)
    assert str(refused.value).endswith('and "category_id" (1 to 6, or of a category that is named so).')
    assert "Error" not in str(refused.value)


@pytest.mark.parametrize("text", ["Infinity", "0", "7", '"3"', "true", "3.5", "[" * 100_000])
def test_a_label_that_is_of_no_die_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "annotations.json").write_text(
        '{"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": [{"image_id": 1, "bbox": [1, 1, 9, 9],'
        f' "category_id": {text}}}]}}'
    )
    with pytest.raises(LabelError, match="not a COCO table"):
        load_labels(tmp_path)


@pytest.mark.parametrize(
    "box", ["[1, 1, -9, 9]", "[1, 1, 9, 0]", "[NaN, 1, 9, 9]", "[1, 1, 1e300, 9]", f"[1, 1, 9, {'9' * 400}]"]
)
def test_a_label_whose_box_is_nowhere_is_refused_with_a_sentence(box: str, tmp_path: Path) -> None:
    (tmp_path / "annotations.json").write_text(
        f'{{"images": [{{"id": 1, "file_name": "a.jpg"}}], "annotations": [{{"image_id": 1, "bbox": {box},'
        ' "category_id": 3}]}'
    )
    with pytest.raises(LabelError, match="not a COCO table"):
        load_labels(tmp_path)


def loaded(folder: Path, rows: list[dict[str, object]], **more: object) -> list[tuple[float, int]]:
    """The left edge and the value of each die of a photo with these labels."""
    table = {"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": rows, **more}
    (folder / "annotations.json").write_text(json.dumps(table))
    (photo,) = load_labels(folder)
    return [(label.box[0], label.value) for label in photo.labels]


def die(left: int, category: object, **more: object) -> dict[str, object]:
    return {"image_id": 1, "bbox": [left, 1, 9, 9], "category_id": category, **more}


def test_where_categories_have_names_the_names_are_the_values(tmp_path: Path) -> None:
    names = [{"id": 0, "name": "dice"}, {"id": 1, "name": "6"}, {"id": 7, "name": " 2 "}, {"id": 3}]
    assert loaded(tmp_path, [die(1, 1), die(20, 7), die(40, 3)], categories=names) == [
        (1, 6),
        (20, 2),
        (40, 3),
    ]
    for category, why in [
        (0, "'dice', which is no number"),
        (2, "2, which is not among"),
        (True, "true, which"),
    ]:
        with pytest.raises(LabelError, match=why):
            loaded(tmp_path, [die(1, category)], categories=names)
    assert loaded(tmp_path, [die(1, 4)], categories=None) == [(1, 4)]


def test_a_crowd_is_no_die_and_one_that_stands_there_twice_is_one(tmp_path: Path) -> None:
    rows = [die(1, 4, id=1), die(20, 4, iscrowd=1), die(1, 4, id=2), die(40, 4, iscrowd=0)]
    assert loaded(tmp_path, rows) == [(1, 4), (40, 4)]
    with pytest.raises(LabelError, match=r"two dice have the box \[1.0, 1.0, 9.0, 9.0\], a 4 and a 5"):
        loaded(tmp_path, [die(1, 4), die(1, 5)])


def test_a_photo_under_two_ids_is_refused(tmp_path: Path) -> None:
    images = [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "./a.jpg"}]
    with pytest.raises(LabelError, match="one photo under two ids"):
        loaded(tmp_path, [], images=images)


def test_a_file_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "annotations.json").write_text(PHOTO % "", "utf-8-sig")
    assert len(load_labels(tmp_path)) == 1


@needs_rights
def test_labels_that_may_not_be_read_are_no_wrong_ones() -> None:
    with forbidden("annotations.json", (PHOTO % "").encode()) as paths:
        for path in paths:
            with pytest.raises(LabelError, match=r"annotations\.json may not be read\. Give this user"):
                load_labels(path.parent)
