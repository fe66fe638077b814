"""Random matches of all games, with variations, jumps, comments and changes of seats."""

import random
from typing import Any, Final

from engine import GAMES as SHIPPED
from engine.core.game import HUMAN, NOBODY, Game, Seat, Setup
from engine.core.journal import ANNOTATION_KINDS, MAX_VALUE, Annotated
from engine.core.match import Match
from engine.core.setup import Variant
from saves import Header
from saves.clean_text import clean_and_cut
from saves.format.frames import U64_MASK
from tests.games.caravans.game import CARAVANS
from tests.games.kuhn import KUHN
from tests.games.tictactoe import TICTACTOE

GAMES: Final[dict[str, Game[Any]]] = {**SHIPPED, "caravans": CARAVANS, "kuhn": KUHN, "tictactoe": TICTACTOE}
NAMES: Final = ("Ann", "Änn; #3 (bob)", "", '"Cy"', "1 2", "{}", "check: 0", "seat 2: human, x")
TEXTS: Final = (
    "too greedy",
    "check: 1234",
    "# no; \\ line",
    "12  buy 3",
    '"',
    "Variation from 3",
    "ß\u2603",
    "x" * 400,
)
LEVELS: Final = ("scribe", "priest", "pharaoh:300ms", "equal:priest", "mybots.fine:Clever")


def random_setup(rng: random.Random, *, humans: bool = True) -> Setup:
    """The setup of a random game, with bots and humans."""
    game = GAMES[rng.choice(list(GAMES))]
    edition = rng.choice(list(game.editions()))
    choices = tuple([rng.choice(option.words) for option in edition.options]) if rng.random() < 0.3 else ()
    players = rng.randint(edition.min_players, edition.max_players)
    levels = (HUMAN, *LEVELS) if humans else LEVELS
    seats = tuple([Seat(rng.choice(NAMES), rng.choice(levels), rng.choice((0, 0, 400))) for _ in range(players)])
    seed, values = rng.choice((0, 7, rng.getrandbits(63))), rng.choice(("", "values-1", "values-2"))
    return Setup(game.name(), seats, seed, Variant(edition.name, choices), values=values)


def play_on(match: Match, rng: random.Random, steps: int) -> None:
    """Play up to this number of random moves from the head."""
    for _ in range(steps):
        if match.is_over:
            return
        moves = match.state.legal_moves()
        match.play(match.game.action(match.state, rng.choice(moves)))


def random_tree(seed: int, *, humans: bool = False) -> tuple[Match, Header]:
    """A match with variations and entries of all kinds. Without humans it can be exported before it is over."""
    rng = random.Random(seed)
    setup = random_setup(rng, humans=humans)
    match = Match(GAMES[setup.game], setup)
    for _ in range(rng.choice((1, 2, 8, 20))):
        play_on(match, rng, rng.choice((0, 1, 3, 10, 40)))
        for _ in range(rng.choice((0, 1, 1, 3))):
            match.goto(rng.randrange(len(match.log)))
        if rng.random() < 0.2:
            _reshuffle(match, rng)
        if rng.random() < 0.1:
            match.change_seat(rng.randrange(setup.player_count), rng.choice(LEVELS), rng.choice((0, 200)))
        if rng.random() < 0.1:
            match.mark_helped()
        for _ in range(rng.choice((0, 0, 1, 4))):
            _annotate(match, rng)
    if rng.random() < 0.3:
        match.goto(0)
    header = Header("0.1.0", match.game.fingerprint(setup) & U64_MASK, 1_700_000_000, setup)
    return match, header


def _reshuffle(match: Match, rng: random.Random) -> None:
    """Reshuffle at a random node for the seat to move there."""
    node = rng.randrange(len(match.log))
    if match.mover(node) != NOBODY:
        match.reshuffle(node, match.mover(node), rng.getrandbits(62))


def _annotate(match: Match, rng: random.Random) -> None:
    """Write a random annotation, or retract the last one."""
    index = match.log.annotations.last_retractable_index()
    if index >= 0 and rng.random() < 0.2:
        match.log.retract(index)
        return
    kind = rng.choice(ANNOTATION_KINDS)
    node = rng.randrange(len(match.log)) if kind.about_node else 0
    text = rng.choice((*TEXTS, ""))
    value = rng.choice((0, 1, 3, MAX_VALUE)) if not kind.max_chars or rng.random() < 0.2 else 0
    match.log.annotate(Annotated(kind, node, clean_and_cut(text, kind.max_chars), value))


def tree_of(match: Match) -> dict[str, object]:
    """Everything about a match that must survive export and import."""
    log = match.log
    nodes = range(len(log))
    return {
        "setup": match.setup,
        "parents": log.parents,
        "actions": log.actions,
        "children": log.children,
        "head": log.head,
        "redo": [log.last_visited_child(node) for node in nodes],
        "seats": log.seat_changes,
        "position": match.state.digest(),
        "redraws": (log.redraws, log.heads_before_redraws),
        "peeked": match.peeked,
        "helped": match.log.is_helped,
        "annotations": [[log.annotations.get(kind, node) for kind in ANNOTATION_KINDS] for node in nodes],
    }
