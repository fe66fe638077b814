"""What is printed on a card, and a catalogue of cards as tables of numbers.

A *kind* is a card's place in its catalogue; equal cards are one kind. The rules read the tables (`gold[kind]`), people read
the `Card`.
"""

import zlib
from collections.abc import Sequence
from typing import Any, Final

from engine.core.errors import BadCatalogue
from engine.core.row import i64, mypyc_attr, vec
from engine.core.rules import NOTHING, RULES
from engine.core.tasks import T, Tape, Task, chain
from engine.valley.purse import Purses

STARTER: Final = "starter"
UNIQUE: Final = "unique"
FIELDS: Final = ("name", "set", "level", "copies", "gold", "cost", "vp", "action")

GILT: Final = 4  # what a gilded card is worth

# How a card answers what others do, without an action of its own.
TABLE: Final[i64] = 1  # shown against a discard or sacrifice that an opponent's action demands
BOAT: Final[i64] = 2  # sails after an opponent's purchase
CAT: Final[i64] = 3  # snatches what an opponent sacrifices
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
SETS_ASIDE: Final = 512  # a place for cards set aside is needed
GLIMPSES: Final = 1024  # one player learns something of another's hand

PLAIN: Final[i64] = 0  # what an action may do with other actions
AWAKENS: Final[i64] = 1  # executes that of a card in the tomb
REPEATS: Final[i64] = 2  # executes one that was executed this turn

# Where a card of the hand must be while it is asked whether its action could be carried out: in play by then.
NO_ACTION: Final[i64] = -1  # it has none
ANYWHERE: Final[i64] = 0  # that does not matter to it
OUT_OF_HAND: Final[i64] = 1
IN_FRONT: Final[i64] = 2  # in play, and under way

COMMON: Final = Tape()  # the programs of the rules themselves, with which the tape of every catalogue begins


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Task[T]):
    """One verb of a card text.

    `tried` says that it may change what a part behind it looks at, so that no look at the table tells whether the rest can
    be carried out: it must be tried. `helps` says that what it changes there can only help: if the rest could be carried out
    as things stand, it can be behind this part too, and only otherwise it must be tried. `meets` says that it, or a part behind
    it, has to do with what other players hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.tried = False
        self.helps = True
        self.meets = False

    def minds(self) -> int:
        """Where `possible` looks, a sum of the places above."""
        return EVERYWHERE

    def changes(self) -> int:
        """Where things may be other than before when this has been carried out, a sum of the places above."""
        return EVERYWHERE

    def fills(self) -> int:
        """Where cards may have come to those before, while none has gone: a part of what it changes."""
        return 0

    def wants(self) -> int:
        """Where a card more can do no harm to its being carried out: a part of what it minds."""
        return 0

    def relays(self) -> i64:
        """Whether it carries out other actions: PLAIN, AWAKENS or REPEATS."""
        return PLAIN

    def unearths(self) -> bool:
        """Whether it brings a card up from the tomb, to be played again."""
        return False

    def asks_in(self) -> str:
        """Where the cards lie that it asks about, if they are those of the player asked: "hand", "pile", "tomb", "play" or
        "aside"; else ""."""
        return ""


def program(name: str, *parts: Task[Any]) -> int:
    """Lay a program of the rules themselves, which belongs to every game; returns its address."""
    chain(parts)
    return COMMON.lay(name, parts[0])


def lay(name: str, *parts: Part[Any]) -> int:
    """The same with parts of card texts."""
    return COMMON.lay(name, linked(parts))


def linked(parts: Sequence[Part[Any]]) -> Part[Any]:
    """The first of these parts, which make one action, each knowing what stands behind it. Raises BadCatalogue for a part that
    stands in another action already."""
    behind = 0
    strictly = 0  # where a card more might do harm
    met = 0  # what has to do with other players
    for i in range(len(parts) - 1, -1, -1):  # mypyc cannot read this tuple backwards
        part = parts[i]
        met |= (part.changes() | part.minds()) & AT_OTHERS
        if part.within == "":
            part.meets = met != 0
            part.tried = part.changes() & behind != 0
            part.helps = part.changes() & behind & ~part.fills() == 0 and part.fills() & strictly == 0
        behind |= part.minds()
        strictly |= part.minds() & ~part.wants()
    chain(parts)
    return parts[0]


class Card:
    """One kind of card. `set` is STARTER, UNIQUE or the name of a set; `vp` counts for the first two only.

    `printed` names the fields that stand in a rulebook or another public source; the others are reconstructed. `answers` is
    TABLE, BOAT, CAT or AXE for a reaction. `repeatable` is False for an action that no other card may repeat. `minds_top` says
    that its action looks at the top of an opponent's discard pile, `minds_own_top` at that of the own one.
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
        self.printed: Final = tuple(field for field in FIELDS if field in printed)
        unknown = [field for field in printed if field not in FIELDS]
        if unknown:
            raise BadCatalogue(f"{name}: no card has a field {unknown[0]!r}")
        if action:
            linked(action)

    def mark(self) -> str:
        """All that a game with the card hangs on, in a line."""
        parts = " ".join([part.words() for part in self.action])
        numbers = (self.level, self.copies, self.gold, self.cost, self.vp, self.answers, int(self.repeatable))
        return f"{self.name}|{self.set}|{numbers}|{parts}"

    @property
    def is_set_card(self) -> bool:
        """Anything other than a starter or a unique artifact."""
        return self.set not in (STARTER, UNIQUE)

    def minds(self) -> int:
        """Where its parts look, all together."""
        return sum_of([part.minds() for part in self.action])

    def relays(self) -> i64:
        """Whether it carries out other actions: PLAIN, AWAKENS or REPEATS."""
        return relayed(self.action)

    def unearths(self) -> bool:
        """Whether it brings up cards from the tomb, or executes their actions there."""
        return self.relays() == AWAKENS or any(part.unearths() for part in self.action)


