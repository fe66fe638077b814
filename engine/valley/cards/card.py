"""What is printed on a card, and a catalogue of cards as tables of numbers.

A *kind* is a card's place in its catalogue; equal cards are one kind. The rules read the tables (`gold[kind]`), people read
the `Card`.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Final

from engine.core.arrays import i64, mypyc_attr, vec
from engine.core.errors import BadCatalogue
from engine.core.game import FIRST_RULES, NOTHING, RULES
from engine.core.tasks import T, Tape, Task, link_tasks
from engine.valley.cards.powers import (
    BRINGS_BACK,
    FROM_BONEYARD,
    GETS_TABLE_CARDS,
    MOST_DISCARDED,
    ONCE_MORE,
    OWN_PILE,
    PILES_OF_OTHERS,
    TAKES_OTHERS,
    TAKES_OWN,
    UNEARTHS,
    USES_PLAY,
    TurnPowers,
)
from engine.valley.rules.payments import PurseCache

STARTER: Final = "starter"
UNIQUE: Final = "unique"
PRINTABLE_FIELDS: Final = ("name", "set", "level", "copies", "gold", "cost", "vp", "action")

GILDED_GOLD: Final = 4  # what a gilded card is worth

# How a card answers what others do, without an action of its own.
OFFERING_TABLE: Final[i64] = 1  # shown against a discard or sacrifice that an opponent's action demands
BOAT: Final[i64] = 2  # sails after an opponent's purchase
MUMMIFIED_CAT: Final[i64] = 3  # snatches what an opponent sacrifices
AXE: Final[i64] = 4  # discarded as the result of an action, it makes all opponents discard

# Where a part looks before it can be carried out, and where it leaves things other than they were: bits of a sum.
IN_HAND: Final = 1  # what concerns the own cards is meant, unless it says otherwise
IN_DECK: Final = 2  # deck and discard pile: either may be drawn from
IN_PYRAMID: Final = 4
IN_TOMB: Final = 8
IN_BONEYARD: Final = 16
IN_STOCK: Final = 32
IN_PLAY: Final = 64  # cards in play, and which card is being executed
AT_OTHERS: Final = 128  # hands, decks and discard piles of opponents
BY_LUCK: Final = 256  # `it`, where luck decides which card that is
EVERYWHERE: Final = 511
NEEDS_ASIDE: Final = 512  # a place for cards set aside is needed
NEEDS_SIGHTS: Final = 1024  # one player learns something of another's hand


EXECUTES_NOTHING: Final[i64] = 0  # what an action may do with other actions
EXECUTES_ENTOMBED: Final[i64] = 1  # executes that of a card in the tomb
EXECUTES_AGAIN: Final[i64] = 2  # executes one that was executed this turn

# Where a card of the hand must be while it is asked whether its action could be carried out: in play by then.
NO_ACTION: Final[i64] = -1  # it has none
CHECK_ANYWHERE: Final[i64] = 0  # that does not matter to it
CHECK_WITHOUT_CARD: Final[i64] = 1
CHECK_IN_PLAY: Final[i64] = 2  # in play, and under way

COMMON_TAPE: Final = Tape()  # the programs of the rules themselves, with which the tape of every catalogue begins


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Task[T]):
    """One verb of a card text.

    `needs_trial` says that it may change what a part behind it looks at, so that no look at the table tells whether the rest can
    be carried out: it must be tried. `only_helps` says that what it changes there can only help: if the rest could be carried out
    as things stand, it can be behind this part too, and only otherwise it must be tried. `meets` says that it, or a part behind
    it, has to do with what other players hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.needs_trial = False
        self.only_helps = True
        self.meets = False

    def reads(self) -> int:
        """Where `possible` looks, a sum of the places above."""
        return EVERYWHERE

    def writes(self) -> int:
        """Where things may be other than before when this has been carried out, a sum of the places above."""
        return EVERYWHERE

    def adds_to(self) -> int:
        """Where cards may have come to those before, while none has gone: a part of what it changes."""
        return 0

    def gains_from(self) -> int:
        """Where a card more can do no harm to its being carried out: a part of what it minds."""
        return 0

    def meets_others(self) -> bool:
        """Whether it has to do with what other players hold, of which a part is hidden."""
        return (self.writes() | self.reads()) & AT_OTHERS != 0

    def executes(self) -> i64:
        """Whether it carries out other actions: PLAIN, AWAKENS or REPEATS."""
        return EXECUTES_NOTHING

    def brings_up_cards(self) -> bool:
        """Whether it brings a card up from the tomb, to be played again."""
        return False

    def cards_turned_up(self) -> int:
        """How many cards it may turn up from the own deck; ANY_CARD if it brings one into the hand from elsewhere."""
        return 0

    def uses_play(self) -> bool:
        """Whether it does something with other cards in play."""
        return False

    def gets_table_cards(self) -> bool:
        """Whether it takes a card of the table without paying for it, or makes that cheaper."""
        comes_from = IN_PYRAMID | IN_STOCK | IN_BONEYARD
        return self.writes() & comes_from != 0 and self.writes() & (IN_DECK | IN_HAND) != 0

    def takes_tops(self) -> int:
        """Off whose discard piles it may take the top card: a sum of OF_OTHERS and OF_ONESELF."""
        return 0

    def asked_zone(self) -> str:
        """Where the cards lie that it asks about, if they are those of the player asked: "hand", "pile", "tomb", "play" or
        "aside"; else ""."""
        return ""


