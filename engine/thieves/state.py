"""The position: the place of every card and every token, in one array of small numbers.

`engine.core.zones` explains zones; this module names them. A card on the table is packed into one cell, and so is the use
that a thief makes of the community card; the functions at the end pack and unpack them.
"""

from typing import Final, NamedTuple

from engine.core.action import MoveCodec
from engine.core.arrays import extend, i64, vec
from engine.core.game import EMPTY_ARRAY, MAX_SEATS, NOTHING
from engine.core.luck import hash_combine, hash_sequence
from engine.core.tasks import FIRST_GAME_CELL, ProgramTable
from engine.core.zones import ZoneState
from engine.thieves.pieces import PieceSet

MOVE_CODEC: Final = MoveCodec(
    "escape", "hide", "play_up", "play_up_as", "play_down", "enough", "name", "count", "use", "leave"
)
ESCAPE: Final[i64] = 0
HIDE: Final[i64] = 1
# 2 to 4, which play a card, are in `engine.thieves.pieces`
NO_SECOND_CARD: Final[i64] = 5
NAME_RUBY: Final[i64] = 6  # index of the laid card, the symbol that its rubies stand for
ASSIGN_CARD: Final[i64] = 7  # index of the laid card, the duel that it counts for
USE_COMMUNITY_CARD: Final[i64] = 8  # half of the community card, the duel that it counts for
LEAVE_COMMUNITY_CARD: Final[i64] = 9

ROUND_COUNT: Final[i64] = 3
SHOWDOWN: Final[i64] = 3  # the value of the cell ROUND after the last round
CARDS_PER_ROUND: Final[i64] = 2  # the maximum for each seat
MAX_LAID_CARDS: Final[i64] = 6  # for each seat: CARDS_PER_ROUND in each round
MAX_SEATS_OF_ONE_SET: Final[i64] = 4  # with more thieves, two sets are used
TOMB_DUEL: Final[i64] = 0  # the number of the duel for the tomb; the guardians follow from 1, the oldest first
# Values of the cell STATUS of a seat.
INSIDE: Final[i64] = 0
ESCAPED: Final[i64] = 1
OUT: Final[i64] = 2  # no longer in the game

# Zones of a seat: the constant plus the seat.
HAND: Final[i64] = 0  # bag
UNSEEN_DISCARDS: Final[i64] = 8  # bag: the cards of the discard pile that only this seat knows
# Zones of the table.
DECK: Final[i64] = 16  # bag
DISCARDS: Final[i64] = 17  # bag: the cards of the discard pile that everybody knows
TOMB_DECK: Final[i64] = 18  # bag
TOMBS_GONE: Final[i64] = 19  # bag
GUARDIAN_DECK: Final[i64] = 20  # bag
GUARDIANS_BEATEN: Final[i64] = 21  # bag
GUARDIANS: Final[i64] = 22  # pile: those beside the tomb, the oldest first
POOLS: Final[i64] = 23  # pile: the tokens on each of them
ZONE_COUNT: Final = 24

# Cells, from FIRST_GAME_CELL on. They are literals: mypyc would compute a sum with a constant of another module at each use.
LUCK_START: Final[i64] = 121  # a random stream for each seat, then one for the table
TABLE_LUCK: Final[i64] = 8
LUCK_STREAMS: Final[i64] = 9
STARTER: Final[i64] = 130  # the starting player
TOMB_NUMBER: Final[i64] = 131  # from 0
ROUND: Final[i64] = 132  # from 0; SHOWDOWN after the last round
TOMB: Final[i64] = 133  # its kind; NOTHING between two tombs
TOMB_TREASURE: Final[i64] = 134  # the tokens on it
COMMUNITY_CARD: Final[i64] = 135  # kind of the community card; NOTHING if there is none
PLUNDERED: Final[i64] = 136  # 1 if somebody has won treasure since the tombs were last shuffled
WINNERS: Final[i64] = 137  # as a set of seats; 0 before the end
REPUTATION: Final[i64] = 138  # a cell for each seat; so have all that follow
TREASURE: Final[i64] = 146
STATUS: Final[i64] = 154
COMMUNITY_USE: Final[i64] = 162  # packed by `pack_community_use`; NOTHING if undecided or unused
LAID_CARDS: Final[i64] = 170  # MAX_LAID_CARDS cells for each seat, packed by `pack_laid_card`; NOTHING for no card
FIRST_ZONE_CELL: Final = 218
assert (LUCK_START, MAX_SEATS) == (FIRST_GAME_CELL, 8)

# The bits of a laid card: 7 for its kind, 1 for its half, 1 if it lies face down, 3 for its named symbol plus one, then its duel
# plus one.
KIND_MASK: Final[i64] = 127
HALF_SHIFT: Final[i64] = 7
FACE_DOWN_BIT: Final[i64] = 256
SYMBOL_SHIFT: Final[i64] = 9
DUEL_SHIFT: Final[i64] = 12
PackedLaidCard = i64  # these bits
PackedCommunityUse = i64  # the half of the community card that a thief uses, and the duel that it counts for


class Options(NamedTuple):
    """The options of a game, chosen before it begins."""

    goal: int = 10  # treasure that wins
    tomb_limit: int = 0  # the number of tombs in the game; 0 for all
    stakes: int = 1  # the tokens that a round costs, and the factor for the treasure of each tomb

    @property
    def is_endless(self) -> bool:
        """Whether the tombs are shuffled again when the deck is empty (rulebook, "Longer Game")."""
        return self.goal > 10 and self.tomb_limit == 0


def piece_set_count(seat_count: int) -> int:
    """The number of sets that are shuffled together (rulebook, "More Thieves")."""
    return 2 if seat_count > MAX_SEATS_OF_ONE_SET else 1


