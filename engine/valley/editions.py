"""Which cards a game is played with: a value that follows from the edition, what was chosen in it, the seed and the cards of
the house.

A *page* is one game's cards in rulebook order: those of 2014 ("base") and those of 2015 ("afterlife"). An edition says which
pages lie on the table and for how many players. Where an edition mixes them, each set size is played with the set of one
page, and the unique artifacts are those of one page or drawn by lot from all.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.core.errors import BadCatalogue, BadSetup
from engine.core.luck import key
from engine.core.rules import FIRST_RULES, RULES, Setup
from engine.valley.card import STARTER, UNIQUE, Card, Catalogue, Part
from engine.valley.cards import afterlife, base
from engine.valley.house import read
from engine.valley.vocabulary import again

BASE: Final = "base"
AFTERLIFE: Final = "afterlife"
MIXED: Final = "mixed"
BOTH: Final = "both"
SOLITAIRE: Final = "solitaire"
LOT: Final = "lot"
SIZES: Final = (3, 4, 5, 6, 7)  # kinds in a set; the choices of a mixed game are asked in this order, the uniques last
SETS_LOT: Final = 0x53455453  # the names of these lots among all that a seed decides
UNIQUES_LOT: Final = 0x554E4951

Pages = Mapping[
    str, Sequence[Card]
]  # by edition; the starters, which the games share, are read on the first page alone


class Edition(NamedTuple):
    """A way to play. `choice` is what its sets are where nothing was chosen: a page, or LOT; "" where nothing is to choose."""

    name: str
    least: int
    most: int
    choice: str
    line: str


EDITIONS: Final = {
    edition.name: edition
    for edition in (
        Edition(BASE, 2, 4, "", "Valley of the Kings, the game of 2014"),
        Edition(AFTERLIFE, 2, 4, "", "Afterlife, the game of 2015"),
        Edition(MIXED, 2, 6, LOT, "each set from one of the two games, by choice or by lot"),
        Edition(BOTH, 5, 6, "", "all cards of both games, for a large table"),
        Edition(SOLITAIRE, 1, 1, AFTERLIFE, "alone against the robbers, for a record of your own"),
    )
}
COUNTS: Final = "base and afterlife are for 2 to 4 players, mixed for 2 to 6, both for 5 or 6, solitaire for one"
PAGES: Final[Pages] = {BASE: base.CARDS, AFTERLIFE: afterlife.CARDS}


def check(setup: Setup) -> Edition:
    """The edition of a setup. Raises BadSetup for one that is unknown, for a number of players that it is not for, and for
    choices that it does not leave."""
    edition = EDITIONS.get(setup.edition)
    if edition is None:
        raise BadSetup(f"no edition is called {setup.edition[:40]!r}; there are {', '.join(EDITIONS)}")
    if not edition.least <= setup.players <= edition.most:
        raise BadSetup(f"{edition.name} cannot be played by {setup.players}: {COUNTS}")
    if canonical(edition.name, setup.choices) != setup.choices:
        raise BadSetup(
            f"{edition.name} with {', '.join(setup.choices)[:60]!r}: that is not how choices are written down"
        )
    return edition


def canonical(edition: str, words: Sequence[str]) -> tuple[str, ...]:
    """The choices of an edition as a setup holds them: none, or one for each set size and one for the uniques, each "base",
    "afterlife" or "lot". One word stands for all six, five leave the uniques to the lot. Raises BadSetup."""
    if not words:
        return ()
    if not EDITIONS[edition].choice:
        raise BadSetup(f"in the edition {edition} the sets are given; {MIXED} and {SOLITAIRE} let you choose them")
    for word in words:
        if word not in (BASE, AFTERLIFE, LOT):
            raise BadSetup(f"a set comes from {BASE}, from {AFTERLIFE} or by {LOT}, not {word[:40]!r}")
    if len(words) == 1:
        return tuple(words) * (len(SIZES) + 1)
    if len(words) == len(SIZES):
        return (*words, LOT)
    if len(words) == len(SIZES) + 1:
        return tuple(words)
    raise BadSetup(
        f"choose once for all, or for the sets of {', '.join(map(str, SIZES))} and then for the unique artifacts; "
        f"that is 1, {len(SIZES)} or {len(SIZES) + 1} words, not {len(words)}"
    )


def catalogue_of(setup: Setup) -> Catalogue:
    """The cards that a setup is played with. Raises BadSetup or BadCatalogue."""
    edition = check(setup)
    if edition.name in (BASE, AFTERLIFE):
        return all_of((edition.name,), setup.cards, setup.rules)
    if edition.name == BOTH:
        return all_of((BASE, AFTERLIFE), setup.cards, setup.rules)
    choices = setup.choices or (edition.choice,) * (len(SIZES) + 1)
    sets = [
        page_by_lot(setup.seed, size) if choice == LOT else choice for size, choice in zip(SIZES, choices, strict=False)
    ]
    return mixed(pages_of(setup.cards, (*sets, choices[-1])), sets, choices[-1], setup)


def pages_of(house: str, wanted: Sequence[str] = ()) -> Pages:
    """The pages of the house, or those that come with Vok. Raises BadCatalogue if one that is wanted is not there."""
    pages = read(house) if house else PAGES
    for name in wanted:
        for page in (BASE, AFTERLIFE) if name == LOT else (name,):
            if page not in pages:
                raise BadCatalogue(
                    f"the cards of the house are those of {' and '.join(pages)}; {page} is not among them"
                )
    return pages


def all_of(names: tuple[str, ...], house: str, rules: int = RULES) -> Catalogue:
    """All cards of these pages, of the house if it has cards of its own."""
    return whole(pages_of(house, names), names, house, rules) if house else shipped(*names, rules=rules)


@lru_cache(8)
def shipped(*names: str, rules: int = RULES) -> Catalogue:
    """All cards of these pages as they come with Vok."""
    return whole(PAGES, names, "", rules)


def page_by_lot(seed: int, size: int) -> str:
    """The page that the sets of this size come from if the seed decides."""
    return (BASE, AFTERLIFE)[key(seed, SETS_LOT, size) % 2]


def mixed(pages: Pages, sets: Sequence[str], uniques: str, setup: Setup) -> Catalogue:
    """For each set size the set of the page named, and the uniques of a page or by lot."""
    names = [name_of_set(pages[page], size) for size, page in zip(SIZES, sets, strict=True)]
    if uniques == LOT:
        artifacts = uniques_by_lot(pages, setup.seed)
    else:
        artifacts = [card.name for card in pages[uniques] if card.set == UNIQUE]
    return composed(pages, names, artifacts, setup.cards, setup.rules)


def name_of_set(page: Sequence[Card], size: int) -> str:
    """The set of a page that has so many kinds."""
    for card in page:
        if card.is_set_card and sum([other.set == card.set for other in page]) == size:
            return card.set
    raise BadSetup(f"there is no set of {size}")


def uniques_by_lot(pages: Pages, seed: int) -> list[str]:
    """Six unique artifacts of all, half of them of level II and half of level III, as in each game."""
    drawn: list[str] = []
    for level in (2, 3):
        names = [card.name for page in pages.values() for card in page if card.set == UNIQUE and card.level == level]
        lots = sorted([(key(seed, UNIQUES_LOT, level, place), name) for place, name in enumerate(names)])
        drawn += [name for _, name in lots[: len(names) // len(pages)]]
    return drawn


def whole(pages: Pages, names: Sequence[str], house: str, rules: int) -> Catalogue:
    """All cards of the pages named."""
    cards = [card for name in names for card in pages[name]]
    sets = list(dict.fromkeys([card.set for card in cards if card.is_set_card]))
    return composed(pages, sets, [card.name for card in cards if card.set == UNIQUE], house, rules)


def composed(
    pages: Pages, sets: Sequence[str], uniques: Sequence[str], house: str = "", rules: int = RULES
) -> Catalogue:
    """The starters, these sets, the smaller ones first, and these unique artifacts, otherwise in the order of the pages."""
    every = [(page, card) for page, cards in pages.items() for card in cards]
    starters = [("", card) for card in next(iter(pages.values())) if card.set == STARTER]
    members = [(page, card) for page, card in every if card.is_set_card and card.set in sets]
    sizes = {name: sum([card.set == name for _, card in members]) for name in sets}
    members.sort(key=lambda member: sizes[member[1].set])
    artifacts = [(page, card) for page, card in every if card.set == UNIQUE and card.name in uniques]
    chosen = [*starters, *members, *artifacts]
    cards = [card for _, card in chosen]
    openings = loose(cards) if house and rules == FIRST_RULES else []
    return Catalogue(cards, [page for page, _ in chosen], house, rules, openings)


def loose(cards: Sequence[Card]) -> list[list[Part[Any]]]:
    """Their actions as parts that know nothing of one another. By the first rules, whether an action of the house may be
    executed was asked of its first part alone."""
    return [[again(part) for part in card.action] for card in cards]
