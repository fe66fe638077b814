"""What the cards of a house must come to together, for the rules to hold: the box of each game as its rulebook counts it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.valley.card import AXE, STARTER, UNIQUE, Card, Part
from engine.valley.house.fields import Fault, is_set
from engine.valley.parts import Awaken, ExecuteIt, Repeat
from engine.valley.parts.opponents import ByOthers

SIZES: Final = (3, 4, 5, 6, 7)
LEVELS: Final = {2: 29, 3: 27}  # cards of each level in a box
HAND: Final = 10  # starter cards of a player
SERVED: Final = 4  # players whom the starters of a box serve
NESTING: Final = 6  # cards that carry out the actions of others
REACHING: Final = (ExecuteIt, Awaken, Repeat)
CHAINED: Final = 6  # cards of which one may bring about the next, as an Axe that is discarded for an Axe does


def check(starters: Sequence[Card], pages: Mapping[str, Sequence[Card]], say: Callable[[Fault], None]) -> None:
    """Say all that does not fit."""
    everything = [*starters, *[card for page in pages.values() for card in page]]
    doubles = Counter([card.name.casefold() for card in everything])
    for card in everything:
        if doubles.pop(card.name.casefold(), 1) > 1:
            say(Fault(card.name, "name", "two cards have it"))
    check_starters(starters, say)
    for edition, page in pages.items():
        check_page(edition, page, say)
    of = Counter([name for page in pages.values() for name in {card.set for card in page if is_set(card)}])
    for name, many in of.items():
        if many > 1:
            say(Fault("", f"set {name}", "belongs to both games; give one of them another name"))
    nesting = sum([card.copies for card in everything if any(reaches(part) for part in card.action)])
    if nesting > NESTING:
        say(
            Fault("", "action", f"{nesting} cards carry out the action of another; more than {NESTING} could never end")
        )
    axes = sum([card.copies for card in everything if card.answers == AXE])
    if axes > CHAINED:
        say(Fault("", "answers", f"{axes} cards answer as an axe does; more than {CHAINED} could never end"))


def reaches(part: Part[Any]) -> bool:
    """Whether it, or a part that others carry out by it, carries out the action of another card."""
    return isinstance(part, REACHING) or (isinstance(part, ByOthers) and any(reaches(inner) for inner in part.then))


def check_starters(starters: Sequence[Card], say: Callable[[Fault], None]) -> None:
    """Level I, without cost, ten for each of four players."""
    for card in starters:
        if card.level != 1:
            say(Fault(card.name, "level", "a starter card is of level 1"))
        if card.cost:
            say(Fault(card.name, "cost", "a starter card costs 0: nobody buys it"))
        if card.copies % SERVED:
            what = f"{card.copies} cannot be dealt evenly to {SERVED} players: give a multiple of {SERVED}"
            say(Fault(card.name, "copies", what))
    total = sum([card.copies for card in starters])
    if total != HAND * SERVED:
        say(
            Fault(
                "",
                "copies",
                f"there are {HAND * SERVED} starter cards, {HAND} for each of {SERVED} players, not {total}",
            )
        )


def check_page(edition: str, page: Sequence[Card], say: Callable[[Fault], None]) -> None:
    """Five sets of 3 to 7 kinds, two copies of each, and six unique artifacts; so many cards of level II and of level III."""
    for card in page:
        if card.level == 1:
            say(Fault(card.name, "level", "is 2 or 3; level 1 is for starter cards"))
        if not card.cost:
            say(Fault(card.name, "cost", "only starter cards cost nothing"))
        wanted = 1 if card.set == UNIQUE else 2
        if card.copies != wanted:
            say(Fault(card.name, "copies", f"{'a unique artifact' if wanted == 1 else 'a card of a set'} has {wanted}"))
        if is_set(card) and card.vp:
            say(Fault(card.name, "vp", "the cards of a set count by the square of their kinds, not for themselves"))
    sizes = Counter([card.set for card in page if is_set(card)])
    if sorted(sizes.values()) != sorted(SIZES):
        found = ", ".join([f"{name} {size}" for name, size in sizes.items()]) or "none"
        say(Fault("", f"set ({edition})", f"there are five sets, of 3, 4, 5, 6 and 7 kinds; found: {found}"))
    uniques = [card for card in page if card.set == UNIQUE]
    if len(uniques) != 6:
        say(Fault("", f"set ({edition})", f"there are six unique artifacts, not {len(uniques)}"))
    for level, many in LEVELS.items():
        total = sum([card.copies for card in page if card.level == level])
        if total != many:
            say(Fault("", f"level ({edition})", f"{many} cards are of level {level}, not {total}"))


def starters_and_pages(
    found: Sequence[tuple[str, Card]], editions: Sequence[str]
) -> tuple[list[Card], dict[str, list[Card]]]:
    """The cards by page, in the order of the editions, without the starters."""
    starters = [card for _, card in found if card.set == STARTER]
    pages = {name: [card for edition, card in found if edition == name and card.set != STARTER] for name in editions}
    return starters, {name: page for name, page in pages.items() if page}