def zone_starts(pieces: PieceSet, seat_count: int) -> vec[i64]:
    """The first cell of each zone, then the total number of cells. NOTHING for the zones of seats that are not in the game."""
    sets = piece_set_count(seat_count)
    cards = sets * pieces.card_count
    sizes = [cards if zone % MAX_SEATS < seat_count else -1 for zone in range(2 * MAX_SEATS)]
    sizes += [cards, cards, *[sets * pieces.tomb_count] * 2, *[sets * pieces.guardian_count] * 4]
    starts: list[int] = []
    next_cell = FIRST_ZONE_CELL
    for size in sizes:
        starts.append(next_cell if size >= 0 else NOTHING)
        next_cell += size + 1
    starts.append(next_cell)
    return vec[i64](starts)


class ThievesState(ZoneState):
    """A position of King of Thieves."""

    def __init__(
        self,
        pieces: PieceSet,
        options: Options,
        seat_count: i64,
        zone_starts: vec[i64],
        cells: vec[i64],
        programs: ProgramTable,
    ) -> None:
        super().__init__(seat_count, zone_starts, cells, programs)
        self.pieces: Final = pieces
        self.options: Final = options

    def copy(self) -> "ThievesState":
        cells = extend(EMPTY_ARRAY, self.cells)
        copied = ThievesState(self.pieces, self.options, self.seat_count, self.zone_starts, cells, self.programs)
        copied.copy_menu_and_mover_from(self)
        return copied

    def is_inside(self, seat: i64) -> bool:
        """Whether a thief has neither escaped from this tomb nor lost the game."""
        return self.cells[STATUS + seat] == INSIDE

    def duel_count(self) -> i64:
        """The number of duels: the tomb, and each guardian beside it."""
        return 1 + self.count(GUARDIANS)

    def duel_symbol(self, duel: i64) -> i64:
        """The symbol that counts in a duel."""
        if duel == TOMB_DUEL:
            return self.pieces.tomb_symbols[self.cells[TOMB]]
        return self.pieces.guardian_symbols[self.card_at(GUARDIANS, duel - 1)]

    def laid_card_count(self, seat: i64) -> i64:
        """The number of cards that lie before a seat."""
        count: i64 = 0
        while count < MAX_LAID_CARDS and self.cells[LAID_CARDS + MAX_LAID_CARDS * seat + count] >= 0:
            count += 1
        return count

    def append_laid_card(self, seat: i64, laid_card: PackedLaidCard) -> None:
        """Append a card, packed by `pack_laid_card`, to the cards before a seat. The hand does not change."""
        self.cells[LAID_CARDS + MAX_LAID_CARDS * seat + self.laid_card_count(seat)] = laid_card

    def named_or_printed_symbol(self, laid_card: PackedLaidCard) -> i64:
        """The symbol of a laid card: the one its rubies were named for, else that of its half, which may be RUBY."""
        named = named_symbol(laid_card)
        return (
            named
            if named >= 0
            else self.pieces.half_symbols[2 * (laid_card & KIND_MASK) + (laid_card >> HALF_SHIFT & 1)]
        )

    def laid_symbol_count(self, laid_card: PackedLaidCard) -> i64:
        """The number of symbols on the half of a laid card that counts."""
        return self.pieces.half_symbol_counts[2 * (laid_card & KIND_MASK) + (laid_card >> HALF_SHIFT & 1)]

    def digest(self) -> int:
        k = hash_combine(self.stack_digest(), self.seat_count)
        k = hash_combine(hash_combine(k, self.options.goal), self.options.tomb_limit << 2 | self.options.stakes)
        k = hash_sequence(k, [self.cells[cell] + 1 for cell in range(LUCK_START, FIRST_ZONE_CELL)])
        for zone in range(ZONE_COUNT):
            if self.zone_starts[zone] >= 0:
                kinds = self.kinds(zone)
                k = hash_sequence(hash_combine(k, zone << 32 | len(kinds)), [kind + 1 for kind in kinds])
        return k


def pack_laid_card(kind: i64, half: i64, face_down: bool, symbol: i64 = NOTHING, duel: i64 = NOTHING) -> PackedLaidCard:
    """Pack a laid card into one number. `symbol` is what its rubies stand for; NOTHING before they are named."""
    laid_card = kind | half << HALF_SHIFT | (symbol + 1) << SYMBOL_SHIFT | (duel + 1) << DUEL_SHIFT
    return laid_card | FACE_DOWN_BIT if face_down else laid_card


def laid_kind(laid_card: PackedLaidCard) -> i64:
    return laid_card & KIND_MASK


def laid_half(laid_card: PackedLaidCard) -> i64:
    """The half that counts: 0 for the top, 1 for the bottom."""
    return laid_card >> HALF_SHIFT & 1


def is_face_down(laid_card: PackedLaidCard) -> bool:
    return laid_card & FACE_DOWN_BIT != 0


def named_symbol(laid_card: PackedLaidCard) -> i64:
    """The symbol that the rubies of a laid card stand for; NOTHING if it has none, or before they are named."""
    return (laid_card >> SYMBOL_SHIFT & 7) - 1


def laid_duel(laid_card: PackedLaidCard) -> i64:
    """The duel that a laid card counts for; NOTHING for none, or before it is assigned."""
    return (laid_card >> DUEL_SHIFT) - 1


def pack_community_use(half: i64, duel: i64) -> PackedCommunityUse:
    """Pack which half of the community card a thief uses, and for which duel."""
    return half | duel << 1


def community_use_half(use: PackedCommunityUse) -> i64:
    return use & 1


def community_use_duel(use: PackedCommunityUse) -> i64:
    return use >> 1
