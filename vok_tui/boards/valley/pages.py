"""Pages of the reader about a card or a set, where its copies are, and what a deck is composed of.

Players know which cards are in their deck, because every card came there openly. They do not know the order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.core.wording import plural
from engine.valley.catalogue.card import Card
from engine.valley.rules.discards import HAND_SIZE
from engine.valley.view import Face, SeatView, View
from vok_tui.boards.valley.answers import BRIEF_NAMES, counted_names, face_at, why_not
from vok_tui.boards.valley.names import (
    CARD_TYPES,
    FIRST_SEAT,
    ROMAN_LEVELS,
    brief_name,
    ink_of_set,
    level_in_full,
    owner_text,
)
from vok_tui.boards.valley.signs import sign_of_set
from vok_tui.painting.grid import Brush, Ink, Target
from vok_tui.panes.overlay import Overlay, paint_scrolled_lines
from vok_tui.panes.scene import Board, Page, Scene, ScrollPosition

NAME_COLUMNS: Final = 28
InkedLine = tuple[str, Ink]


def composition_obstacle(scene: Scene) -> str:
    """Why the deck cannot be shown; "" if it can."""
    view: View = scene.view
    return scene.covered_reason or ("" if view.viewer >= 0 else "Only a player knows what a deck holds.")


class HandGold(NamedTuple):
    """The minimum, average and maximum gold that a hand can have."""

    minimum: int
    average: float
    maximum: int


def gold_of_next_hand(seat: SeatView) -> HandGold:
    """The minimum, average and maximum gold of the next hand, by the gold that is printed on the cards. The known top cards of
    the deck are drawn first. If the deck has too few cards, all of it is drawn, and the rest comes from all other cards,
    shuffled."""
    certain = [face.gold for face in reversed(seat.deck_top)][:HAND_SIZE]
    possible = sorted([face.gold for face in (Counter(seat.deck) - Counter(seat.deck_top)).elements()])
    if len(certain) + len(possible) < HAND_SIZE:
        certain += possible
        hand = [card.face for card in seat.hand]
        possible = sorted([face.gold for face in (*seat.sorted_discard, *hand, *seat.in_play)])
    certain_gold = sum(certain)
    count = min(HAND_SIZE - len(certain), len(possible))
    if count <= 0:
        return HandGold(certain_gold, float(certain_gold), certain_gold)
    average = certain_gold + count * sum(possible) / len(possible)
    return HandGold(
        certain_gold + sum(possible[:count]), average, certain_gold + sum(possible[len(possible) - count :])
    )


def composition_lines(scene: Scene) -> list[InkedLine]:
    """The gold of the next hand, then the cards of the deck and of the discard pile, those with the most gold first."""
    view: View = scene.view
    mine = view.mine
    gold = gold_of_next_hand(mine)
    heading: Ink = ("lapis", "bold")
    lines: list[InkedLine] = [
        (f"Your next hand: {gold.average:.1f} gold on average", heading),
        (f"worst {gold.minimum}, best {gold.maximum}", ("gold",)),
    ]
    if len(mine.deck) < HAND_SIZE:
        lines.append(("Then all that is not in the deck is shuffled.", ("sand",)))
    lines += [("", ()), (f"Still to come: {plural(len(mine.deck), 'card')} in your deck", heading)]
    if mine.deck_top:
        lines.append((f"next: {', '.join([face.name for face in reversed(mine.deck_top)])}", ("gold",)))
    lines += card_lines(scene, mine.deck)
    lines += [("", ()), (f"Your discard pile: {plural(len(mine.sorted_discard), 'card')}", heading)]
    return lines + card_lines(scene, mine.sorted_discard)


def card_lines(scene: Scene, faces: Sequence[Face]) -> list[InkedLine]:
    """A line for each card: its number of copies, the sign of its set, its name and its gold."""
    counts = Counter(faces)
    return [
        (
            f"{counts[face]:>2} {sign_of_set(scene.signs, face.set)} {face.name:<{NAME_COLUMNS}}{face.gold} gold",
            (ink_of_set(face.set),),
        )
        for face in sorted(counts, key=lambda face: (-face.gold, face.kind))
    ]


def paint_composition(brush: Brush, scene: Scene, board: Board) -> ScrollPosition:
    """Paint the composition of the viewer's deck."""
    del board
    return paint_scrolled_lines(brush, scene, composition_lines(scene))


COMPOSITION: Final = Overlay(
    "composition",
    "i",
    "Deck",
    "your deck: the gold of the next hand, the cards still to come, the discard pile",
    paint=paint_composition,
    obstacle=composition_obstacle,
)

