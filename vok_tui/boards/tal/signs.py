"""The signs of Tal der Koenige, and the abbreviations on the table. The colours are in `tal/marks.py`."""

from typing import Final

from vok_tui.painting.signs import GameSigns, Signs

SCARAB: Final = "scarab"
FACE_DOWN: Final = "face down"
EMPTY: Final = "empty"
WON: Final = "won"
RISING, FALLING = "rising", "falling"  # routes on the map
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
        RISING: "╱",
        FALLING: "╲",
    },
    ascii={
        **dict(zip(FIGURE_SIGNS, "QqTtHhNn", strict=True)),
        SCARAB: "&",
        FACE_DOWN: "#",
        EMPTY: ".",
        WON: "!",
        RISING: "/",
        FALLING: "\\",
    },
    shared=(("{done}12", "complete, worth 12 points"),),
    legend=(
        (OVERSEERS[0], "an overseer, or a site's owner"),
        (WORKERS[0], "a worker; each player's differ"),
        (EMPTY, "no block yet, no bid, too far"),
        (SCARAB, "a scarab that is left"),
        (FACE_DOWN, "tablets face down"),
        (WON, "the bid that won"),
    ),
    abbreviations=(
        ("{overseer 1} {overseer 2} {overseer 3} {overseer 4}", "the overseers of the players, and their sites"),
        ("{worker 1} {worker 2} {worker 3} {worker 4}", "the workers of the players"),
        ("{rule} {rising} {falling}", "on the map: routes between areas; to cross a line costs 1 point"),
        ("A B C D E F", "the spaces of a site that are free; while a figure moves, those where it can go"),
        (
            "A{empty}{worker 1}{overseer 1}{selected}",
            "spaces: A is free, B out of reach; a worker stands on C, an overseer on D, the one that moves on E",
        ),
        ("16{rule}{rule}18", "below spaces: the areas that they adjoin"),
        ("{overseer 1}3/14", "a site: its owner; 3 of its 14 blocks are placed"),
        ("5{overseer 1}kk{empty}{empty}{empty}", "on a small map: site 5, its owner, 2 of its 5 blocks"),
        ("{overseer 1}{done}12", "a complete pyramid, its owner and its points"),
        ("free, out", "a site: nobody owns it; not used with so few players"),
        ("k r y w b", "blocks: black, red, yellow, white, blue"),
        (
            "kkr{empty} {empty}",
            "the layers of a pyramid, the lowest first; on a small map only the layer that is being filled",
        ),
        ("{worker 1}3{overseer 1}2", "in an area: 3 workers and 2 overseers of one player"),
        ("{selected}16", "the worker or overseer that moves stands here"),
        ("costs 2", "movement points, to go there or to claim the site"),
        ("17 to 20", "an area that borders another one without a line on the map"),
        ("sites 1 0/5", "on a wide table: the sites of a player; no sites, no blocks: there are none"),
        ("0 pt, 0 points", "points from complete pyramids"),
        ("8{scarab}", "scarabs that are left, to mark sites"),
        ("pharaoh 0/30", "the blocks in the pharaoh's pyramid; when it has all, the round is the last one"),
        ("bag 145", "blocks in the bag"),
        ("left 4 3, 4b", "the tablets that you can still lay: numbers, then blanks"),
        ("10/B claims 10", "an order: your overseer goes to space B of site 10, and claims site 10"),
        ("ordered", "has written all orders of this round, which stay secret until they are carried out"),
        ("Lots", "below: the number and the blocks of each lot, and what each player bids for it"),
        ("2{face down}", "2 tablets face down beside a lot"),
        ("4+1b{won}, 5, b", "bids: the 4, the 1 and blanks, which win; on a narrow table their sum; blanks alone"),
        ("10b", "typed: the space 10/B; 16: the area; 6k: a black block, site 6"),
    ),
)


def overseer_sign(signs: Signs, seat: int) -> str:
    return signs.game_signs[OVERSEERS[seat]]


def worker_sign(signs: Signs, seat: int) -> str:
    return signs.game_signs[WORKERS[seat]]
