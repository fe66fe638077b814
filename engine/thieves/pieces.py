"""The pieces of a game: tombs, guardians and duelling cards (rulebook, "Cards & Symbols")."""

from typing import Final, NamedTuple

from engine.core.arrays import i64, vec
from engine.core.luck import hash_combine
from engine.core.moves import FIRST_SHIFT, SECOND_SHIFT

SYMBOLS: Final = ("key", "lamp", "shield", "sword", "ruby")
RUBY: Final[i64] = 4
PLAIN_SYMBOLS: Final[i64] = 4  # the number of symbols that a duel can have; a ruby stands for any of them
TRAP: Final = "trap"
CREATURE: Final = "creature"
PRINTABLE_VALUES: Final = {
    "tomb": ("symbol", "treasure"),
    "guardian": ("nature", "symbol", "strength"),
    "card": ("top", "bottom"),
}
THIRD_SHIFT: Final[i64] = 20  # the bit where the third argument of a move, plus one, begins
HalfIndex = i64  # twice the kind of the card, plus 0 for its top half or 1 for its bottom half

# The verbs of the moves that play a card. The others are in `engine.thieves.state`.
PLAY_UP: Final[i64] = 2  # kind, half
PLAY_UP_AS: Final[i64] = 3  # kind, half, the symbol that the rubies of the half stand for
PLAY_DOWN: Final[i64] = 4  # kind, half


class Tomb(NamedTuple):
    """A tomb: the symbol of its duel, and its treasure. `printed` names the values that are known from printed pieces; in the
    same way for guardians and cards."""

    symbol: int
    treasure: int
    copies: int = 1
    printed: tuple[str, ...] = ()


class Guardian(NamedTuple):
    """A guardian: the symbol of its duel, and how many of them beat it. No rule depends on `nature`."""

    name: str
    nature: str  # TRAP or CREATURE
    symbol: int
    strength: int
    copies: int = 1
    printed: tuple[str, ...] = ()


class Half(NamedTuple):
    """One half of a duelling card."""

    symbol: int
    symbol_count: int

    def __str__(self) -> str:
        return f"{self.symbol_count} {SYMBOLS[self.symbol]}"


class DuellingCard(NamedTuple):
    """A card with two halves. The thief who plays it chooses the half that counts."""

    top: Half
    bottom: Half
    copies: int = 1
    printed: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Both halves: "1 key/2 lamp"."""
        return f"{self.top}/{self.bottom}"

    def half(self, half: int) -> Half:
        """0 is the top half, 1 the bottom half."""
        return self.bottom if half else self.top


class PieceSet:
    """All pieces of one set. `text` is their TOML; "" for the shipped pieces.

    The rules read the arrays. `half_symbols` and `half_symbol_counts` are indexed by `HalfIndex`. The moves that play a card of
    `kind` are `play_moves[play_starts[kind]]` to `play_moves[play_starts[kind + 1] - 1]`.
    """

    def __init__(
        self,
        tombs: tuple[Tomb, ...],
        guardians: tuple[Guardian, ...],
        cards: tuple[DuellingCard, ...],
        text: str = "",
    ) -> None:
        self.tombs: Final = tombs
        self.guardians: Final = guardians
        self.cards: Final = cards
        self.text: Final = text
        self.card_names: Final = tuple([card.name for card in cards])
        self.kind_of_card: Final = {name: kind for kind, name in enumerate(self.card_names)}
        self.tomb_count: Final = sum([tomb.copies for tomb in tombs])
        self.guardian_count: Final = sum([guardian.copies for guardian in guardians])
        self.card_count: Final = sum([card.copies for card in cards])
        self.tomb_symbols: Final = vec[i64]([tomb.symbol for tomb in tombs])
        self.tomb_treasures: Final = vec[i64]([tomb.treasure for tomb in tombs])
        self.guardian_symbols: Final = vec[i64]([guardian.symbol for guardian in guardians])
        self.guardian_strengths: Final = vec[i64]([guardian.strength for guardian in guardians])
        self.half_symbols: Final = vec[i64]([card.half(half).symbol for card in cards for half in (0, 1)])
        self.half_symbol_counts: Final = vec[i64]([card.half(half).symbol_count for card in cards for half in (0, 1)])
        moves: list[int] = []
        starts: list[int] = []
        for kind, card in enumerate(cards):
            starts.append(len(moves))
            for half in (0, 1):
                moves += play_moves_of_half(kind, half, card.half(half).symbol)
        self.play_moves: Final = vec[i64](moves)
        starts.append(len(moves))
        self.play_starts: Final = vec[i64](starts)

    def fingerprint(self) -> int:
        """A number that is equal for pieces that play the same. It ignores the names and the nature of guardians, and what
        is printed."""
        k = hash_combine(len(self.tombs), len(self.guardians))
        for tomb in self.tombs:
            k = hash_combine(hash_combine(hash_combine(k, tomb.symbol), tomb.treasure), tomb.copies)
        for guardian in self.guardians:
            k = hash_combine(hash_combine(hash_combine(k, guardian.symbol), guardian.strength), guardian.copies)
        for card in self.cards:
            for half in (card.top, card.bottom):
                k = hash_combine(hash_combine(k, half.symbol), half.symbol_count)
            k = hash_combine(k, card.copies)
        return k


def play_moves_of_half(kind: int, half: int, symbol: int) -> list[int]:
    """The moves that play a half: face down, and face up (with rubies, once for each symbol that they may stand for)."""
    card = (kind + 1) << int(FIRST_SHIFT) | (half + 1) << int(SECOND_SHIFT)
    up = [int(PLAY_UP) | card]
    if symbol == RUBY:
        up = [int(PLAY_UP_AS) | card | (named + 1) << int(THIRD_SHIFT) for named in range(int(PLAIN_SYMBOLS))]
    return [*up, int(PLAY_DOWN) | card]