def relayed(parts: Sequence[Part[Any]]) -> i64:
    """Whether one of several parts carries out other actions: PLAIN, AWAKENS or REPEATS."""
    return max([part.relays() for part in parts], default=PLAIN)


def sum_of(places: Sequence[int]) -> int:
    """All places of several sums."""
    found = 0
    for part in places:
        found |= part
    return found


class Catalogue:
    """All kinds of one game, in rulebook order, as tables indexed by kind.

    `editions` tells for each kind which game it comes from, "" for one that all games share. `house` is the text of the
    players' own catalogue that the cards are taken from, "" for cards that come with Vok. `rules` is the number of the rules that
    they are played by. `openings` gives for each kind what is asked in place of its action whether that may be executed.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        editions: Sequence[str] = (),
        house: str = "",
        rules: int = RULES,
        openings: Sequence[Sequence[Part[Any]]] = (),
    ) -> None:
        n = len(cards)
        firsts = openings or [card.action for card in cards]
        self.cards: Final = tuple(cards)
        self.editions: Final = tuple(editions) or ("",) * n
        self.house: Final = house
        self.rules: Final = rules
        self.tape: Final = Tape(COMMON)
        self.index: Final = {card.name: kind for kind, card in enumerate(cards)}
        self.changed: Final = sum_of([part.changes() for card in cards for part in card.action])
        self.set_names: Final = tuple(dict.fromkeys(card.set for card in cards if card.is_set_card))
        self.sets: Final = {name: place for place, name in enumerate(self.set_names)}
        self.set_sizes: Final = tuple(sum(card.set == name for card in cards) for name in self.set_names)
        self.gold: Final = vec[i64]([0] * n)
        self.gilt: Final = vec[i64]([GILT] * n)  # the gold of a gilded hand
        self.cost: Final = vec[i64]([0] * n)
        self.vp: Final = vec[i64]([0] * n)
        self.set: Final = vec[i64]([0] * n)  # place in set_names; NOTHING for starters and uniques
        self.starter: Final = vec[i64]([0] * n)  # 1 or 0, as the next
        self.repeatable: Final = vec[i64]([0] * n)
        self.answers: Final = vec[i64]([0] * n)
        self.action: Final = vec[i64]([0] * n)  # the address of its program; NOTHING if it has none
        self.opening: Final = vec[Task[Any]](
            [Task[Any]() for _ in range(n)]
        )  # the first part of its action, if it has one
        self.asked: Final = vec[i64](
            [NO_ACTION] * n
        )  # where it must be for the question whether its action can be done
        self.relays: Final = vec[i64]([0] * n)  # PLAIN, AWAKENS or REPEATS
        self.copies: Final = vec[i64]([0] * n)
        self.layouts: Final[
            dict[int, vec[i64]]
        ] = {}  # where the zones begin, by the number of players, once it was asked
        self.unopened: Final[
            dict[int, vec[i64]]
        ] = {}  # the row of a table before the first draw, by the number of players, once it was laid
        self.purses: Final = Purses()
        self.minds_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_top])
        self.minds_own_top: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.minds_own_top])
        self.unearths: Final = vec[i64]([kind for kind, card in enumerate(cards) if card.unearths()])
        for kind, card in enumerate(cards):
            self.action[kind] = NOTHING
            if card.action:
                self.action[kind] = self.tape.lay(card.name, card.action[0])
                self.opening[kind] = firsts[kind][0]
        looks = [sum_of([part.minds() for part in parts]) for parts in firsts]  # where each looks to answer that
        mind_play = any(looks[kind] & IN_PLAY and card.relays() == PLAIN for kind, card in enumerate(cards))
        if len(self.index) != n:
            raise BadCatalogue("two cards have the same name")
        for kind, card in enumerate(cards):
            if not 1 <= card.gold <= 9 or not 0 <= card.cost <= 7:
                raise BadCatalogue(f"{card.name}: gold lies between 1 and 9, cost between 0 and 7")
            self.gold[kind] = card.gold
            self.cost[kind] = card.cost
            self.vp[kind] = 0 if card.is_set_card else card.vp
            self.set[kind] = self.set_names.index(card.set) if card.is_set_card else NOTHING
            self.starter[kind] = 1 if card.set == STARTER else 0
            self.repeatable[kind] = 1 if card.repeatable else 0
            self.answers[kind] = card.answers
            minds = looks[kind]
            relays = card.relays()
            if card.action:
                self.asked[kind] = ANYWHERE
            if minds & IN_PLAY and (relays == PLAIN or mind_play):
                self.asked[kind] = IN_FRONT
            elif minds & IN_HAND:
                self.asked[kind] = OUT_OF_HAND
            self.relays[kind] = relays
            self.copies[kind] = card.copies

    def __len__(self) -> int:
        return len(self.cards)

    def fingerprint(self) -> int:
        """A 32-bit number that differs if any number, set or action of any card does."""
        return zlib.crc32("\n".join([card.mark() for card in self.cards]).encode())

    def lies_within(self, other: "Catalogue") -> bool:
        """Whether each of these cards is in the other catalogue too, with the same numbers, set and action."""
        marks = {card.mark() for card in other.cards}
        return all(card.mark() in marks for card in self.cards)
