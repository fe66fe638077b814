"""Where every card lies: one row of small numbers behind named accessors.

What zones are, `engine.valley.zones` tells; here they have names. The order of a face-down deck exists nowhere: the k-th card
that a seat draws is picked from its bag by luck, and what is known to lie on top of it is a short pile drawn first. Rules call
methods, never touch a cell of a zone.
"""

from typing import Final

from engine.core.luck import LOW, STRIDE, fold, scramble
from engine.core.row import extend, i64, vec
from engine.core.rules import EMPTY, NOTHING
from engine.core.tasks import FREE
from engine.valley.card import Catalogue
from engine.valley.purse import EMPTY_PURSE
from engine.valley.zones import Zones, insert, take_out

SEATS: Final = 6

# Zones of the table.
STOCK_II: Final[i64] = 0  # bag: what is left of level II, drawn first
STOCK_III: Final[i64] = 1  # bag
BONEYARD: Final[i64] = 2  # pile
EXECUTED: Final[i64] = 3  # bag: the kinds whose actions were carried out this turn, each once
# Zones of a seat: add the seat.
HAND: Final[i64] = 4  # bag
DECK: Final[i64] = 10  # bag
PLAYED: Final[i64] = 16  # bag: cards in play
DISCARD: Final[i64] = 22  # pile
TOMB: Final[i64] = 28  # bag
TOP: Final[i64] = 34  # pile: what all know to lie on top of the deck, drawn first
LOOKED: Final[i64] = 40  # bag: cards that only their owner is looking at, in mid-action
REVEALED: Final[i64] = 46  # pile: cards that all see, in mid-action
SHOWN: Final[i64] = 52  # bag: the part of the hand that all know of
# Two zones that only some catalogues need; in the others they have no room and stay empty.
ASIDE: Final[i64] = 58  # bag of the table: cards set aside in mid-action, for all to see
SEEN: Final[i64] = 59  # bag of a seat: which opponent has looked at which cards of the hand, as `remember` packs them
ZONES: Final = 65
SMALL: Final = 12  # room for cards in mid-action
SIGHTS: Final = 60  # what players may remember of one hand; whoever looks into it beyond that forgets
VIEWER: Final[i64] = 128  # a sight is this times who saw it, plus the kind
SERVED: Final = 4  # how many players the starter cards of a box serve

# Cells, from FREE on. They are written out: a sum with a name of another module is looked up at each use when compiled.
LUCK: Final[i64] = 121  # a cell a seat, then one for the stock
STOCK_LUCK: Final[i64] = 6
ACTIVE: Final[i64] = 128  # whose turn it is
TURN_NUMBER: Final[i64] = 129  # counts all players' turns, from 0
# The record of the turn, cleared when it passes.
ENTOMBED: Final[i64] = 130  # 1 after the turn's own entombment
CHANGED: Final[i64] = 131  # 1 after any change to the pyramid
BOUGHT: Final[i64] = 132  # the highest printed cost of a card bought, NOTHING before the first
GILDED: Final[i64] = 133  # 1 while every card in the hand is worth 4
REBATE: Final[i64] = 134  # how much less each purchase costs
DOUBLED: Final[i64] = 135  # 1 while the next card played is worth twice its gold
ANY_ROW: Final[i64] = 136  # 1 while the next card bought may lie in any row
PYRAMID: Final[i64] = 137  # six slots: base 0 1 2 from the left, middle 3 4, top 5
SLOTS: Final[i64] = 6
ROOM: Final = 143  # the zones begin here
assert (LUCK, STOCK_LUCK, ROOM) == (FREE, SEATS, PYRAMID + SLOTS)


