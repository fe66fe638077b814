"""Whole games of Tal der Koenige as texts, as those of the other games beside them: every question, the answers that were
offered, and what each seat was told and saw.

The answers are random: first one of the offered verbs, then an answer with it, but it is seldom declined to claim, take over,
steal or build, and figures mostly go to sites. One in eight menus is written whole. `python -m tests.playthroughs.record_tal` in
the project's folder writes the texts again.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.core.game import NOBODY, Seat, Setup
from engine.core.history.match import Match
from engine.core.luck import seeded_hash
from engine.core.variant import Variant
from engine.tal.data.board import PLACE_NAMES, SPACE_COUNT
from engine.tal.game import TAL
from engine.tal.view import BuilderView, LotView, SiteView, TalView

NAMES = ("Ann", "Bob", "Cid", "Dan")
GAMES = {  # name: number of players, seed, length
    "tal-two-players": (2, 39, "normal"),
    "tal-three-players": (3, 5, "short"),
    "tal-four-players": (4, 42, "normal"),
}
WHOLE = 8  # one menu in this number is written in full
IDLE = 9  # one chance to decline in this number is taken
DECLINED = {"claim_none", "done", "next"}
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
        if len(match.log.journal) % WHOLE and len(texts) > WHOLE:
            yield f"> {texts[chosen]} (answer {chosen + 1} of {len(texts)})"
        else:
            yield from (f"{'>' if place == chosen else ' '} {text}" for place, text in enumerate(texts))
        node = match.play(TAL.action(match.state, match.state.legal_moves()[chosen]))
        yield from told(match, node, names)
    yield from ("", "== The end", *table(match, names), f"rewards {TAL.rewards(match.state)}")
    yield f"digest {match.state.digest():016x}"


def choose(match: Match, seed: int) -> int:
    """The index of the answer in the menu."""
    actions = [TAL.action(match.state, move) for move in match.state.legal_moves()]
    step = len(match.log.journal)
    verbs = {action.verb for action in actions}
    if seeded_hash(seed, step, 2) % IDLE:
        verbs = verbs - (DECLINED if "lay" not in verbs else set()) or verbs
    verb = sorted(verbs)[seeded_hash(seed, step, 0) % len(verbs)]
    places = [place for place, action in enumerate(actions) if action.verb == verb]
    if verb in ("go", "stop"):
        places = [place for place in places if actions[place].arguments[-1] < SPACE_COUNT] or places
    return places[seeded_hash(seed, step, 1) % len(places)]


def told(match: Match, node: int, names: tuple[str, ...]) -> Iterator[str]:
    """What each seat is told of a step. Seats that are told the same share a line."""
    heard: dict[str, list[str]] = {}
    for viewer, name in enumerate(names):
        sentences = [TAL.describe_event(match.state, event, viewer, names) for event in match.events_on_step_to(node)]
        heard.setdefault(" ".join(filter(None, sentences)), []).append(name)
    for text, listeners in heard.items():
        if text:
            yield f"  {', '.join(listeners)} < {text}"


def table(match: Match, names: tuple[str, ...]) -> Iterator[str]:
    """What everybody sees."""
    view: TalView = TAL.view(match.state, NOBODY)
    pharaoh = f"{view.pharaoh_count} of {view.pharaoh_size}: {counts(view.pharaoh)}"
    yield f"first {names[view.disc_seat]}; bag {view.bag_count}: {counts(view.bag)}; pharaoh {pharaoh}"
    yield from (lot_text(lot, names) for lot in view.lots)
    yield from (f"{names[builder.seat]}: {builder_text(builder)}" for builder in view.seats)
    yield from (site_text(site, names) for site in view.sites if site.owner >= 0)


def counts(blocks: str) -> str:
    """ "29k 30r": the blocks of each colour."""
    return " ".join([f"{blocks.count(letter)}{letter}" for letter in dict.fromkeys(blocks)]) or "-"


def lot_text(lot: LotView, names: tuple[str, ...]) -> str:
    bids = [f"{names[bid.seat]} {bid.count if bid.tablets is None else bid.tablets}" for bid in lot.bids if bid.count]
    won = f", won by {names[lot.winner]}" if lot.winner >= 0 else ""
    return f"lot {lot.number + 1}: {lot.blocks}; bids {', '.join(bids) or '-'}{won}"


def builder_text(builder: BuilderView) -> str:
    workers, overseers = (
        " ".join([PLACE_NAMES[place] for place in places]) for places in (builder.workers, builder.overseers)
    )
    return (
        f"{builder.points} points, {builder.scarabs_left} scarabs, holds {builder.held_blocks or '-'}, workers {workers}, "
        f"overseers {overseers}"
    )


def site_text(site: SiteView, names: tuple[str, ...]) -> str:
    made = f", {site.pyramid_class}: {site.value}" if site.is_complete else ""
    return f"site {site.number + 1} of {names[site.owner]}: {' / '.join([layer or '-' for layer in site.layers])}{made}"


def main() -> None:
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text("\n".join(record(*game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
