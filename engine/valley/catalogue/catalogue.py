"""A catalogue of cards, as tables of numbers.

A *kind* is a card's place in its catalogue; equal cards are one kind. The rules read the tables (`gold[kind]`), menus and
screens read the `Card`.
"""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.arrays import i64, vec
from engine.core.errors import BadCatalogue
from engine.core.game import NOTHING
from engine.core.tasks import ProgramTable, Task
from engine.valley.catalogue.card import (
    AXE,
    CHECK_ANYWHERE,
    CHECK_IN_PLAY,
    CHECK_WITHOUT_CARD,
    COMMON_PROGRAMS,
    EXECUTES_NOTHING,
    GILDED_GOLD,
    NO_ACTION,
    STARTER,
    Card,
)
from engine.valley.catalogue.declarations import IN_HAND, IN_PLAY, bit_union
from engine.valley.catalogue.powers import AS_MANY_AS_DISCARDED, REPEATS_ACTION, USES_CARDS_IN_PLAY, PowerTable
from engine.valley.payments import PurseCache

CardsByEdition = Mapping[
    str, Sequence[Card]
]  # all editions have the same starters; those of the first edition are used


class Catalogue:
    """All kinds of one game, in rulebook order, as tables indexed by kind.

    `editions` is the edition of each kind; "" for a kind that all editions share. `custom_text` is the text of a custom
    catalogue; "" for the shipped cards. Raises BadCatalogue for two cards of one name, and for a number out of its bounds.
    """

    def __init__(self, cards: Sequence[Card], editions: Sequence[str] = (), custom_text: str = "") -> None:
        check_names_and_numbers(cards)
        n = len(cards)
        self.cards: Final = tuple(cards)
        self.editions: Final = tuple(editions) or ("",) * n
        self.custom_text: Final = custom_text
        self.programs: Final = ProgramTable(COMMON_PROGRAMS)
        self.kind_of: Final = {card.name: kind for kind, card in enumerate(cards)}
        self.written_places: Final = bit_union([part.writes() for card in cards for part in card.action])
        self.set_names: Final = tuple(dict.fromkeys(card.set for card in cards if card.is_set_card))
        self.set_number: Final = {name: number for number, name in enumerate(self.set_names)}
        self.set_sizes: Final = tuple(sum(card.set == name for card in cards) for name in self.set_names)
        self.gold: Final = vec[i64]([card.gold for card in cards])
        self.gilded_gold: Final = vec[i64]([GILDED_GOLD] * n)  # the gold of each card of a gilded hand
        self.cost: Final = vec[i64]([card.cost for card in cards])
        self.vp: Final = vec[i64]([0 if card.is_set_card else card.vp for card in cards])
        # The index in set_names; NOTHING for starters and uniques.
        self.set: Final = vec[i64]([self.set_number.get(card.set, NOTHING) for card in cards])
        self.is_starter: Final = vec[i64]([int(card.set == STARTER) for card in cards])  # 1 or 0, like `repeatable`
        self.repeatable: Final = vec[i64]([int(card.repeatable) for card in cards])
        self.reactions: Final = vec[i64]([card.reaction for card in cards])
        # The address of the program of its action; NOTHING if it has no action.
        self.action_address: Final = vec[i64]([NOTHING] * n)
        # The first part of its action, which decides whether it can be executed; a part that does nothing if it has none.
        self.first_part: Final = vec[Task[Any]]([Task[Any]() for _ in range(n)])
        # NO_ACTION, CHECK_ANYWHERE and so on.
        self.placement_for_check: Final = vec[i64](placements_for_check(cards))
        # The number of copies of cards with each reaction: OFFERING_TABLE, BOAT, MUMMIFIED_CAT and AXE.
        self.reaction_copies: Final = vec[i64](copies_by_reaction(cards))
        # EXECUTES_NOTHING, EXECUTES_FROM_TOMB or EXECUTES_AGAIN.
        self.execution_source: Final = vec[i64]([card.execution_source() for card in cards])
        self.copies: Final = vec[i64]([card.copies for card in cards])
        self.zone_layouts: Final[dict[int, vec[i64]]] = {}  # cache: first cell of each zone, by number of players
        # Cache: the cells of a table before the first draw, by number of players.
        self.initial_cells: Final[dict[int, vec[i64]]] = {}
        self.purse_cache: Final = PurseCache()
        self.face_cache: Final[list[Any]] = []  # of engine.valley.view: what views show of each kind,
        self.empty_set_cache: Final[list[Any]] = []  # and of each set in an empty tomb
        self._fingerprint = -1  # cache: -1 before the first call
        self.kinds_reading_opponents_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_top])
        self.kinds_reading_own_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_own_top])
        self.kinds_reusing_entombed: Final = vec[i64](
            [kind for kind, card in enumerate(cards) if card.reuses_entombed_cards()]
        )
        for kind, card in enumerate(cards):
            if card.action:
                self.action_address[kind] = self.programs.add_program(card.name, card.action[0])
                self.first_part[kind] = card.action[0]
        self.ranks: Final = vec[i64](ranks_in_three_orders(cards))
        self.power_table: Final = make_power_table(cards)
        # Whether overpaying can be useful.
        self.overpaying: Final = self.power_table.all_powers & USES_CARDS_IN_PLAY != 0
        # Whether it matters if a card whose action is repeated is in play.
        self.notes_executed_elsewhere: Final = self.overpaying and self.power_table.all_powers & REPEATS_ACTION != 0

    def __len__(self) -> int:
        return len(self.cards)

    def fingerprint(self) -> int:
        """A 32-bit number, made from all fields of the cards that affect play."""
        if self._fingerprint < 0:
            self._fingerprint = zlib.crc32("\n".join([card.fingerprint_text() for card in self.cards]).encode())
        return self._fingerprint


