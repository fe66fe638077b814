"""What all custom cards together must satisfy so that the rules work: each box contains what its rulebook lists."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.valley.catalogue.card import AXE, STARTER, UNIQUE, Card, Part
from engine.valley.custom.card_reader import CardFault, CardOfEdition
from engine.valley.parts.awaken import Awaken
from engine.valley.parts.deck import ExecuteIt, Repeat
from engine.valley.parts.opponents import OpponentPart

SET_SIZES: Final = (3, 4, 5, 6, 7)
CARDS_PER_LEVEL: Final = {2: 29, 3: 27}  # number of cards of each level in a box
STARTERS_PER_SEAT: Final = 10  # starter cards for each player
SEATS_PER_BOX: Final = 4  # number of players for whom a box has starters
MAX_EXECUTING_CARDS: Final = 6  # copies of cards that execute the actions of other cards
EXECUTING_PARTS: Final = (ExecuteIt, Awaken, Repeat)
MAX_AXES: Final = 6  # copies of cards with the reaction of an Axe; an Axe discarded for an Axe triggers in turn


def check_catalogue(
    starters: Sequence[Card], by_edition: Mapping[str, Sequence[Card]], report: Callable[[CardFault], None]
) -> None:
    """Report all faults of the catalogue as a whole. `by_edition` has the cards without the starters."""
    all_cards = [*starters, *[card for cards in by_edition.values() for card in cards]]
    name_counts = Counter([card.name.casefold() for card in all_cards])
    for card in all_cards:
        if name_counts.pop(card.name.casefold(), 1) > 1:
            report(CardFault(card.name, "name", "two cards have this name"))
    check_starters(starters, report)
    for edition, cards in by_edition.items():
        check_edition(edition, cards, report)
    editions_per_set = Counter(
        [name for cards in by_edition.values() for name in {card.set for card in cards if card.is_set_card}]
    )
    for name, count in editions_per_set.items():
        if count > 1:
            report(CardFault("", f"set {name}", "is in both games; give one of the two sets another name"))
    executing = sum([card.copies for card in all_cards if any(part_executes_cards(part) for part in card.action)])
    if executing > MAX_EXECUTING_CARDS:
        report(
            CardFault(
                "",
                "action",
                f"{executing} cards execute actions of others; with more than {MAX_EXECUTING_CARDS} an action might not end",
            )
        )
    axes = sum([card.copies for card in all_cards if card.reaction == AXE])
    if axes > MAX_AXES:
        reason = f"{axes} cards react as an axe; with more than {MAX_AXES} the reactions might not end"
        report(CardFault("", "answers", reason))


def part_executes_cards(part: Part[Any]) -> bool:
    """Whether the part executes the action of another card, or lets others do so."""
    return isinstance(part, EXECUTING_PARTS) or (
        isinstance(part, OpponentPart) and any(part_executes_cards(inner) for inner in part.then)
    )


def check_starters(starters: Sequence[Card], report: Callable[[CardFault], None]) -> None:
    """Report starters that are not of level 1 or cost something, and numbers of copies that do not give each of four players ten
    starters."""
    for card in starters:
        if card.level != 1:
            report(CardFault(card.name, "level", "a starter card is of level 1"))
        if card.cost:
            report(CardFault(card.name, "cost", "a starter card costs 0: nobody buys it"))
        if card.copies % SEATS_PER_BOX:
            reason = (
                f"{card.copies} cannot be dealt evenly to {SEATS_PER_BOX} players: use a multiple of {SEATS_PER_BOX}"
            )
            report(CardFault(card.name, "copies", reason))
    total = sum([card.copies for card in starters])
    if total != STARTERS_PER_SEAT * SEATS_PER_BOX:
        report(
            CardFault(
                "",
                "copies",
                f"there are {STARTERS_PER_SEAT * SEATS_PER_BOX} starter cards, "
                f"{STARTERS_PER_SEAT} for each of {SEATS_PER_BOX} players, not {total}",
            )
        )


def check_edition(edition: str, cards: Sequence[Card], report: Callable[[CardFault], None]) -> None:
    """Report what differs from an edition: five sets of 3 to 7 kinds with two copies of each, six unique artifacts, and
    `CARDS_PER_LEVEL` cards of each level. `cards` are its cards without the starters."""
    for card in cards:
        if card.level == 1:
            report(CardFault(card.name, "level", "is 2 or 3; level 1 is for starter cards"))
        if not card.cost:
            report(CardFault(card.name, "cost", "only starter cards cost nothing"))
        is_unique = card.set == UNIQUE
        if card.copies != (1 if is_unique else 2):
            reason = "a unique artifact has 1" if is_unique else "a card of a set has 2"
            report(CardFault(card.name, "copies", reason))
        if card.is_set_card and card.vp:
            report(
                CardFault(card.name, "vp", "the cards of a set count by the square of their kinds, not for themselves")
            )
    sizes = Counter([card.set for card in cards if card.is_set_card])
    if sorted(sizes.values()) != sorted(SET_SIZES):
        found = ", ".join([f"{name} {size}" for name, size in sizes.items()]) or "none"
        report(CardFault("", f"set ({edition})", f"there are five sets, of 3, 4, 5, 6 and 7 kinds; found: {found}"))
    uniques = [card for card in cards if card.set == UNIQUE]
    if len(uniques) != 6:
        report(CardFault("", f"set ({edition})", f"there are six unique artifacts, not {len(uniques)}"))
    for level, count in CARDS_PER_LEVEL.items():
        total = sum([card.copies for card in cards if card.level == level])
        if total != count:
            report(CardFault("", f"level ({edition})", f"{count} cards are of level {level}, not {total}"))


def split_starters(cards: Sequence[CardOfEdition], editions: Sequence[str]) -> tuple[list[Card], dict[str, list[Card]]]:
    """The starters, and the other cards of each edition, in the order of `editions`."""
    starters = [card for _, card in cards if card.set == STARTER]
    pages = {name: [card for edition, card in cards if edition == name and card.set != STARTER] for name in editions}
    return starters, {name: page for name, page in pages.items() if page}
