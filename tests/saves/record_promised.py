"""Records the saves that a release promises to open for ever: `python -m tests.saves.record_promised 0.9`, once for each release.

They are random games of every game and edition, as few as cover what a save can hold. `index.json` says how each of them stands.
Never change a file that was released; this program refuses to.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.game import HUMAN, Seat, Setup
from engine.core.journal import (
    BAD,
    COMMENT,
    HIDDEN,
    MAIN_LINE,
    MARK,
    NAME,
    NOTE,
    TURNING_POINT,
    VARIATION_NAME,
    Annotated,
    Tried,
)
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from saves import SaveFile
from tests.contract.tables import other_data
from tests.engine.valley.custom.catalogue_edits import changed

PROMISED: Final = Path(__file__).with_name("promised")
CREATED: Final = 1_800_000_000
BOXES: Final = ("base", "afterlife", "lot", "base", "lot", "lot")
PLAYERS: Final = (
    ("Ann", HUMAN), ("Bob", "priest"), ("Cid", "scribe"), ("Dan", "shabti"), ("Eve", "scribe"), ("Fay", "vizier"),
)  # fmt: skip
REACTING: Final = ("snatched", "sailed", "showed")


class Shape(NamedTuple):
    """A save to record: which game, and what is done with it."""

    game: str
    players: int
    act: Callable[[Match, int], None]
    variant: Variant = Variant()


def play_randomly(match: Match, seed: int, steps: int = 5000) -> None:
    """Play so many random answers, or to the end: first a random verb, so that each verb occurs."""
    for step in range(steps):
        if match.is_over:
            return
        moves = match.state.legal_moves()
        verbs = sorted({match.game.action(match.state, move).verb for move in moves})
        verb = verbs[seeded_hash(seed, step) % len(verbs)]
        fitting = [move for move in moves if match.game.action(match.state, move).verb == verb]
        match.play(match.game.action(match.state, fitting[seeded_hash(seed, step, 1) % len(fitting)]))


def finished(match: Match, seed: int) -> None:
    play_randomly(match, seed)


def unfinished(match: Match, seed: int) -> None:
    play_randomly(match, seed, 90)


def variations(match: Match, seed: int) -> None:
    """Go back several times and play on differently; then to the end."""
    for turn in range(6):
        play_randomly(match, seeded_hash(seed, turn), 30)
        if match.is_over:
            break
        match.goto(max(0, match.log.head - 4 - seeded_hash(seed, turn, 1) % 20))
    match.goto(len(match.log) // 2)
    play_randomly(match, seed + 1)


def seated(match: Match, seed: int) -> None:
    play_randomly(match, seed, 40)
    match.change_seat(1, "scribe", 7)
    match.mark_helped()
    play_randomly(match, seed + 1)


def reshuffled(match: Match, seed: int) -> None:
    for turn in range(3):
        play_randomly(match, seeded_hash(seed, turn), 25)
        node = len(match.log) * 2 // 3
        while match.asks_secretly(node):
            node -= 1
        match.reshuffle(node, match.mover(node), seed + turn)
    play_randomly(match, seed + 9, 40)


def annotated(match: Match, seed: int) -> None:
    """Everything that a player can write about a game, and answers that the analysis has tried."""
    variations(match, seed)
    branch = next(node for node in range(1, len(match.log)) if match.log.parents.count(match.log.parents[node]) > 1)
    for kind, text, node, value in (
        (NAME, "The long game", 0, 0),
        (NOTE, "Played on a train. Ünïcode, 象棋.", 0, 0),
        (COMMENT, "Here it was lost", 20, 0),
        (MARK, "", 20, BAD),
        (MARK, "", 31, TURNING_POINT),
        (MAIN_LINE, "", branch, 5),
        (HIDDEN, "", branch + 3, 1),
        (VARIATION_NAME, "the greedy way", branch, 0),
    ):
        match.replay(Annotated(kind, node, text, value))
    for node in (12, 30):
        state = match.at(node)
        action = match.game.action(state, state.legal_moves()[-1])
        if match.mover(node) >= 0:
            match.replay(Tried(node, action))


SHAPES: Final = {
    "valley-base-finished": Shape("valley", 2, finished),
    "valley-base-four-players": Shape("valley", 4, finished),
    "valley-base-unfinished": Shape("valley", 3, unfinished),
    "valley-base-variations": Shape("valley", 3, variations),
    "valley-base-seated": Shape("valley", 2, seated),
    "valley-base-reshuffled": Shape("valley", 2, reshuffled),
    "valley-base-notes": Shape("valley", 2, annotated),
    "valley-base-custom-cards": Shape("valley", 2, finished, Variant(cards="custom")),
    "valley-afterlife-finished": Shape("valley", 2, finished, Variant("afterlife")),
    "valley-afterlife-variations": Shape("valley", 3, variations, Variant("afterlife")),
    "valley-afterlife-reshuffled": Shape("valley", 2, reshuffled, Variant("afterlife")),
    "valley-both-finished": Shape("valley", 5, finished, Variant("both")),
    "valley-mixed-finished": Shape("valley", 2, finished, Variant("mixed", BOXES)),
    "valley-mixed-unfinished": Shape("valley", 6, unfinished, Variant("mixed")),
    "valley-solitaire-finished": Shape("valley", 1, finished, Variant("solitaire")),
    "thieves-finished": Shape("thieves", 3, finished),
    "thieves-variations": Shape("thieves", 2, variations),
    "thieves-reshuffled": Shape("thieves", 4, reshuffled),
    "thieves-notes": Shape("thieves", 2, annotated),
    "thieves-custom-pieces": Shape("thieves", 2, finished, Variant(cards="custom")),
    "tal-finished": Shape("tal", 3, finished),
    "tal-variations": Shape("tal", 2, variations),
    "tal-reshuffled": Shape("tal", 2, reshuffled),
    "tal-notes": Shape("tal", 2, annotated),
    "tal-custom-board": Shape("tal", 2, unfinished, Variant(cards="custom")),
}  # fmt: skip


def custom_data(game: str) -> str:
    """Data that differ from those of the game; for Valley of the Kings, a cost and an action."""
    if game != "valley":
        return other_data(GAMES[game])[0]
    return changed("Boat", "cost", "5", changed("Statue of Isis", "action", '["Draw(1)", "Entomb(may=True)"]'))


def played(shape: Shape, seed: int) -> Match:
    game = GAMES[shape.game]
    edition = shape.variant.edition if shape.variant.edition != "base" else game.editions()[0].name
    cards = custom_data(shape.game) if shape.variant.cards else ""
    variant = Variant(edition, shape.variant.choices, cards)
    seats = tuple([Seat(*PLAYERS[place]) for place in range(shape.players)])
    match = Match(game, Setup(shape.game, seats, seed, variant, values="values-2"))
    shape.act(match, seed)
    return match


def description(match: Match) -> dict[str, Any]:
    """How a save stands: what the test compares."""
    return {
        "journal": len(match.log.journal),
        "head": match.log.head,
        "over": match.is_over,
        "scores": list(match.game.scores(match.state)),
        "tree": tree_hash(match),
        "position": match.game.write_position(match.state),
    }


def tree_hash(match: Match) -> str:
    """A hash of all nodes of the log: parent, verb and arguments of each."""
    nodes = [
        [parent, action.verb, *action.arguments]
        for parent, action in zip(match.log.parents, match.log.actions, strict=True)
    ]
    return hashlib.sha256(json.dumps(nodes, separators=(",", ":")).encode()).hexdigest()


def candidates(name: str, shape: Shape) -> Iterator[Match]:
    """Matches that fit a shape. A finished game of the valley was won by its human, and one of them has reactions."""
    for seed in range(100, 200):
        match = played(shape, seed)
        reacted = any(
            event.verb in REACTING for node in range(1, len(match.log)) for event in match.events_on_step_to(node)
        )
        won = match.is_over and match.game.rewards(match.state)[0] == 1
        if (reacted or "base-finished" not in name) and (
            won or shape.game != "valley" or not name.endswith("-finished")
        ):
            yield match


def main() -> None:
    folder = PROMISED / sys.argv[1]
    folder.mkdir(parents=True)
    index = {}
    for name, shape in SHAPES.items():
        match = next(candidates(name, shape))
        with SaveFile.create(folder / f"{name}.vok", match.setup, match.game, sys.argv[1], CREATED) as file:
            file.keep(match)
        index[f"{name}.vok"] = description(match)
    (folder / "index.json").write_text(json.dumps(index, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
