"""A whole game as text: every question, every offered answer, and what each seat read and saw.

The answers are random: first one of the offered verbs, then an answer with it, so that every verb occurs. Of the questions of the
turn, one in six is written with its whole menu, the others only with the chosen answer. After a change of rules or texts, run
`python -m tests.playthroughs.record` in the project's folder to write the texts again, and read the diff before you keep it.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.core.game import Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.valley.game import VALLEY
from engine.valley.view import Face, SeatView, SlotView, View

NAMES = ("Ann", "Bob", "Cid", "Dan")
GAMES = {  # name: number of players, seed, edition
    "two-players": (2, 227, "base"),
    "three-players": (3, 73, "base"),
    "four-players": (4, 343, "base"),
    "afterlife": (3, 68, "afterlife"),
    "solitaire": (1, 57, "solitaire"),
}
FULL_MENU_EVERY = 6  # one menu of this many is written in full
END_TURN_EVERY = 6  # at one of this many questions the turn is ended early
HERE = Path(__file__).parent


def record(players: int, seed: int, edition: str) -> Iterator[str]:
    """The lines of a game."""
    names = NAMES[:players]
    match = Match(VALLEY, Setup("valley", tuple(Seat(name) for name in names), seed, edition))
    yield f"{players} players, seed {seed}" + (f", {edition}" if edition != "base" else "")
    turn = 0
    while not match.is_over:
        view = VALLEY.view(match.state, match.state.mover)
        if view.turn != turn:
            turn = view.turn
            yield from ("", f"== Turn {turn}: {names[view.active]}", *table(view, names), *hands(match, names))
            yield f"digest {match.state.digest():016x}"
        question = view.question
        under_way = f" [{' > '.join(view.running_card_names)}]" if view.running_card_names else ""
        about = f" ({question.card})" if question.card else ""
        yield from ("", f"{len(match.log.journal) + 1}. {names[question.seat]}: {question.text}{about}{under_way}")
        texts = [VALLEY.say(match.state, VALLEY.action(match.state, move)) for move in match.state.legal_moves()]
        chosen = choose(match, seed)
        if texts[-1] == "end turn" and len(match.log.journal) % FULL_MENU_EVERY:
            yield f"> {texts[chosen]} (answer {chosen + 1} of {len(texts)})"
        else:
            yield from (f"{'>' if index == chosen else ' '} {text}" for index, text in enumerate(texts))
        node = match.play(VALLEY.action(match.state, match.state.legal_moves()[chosen]))
        yield from story_lines(match, node, names)
    yield from ("", "== The end", *table(VALLEY.view(match.state, 0), names))
    yield f"rewards {VALLEY.rewards(match.state)}"
    yield f"digest {match.state.digest():016x}"


def choose(match: Match, seed: int) -> int:
    """The index of the answer in the menu: a random verb, then a random answer with it."""
    verbs = [VALLEY.action(match.state, move).verb for move in match.state.legal_moves()]
    step = len(match.log.journal)
    if "end" in verbs and seeded_hash(seed, step, 2) % END_TURN_EVERY == 0:
        return verbs.index("end")
    kinds = sorted(set(verbs) - {"end"}) or ["end"]
    verb = kinds[seeded_hash(seed, step, 0) % len(kinds)]
    indices = [index for index, other in enumerate(verbs) if other == verb]
    return indices[seeded_hash(seed, step, 1) % len(indices)]


def story_lines(match: Match, node: int, names: tuple[str, ...]) -> Iterator[str]:
    """The story of a step for each seat. Seats that read the same share a line."""
    readers_of: dict[str, list[str]] = {}
    for viewer, name in enumerate(names):
        sentences = [
            VALLEY.describe_event(match.state, event, viewer, names) for event in match.events_on_step_to(node)
        ]
        readers_of.setdefault(" ".join(filter(None, sentences)), []).append(name)
    for text, readers in readers_of.items():
        if text:
            yield f"  {', '.join(readers)} < {text}"


def table(view: View, names: tuple[str, ...]) -> Iterator[str]:
    """The open cards."""
    yield "pyramid: " + " / ".join(
        ", ".join(map(slot_text, row)) for row in (view.pyramid[:3], view.pyramid[3:5], view.pyramid[5:])
    )
    yield f"boneyard: {view.boneyard_count}, {name_or_dash(view.boneyard_top)}; stock: {view.stock_ii} + {view.stock_iii}"
    for seat in view.seats:
        yield f"{names[seat.seat]}: {player_text(seat)}"
    if view.winners:
        yield "winners: " + ", ".join(names[seat] for seat in view.winners)


def slot_text(slot: SlotView) -> str:
    """ "Boat 3", with a star if it can be bought."""
    return f"{name_or_dash(slot.face)} {slot.price}{'*' if slot.buyable else ''}" if slot.face else "-"


def name_or_dash(face: Face | None) -> str:
    return face.name if face else "-"


def names_or_dash(faces: tuple[Face, ...]) -> str:
    return ", ".join(face.name for face in faces) or "-"


def player_text(seat: SeatView) -> str:
    """The public part of a player's table."""
    sets = [
        f"{row.name} {row.distinct_kinds}/{row.size} +{row.duplicate_count}" for row in seat.sets if row.distinct_kinds
    ]
    tomb = ", ".join([*sets, *[face.name for face in seat.other_artifacts]]) or "-"
    piles = f"hand {seat.hand_count}, deck {seat.deck_count}, discard {seat.discard_count} ({name_or_dash(seat.discard_top)})"
    known = f"; known: {names_or_dash(seat.known_hand)}" if seat.known_hand else ""
    return f"{piles}; in play: {names_or_dash(seat.in_play)}; tomb {seat.tomb_count}: {tomb}; {seat.score} VP{known}"


def hands(match: Match, names: tuple[str, ...]) -> Iterator[str]:
    """What only the player sees: the hand with its gold and why a card cannot be executed, and the discard pile."""
    for viewer, name in enumerate(names):
        view = VALLEY.view(match.state, viewer)
        mine = view.seats[viewer]
        cards = [f"{card.face.name} {card.gold}" + (f" ({card.why_not_execute})" if card.why_not_execute not in ("", "not now")
                 else "") for card in mine.hand]  # fmt: skip
        pile = f"; own discard pile: {names_or_dash(mine.discard)}" if mine.discard else ""
        yield f"{name} holds: {', '.join(cards) or '-'}; {view.gold_in_hand} gold{pile}"


def main() -> None:
    for name, game in GAMES.items():
        (HERE / f"{name}.txt").write_text("\n".join(record(*game)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