NOT_SEEN: Final = "not seen"
PYRAMID: Final = "pyramid"
OWN_PLACES: Final = frozenset({"your hand", "your deck", "your pile", "looked at"})
"""The places of the viewer's own cards that are not in the tomb yet."""
MISSING_TARGET: Final = Target("missing", 0)  # the list of missing kinds on a large table
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


NUMBERS: Final = ("gold", "cost")  # of a card, which are what no public source prints of most
RECONSTRUCTED_NOTE: Final = "Most numbers of these cards are reconstructed, because no public source prints them."
EDITION_SUFFIX: Final = {"base": ", Valley of the Kings", "afterlife": ", Afterlife"}


def pages_about(
    view: View, target: Target, names: Sequence[str], levels: Sequence[str], cards: Mapping[int, Card]
) -> list[Page]:
    """The pages about a target; none if there is nothing to show."""
    if target.area == "seat":
        seat = view.seats[target.index]
        return [opponent_page(seat, names, levels), *(card_page(face, cards) for face in visible_faces(seat))]
    if target.area == "set":
        return pages_of_set(view, target.index, names, cards)
    if target.area == "pile":
        return [discard_page(view, names)]
    if target == MISSING_TARGET:
        return [missing_kinds_page(view, names, cards)]
    if target.area == "stock":
        return [stock_page(view, names, cards)]
    face = visible_or_printed_face(view, target, cards)
    obstacle = why_not(view, target, names) if target.area == "hand" else ""
    return [card_page(face, cards, obstacle)] if face is not None else []


def visible_or_printed_face(view: View, target: Target, cards: Mapping[int, Card]) -> Face | None:
    """The card at a target; the printed card for a target that is a kind; None if the target is not a card."""
    if target.area != "kind":
        return face_at(view, target)
    card = cards[target.index]
    tomb_set = next((tomb_set for tomb_set in view.seats[0].sets if tomb_set.name == card.set), None)
    size, edition = (tomb_set.size, tomb_set.edition) if tomb_set is not None else (0, "")
    return Face(target.index, card.name, card.set, size, card.level, card.gold, card.cost, card.vp, edition)


def card_page(face: Face, cards: Mapping[int, Card], obstacle: str = "") -> Page:
    """The page of a card at the table. What of it is reconstructed is on its page in the list of all cards. `obstacle` is why its
    action cannot be executed now."""
    card = cards[face.kind]
    card_type = CARD_TYPES.get(face.set) or f"{face.set}, a set of {face.set_size}"
    scores = f"{plural(card.vp, 'point')} in the tomb" if card.vp and not card.is_set_card else "counts in its set"
    return Page(
        card.name,
        ink_of_set(face.set),
        f"{card_type}, level {ROMAN_LEVELS[card.level]}{EDITION_SUFFIX.get(face.edition, '')}",
        (
            ("", f"gold {card.gold}, cost {card.cost}, {plural(card.copies, 'copy', 'copies')}, {scores}"),
            ("", ""),
            ("", card.text),
            *((("", ""), ("", f"{obstacle[:1].upper()}{obstacle[1:]}.")) if obstacle else ()),
        ),
    )


def pages_of_set(view: View, set_index: int, names: Sequence[str], cards: Mapping[int, Card]) -> list[Page]:
    """The pages of a set in your tomb: an overview that says where each missing kind is, then a page for each kind. The index
    after the last set is that of the starters and unique artifacts."""
    mine = view.mine
    if set_index >= len(mine.sets):
        text = counted_names(mine.other_artifacts, BRIEF_NAMES) or "none yet"
        page = Page("Starters and unique artifacts", "ash", f"In {owner_text(view, names, 'your')} tomb", (("", text),))
        return [page, *(card_page(face, cards) for face in dict.fromkeys(mine.other_artifacts))]
    tomb_set = mine.sets[set_index]
    kinds = sorted((*tomb_set.present, *tomb_set.missing), key=lambda face: face.kind)
    places_by_missing_face = {
        face: whereabouts_text(view, cards[face.kind], face.kind, names) for face in tomb_set.missing
    }
    lines = [
        (" ", f"{face.name}: {places_by_missing_face[face]}") if face in places_by_missing_face else ("x", face.name)
        for face in kinds
    ]
    others = [f"{names[seat.seat]} {seat.sets[set_index].distinct_kinds}" for seat in view.seats if seat != mine]
    lines.append(("", ""))
    if any(NOT_SEEN in places for places in places_by_missing_face.values()):
        lines.append(("", unseen_places_text(view)))
    points = f"{plural(tomb_set.points, 'point')}, {tomb_set.next_points} with the next"
    lines.append(("", f"{tomb_set.distinct_kinds} of {tomb_set.size} kinds: {points}."))
    if tomb_set.duplicate_count:
        lines.append(("", f"{plural(tomb_set.duplicate_count, 'double')}, worth nothing."))
    if others:
        lines.append(("", f"Others: {', '.join(others)}."))
    page = Page(
        tomb_set.name,
        ink_of_set(tomb_set.name),
        f"A set of {tomb_set.size}, x in {owner_text(view, names, 'your')} tomb",
        tuple(lines),
    )
    return [page, *(card_page(face, cards) for face in kinds)]


