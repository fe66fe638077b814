"""Whole games of King of Thieves as texts, like those of Valley of the Kings: every question, the offered answers, and what each
seat read and saw.

The answers are random: first one of the offered verbs, then an answer with it, but few escapes, so that there are showdowns. One
in eight menus is written in full. `python -m tests.playthroughs.record_thieves` in the project's folder writes the texts again.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.thieves.game import THIEVES
from engine.thieves.view import LaidCardView, ThiefView, ThievesView

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal")
GAMES = {  # name: number of players, seed, edition, choices
    "thieves-two-players": (2, 16, "base", ()),
    "thieves-four-players": (4, 6, "base", ("15", "all", "normal")),
    "thieves-eight-players": (8, 10, "double", ("10", "4", "high")),
}
FULL_MENU_EVERY = 8  # one menu of this many is written in full
ESCAPE_EVERY = 5  # one of this many chances to escape is taken
HERE = Path(__file__).parent


def record(players: int, seed: int, edition: str, choices: tuple[str, ...]) -> Iterator[str]:
    """The lines of a game."""
    names = NAMES[:players]
    match = Match(THIEVES, Setup("thieves", tuple(Seat(name) for name in names), seed, Variant(edition, choices)))
    yield " ".join([f"{players} players, seed {seed}, {edition}", *choices])
    chapter = None
    while not match.is_over:
        if THIEVES.chapter(match.state) != chapter:
            chapter = THIEVES.chapter(match.state)
            yield from ("", f"== {chapter.title}", *table(match, names), f"digest {match.state.digest():016x}")
        question = THIEVES.question(match.state)
        yield from ("", f"{len(match.log.journal) + 1}. {names[question.seat]}: {question.text}")
        texts = [THIEVES.say(match.state, THIEVES.action(match.state, move)) for move in match.state.legal_moves()]
        chosen = choose(match, seed)
        if len(match.log.journal) % FULL_MENU_EVERY and len(texts) > FULL_MENU_EVERY:
            yield f"> {texts[chosen]} (answer {chosen + 1} of {len(texts)})"
        else:
            yield from (f"{'>' if index == chosen else ' '} {text}" for index, text in enumerate(texts))
        node = match.play(THIEVES.action(match.state, match.state.legal_moves()[chosen]))
        yield from story_lines(match, node, names)
    yield from ("", "== The end", *table(match, names), f"rewards {THIEVES.rewards(match.state)}")
    yield f"digest {match.state.digest():016x}"


def choose(match: Match, seed: int) -> int:
    """The index of the answer in the menu: a random verb, then a random answer with it."""
    verbs = [THIEVES.action(match.state, move).verb for move in match.state.legal_moves()]
    step = len(match.log.journal)
    stays = seeded_hash(seed, step, 2) % ESCAPE_EVERY > 0
    kinds = sorted(set(verbs) - ({"escape"} if stays else set())) or ["escape"]
    verb = kinds[seeded_hash(seed, step, 0) % len(kinds)]
    indices = [index for index, other in enumerate(verbs) if other == verb]
    return indices[seeded_hash(seed, step, 1) % len(indices)]


def story_lines(match: Match, node: int, names: tuple[str, ...]) -> Iterator[str]:
    """The story of a step for each seat. Seats that read the same share a line."""
    readers_of: dict[str, list[str]] = {}
    for viewer, name in enumerate(names):
        sentences = [
            THIEVES.describe_event(match.state, event, viewer, names) for event in match.events_on_step_to(node)
        ]
        readers_of.setdefault(" ".join(filter(None, sentences)), []).append(name)
    for text, readers in readers_of.items():
        if text:
            yield f"  {', '.join(readers)} < {text}"


def table(match: Match, names: tuple[str, ...]) -> Iterator[str]:
    """What everybody sees, then what only each thief sees."""
    view: ThievesView = THIEVES.view(match.state, NOBODY)
    community = view.community_card.name if view.community_card else "-"
    yield f"tomb {view.tomb_symbol or '-'} {view.tomb_treasure}; community card {community}; first {names[view.starter]}"
    for guardian in view.guardians:
        yield f"{guardian.name}: {guardian.strength} {guardian.symbol}, pool {guardian.pool}"
    yield (
        f"decks: {view.deck_count} cards, {view.tombs_in_deck} tombs, {view.guardians_in_deck} guardians; discarded "
        f"{len(view.discards)} open, {view.unseen_discard_count} unseen"
    )
    for thief in view.seats:
        yield f"{names[thief.seat]}: {thief_text(thief)}"
    for seat, name in enumerate(names):
        own: ThievesView = THIEVES.view(match.state, seat)
        unseen = (
            f"; discarded unseen: {', '.join([card.name for card in own.own_unseen_discards])}"
            if own.own_unseen_discards
            else ""
        )
        mine = own.seats[seat]
        face_down_cards = [laid_text(laid) for laid in mine.laid_cards if laid.is_face_down]
        face_down = f"; face down: {', '.join(face_down_cards)}" if face_down_cards else ""
        yield f"{name} holds: {', '.join([card.name for card in mine.hand or ()]) or '-'}{face_down}{unseen}"


def thief_text(thief: ThiefView) -> str:
    laid = ", ".join(map(laid_text, thief.laid_cards)) or "-"
    return f"{thief.reputation} reputation, {thief.treasure} treasure, hand {thief.hand_count}, {thief.status}, shows {laid}"


def laid_text(laid: LaidCardView) -> str:
    if laid.card is None:
        return "a card face down"
    named = f" as {laid.named_symbol}" if laid.named_symbol else ""
    return f"{laid.card.half(laid.half)}/{laid.card.half(1 - laid.half)}{named}"


def main() -> None:
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text("\n".join(record(*game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
