"""Whole games of Tal der Koenige as texts, like those of the other games: every question, the offered answers, and what each seat
read and saw.

The answers are random: first one of the offered verbs, then an answer with it. But seats seldom decline to claim, take over,
steal or build, and figures mostly go to sites. One in eight menus is written in full. `python -m tests.playthroughs.record_tal`
in the project's folder writes the texts again.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.tal.board import PLACE_NAMES, SPACE_COUNT
from engine.tal.game import TAL
from engine.tal.view import BuilderView, LotView, SiteView, TalView

NAMES = ("Ann", "Bob", "Cid", "Dan")
GAMES = {  # name: number of players, seed, length
    "tal-two-players": (2, 39, "normal"),
    "tal-three-players": (3, 5, "short"),
    "tal-four-players": (4, 42, "normal"),
}
FULL_MENU_EVERY = 8  # one menu of this many is written in full
DECLINE_EVERY = 9  # one of this many chances to decline is taken
DECLINING_VERBS = {"claim_none", "done", "next"}
HERE = Path(__file__).parent


def record(players: int, seed: int, length: str) -> Iterator[str]:
    """The lines of a game."""
    names = NAMES[:players]
    match = Match(TAL, Setup("tal", tuple(Seat(name) for name in names), seed, Variant("base", (length,))))
    yield f"{players} players, seed {seed}, {length}"
    chapter = None
    while not match.is_over:
        if TAL.chapter(match.state) != chapter:
            chapter = TAL.chapter(match.state)
            yield from ("", f"== {chapter.title}", *table(match, names), f"digest {match.state.digest():016x}")
        question = TAL.question(match.state)
        yield from ("", f"{len(match.log.journal) + 1}. {names[question.seat]}: {question.text}")
        texts = [TAL.say(match.state, TAL.action(match.state, move)) for move in match.state.legal_moves()]
        chosen = choose(match, seed)
        if len(match.log.journal) % FULL_MENU_EVERY and len(texts) > FULL_MENU_EVERY:
            yield f"> {texts[chosen]} (answer {chosen + 1} of {len(texts)})"
        else:
            yield from (f"{'>' if index == chosen else ' '} {text}" for index, text in enumerate(texts))
        node = match.play(TAL.action(match.state, match.state.legal_moves()[chosen]))
        yield from story_lines(match, node, names)
    yield from ("", "== The end", *table(match, names), f"rewards {TAL.rewards(match.state)}")
    yield f"digest {match.state.digest():016x}"


def choose(match: Match, seed: int) -> int:
    """The index of the answer in the menu."""
    actions = [TAL.action(match.state, move) for move in match.state.legal_moves()]
    step = len(match.log.journal)
    verbs = {action.verb for action in actions}
    if seeded_hash(seed, step, 2) % DECLINE_EVERY:
        verbs = verbs - (DECLINING_VERBS if "lay" not in verbs else set()) or verbs
    verb = sorted(verbs)[seeded_hash(seed, step, 0) % len(verbs)]
    indices = [index for index, action in enumerate(actions) if action.verb == verb]
    if verb in ("go", "stop"):
        indices = [index for index in indices if actions[index].arguments[-1] < SPACE_COUNT] or indices
    return indices[seeded_hash(seed, step, 1) % len(indices)]


def story_lines(match: Match, node: int, names: tuple[str, ...]) -> Iterator[str]:
    """The story of a step for each seat. Seats that read the same share a line."""
    readers_of: dict[str, list[str]] = {}
    for viewer, name in enumerate(names):
        sentences = [TAL.describe_event(match.state, event, viewer, names) for event in match.events_on_step_to(node)]
        readers_of.setdefault(" ".join(filter(None, sentences)), []).append(name)
    for text, readers in readers_of.items():
        if text:
            yield f"  {', '.join(readers)} < {text}"


def table(match: Match, names: tuple[str, ...]) -> Iterator[str]:
    """What everybody sees."""
    view: TalView = TAL.view(match.state, NOBODY)
    pharaoh = f"{view.pharaoh_count} of {view.pharaoh_pyramid_size}: {counts(view.pharaoh_blocks)}"
    yield f"first {names[view.disc_seat]}; bag {view.bag_count}: {counts(view.bag_blocks)}; pharaoh {pharaoh}"
    yield from (lot_text(lot, names) for lot in view.lots)
    yield from (f"{names[builder.seat]}: {builder_text(builder)}" for builder in view.seats)
    yield from (site_text(site, names) for site in view.sites if site.owner >= 0)


def counts(blocks: str) -> str:
    """ "29k 30r": the number of blocks of each colour."""
    return " ".join([f"{blocks.count(letter)}{letter}" for letter in dict.fromkeys(blocks)]) or "-"


def lot_text(lot: LotView, names: tuple[str, ...]) -> str:
    bids = [f"{names[bid.seat]} {bid.count if bid.tablets is None else bid.tablets}" for bid in lot.bids if bid.count]
    winner = f", won by {names[lot.winner]}" if lot.winner >= 0 else ""
    return f"lot {lot.number + 1}: {lot.blocks}; bids {', '.join(bids) or '-'}{winner}"


def builder_text(builder: BuilderView) -> str:
    workers, overseers = (
        " ".join([PLACE_NAMES[place] for place in places]) for places in (builder.workers, builder.overseers)
    )
    return (
        f"{builder.points} points, {builder.scarabs_left} scarabs, holds {builder.held_blocks or '-'}, workers {workers}, "
        f"overseers {overseers}"
    )


def site_text(site: SiteView, names: tuple[str, ...]) -> str:
    completed = f", {site.pyramid_class}: {site.value}" if site.is_complete else ""
    return f"site {site.number + 1} of {names[site.owner]}: {' / '.join([layer or '-' for layer in site.layers])}{completed}"


def main() -> None:
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text("\n".join(record(*game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
