"""A catalogue of cards, as tables of numbers.

A *kind* is a card's place in its catalogue; equal cards are one kind. The rules read the tables (`gold[kind]`), people read
the `Card`.
"""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.arrays import i64, vec
from engine.core.errors import BadCatalogue
from engine.core.game import CURRENT_RULES, FIRST_RULES, NOTHING
from engine.core.tasks import ProgramTable, Task
from engine.valley.cards.card import (
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
    Part,
    bit_union,
)
from engine.valley.cards.part_spec import IN_HAND, IN_PLAY
from engine.valley.cards.powers import AS_MANY_AS_DISCARDED, USES_CARDS_IN_PLAY, PowerTable
from engine.valley.rules.payments import PurseCache

# By edition. The starters are the same in all editions; they are read from the first edition alone.
CardsByEdition = Mapping[str, Sequence[Card]]


class Catalogue:
    """All kinds of one game, in rulebook order, as tables indexed by kind.

    `editions` names for each kind the game that it comes from; "" for a kind that all games share. `custom_text` is the text of a
    custom catalogue; "" for the cards of Vok. `rules` is the rules number (see `engine.valley.rules.turn`). `deciding_parts`
    gives for each kind the parts that decide whether its action can be executed, if these are not the parts of the action itself.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        editions: Sequence[str] = (),
        custom_text: str = "",
        rules: int = CURRENT_RULES,
        deciding_parts: Sequence[Sequence[Part[Any]]] = (),
    ) -> None:
        n = len(cards)
        self.rules: Final[i64] = rules
        firsts = deciding_parts or [card.action for card in cards]
        self.cards: Final = tuple(cards)
        self.editions: Final = tuple(editions) or ("",) * n
        self.custom_text: Final = custom_text
        self.programs: Final = ProgramTable(COMMON_PROGRAMS)
        self.kind_of: Final = {card.name: kind for kind, card in enumerate(cards)}
        self.written_places: Final = bit_union([part.writes() for card in cards for part in card.action])
        self.set_names: Final = tuple(dict.fromkeys(card.set for card in cards if card.is_set_card))
        self.set_number: Final = {name: place for place, name in enumerate(self.set_names)}
        self.set_sizes: Final = tuple(sum(card.set == name for card in cards) for name in self.set_names)
        self.gold: Final = vec[i64]([0] * n)
        self.gilded_gold: Final = vec[i64]([GILDED_GOLD] * n)  # the gold of each card of a gilded hand
        self.cost: Final = vec[i64]([0] * n)
        self.vp: Final = vec[i64]([0] * n)
        self.set: Final = vec[i64]([0] * n)  # index in set_names; NOTHING for starters and uniques
        self.is_starter: Final = vec[i64]([0] * n)  # 1 or 0, like the next two
        self.repeatable: Final = vec[i64]([0] * n)
        self.reactions: Final = vec[i64]([0] * n)
        self.action: Final = vec[i64]([0] * n)  # the address of its program; NOTHING if it has none
        # The first part of its action, if it has one.
        self.first_part: Final = vec[Task[Any]]([Task[Any]() for _ in range(n)])
        self.check_placement: Final = vec[i64]([NO_ACTION] * n)  # where the card is put while its action is checked
        # The number of kinds with each reaction: OFFERING_TABLE, BOAT, MUMMIFIED_CAT and AXE. By rules 1, a player with several
        # was asked about one only.
        self.reaction_copies: Final = vec[i64]([0] * (AXE + 1))
        self.execution_source: Final = vec[i64]([0] * n)  # EXECUTES_NOTHING, EXECUTES_FROM_TOMB or EXECUTES_AGAIN
        self.copies: Final = vec[i64]([0] * n)
        self.zone_layouts: Final[dict[int, vec[i64]]] = {}  # cache: where the zones begin, by number of players
        # Cache: the cells of a table before the first draw, by number of players.
        self.initial_cells: Final[dict[int, vec[i64]]] = {}
        self.purse_cache: Final = PurseCache()
        self._fingerprint = -1  # cache: -1 until somebody asks
        self.kinds_reading_opponents_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_top])
        self.kinds_reading_own_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_own_top])
        self.kinds_reusing_entombed: Final = vec[i64](
            [kind for kind, card in enumerate(cards) if card.reuses_entombed_cards()]
        )
        for kind, card in enumerate(cards):
            self.action[kind] = NOTHING
            if card.action:
                self.action[kind] = self.programs.add_program(card.name, card.action[0])
                self.first_part[kind] = firsts[kind][0]
        plain = [card.max_own_cards_reached() for card in cards if card.execution_source() == EXECUTES_NOTHING]
        most = max(
            [digs for digs in plain if digs < AS_MANY_AS_DISCARDED], default=0
        )  # what another card may do once more
        self.ranks: Final = vec[i64](
            ranks_in_three_orders(cards)
        )  # the orders in which hidden cards are put into a hand
        self.power_table: Final = PowerTable(
            [card.powers() for card in cards],
            [card.max_own_cards_reached() if card.execution_source() == EXECUTES_NOTHING else most for card in cards],
            [card.cost for card in cards],
            [card.copies * card.max_cards_each_opponent_gets() for card in cards],
        )
        # Whether overpaying may have a use. By rules 1, nobody could overpay.
        self.overpaying: Final = self.power_table.all_powers & USES_CARDS_IN_PLAY != 0 and rules > FIRST_RULES
        looks = [bit_union([part.reads() for part in parts]) for parts in firsts]  # where each looks to answer that
        some_read_play = any(
            looks[kind] & IN_PLAY and card.execution_source() == EXECUTES_NOTHING for kind, card in enumerate(cards)
        )
        if len(self.kind_of) != n:
            raise BadCatalogue("two cards have the same name")
        for kind, card in enumerate(cards):
            if not 1 <= card.gold <= 9 or not 0 <= card.cost <= 7:
                raise BadCatalogue(f"{card.name}: gold lies between 1 and 9, cost between 0 and 7")
            self.gold[kind] = card.gold
            self.cost[kind] = card.cost
            self.vp[kind] = 0 if card.is_set_card else card.vp
            self.set[kind] = self.set_names.index(card.set) if card.is_set_card else NOTHING
            self.is_starter[kind] = 1 if card.set == STARTER else 0
            self.repeatable[kind] = 1 if card.repeatable else 0
            self.reactions[kind] = card.reaction
            if card.reaction and rules > FIRST_RULES:
                self.reaction_copies[card.reaction] += card.copies
            places_read = looks[kind]
            executes = card.execution_source()
            if card.action:
                self.check_placement[kind] = CHECK_ANYWHERE
            if places_read & IN_PLAY and (executes == EXECUTES_NOTHING or some_read_play):
                self.check_placement[kind] = CHECK_IN_PLAY
            elif places_read & IN_HAND:
                self.check_placement[kind] = CHECK_WITHOUT_CARD
            self.execution_source[kind] = executes
            self.copies[kind] = card.copies

    def __len__(self) -> int:
        return len(self.cards)

    def fingerprint(self) -> int:
        """A 32-bit number that differs if a number, a set or an action of a card differs."""
        if self._fingerprint < 0:
            self._fingerprint = zlib.crc32("\n".join([card.fingerprint_text() for card in self.cards]).encode())
        return self._fingerprint


def ranks_in_three_orders(cards: Sequence[Card]) -> list[int]:
    """The rank of each card in three orders, one after the other: reactions first, then the costliest; set cards last; starters
    last, the cheapest first. With these orders a player is supposed to hold all cards that could get in another's way, or as few
    as possible of those that another asks for."""
    reactions_first = [20 * card.reaction + card.cost for card in cards]
    set_cards_last = [19 - card.cost if card.is_set_card else 20 * (card.set == STARTER) for card in cards]
    starters_last = [0 if card.set == STARTER else 19 - card.cost for card in cards]
    return [*reactions_first, *set_cards_last, *starters_last]
