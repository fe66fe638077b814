"""The signs of Tal der Koenige, and the abbreviations on the table. The colours are in `tal/marks.py`."""

from typing import Final

from vok_tui.painting.signs import GameSigns, Signs

SCARAB: Final = "scarab"
FACE_DOWN: Final = "face down"
EMPTY: Final = "empty"
WON: Final = "won"
OVERSEERS: Final = ("overseer 1", "overseer 2", "overseer 3", "overseer 4")
WORKERS: Final = ("worker 1", "worker 2", "worker 3", "worker 4")
FIGURE_SIGNS: Final = tuple([name for pair in zip(OVERSEERS, WORKERS, strict=True) for name in pair])

TAL_SIGNS: Final = GameSigns(
    unicode={
        **dict(zip(FIGURE_SIGNS, "●○▲△■□★☆", strict=True)),
        SCARAB: "¤",
        FACE_DOWN: "▒",
        EMPTY: "·",
        WON: "✓",
    },
    ascii={
        **dict(zip(FIGURE_SIGNS, "QqTtHhNn", strict=True)),
        SCARAB: "&",
        FACE_DOWN: "#",
        EMPTY: ".",
        WON: "!",
    },
    shared=(("{done}12", "a complete pyramid, worth 12 points"),),
    legend=(
        (OVERSEERS[0], "an overseer; before a name, the owner"),
        (WORKERS[0], "a worker; every player has another shape"),
        (EMPTY, "no block yet, a space that is free"),
        (SCARAB, "a scarab that is left"),
        (FACE_DOWN, "tablets face down"),
        (WON, "the bid that won"),
    ),
    abbreviations=(
        ("k r y w b", "blocks: black, red, yellow, white, blue"),
        ("A{empty}B{worker 1}", "the spaces of a site, and who stands there"),
        ("A2", "a space where you can go now, for 2 points"),
        ("17(1)", "an area where you can go now, for 1 point"),
        ("+1", "beside a site: claiming it costs 1 point more"),
        ("{worker 1}3{overseer 1}2", "3 workers and 2 overseers of one player"),
        ("2{face down}", "2 tablets face down beside a lot"),
        ("4+1b", "tablets of 4 and 1, and blanks; short 5"),
        ("10b", "typed: the space 10/B; 16: the area; 6k: a black block, site 6"),
    ),
)


def overseer_sign(signs: Signs, seat: int) -> str:
    return signs.game_signs[OVERSEERS[seat]]


def worker_sign(signs: Signs, seat: int) -> str:
    return signs.game_signs[WORKERS[seat]]