def lay_program(name: str, *parts: Task[Any]) -> int:
    """Lay a program of the rules themselves, which belongs to every game; returns its address."""
    link_tasks(parts)
    return COMMON_TAPE.add_program(name, parts[0])


def lay_action(name: str, *parts: Part[Any]) -> int:
    """The same with parts of card texts."""
    return COMMON_TAPE.add_program(name, link_parts(parts))


def link_parts(parts: Sequence[Part[Any]]) -> Part[Any]:
    """The first of these parts, which make one action, each knowing what stands behind it. Raises BadCatalogue for a part that
    stands in another action already."""
    behind = 0
    strictly = 0  # where a card more might do harm
    met = False  # whether one has to do with what other players hold
    for i in range(len(parts) - 1, -1, -1):  # mypyc cannot read this tuple backwards
        part = parts[i]
        met = met or part.meets_others()
        if part.program_signature == "":
            part.meets = met
            part.needs_trial = part.writes() & behind != 0
            part.only_helps = part.writes() & behind & ~part.adds_to() == 0 and part.adds_to() & strictly == 0
        behind |= part.reads()
        strictly |= part.reads() & ~part.gains_from()
    link_tasks(parts)
    return parts[0]


class Card:
    """One kind of card. `set` is STARTER, UNIQUE or the name of a set; `vp` counts for the first two only.

    `printed` names the fields that stand in a rulebook or another public source; the others are reconstructed. `answers` is
    TABLE, BOAT, CAT or AXE for a reaction. `repeatable` is False for an action that no other card may repeat.
    `kinds_reading_top` says that its action looks at the top of an opponent's discard pile, `kinds_reading_own_top` at that of
    the own one.
    """

    def __init__(
        self,
        name: str,
        set: str,  # noqa: A002
        *,
        level: int,
        copies: int,
        gold: int,
        cost: int,
        text: str,
        action: tuple[Part[Any], ...] = (),
        vp: int = 0,
        answers: int = 0,
        repeatable: bool = True,
        minds_top: bool = False,
        minds_own_top: bool = False,
        printed: Sequence[str] = (),
    ) -> None:
        self.name: Final = name
        self.set: Final = set
        self.level: Final = level
        self.copies: Final = copies
        self.gold: Final = gold
        self.cost: Final = cost
        self.vp: Final = vp
        self.text: Final = text
        self.action: Final = action
        self.answers: Final = answers
        self.repeatable: Final = repeatable
        self.minds_top: Final = minds_top
        self.minds_own_top: Final = minds_own_top
        self.printed: Final = tuple(field for field in PRINTABLE_FIELDS if field in printed)
        unknown = [field for field in printed if field not in PRINTABLE_FIELDS]
        if unknown:
            raise BadCatalogue(f"{name}: no card has a field {unknown[0]!r}")
        if action:
            link_parts(action)

    def fingerprint_text(self) -> str:
        """All that a game with the card hangs on, in a line."""
        parts = " ".join([part.signature() for part in self.action])
        numbers = (self.level, self.copies, self.gold, self.cost, self.vp, self.answers, int(self.repeatable))
        return f"{self.name}|{self.set}|{numbers}|{parts}"

    @property
    def is_set_card(self) -> bool:
        """Anything other than a starter or a unique artifact."""
        return self.set not in (STARTER, UNIQUE)

    def prospects(self) -> int:
        """What it may do later in the turn: a sum of TAKES_OTHERS and the bits that follow it."""
        tops = self.takes_tops()
        found = (TAKES_OTHERS if tops & PILES_OF_OTHERS else 0) | (TAKES_OWN if tops & OWN_PILE else 0)
        found |= (USES_PLAY if self.uses_play() else 0) | (UNEARTHS if self.brings_up_cards() else 0)
        found |= (ONCE_MORE if self.executes() == EXECUTES_AGAIN else 0) | (BRINGS_BACK if self.returns() else 0)
        found |= GETS_TABLE_CARDS if any(part.gets_table_cards() for part in self.action) else 0
        return found | (FROM_BONEYARD if self.reads() & IN_BONEYARD else 0)

    def reads(self) -> int:
        """Where its parts look, all together."""
        return union_of([part.reads() for part in self.action])

    def executes(self) -> i64:
        """Whether it carries out other actions: PLAIN, AWAKENS or REPEATS."""
        return executed_by(self.action)

    def brings_up_cards(self) -> bool:
        """Whether it brings up cards from the tomb, or executes their actions there."""
        return self.executes() == EXECUTES_ENTOMBED or any(part.brings_up_cards() for part in self.action)

    def digs(self) -> int:
        """How many cards of the own deck it may turn up; ANY_CARD or more if it brings a card into the hand from elsewhere."""
        return sum([part.cards_turned_up() for part in self.action])

    def uses_play(self) -> bool:
        """Whether its action does something with other cards in play."""
        return any(part.uses_play() for part in self.action)

    def returns(self) -> bool:
        """Whether it brings a card in play back into the hand, to be played again."""
        return any(part.uses_play() and part.writes() & IN_HAND for part in self.action)

    def takes_tops(self) -> int:
        """Off whose discard piles it may take the top card: a sum of OF_OTHERS and OF_ONESELF."""
        told = (PILES_OF_OTHERS if self.minds_top else 0) | (OWN_PILE if self.minds_own_top else 0)
        return told | union_of([part.takes_tops() for part in self.action])


