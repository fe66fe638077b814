"""The signs of King of Thieves, and the abbreviations on the table."""

from typing import Final

from vok_tui.painting.signs import GameSigns, Signs

TREASURE: Final = "treasure"
REPUTATION: Final = "reputation"
FACE_DOWN: Final = "face down"
LEADS: Final = "leads"
THIEVES_SIGNS: Final = GameSigns(
    unicode={TREASURE: "▲", REPUTATION: "●", FACE_DOWN: "▒▒", LEADS: "✓"},
    ascii={TREASURE: "^", REPUTATION: "o", FACE_DOWN: "##", LEADS: "ok"},
    legend=((TREASURE, "treasure"), (REPUTATION, "reputation"), (FACE_DOWN, "a card face down")),
    abbreviations=(
        ("[2 key]", "your own card face down; it shows 2 keys"),
        ("4 +1/3", "you show 4; 1 more beats what all show; your cards could add 3"),
        ("4 {leads}/3", "you show 4, which beats what all show; your cards could add 3"),
        ("Hori 3, 5{face down}", "of many thieves, Hori shows most; 5 others have cards face down"),
        ("2 sword/1 lamp", "a card: the half that counts comes first"),
        ("1ke/2la", "1 key/2 lamp, in a long hand"),
    ),
)


def sign(signs: Signs, name: str) -> str:
    """The sign of this game with a name."""
    return signs.game_signs[name]
