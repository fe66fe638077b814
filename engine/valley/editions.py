"""The cards of a game. They follow from the edition, its choices, the seed and the custom cards.

There are two boxes, with the cards of 2014 ("base") and those of 2015 ("afterlife"). An edition says which cards are used, and by
how many players. If it mixes the boxes, the set of each size comes from one of them. The unique artifacts come from one box, or
are drawn by lot from both.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.core.arrays import i64
from engine.core.errors import BadCatalogue, BadSetup, quoted
from engine.core.game import Setup
from engine.core.luck import seeded_hash
from engine.core.setup import Edition, Option, check_choices
from engine.valley import afterlife_cards, base_cards
from engine.valley.catalogue.card import STARTER, UNIQUE, Card
from engine.valley.catalogue.catalogue import CardsByEdition, Catalogue
from engine.valley.custom import CardFault, read_catalogue
from engine.valley.custom.playability import find_unplayable_actions

BASE: Final = "base"
AFTERLIFE: Final = "afterlife"
MIXED: Final = "mixed"
BOTH: Final = "both"
SOLITAIRE: Final = "solitaire"
LOT: Final = "lot"
# The numbers of kinds in the sets. The choices of a mixed game are in this order, followed by that of the uniques.
SET_SIZES: Final = (3, 4, 5, 6, 7)
# The streams of random numbers from which sets and uniques are drawn.
SETS_STREAM: Final = 0x53455453
UNIQUES_STREAM: Final = 0x554E4951

SOURCES: Final = (LOT, BASE, AFTERLIFE)  # the possible sources of a set or of the unique artifacts


def source_options(default_source: str) -> tuple[Option, ...]:
    """The options of an edition that mixes the boxes: a source for each set size, and one for the unique artifacts."""
    sets = [
        Option(f"set-{size}", f"Set of {size}", SOURCES, default_source, f"where the set of {size} comes from")
        for size in SET_SIZES
    ]
    return (
        *sets,
        Option("uniques", "Unique artifacts", SOURCES, default_source, "where the unique artifacts come from"),
    )


EDITIONS: Final = {
    edition.name: edition
    for edition in (
        Edition(BASE, 2, 4, "Valley of the Kings, the game of 2014"),
        Edition(AFTERLIFE, 2, 4, "Afterlife, the game of 2015"),
        Edition(MIXED, 2, 6, "each set from one of the two games, by choice or by lot", source_options(LOT)),
        Edition(BOTH, 5, 6, "all cards of both games, for a large table"),
        Edition(SOLITAIRE, 1, 1, "alone against the robbers, to beat your own record", source_options(AFTERLIFE)),
    )
}
PLAYER_COUNTS_TEXT: Final = (
    "base and afterlife are for 2 to 4 players, mixed for 2 to 6, both for 5 or 6, solitaire for one"
)
SHIPPED_CARDS: Final[CardsByEdition] = {BASE: base_cards.CARDS, AFTERLIFE: afterlife_cards.CARDS}


def check_setup(setup: Setup) -> Edition:
    """The edition of a setup. Raises BadSetup if there is no such edition, or if it does not allow the number of
    players or the choices."""
    edition = EDITIONS.get(setup.edition)
    if edition is None:
        raise BadSetup(f"no edition is called {quoted(setup.edition)}; there are {', '.join(EDITIONS)}")
    if not edition.min_players <= setup.player_count <= edition.max_players:
        raise BadSetup(f"{edition.name} cannot be played by {setup.player_count}: {PLAYER_COUNTS_TEXT}")
    check_choices(edition, setup.choices)
    return edition


def choices_of_words(edition: str, choices: Sequence[str]) -> tuple[str, ...]:
    """The choices that a player names in words: none, or one for each set size and one for the uniques. Each is "base",
    "afterlife" or "lot". A single word is repeated for all six. After five words, "lot" is added for the uniques. Raises
    BadSetup."""
    if not choices:
        return ()
    if not EDITIONS[edition].options:
        raise BadSetup(f"the sets of the edition {edition} are fixed; {MIXED} and {SOLITAIRE} let you choose them")
    for choice in choices:
        if choice not in SOURCES:
            raise BadSetup(f"a set comes from {BASE}, from {AFTERLIFE} or by {LOT}, not {quoted(choice)}")
    if len(choices) == 1:
        return tuple(choices) * (len(SET_SIZES) + 1)
    if len(choices) == len(SET_SIZES):
        return (*choices, LOT)
    if len(choices) == len(SET_SIZES) + 1:
        return tuple(choices)
    raise BadSetup(
        f"give one word for all, or one for each set of {', '.join(map(str, SET_SIZES))} and then one for the unique "
        f"artifacts; that is 1, {len(SET_SIZES)} or {len(SET_SIZES) + 1} words, not {len(choices)}"
    )


def catalogue_of(setup: Setup) -> Catalogue:
    """The cards that a game with this setup uses. Raises BadSetup or BadCatalogue."""
    edition = check_setup(setup)
    if edition.name in (BASE, AFTERLIFE):
        return full_catalogue((edition.name,), setup.cards)
    if edition.name == BOTH:
        return full_catalogue((BASE, AFTERLIFE), setup.cards)
    *choices, uniques = edition.all_choices(setup.choices)
    sets = [
        edition_drawn_for_set(setup.seed, size) if choice == LOT else choice
        for size, choice in zip(SET_SIZES, choices, strict=True)
    ]
    return mixed_catalogue(custom_or_shipped_cards(setup.cards, (*sets, uniques)), sets, uniques, setup)


def custom_or_shipped_cards(custom_text: str, required_sources: Sequence[str] = ()) -> CardsByEdition:
    """The cards of `custom_text`, or the shipped cards if it is "", by edition. Each of the required sources is an
    edition, or LOT for both. Raises BadCatalogue if one of them is missing."""
    by_edition = read_catalogue(custom_text) if custom_text else SHIPPED_CARDS
    for source in required_sources:
        for edition in (BASE, AFTERLIFE) if source == LOT else (source,):
            if edition not in by_edition:
                raise BadCatalogue(
                    f"the custom cards are those of {' and '.join(by_edition)}; {edition} is not among them"
                )
    return by_edition


def full_catalogue(editions: tuple[str, ...], custom_text: str) -> Catalogue:
    """All cards of these editions: the custom cards, or the shipped cards if `custom_text` is ""."""
    return (
        catalogue_of_editions(custom_or_shipped_cards(custom_text, editions), editions, custom_text)
        if custom_text
        else shipped_catalogue(*editions)
    )


def check_playable(custom_text: str) -> None:
    """Raise BadCatalogue, with the first fault, for custom cards that could break a game: `find_unplayable_actions`. An action
    that a shipped card has too is not tried, so cards with other values take no time."""
    faults = _faults_in_play(custom_text)
    if faults:
        raise BadCatalogue(f"the custom cards cannot be played: {faults[0]}")


@lru_cache(8)
def _faults_in_play(custom_text: str) -> tuple[CardFault, ...]:
    """The faults of all custom cards together. Cached, because each game that is begun with them asks."""
    shipped = shipped_catalogue(BASE, AFTERLIFE)
    programs = {card.action[0].program_signature for card in shipped.cards if card.action}
    return tuple(find_unplayable_actions(full_catalogue(tuple(read_catalogue(custom_text)), custom_text), programs))


@lru_cache(16)
def shipped_catalogue(*editions: str) -> Catalogue:
    """All shipped cards of these editions. Cached."""
    return catalogue_of_editions(SHIPPED_CARDS, editions, "")


def edition_drawn_for_set(seed: i64, set_size: i64) -> str:
    """The box that the seed draws for the set of this size."""
    return (BASE, AFTERLIFE)[seeded_hash(seed, SETS_STREAM, set_size) % 2]


def mixed_catalogue(
    by_edition: CardsByEdition, set_sources: Sequence[str], uniques_source: str, setup: Setup
) -> Catalogue:
    """The starters, for each of SET_SIZES the set from the source at the same index, and the uniques of a box or drawn by lot."""
    set_names = [
        set_name_of_size(by_edition[source], size) for size, source in zip(SET_SIZES, set_sources, strict=True)
    ]
    if uniques_source == LOT:
        unique_names = random_unique_names(by_edition, setup.seed)
    else:
        unique_names = [card.name for card in by_edition[uniques_source] if card.set == UNIQUE]
    return compose_catalogue(by_edition, set_names, unique_names, setup.cards)


def set_name_of_size(cards: Sequence[Card], size: int) -> str:
    """The name of the set with this number of kinds. Raises BadSetup if there is none."""
    for card in cards:
        if card.is_set_card and sum([other.set == card.set for other in cards]) == size:
            return card.set
    raise BadSetup(f"there is no set of {size}")


def random_unique_names(by_edition: CardsByEdition, seed: int) -> list[str]:
    """The names of unique artifacts drawn from all boxes: of each level, as many as an average box has."""
    names_drawn: list[str] = []
    for level in (2, 3):
        names = [
            card.name for cards in by_edition.values() for card in cards if card.set == UNIQUE and card.level == level
        ]
        lots = sorted([(seeded_hash(seed, UNIQUES_STREAM, level, index), name) for index, name in enumerate(names)])
        names_drawn += [name for _, name in lots[: len(names) // len(by_edition)]]
    return names_drawn


def catalogue_of_editions(by_edition: CardsByEdition, editions: Sequence[str], parsed_custom_text: str) -> Catalogue:
    """All cards that `by_edition` has of these editions. `parsed_custom_text` is as for `compose_catalogue`."""
    cards = [card for edition in editions for card in by_edition[edition]]
    set_names = list(dict.fromkeys([card.set for card in cards if card.is_set_card]))
    unique_names = [card.name for card in cards if card.set == UNIQUE]
    return compose_catalogue(by_edition, set_names, unique_names, parsed_custom_text)


def compose_catalogue(
    by_edition: CardsByEdition,
    set_names: Sequence[str],
    unique_names: Sequence[str],
    parsed_custom_text: str = "",
) -> Catalogue:
    """The starters, these sets from the smallest to the largest, and these unique artifacts. Within each, the cards keep the
    order of their boxes. `parsed_custom_text` is the text that `by_edition` was read from, "" for the shipped cards; it is kept,
    not read again."""
    all_cards = [(edition, card) for edition, cards in by_edition.items() for card in cards]
    starters = [("", card) for card in next(iter(by_edition.values())) if card.set == STARTER]
    set_cards = [(edition, card) for edition, card in all_cards if card.is_set_card and card.set in set_names]
    sizes = {name: sum([card.set == name for _, card in set_cards]) for name in set_names}
    set_cards.sort(key=lambda set_card: sizes[set_card[1].set])
    uniques = [(edition, card) for edition, card in all_cards if card.set == UNIQUE and card.name in unique_names]
    chosen = [*starters, *set_cards, *uniques]
    return Catalogue([card for _, card in chosen], [edition for edition, _ in chosen], parsed_custom_text)
