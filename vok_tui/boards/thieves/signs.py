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
        ("3{treasure}", "three treasure for the winner of the tomb"),
        ("2{reputation}", "two tokens of reputation for the winner of the guardian"),
        ("{reputation}8 {treasure}3", "a thief with eight tokens of reputation and three treasure"),
        ("-", "a thief who is not inside: escaped, or out of the game"),
        ("1+{face down}", "a thief who shows 1 and has cards face down"),
        ("[2 key]", "your own card face down; it shows 2 keys"),
        ("4 +1/3", "you show 4; 1 more beats what all show; your cards could add 3"),
        ("4 {leads}/3", "you show 4, which beats what all show; your cards could add 3"),
        ("Hori 3, 5{face down}", "of many thieves, Hori shows most; 5 others have cards face down"),
        ("2 sword/1 lamp", "a card: the half that counts comes first"),
        ("1ke/2la", "1 key/2 lamp, in a long hand"),
        ("2ke", "on a card: 2 key; the upper half counts, the lower one does not"),
        ("=key, =ke", "on a card: its rubies stand for key"),
        ("+2 key", "the half of the community card that a thief uses"),
        ("1/2{comment}x", "cards left: of the card with 1 and 2 of its symbols, one copy is left, and one was seen"),
        ("1/2:3", "the same with more copies: three are left"),
        ("Urn {times}2", "in the log: two equal steps in a row"),
    ),
)


def sign(signs: Signs, name: str) -> str:
    """The sign of this game with a name."""
    return signs.game_signs[name]