class ValleyState(Zones):
    """A position of Valley of the Kings: `n` seats, the catalogue `cards`."""

    def __init__(self, cards: Catalogue, n: i64, at: vec[i64], row: vec[i64]) -> None:
        super().__init__(at, row, cards.tape)
        self.cards: Final = cards
        self.n: Final[i64] = n
        self.purse = EMPTY_PURSE  # with which the purchases on the menu were counted, if they were

    def copy(self) -> "ValleyState":
        t = ValleyState(self.cards, self.n, self.at, extend(EMPTY, self.row))
        t.ask_as(self)
        t.purse = self.purse
        return t

    @property
    def active(self) -> i64:
        """Whose turn it is."""
        return self.row[ACTIVE]

    # -- hands and decks

    def leave_hand(self, who: i64, kind: i64) -> None:
        """A card leaves the hand, openly: if all knew of it there, they know no longer."""
        self.drop(HAND + who, kind)
        if self.row[self.at[SHOWN + who]] > 0:
            self.take(SHOWN + who, kind)
        if self.row[self.at[SEEN + who]] > 0:
            for viewer in range(self.n):
                self.take(SEEN + who, VIEWER * viewer + kind)

    def enter_hand_openly(self, who: i64, kind: i64) -> None:
        """A card that all have seen enters the hand, where they know of it until it leaves."""
        self.put(HAND + who, kind)
        self.put(SHOWN + who, kind)
        if self.row[self.at[SEEN + who]] > 0:
            for viewer in range(self.n):
                self.remember(viewer, who, kind)

    def show_hand(self, who: i64) -> None:
        """All see the whole hand."""
        self.clear(SEEN + who)
        self.lay_like(HAND + who, SHOWN + who)

    def glimpse(self, viewer: i64, who: i64) -> None:
        """The viewer alone sees the whole hand of another player, and knows of it until it changes."""
        for i in range(self.size(SEEN + who) - 1, -1, -1):
            if self.card(SEEN + who, i) // VIEWER == viewer:
                self.pull(SEEN + who, i)
        for i in range(self.size(HAND + who)):
            self.remember(viewer, who, self.card(HAND + who, i))

    def remember(self, viewer: i64, who: i64, kind: i64) -> None:
        if viewer != who and self.size(SEEN + who) < SIGHTS:
            self.put(SEEN + who, VIEWER * viewer + kind)

    def known_to(self, viewer: i64, who: i64) -> list[int]:
        """The part of a hand that an opponent knows of: what all know and what they alone have seen, each card once."""
        known = self.kinds(SHOWN + who)
        for i in range(self.size(SEEN + who)):
            sight = self.card(SEEN + who, i)
            kind = sight % VIEWER
            if sight // VIEWER == viewer and known.count(kind) < self.count(SEEN + who, sight):
                known.append(kind)
                known.sort()
        return known

    def holds(self, who: i64, answer: i64) -> i64:
        """The first kind in the hand that answers so (TABLE, BOAT, CAT, AXE), or NOTHING."""
        row = self.row
        answers = self.cards.answers
        start = self.at[HAND + who] + 1
        for i in range(start, start + row[start - 1]):
            if answers[row[i]] == answer:
                return row[i]
        return NOTHING

    def drawable(self, who: i64) -> i64:
        """How many cards could be drawn: deck and discard pile."""
        row = self.row
        at = self.at
        return row[at[DECK + who]] + row[at[TOP + who]] + row[at[DISCARD + who]]

    def owned(self, who: i64) -> i64:
        """The total cards of a player: hand, deck and discard pile, not the tomb (rulebook, Qebehsenuef)."""
        return self.row[self.at[HAND + who]] + self.drawable(who)

    def pick(self, seat: i64, among: i64) -> i64:
        """The seat's next luck, 0 .. among - 1: a function of seed, seat and how many picks came before."""
        x = self.row[LUCK + seat] + STRIDE & LOW
        self.row[LUCK + seat] = x
        return scramble(x) * among >> 32

    def draw(self, who: i64) -> i64:
        """Remove the top card of the deck, shuffling the discard pile into a new deck if it is empty; NOTHING if there is
        no card at all."""
        if self.size(TOP + who) > 0:
            return self.lift(TOP + who)
        if self.size(DECK + who) == 0:
            if self.size(DISCARD + who) == 0:
                return NOTHING
            self.reshuffle(who)
        return self.pull(DECK + who, self.pick(who, self.size(DECK + who)))

    def reshuffle(self, who: i64) -> None:
        """The discard pile becomes the new deck. As the old one is gone, whoever has kept count knows the whole hand now,
        unless its owner is looking at cards besides."""
        self.pour(DISCARD + who, DECK + who)
        if self.size(LOOKED + who) == 0:
            self.show_hand(who)
        self.tell("shuffled", who)

    def deal(self, seat: i64, deck: i64, bag: i64, cards: i64, dealt: list[int] | None = None) -> None:
        """Move so many cards from a deck that holds them into another bag, as the seat's luck picks them: as `pick`, `pull` and
        `put` do it, at one go. `dealt` gets their kinds, in the order of dealing."""
        row = self.row
        start = self.at[deck]
        size = row[start]
        if cards == size and dealt is None:  # in whatever order all of them come
            row[LUCK + seat] = row[LUCK + seat] + STRIDE * cards & LOW
            self.merge(deck, bag)
            return
        to = self.at[bag]
        end = to + row[to]
        luck = row[LUCK + seat]
        for _nth in range(cards):  # compiled, a plain _ is an object
            luck = luck + STRIDE & LOW
            kind = take_out(row, start + size, start + 1 + (scramble(luck) * size >> 32))
            size -= 1
            end += 1
            insert(row, to, end, kind)
            if dealt is not None:
                dealt.append(kind)
        row[LUCK + seat] = luck
        row[start] = size
        row[to] = end - to

    def draw_to_hand(self, who: i64, cards: i64) -> None:
        """Draw so many cards into the hand, or as many as there are."""
        drawn: list[int] | None = None if self.told is None else []
        while cards > 0 and self.size(TOP + who) > 0:
            kind = self.lift(TOP + who)
            self.put(HAND + who, kind)
            cards -= 1
            if drawn is not None:
                drawn.append(kind)
        while cards > 0:
            dealt = self.size(DECK + who)
            if dealt == 0:
                if self.size(DISCARD + who) == 0:
                    break
                self.reshuffle(who)
                continue
            if dealt > cards:
                dealt = cards
            self.deal(who, DECK + who, HAND + who, dealt, drawn)
            cards -= dealt
        if drawn:
            self.tell("drew", who, tuple(drawn), who, True)

    def draw_stock(self) -> i64:
        """Remove the top card of the stock, level II before level III; NOTHING if it is empty."""
        zone = STOCK_II if self.size(STOCK_II) > 0 else STOCK_III
        size = self.size(zone)
        if size == 0:
            return NOTHING
        return self.pull(zone, self.pick(STOCK_LUCK, size))

    def stock(self) -> i64:
        """How many cards the stock holds."""
        return self.size(STOCK_II) + self.size(STOCK_III)

    def reseed(self, seed: i64) -> None:
        """New luck for every seat and the stock, from the 63 bits of `seed`."""
        low = seed & LOW
        high = seed >> 32 & LOW
        for seat in range(SEATS + 1):
            self.row[LUCK + seat] = scramble(low ^ scramble(high + seat + 1 & LOW))

    # -- the whole

    def digest(self) -> int:
        k = fold(self.stack_digest(), self.n)
        for cell in range(LUCK, ROOM):
            k = fold(k, self.row[cell] + 1)
        for zone in range(ZONES):
            if self.at[zone] >= 0 and (zone < ASIDE or self.size(zone) > 0):
                k = fold(k, zone << 32)
                for kind in self.kinds(zone):
                    k = fold(k, kind + 1)
        return k