def missing_kinds_page(view: View, names: Sequence[str], cards: Mapping[int, Card]) -> Page:
    """The page of all kinds that your tomb misses and that are still available: where each is."""
    lines = []
    for tomb_set in view.mine.sets:
        faces = [face for face in tomb_set.missing if face.kind not in view.mine.unobtainable_kinds]
        places = [f"{brief_name(face)}: {whereabouts_text(view, cards[face.kind], face.kind, names)}" for face in faces]
        lines += [(tomb_set.name, f"{'; '.join(places)}.")] if places else []
    return Page("Missing kinds", "ash", "of your sets, still available", tuple(lines))


def visible_faces(seat: SeatView) -> list[Face]:
    """The visible cards of a player, each kind once: the top of the discard pile, known cards in hand, the tomb."""
    faces = [seat.discard_top] if seat.discard_top is not None else []
    faces += [*seat.known_hand, *(face for tomb_set in seat.sets for face in tomb_set.present), *seat.other_artifacts]
    return list(dict.fromkeys(faces))


def opponent_page(seat: SeatView, names: Sequence[str], levels: Sequence[str]) -> Page:
    """The page of an opponent: what everybody may know."""
    lines = [
        ("", f"{plural(seat.score, 'point')} with {plural(seat.tomb_count, 'card')} in the tomb."),
        (
            "hand",
            plural(seat.hand_count, "card")
            + (f", known: {counted_names(seat.known_hand, BRIEF_NAMES)}" if seat.known_hand else ""),
        ),
        ("deck", plural(seat.deck_count, "card")),
        ("pile", plural(seat.discard_count, "card") + (f", top {seat.discard_top.name}" if seat.discard_top else "")),
    ]
    for tomb_set in seat.sets:
        if tomb_set.distinct_kinds:
            doubles = f" and {plural(tomb_set.duplicate_count, 'double')}" if tomb_set.duplicate_count else ""
            lines.append((tomb_set.name, f"{counted_names(tomb_set.present, BRIEF_NAMES)}{doubles}: {tomb_set.points}"))
    if seat.other_artifacts:
        lines.append(("Others", counted_names(seat.other_artifacts, BRIEF_NAMES)))
    subtitle = f"Opponent: {level_in_full(levels[seat.seat])}" + (", began" if seat.seat == FIRST_SEAT else "")
    return Page(names[seat.seat], "ash", subtitle, tuple(lines))


def discard_page(view: View, names: Sequence[str]) -> Page:
    """The page of your own discard pile. The rulebook allows you to look through it while it is not your turn."""
    seat = view.mine
    if seat.discard:
        lines = [("", counted_names(seat.discard, BRIEF_NAMES))]
    elif seat.discard_count:
        top = f" On top: {seat.discard_top.name}." if seat.discard_top else ""
        rule = " It may be looked through while it is not your turn." if seat.seat == view.viewer else ""
        lines = [("", f"{plural(seat.discard_count, 'card')}.{top}{rule}")]
    else:
        lines = [("", "empty")]
    return Page(f"{owner_text(view, names)} discard pile", "ash", plural(seat.discard_count, "card"), tuple(lines))


def stock_page(view: View, names: Sequence[str], cards: Mapping[int, Card]) -> Page:
    """The page of the stock. It says once for the whole game that numbers are reconstructed, if they are."""
    stock_count = view.stock_ii + view.stock_iii
    end = "The game ends when stock and pyramid are empty"
    lines = [("", f"{end}.")]
    if len(view.seats) > 1:
        starter = "You" if view.viewer == FIRST_SEAT else names[FIRST_SEAT]
        lines = [("", f"{end} and all have had the same number of turns."), ("", f"{starter} began.")]
    return Page(
        "Stock",
        "ash",
        f"{plural(stock_count, 'card')} left",
        (
            ("level II", plural(view.stock_ii, "card") + ", which come first"),
            ("level III", plural(view.stock_iii, "card")),
            ("", ""),
            *lines,
            *([("", ""), ("", RECONSTRUCTED_NOTE)] if has_reconstructed_numbers(cards) else []),
        ),
    )


def has_reconstructed_numbers(cards: Mapping[int, Card]) -> bool:
    """Whether most cards have a number that no public source prints."""
    count = sum([any(field not in card.printed for field in NUMBERS) for card in cards.values()])
    return 2 * count > len(cards)
