"""What a finished game of Valley of the Kings says: the score sheet with rows for the sets, unique artifacts and starters, how a
tie was broken, and what the cards of a seat did."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.core.match import Match
from engine.core.wording import plural
from engine.valley.catalogue.card import STARTER
from engine.valley.catalogue.declarations import BY_CHANCE, EXECUTES_CARD
from engine.valley.declared import events_with
from engine.valley.game import VALLEY
from engine.valley.rules.scoring import solitaire_rank
from engine.valley.view import SeatView, View
from vok_tui.boards.table_kit import ScoreSheet, SheetRow, winners_sentence

EXECUTING_VERBS: Final = events_with(EXECUTES_CARD) - events_with(BY_CHANCE)
"""Events that execute the action of a card that the player has chosen."""
BUYING_VERB: Final = "bought"
MAX_CARDS: Final = 6
SHORT_SET_NAME: Final = 7  # letters of a set's name above a column
MAX_SENTENCE_COLUMNS: Final = 76  # of a sentence above the sheet, on the narrowest screen


def card_activity(match: Match, seat: int) -> Sequence[tuple[str, str]]:
    """The cards whose actions were executed most often; then how many cards were bought, entombed, and not entombed."""
    cards = VALLEY.catalogue(match.setup).cards
    counts: Counter[int] = Counter()
    bought = 0
    for node in match.log.path(match.log.head):
        for event in match.events_on_step_to(node):
            if event.seat == seat and event.verb in EXECUTING_VERBS:
                counts[event.arguments[0]] += 1
            bought += event.seat == seat and event.verb == BUYING_VERB
    lines = [(cards[kind].name, f"executed {_times(count)}") for kind, count in counts.most_common(MAX_CARDS)]
    view: View = match.game.view(match.state, seat)
    mine = view.mine
    outside = len(mine.hand) + mine.deck_count + mine.discard_count + len(mine.in_play)
    lines += [("In total", f"{bought} bought"), ("", f"{mine.tomb_count} entombed, {outside} not")]
    return lines


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def score_sheet(view: View, names: Sequence[str], your_seat: int) -> ScoreSheet:
    """The score sheet of a finished game. A set with three different cards is shown as `3×3 =  9`."""
    seats = view.seats
    sets = tuple(
        SheetRow(
            f"{tomb_set.name} ({tomb_set.size})",
            tuple([_squared_text(seat.sets[place].distinct_kinds) for seat in seats]),
            short=tomb_set.name.partition(" ")[0][:SHORT_SET_NAME],
        )
        for place, tomb_set in enumerate(seats[0].sets)
    )
    others = (
        SheetRow(
            "Unique artifacts", tuple([_printed_points_text(seat, starters=False) for seat in seats]), short="unique"
        ),
        SheetRow("Starters", tuple([_printed_points_text(seat, starters=True) for seat in seats]), short="starters"),
    )
    totals = (
        SheetRow("Points", tuple([str(seat.score) for seat in seats]), "bold", "points"),
        SheetRow("Cards in the tomb", tuple([str(seat.tomb_count) for seat in seats]), "$dune", "cards"),
    )
    won = tuple([seat.seat in view.winners and len(seats) > 1 for seat in seats])
    title = result_sentence(view, names, your_seat)
    return ScoreSheet(title, tie_sentence(view, names), won, (*sets, *others), totals)


def standing_rows(view: View) -> tuple[SheetRow, ...]:
    """The sets, points and numbers of cards of each seat."""
    seats = view.seats
    sets = [
        SheetRow(tomb_set.name, tuple([f"{seat.sets[place].distinct_kinds}/{tomb_set.size}" for seat in seats]))
        for place, tomb_set in enumerate(seats[0].sets)
    ]
    counts = {
        "Uniques": [_printed_points_text(seat, starters=False) for seat in seats],
        "Starters": [_printed_points_text(seat, starters=True) for seat in seats],
        "Points": [str(seat.score) for seat in seats],
        "Tomb, cards": [str(seat.tomb_count) for seat in seats],
        "Hand": [str(seat.hand_count) for seat in seats],
        "Deck": [str(seat.deck_count) for seat in seats],
        "Pile": [str(seat.discard_count) for seat in seats],
    }
    return (*sets, *[SheetRow(label, tuple(cells)) for label, cells in counts.items()])


def _squared_text(kind_count: int) -> str:
    return f"{kind_count}×{kind_count} = {kind_count**2:>2}" if kind_count else "·"


def _printed_points_text(seat: SeatView, *, starters: bool) -> str:
    faces = [face for face in seat.other_artifacts if (face.set == STARTER) == starters]
    return str(sum(face.vp for face in faces)) if faces else "·"


def result_sentence(view: View, names: Sequence[str], your_seat: int) -> str:
    """A sentence that says who has won. If the names are too long, it gives only the number of winners."""
    points = plural(max(seat.score for seat in view.seats), "point")
    if len(view.seats) == 1:
        subject = "You rest" if your_seat == 0 else f"{names[0]} rests"
        return f"{subject} as a {solitaire_rank(view.seats[0].score)}, with {points}."
    winners = ["You" if seat == your_seat else names[seat] for seat in view.winners]
    sentence = winners_sentence(winners, f" with {points}")
    if cell_len(sentence) <= MAX_SENTENCE_COLUMNS or len(winners) == 1:
        return sentence
    return f"{len(winners)} share the victory with {points} each."


def tie_sentence(view: View, names: Sequence[str]) -> str:
    """How a tie for the most points was broken; "" if there was none. If the names are too long, it gives only the rule."""
    best = max(seat.score for seat in view.seats)
    tied = [seat for seat in view.seats if seat.score == best]
    if len(tied) == 1:
        return ""
    tombs = ", ".join(f"{names[seat.seat]} {plural(seat.tomb_count, 'card')}" for seat in tied)
    rule, details = "Level on points: the smaller tomb wins", f" ({tombs})"
    if len(view.winners) == len(tied):
        rule, details = "Level on points, and the tombs are of one size", f": {tombs}"
    return f"{rule}{details}." if cell_len(rule + details) < MAX_SENTENCE_COLUMNS else f"{rule}."