def check_names_and_numbers(cards: Sequence[Card]) -> None:
    """Raise BadCatalogue for two cards of one name, and for gold or a cost that the rules cannot handle."""
    if len({card.name for card in cards}) != len(cards):
        raise BadCatalogue("two cards have the same name")
    for card in cards:
        if not 1 <= card.gold <= 9 or not 0 <= card.cost <= 7:
            raise BadCatalogue(f"{card.name}: gold is between 1 and 9, cost between 0 and 7")


def placements_for_check(cards: Sequence[Card]) -> list[int]:
    """Where each card is put while its action is checked: NO_ACTION, CHECK_ANYWHERE, CHECK_WITHOUT_CARD or CHECK_IN_PLAY."""
    places_read = [bit_union([part.reads() for part in card.action]) for card in cards]
    some_read_play = any(
        places & IN_PLAY and card.execution_source() == EXECUTES_NOTHING
        for card, places in zip(cards, places_read, strict=True)
    )
    placements: list[int] = []
    for card, places in zip(cards, places_read, strict=True):
        if places & IN_PLAY and (some_read_play or card.execution_source() == EXECUTES_NOTHING):
            placements.append(CHECK_IN_PLAY)
        elif places & IN_HAND:
            placements.append(CHECK_WITHOUT_CARD)
        else:
            placements.append(CHECK_ANYWHERE if card.action else NO_ACTION)
    return placements


def copies_by_reaction(cards: Sequence[Card]) -> list[int]:
    """The number of copies of the cards with each reaction, up to AXE; 0 for the number 0, which is no reaction."""
    copies = [0] * (int(AXE) + 1)
    for card in cards:
        if card.reaction:
            copies[card.reaction] += card.copies
    return copies


def make_power_table(cards: Sequence[Card]) -> PowerTable:
    """What each card can do later in the turn. A card that executes the action of another one reaches at most as many cards as
    the best of those."""
    own_reach = [card.max_own_cards_reached() for card in cards if card.execution_source() == EXECUTES_NOTHING]
    max_reach = max([reach for reach in own_reach if reach < AS_MANY_AS_DISCARDED], default=0)
    return PowerTable(
        [card.powers() for card in cards],
        [card.max_own_cards_reached() if card.execution_source() == EXECUTES_NOTHING else max_reach for card in cards],
        [card.cost for card in cards],
        [card.copies * card.max_cards_each_opponent_gets() for card in cards],
    )


def ranks_in_three_orders(cards: Sequence[Card]) -> list[int]:
    """The rank of each card in three orders, one after the other, in which hidden cards are dealt to a hand: reactions first,
    then the most expensive cards; set cards last; starters last, the cheapest first. So a player is assumed to hold either all
    cards that could interfere with another player, or as few as possible of those that another player asks for."""
    reactions_first = [20 * card.reaction + card.cost for card in cards]
    set_cards_last = [19 - card.cost if card.is_set_card else 20 * (card.set == STARTER) for card in cards]
    starters_last = [0 if card.set == STARTER else 19 - card.cost for card in cards]
    return [*reactions_first, *set_cards_last, *starters_last]