def executed_by(parts: Sequence[Part[Any]]) -> i64:
    """Whether one of several parts carries out other actions: PLAIN, AWAKENS or REPEATS."""
    return max([part.executes() for part in parts], default=EXECUTES_NOTHING)


def union_of(places: Sequence[int]) -> int:
    """All places of several sums."""
    found = 0
    for place in places:
        found |= place
    return found


def ranks_of(cards: Sequence[Card]) -> list[int]:
    """How early each card comes, in three orders one behind the other: reactions first, then the costliest; set cards last;
    starters last, the cheapest first. So a player holds all that could get in another's way, or as little as may be of what
    another asks for."""
    reactions_first = [20 * card.answers + card.cost for card in cards]
    set_cards_last = [19 - card.cost if card.is_set_card else 20 * (card.set == STARTER) for card in cards]
    starters_last = [0 if card.set == STARTER else 19 - card.cost for card in cards]
    return [*reactions_first, *set_cards_last, *starters_last]


class Catalogue:
    """All kinds of one game, in rulebook order, as tables indexed by kind.

    `editions` tells for each kind which game it comes from, "" for one that all games share. `custom_text` is the text of the
    players' own catalogue that the cards are taken from, "" for cards that come with Vok. `rules` is the number of the rules that
    they are played by (see `engine.valley.rules.turn`). `openings` gives for each kind what is asked in place of its action
    whether that may be executed.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        editions: Sequence[str] = (),
        custom_text: str = "",
        rules: int = RULES,
        openings: Sequence[Sequence[Part[Any]]] = (),
    ) -> None:
        n = len(cards)
        self.rules: Final[i64] = rules
        firsts = openings or [card.action for card in cards]
        self.cards: Final = tuple(cards)
        self.editions: Final = tuple(editions) or ("",) * n
        self.custom_text: Final = custom_text
        self.tape: Final = Tape(COMMON_TAPE)
        self.kind_of: Final = {card.name: kind for kind, card in enumerate(cards)}
        self.written_places: Final = union_of([part.writes() for card in cards for part in card.action])
        self.set_names: Final = tuple(dict.fromkeys(card.set for card in cards if card.is_set_card))
        self.set_number: Final = {name: place for place, name in enumerate(self.set_names)}
        self.set_sizes: Final = tuple(sum(card.set == name for card in cards) for name in self.set_names)
        self.gold: Final = vec[i64]([0] * n)
        self.gilded_gold: Final = vec[i64]([GILDED_GOLD] * n)  # the gold of a gilded hand
        self.cost: Final = vec[i64]([0] * n)
        self.vp: Final = vec[i64]([0] * n)
        self.set: Final = vec[i64]([0] * n)  # place in set_names; NOTHING for starters and uniques
        self.is_starter: Final = vec[i64]([0] * n)  # 1 or 0, as the next
        self.repeatable: Final = vec[i64]([0] * n)
        self.answers: Final = vec[i64]([0] * n)
        self.action: Final = vec[i64]([0] * n)  # the address of its program; NOTHING if it has none
        self.first_part: Final = vec[Task[Any]](
            [Task[Any]() for _ in range(n)]
        )  # the first part of its action, if it has one
        self.check_where: Final = vec[i64](
            [NO_ACTION] * n
        )  # where it must be for the question whether its action can be done
        # How many cards answer so, by TABLE, BOAT, CAT and AXE. By the first rules a player was asked about one of several alone.
        self.reacting: Final = vec[i64]([0] * (AXE + 1))
        self.executes: Final = vec[i64]([0] * n)  # PLAIN, AWAKENS or REPEATS
        self.copies: Final = vec[i64]([0] * n)
        self.zone_layouts: Final[
            dict[int, vec[i64]]
        ] = {}  # where the zones begin, by the number of players, once it was asked
        self.initial_cells: Final[
            dict[int, vec[i64]]
        ] = {}  # the row of a table before the first draw, by the number of players, once it was laid
        self.purse_cache: Final = PurseCache()
        self.kinds_reading_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_top])
        self.kinds_reading_own_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_own_top])
        self.kinds_bringing_up: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.brings_up_cards()])
        for kind, card in enumerate(cards):
            self.action[kind] = NOTHING
            if card.action:
                self.action[kind] = self.tape.add_program(card.name, card.action[0])
                self.first_part[kind] = firsts[kind][0]
        plain = [card.digs() for card in cards if card.executes() == EXECUTES_NOTHING]
        most = max([digs for digs in plain if digs < MOST_DISCARDED], default=0)  # what another card may do once more
        self.ranks: Final = vec[i64](ranks_of(cards))  # in which order hidden cards are supposed to come into a hand
        self.prospects: Final = TurnPowers(
            [card.prospects() for card in cards],
            [card.digs() if card.executes() == EXECUTES_NOTHING else most for card in cards],
            [card.cost for card in cards],
        )
        looks = [union_of([part.reads() for part in parts]) for parts in firsts]  # where each looks to answer that
        some_read_play = any(
            looks[kind] & IN_PLAY and card.executes() == EXECUTES_NOTHING for kind, card in enumerate(cards)
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
            self.answers[kind] = card.answers
            if card.answers and rules > FIRST_RULES:
                self.reacting[card.answers] += card.copies
            places_read = looks[kind]
            executes = card.executes()
            if card.action:
                self.check_where[kind] = CHECK_ANYWHERE
            if places_read & IN_PLAY and (executes == EXECUTES_NOTHING or some_read_play):
                self.check_where[kind] = CHECK_IN_PLAY
            elif places_read & IN_HAND:
                self.check_where[kind] = CHECK_WITHOUT_CARD
            self.executes[kind] = executes
            self.copies[kind] = card.copies

    def __len__(self) -> int:
        return len(self.cards)

    def fingerprint(self) -> int:
        """A 32-bit number that differs if any number, set or action of any card does."""
        return zlib.crc32("\n".join([card.fingerprint_text() for card in self.cards]).encode())

    def is_subset_of(self, other: "Catalogue") -> bool:
        """Whether each of these cards is in the other catalogue too, with the same numbers, set and action."""
        marks = {card.fingerprint_text() for card in other.cards}
        return all(card.fingerprint_text() in marks for card in self.cards)
