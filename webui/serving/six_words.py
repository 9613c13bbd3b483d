# Tested by tests/test_webui_serving.py.
"""A certificate's fingerprint as six words that people compare: the table's screen and the phone's say the same ones.

They tell a page of this table from that of another. Whoever stands between the two and passes pages on passes the words
on, too: the SHA-256 that the phone itself shows with its warning is what nobody can pass on.
"""

from __future__ import annotations

LIST = (
    "acorn actor anchor angel ankle apple apron arch arm armour arrow artist ash attic aunt autumn "
    "baby badge bag baker balcony ball banana bank barn basket bath beach bean bear beard bed "
    "bee bell belt bench bicycle bird blanket boat bone book boot bottle bowl box branch brass "
    "bread brick bridge broom brother bucket bus butter button cabin cage cake camel candle cannon canoe "
    "carpet carrot castle cat cave ceiling chain chalk cheese cherry chicken chimney church circle clock cloud "
    "coat coffee coin comb copper corn cotton cow cradle crown cup curtain dancer desert diamond dinner "
    "doctor dog dolphin donkey door dragon drum duck dust eagle ear earth east egg elbow elephant "
    "engine evening eye falcon farmer feather fence field finger fire fish flag flute forest fork fountain "
    "fox frog fruit garden garlic gate ghost giant giraffe glass glove goat gold goose grape grass "
    "guitar hammer hand harbour hat hay heart helmet hill honey hook horse hotel house ice ink "
    "iron island jacket jar jewel jungle kettle key king kitchen kite knee knife ladder lake lamp "
    "leaf leather lemon letter lion lip lizard lobster magnet map market mask meadow melon metal milk "
    "mirror monkey moon morning moth mountain mouse mouth museum mushroom nail neck needle nest night north "
    "nose nurse oak ocean office olive onion orange orchard oven owl palace paper parrot peach pencil "
    "penguin pepper piano pig pillow pilot pipe planet plate pocket pond potato prince pumpkin queen rabbit "
    "rain ribbon river roof rope sailor salt seven shoe silver snow spoon star tiger tower window"
)
WORDS = tuple(LIST.split())
"""One for each value of a byte, in this order for good: a phone that is compared later must find the same ones."""
SAID = 6
"""Words that are said. More: harder to make another certificate with the same ones. Fewer: sooner compared."""


def six_words(fingerprint: str) -> tuple[str, ...]:
    """The words of a SHA-256 as browsers show it (hexadecimal, colons between); none where there is none."""
    return tuple(WORDS[byte] for byte in bytes.fromhex(fingerprint.replace(":", ""))[:SAID])
