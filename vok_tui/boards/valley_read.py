"""What there is to read behind each thing of the table: a card in full, a set with its kinds, a player."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.valley.card import Card
from engine.valley.view import Face, SeatView, View
from saves.names import plural
from vok_tui.boards.valley_answers import BRIEF, counted, face_at
from vok_tui.boards.valley_names import KINDS_OF_CARD, STARTER, level_word, whose
from vok_tui.panes.grid import Thing
from vok_tui.panes.scene import Page

LEVELS: Final = ("", "I", "II", "III")
OF_EDITION: Final = {"base": ", Valley of the Kings", "afterlife": ", Afterlife"}


def pages(
    view: View, thing: Thing, names: Sequence[str], levels: Sequence[str], cards: Mapping[int, Card]
) -> list[Page]:
    """All pages behind a thing; none behind an empty place."""
    if thing.where == "seat":
        seat = view.seats[thing.index]
        return [player(seat, names, levels), *(card(face, cards) for face in open_cards(seat))]
    if thing.where == "set":
        return of_set(view, thing.index, names, cards)
    if thing.where == "pile":
        return [discard(view, names)]
    if thing.where == "stock":
        return [stock(view, names)]
    face = shown(view, thing, cards)
    return [card(face, cards)] if face is not None else []


def shown(view: View, thing: Thing, cards: Mapping[int, Card]) -> Face | None:
    """The card that a thing is, as it lies there or, for a kind of which none lies open, as it is printed; None for what is
    no card."""
    if thing.where != "kind":
        return face_at(view, thing)
    known = cards[thing.index]
    row = next((row for row in view.seats[0].sets if row.name == known.set), None)
    size, edition = (row.size, row.edition) if row is not None else (0, "")
    return Face(thing.index, known.name, known.set, size, known.level, known.gold, known.cost, known.vp, edition)


def card(face: Face, cards: Mapping[int, Card]) -> Page:
    """A card in full, and which of its fields are printed so and which are reconstructed."""
    known = cards[face.kind]
    kind = KINDS_OF_CARD.get(face.set) or f"{face.set}, a set of {face.set_size}"
    scores = f"{known.vp} VP in the tomb" if known.vp and not known.is_set_card else "counts in its set"
    made = [field for field in ("name", "level", "gold", "cost", "vp", "action") if field not in known.printed]
    made = [field for field in made if field != "vp" or not known.is_set_card]
    return Page(
        known.name,
        face.set,
        f"{kind}, level {LEVELS[known.level]}{OF_EDITION.get(face.edition, '')}",
        (
            ("", f"gold {known.gold}, cost {known.cost}, {plural(known.copies, 'copy', 'copies')}, {scores}"),
            ("", ""),
            ("", known.text),
            ("", ""),
            ("", "All as printed." if not made else f"Reconstructed: {', '.join(made)}; the rest is printed so."),
        ),
    )


def of_set(view: View, index: int, names: Sequence[str], cards: Mapping[int, Card]) -> list[Page]:
    """A set in your tomb with all its kinds, then each of these; for the last line starters and unique artifacts."""
    mine = view.mine
    if index >= len(mine.sets):
        text = counted(mine.others, BRIEF) or "none yet"
        page = Page("Starters and unique artifacts", "starter", f"In {whose(view, names, 'your')} tomb", (("", text),))
        return [page, *(card(face, cards) for face in dict.fromkeys(mine.others))]
    row = mine.sets[index]
    kinds = sorted((*row.present, *row.missing), key=lambda face: face.kind)
    lines = [(" " if face not in row.present else "x", face.name) for face in kinds]
    others = [f"{names[seat.seat]} {seat.sets[index].have}" for seat in view.seats if seat != mine]
    lines.append(("", ""))
    lines.append(
        ("", f"{row.have} of {row.size} kinds: {plural(row.points, 'point')}, {row.next_points} with the next.")
    )
    if row.spare:
        lines.append(("", f"{plural(row.spare, 'double')} without worth."))
    if others:
        lines.append(("", f"Others: {', '.join(others)}."))
    page = Page(row.name, row.name, f"A set of {row.size}, x in {whose(view, names, 'your')} tomb", tuple(lines))
    return [page, *(card(face, cards) for face in kinds)]


def open_cards(seat: SeatView) -> list[Face]:
    """Every kind that lies open before a player: the top of the discard pile, what is known of the hand, the tomb."""
    faces = [seat.discard_top] if seat.discard_top is not None else []
    faces += [*seat.known, *(face for row in seat.sets for face in row.present), *seat.others]
    return list(dict.fromkeys(faces))


def player(seat: SeatView, names: Sequence[str], levels: Sequence[str]) -> Page:
    """What all may know of an opponent."""
    lines = [
        ("", f"{plural(seat.score, 'point')} with {plural(seat.tomb_count, 'card')} in the tomb."),
        ("hand", plural(seat.hand_count, "card") + (f", known: {counted(seat.known, BRIEF)}" if seat.known else "")),
        ("deck", plural(seat.deck_count, "card")),
        ("pile", plural(seat.discard_count, "card") + (f", top {seat.discard_top.name}" if seat.discard_top else "")),
    ]
    for row in seat.sets:
        if row.have:
            spare = f" and {plural(row.spare, 'double')}" if row.spare else ""
            lines.append((row.name, f"{counted(row.present, BRIEF)}{spare}: {row.points}"))
    if seat.others:
        lines.append(("Others", counted(seat.others, BRIEF)))
    who = f"Opponent: {level_word(levels[seat.seat])}" + (", began" if seat.seat == STARTER else "")
    return Page(names[seat.seat], "starter", who, tuple(lines))


def discard(view: View, names: Sequence[str]) -> Page:
    """Your own discard pile. The rulebook lets you look through it while it is not your turn."""
    seat = view.mine
    if seat.discard:
        lines = [("", counted(seat.discard, BRIEF))]
    elif seat.discard_count:
        top = f" On top: {seat.discard_top.name}." if seat.discard_top else ""
        rule = " It may be looked through while it is not your turn." if seat.seat == view.viewer else ""
        lines = [("", f"{plural(seat.discard_count, 'card')}.{top}{rule}")]
    else:
        lines = [("", "empty")]
    return Page(f"{whose(view, names)} discard pile", "starter", plural(seat.discard_count, "card"), tuple(lines))


def stock(view: View, names: Sequence[str]) -> Page:
    """What is left to come."""
    left = view.stock_ii + view.stock_iii
    end = "The game ends when stock and pyramid are empty"
    lines = [("", f"{end}.")]
    if len(view.seats) > 1:
        began = "You" if view.viewer == STARTER else names[STARTER]
        lines = [("", f"{end} and all have had the same number of turns."), ("", f"{began} began.")]
    return Page(
        "Stock",
        "starter",
        f"{plural(left, 'card')} left",
        (
            ("level II", plural(view.stock_ii, "card") + ", which come first"),
            ("level III", plural(view.stock_iii, "card")),
            ("", ""),
            *lines,
        ),
    )
