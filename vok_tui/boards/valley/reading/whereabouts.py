"""Where the copies of a card are, as far as the viewer knows: on the table, among the viewer's own cards, or not seen."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.cells.wording import plural
from engine.valley.catalogue.card import Card
from engine.valley.view import Face, SeatView, View

NOT_SEEN: Final = "not seen"
PYRAMID: Final = "pyramid"
OWN_PLACES: Final = frozenset({"your hand", "your deck", "your pile", "looked at"})
"""The places of the viewer's own cards that are not in the tomb yet."""
NO_COPY_LEFT: Final = "no longer available"


def copies_by_place(view: View, card: Card, kind: int, names: Sequence[str]) -> list[tuple[str, int]]:
    """Each place with copies of a card, and how many are there; the last place is for those that the viewer has not seen."""
    mine = view.mine
    places: list[tuple[str, Iterable[Face]]] = [
        (PYRAMID, [slot.face for slot in view.pyramid if slot.face is not None]),
        ("your hand", [card.face for card in mine.hand]),
        ("your deck", mine.deck),
        ("your pile", mine.sorted_discard if view.viewer >= 0 else top_discard(mine)),
        ("your tomb", set_cards_in_tomb(mine)),
        ("in play", [face for seat in view.seats for face in seat.in_play]),
        ("looked at", view.looked_at),
        ("revealed", view.revealed),
        ("boneyard", view.boneyard),
    ]
    if view.viewer < 0:
        places = [(place.replace("your", f"{names[mine.seat]}'s"), faces) for place, faces in places]
    for seat in view.seats:
        if seat != mine:
            owner = f"{names[seat.seat]}'s"
            places += [(f"{owner} tomb", set_cards_in_tomb(seat)), (f"{owner} hand", seat.known_hand)]
            places.append((f"{owner} pile", top_discard(seat)))
    counts = [(place, sum(face.kind == kind for face in faces)) for place, faces in places]
    seen = [(place, count) for place, count in counts if count]
    unseen_count = card.copies - sum([count for _, count in seen])
    return [*seen, (NOT_SEEN, unseen_count)] if unseen_count > 0 else seen


def set_cards_in_tomb(seat: SeatView) -> list[Face]:
    """The set cards in a tomb, with duplicates."""
    return [face for tomb_set in seat.sets for face in (*tomb_set.present, *tomb_set.duplicates)]


def top_discard(seat: SeatView) -> list[Face]:
    """The visible top card of a discard pile, as a list; empty for an empty pile."""
    return [seat.discard_top] if seat.discard_top is not None else []


def whereabouts_text(view: View, card: Card, kind: int, names: Sequence[str]) -> str:
    """Where the copies of a card are, in words: "pyramid, not seen 2". Says first if the viewer can no longer get one."""
    text = ", ".join(
        [place if count == 1 else f"{place} {count}" for place, count in copies_by_place(view, card, kind, names)]
    )
    return f"{NO_COPY_LEFT}: {text}" if kind in view.mine.unobtainable_kinds else text


def unseen_places_text(view: View) -> str:
    """A sentence that says where cards that the viewer has not seen can be."""
    stock = plural(view.stock_ii + view.stock_iii, "card")
    return f"Not seen: in the stock ({stock})" + (", or with an opponent." if len(view.seats) > 1 else ".")
