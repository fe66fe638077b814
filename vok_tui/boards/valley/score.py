"""The score sheet of Valley of the Kings: a row for each set, starters and unique artifacts, and how a tie was broken."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.valley.cards.card import STARTER
from engine.valley.rules.scoring import solitaire_rank
from engine.valley.view import SeatView, View
from saves.clean_text import plural
from vok_tui.boards.table_kit import ScoreSheet, SheetRow, winners_sentence

MAX_SENTENCE_COLUMNS: Final = 76  # columns of a sentence above the sheet, on the narrowest screen


def score_sheet(view: View, names: Sequence[str], your_seat: int) -> ScoreSheet:
    """The sheet from the last view of a game. A set of three kinds reads `3×3 =  9`."""
    seats = view.seats
    sets = tuple(
        SheetRow(f"{row.name} ({row.size})", tuple([_squared(seat.sets[place].distinct_kinds) for seat in seats]))
        for place, row in enumerate(seats[0].sets)
    )
    others = (
        SheetRow("Unique artifacts", tuple([_printed(seat, starters=False) for seat in seats])),
        SheetRow("Starters", tuple([_printed(seat, starters=True) for seat in seats])),
    )
    totals = (
        SheetRow("Points", tuple([str(seat.score) for seat in seats]), "bold"),
        SheetRow("Cards in the tomb", tuple([str(seat.tomb_count) for seat in seats]), "$dune"),
    )
    won = tuple([seat.seat in view.winners and len(seats) > 1 for seat in seats])
    title = winner_sentence(view, names, your_seat)
    return ScoreSheet(title, tie_sentence(view, names), won, (*sets, *others), totals)


def standing_rows(view: View) -> tuple[SheetRow, ...]:
    """The tombs, set by set, and the points and cards of each seat."""
    seats = view.seats
    sets = [
        SheetRow(row.name, tuple([f"{seat.sets[place].distinct_kinds}/{row.size}" for seat in seats]))
        for place, row in enumerate(seats[0].sets)
    ]
    counted = {
        "Uniques": [_printed(seat, starters=False) for seat in seats],
        "Starters": [_printed(seat, starters=True) for seat in seats],
        "Points": [str(seat.score) for seat in seats],
        "Tomb, cards": [str(seat.tomb_count) for seat in seats],
        "Hand": [str(seat.hand_count) for seat in seats],
        "Deck": [str(seat.deck_count) for seat in seats],
        "Pile": [str(seat.discard_count) for seat in seats],
    }
    return (*sets, *[SheetRow(label, tuple(cells)) for label, cells in counted.items()])


def _squared(have: int) -> str:
    return f"{have}×{have} = {have * have:>2}" if have else "·"


def _printed(seat: SeatView, starters: bool) -> str:
    faces = [face for face in seat.other_artifacts if (face.set == STARTER) == starters]
    return str(sum(face.vp for face in faces)) if faces else "·"


def winner_sentence(view: View, names: Sequence[str], your_seat: int) -> str:
    """Who has won, in a sentence. If the names are too long, only their number is given."""
    points = plural(max(seat.score for seat in view.seats), "point")
    if len(view.seats) == 1:
        who = "You rest" if your_seat == 0 else f"{names[0]} rests"
        return f"{who} as a {solitaire_rank(view.seats[0].score)}, with {points}."
    winners = ["You" if who == your_seat else names[who] for who in view.winners]
    sentence = winners_sentence(winners, f" with {points}")
    if cell_len(sentence) <= MAX_SENTENCE_COLUMNS or len(winners) == 1:
        return sentence
    return f"{len(winners)} share the victory with {points} each."


def tie_sentence(view: View, names: Sequence[str]) -> str:
    """How a tie was broken; "" if there was none. If the names are too long, only the rule is given."""
    best = max(seat.score for seat in view.seats)
    tied = [seat for seat in view.seats if seat.score == best]
    if len(tied) == 1:
        return ""
    tombs = ", ".join(f"{names[seat.seat]} {plural(seat.tomb_count, 'card')}" for seat in tied)
    how, details = "Level on points: the smaller tomb wins", f" ({tombs})"
    if len(view.winners) == len(tied):
        how, details = "Level on points, and the tombs are of one size", f": {tombs}"
    return f"{how}{details}." if cell_len(how + details) < MAX_SENTENCE_COLUMNS else f"{how}."
