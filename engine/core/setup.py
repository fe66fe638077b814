"""What is decided before the first move: the variant of a game (edition, options, custom cards), the seats, and the setup made of
them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.core.errors import BadSetup, quoted
from engine.core.events import NOBODY
from engine.core.luck import seeded_hash

HUMAN: Final = "human"
MAX_VALUES_CHARS: Final = 40
VALUES_CHARS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")  # no path of a file can be written with them
CURRENT_RULES: Final = 4  # the rules number of new games; raise it whenever a menu changes
OLDEST_RULES: Final = 4  # the lowest rules number whose games can still be played and replayed
MAX_SEED: Final = (1 << 63) - 1
FIRST_WORDED_SEED: Final = 1 << 60  # from here to twice this, seeds are written as words
SEED_CONSONANTS: Final = "bdfghjklmnprstvz"
SEED_VOWELS: Final = "aiou"
SEED_WORDS: Final = 4
SEED_SYLLABLE: Final = f"[{SEED_CONSONANTS}][{SEED_VOWELS}]"
SEED_LETTERS: Final = re.compile(f"({SEED_SYLLABLE}{SEED_SYLLABLE}[{SEED_CONSONANTS}]){{{SEED_WORDS}}}")
MAX_SEED_CHARS: Final = 40  # of what was typed
CHECK_BITS: Final = 4  # at the end of the words: 15 of 16 typing errors are noticed


class Variant(NamedTuple):
    """An edition, the `choices` for its options, and `cards`, the text of a custom catalogue ("" for the game's own cards)."""

    edition: str = "base"
    choices: tuple[str, ...] = ()
    cards: str = ""

    def pack(self) -> dict[str, Any]:
        """The variant as JSON values."""
        return {"edition": self.edition, "choices": list(self.choices), "cards": self.cards}

    @staticmethod
    def from_packed(fields: Mapping[str, Any]) -> "Variant":
        """The variant that `pack` wrote. Raises KeyError or TypeError for other values."""
        choices = tuple([str(choice) for choice in fields["choices"]])
        return Variant(str(fields["edition"]), choices, str(fields["cards"]))


BASE_VARIANT: Final = Variant()


class Option(NamedTuple):
    """Something to choose before the first move. `words` are the possible choices, as `Setup.choices` stores them."""

    name: str  # on the command line, unique in its edition: "goal"
    label: str  # in a form: "Treasure to win"
    words: tuple[str, ...]
    default: str  # one of `words`
    summary: str  # one sentence without a full stop, for help


class Edition(NamedTuple):
    """One way to play a game: for how many players, and with which options."""

    name: str
    min_players: int
    max_players: int
    summary: str
    options: tuple[Option, ...] = ()

    @property
    def player_counts(self) -> range:
        """All numbers of players that can play it."""
        return range(self.min_players, self.max_players + 1)

    @property
    def default_choices(self) -> tuple[str, ...]:
        """The default of each option."""
        return tuple([option.default for option in self.options])

    def all_choices(self, choices: Sequence[str]) -> tuple[str, ...]:
        """The word of each option. `Setup.choices` may lack the last ones, because options are newer than a save, or all: these
        have their defaults."""
        return (*choices, *self.default_choices[len(choices) :])


def check_choices(edition: Edition, option_words: Sequence[str]) -> tuple[str, ...]:
    """Check one word for each option, in the order of the options, and return them. The last ones may be missing, see
    `Edition.all_choices`. Raises BadSetup."""
    if len(option_words) > len(edition.options):
        names = ", ".join([option.name for option in edition.options]) or "nothing"
        raise BadSetup(
            f"the edition {edition.name} lets you choose {names}; {len(option_words)} choices do not fit that"
        )
    for option, word in zip(edition.options, option_words, strict=False):
        if word not in option.words:
            raise BadSetup(f"{option.name} is one of {', '.join(option.words)}, not {quoted(word)}")
    return tuple(option_words)


def choices_in_order(edition: Edition, words_by_option: Mapping[str, str]) -> tuple[str, ...]:
    """The choices of a setup, in the order of the options. An option without a word has its default; () if no option has a
    word. Raises BadSetup."""
    names = [option.name for option in edition.options]
    for name in words_by_option:
        if name not in names:
            known = f"there are {', '.join(names)}" if names else "there are none"
            raise BadSetup(f"the edition {edition.name} has no option {quoted(name)}; {known}")
    if not words_by_option:
        return ()
    return check_choices(edition, [words_by_option.get(option.name, option.default) for option in edition.options])


def seed_text(seed: int) -> str:
    """A seed as a player tells it: a small one in digits, one with 60 random bits in four words, "lusab-babad-gutih-tugad".

    The words are proquints (Wilkerson, 2009): a consonant stands for four bits, a vowel for two.
    """
    if seed // FIRST_WORDED_SEED != 1:
        return str(seed)
    bits = (seed % FIRST_WORDED_SEED) << CHECK_BITS | seeded_hash(seed) % (1 << CHECK_BITS)
    return "-".join([_seed_word(bits >> 16 * place & 0xFFFF) for place in reversed(range(SEED_WORDS))])


def _seed_word(bits: int) -> str:
    c, v = SEED_CONSONANTS, SEED_VOWELS
    return c[bits >> 12] + v[bits >> 10 & 3] + c[bits >> 6 & 15] + v[bits >> 4 & 3] + c[bits & 15]


def read_seed(text: str) -> int:
    """The seed that a player has typed: digits, or words in either case, with or without what stands between them. Raises
    BadSetup."""
    plain = text.strip()
    if plain.isascii() and plain.isdigit() and len(plain) <= len(str(MAX_SEED)) and int(plain) <= MAX_SEED:
        return int(plain)
    letters = "".join(plain[:MAX_SEED_CHARS].casefold().replace("-", " ").split())
    if not SEED_LETTERS.fullmatch(letters):
        raise BadSetup(
            f"a seed is a whole number from 0 to {MAX_SEED}, or four words such as {seed_text(FIRST_WORDED_SEED)}, not "
            f"{plain[:MAX_SEED_CHARS]!r}"
        )
    bits = 0
    for letter in letters:
        is_vowel = letter in SEED_VOWELS
        bits = bits << (2 if is_vowel else 4) | (SEED_VOWELS if is_vowel else SEED_CONSONANTS).index(letter)
    seed = FIRST_WORDED_SEED | bits >> CHECK_BITS
    if seeded_hash(seed) % (1 << CHECK_BITS) != bits % (1 << CHECK_BITS):
        raise BadSetup(f"a letter of the seed {plain!r} is wrong: no seed is written like this")
    return seed


class Seat:
    """A seat at the table: the name of its player, and HUMAN or the level of an AI opponent. `simulations` is the budget of the
    level for one decision, in simulations or in its own unit; 0 means its default."""

    def __init__(self, name: str, level: str = HUMAN, simulations: int = 0) -> None:
        self.name: Final = name
        self.level: Final = level
        self.simulations: Final = simulations

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seat) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash((self.name, self.level, self.simulations))

    def pack(self) -> list[str | int]:
        return [self.name, self.level, self.simulations]


def human_seats(seats: Sequence[Seat]) -> list[int]:
    """The places of the seats that people play."""
    return [place for place, seat in enumerate(seats) if seat.level == HUMAN]


def only_human(seats: Sequence[Seat]) -> int:
    """The place of the seat that the only person plays; NOBODY if several people play, or none."""
    humans = human_seats(seats)
    return humans[0] if len(humans) == 1 else NOBODY


class Setup:
    """Everything that is decided before the first move. Setup and actions together determine the whole game.

    `variant` may also be the name of an edition. `rules` is the rules number: a game keeps the one it began with. `values` is the
    id of the learned values with which its opponents play, "" for a game that records none: a game keeps these too. Raises
    BadSetup for a seed, a rules number or an id that cannot be.
    """

    def __init__(
        self,
        game: str,
        seats: tuple[Seat, ...],
        seed: int,
        variant: Variant | str = BASE_VARIANT,
        rules: int = CURRENT_RULES,
        values: str = "",
    ) -> None:
        if not 0 <= seed <= MAX_SEED:
            raise BadSetup(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed}")
        if not 1 <= rules <= CURRENT_RULES:
            raise BadSetup(f"this Vok knows the rules up to {CURRENT_RULES}, not {rules}: update Vok")
        self.game: Final = game
        self.variant: Final[Variant] = Variant(variant) if isinstance(variant, str) else variant
        self.seats: Final = seats
        self.seed: Final = seed
        if len(values) > MAX_VALUES_CHARS or not VALUES_CHARS.issuperset(values):
            raise BadSetup("the id of learned values has small letters, digits and hyphens, up to 40 of them")
        self.rules: Final = rules
        self.values: Final = values

    @property
    def player_count(self) -> int:
        return len(self.seats)

    @property
    def edition(self) -> str:
        return self.variant.edition

    @property
    def choices(self) -> tuple[str, ...]:
        return self.variant.choices

    @property
    def cards(self) -> str:
        return self.variant.cards

    def pack(self) -> dict[str, Any]:
        """The setup as JSON values, to send it to another process."""
        return {
            "game": self.game,
            **self.variant.pack(),
            "seed": self.seed,
            "seats": [seat.pack() for seat in self.seats],
            "rules": self.rules,
            "values": self.values,
        }

    @staticmethod
    def from_packed(fields: Mapping[str, Any]) -> "Setup":
        """The setup that `pack` wrote. Raises BadSetup, KeyError, TypeError or ValueError for anything else."""
        seats = tuple([Seat(str(name), str(level), int(simulations)) for name, level, simulations in fields["seats"]])
        variant, rules = Variant.from_packed(fields), int(fields["rules"])
        return Setup(str(fields["game"]), seats, int(fields["seed"]), variant, rules, str(fields["values"]))

    def with_seats_and_seed(self, seats: tuple[Seat, ...], seed: int) -> "Setup":
        """The same setup with other seats and another seed."""
        return Setup(self.game, seats, seed, self.variant, self.rules, self.values)

    def with_cards(self, cards_text: str) -> "Setup":
        """The same setup with custom cards; "" for the game's own."""
        variant = self.variant._replace(cards=cards_text)
        return Setup(self.game, self.seats, self.seed, variant, self.rules, self.values)

    def with_rules(self, rules: int) -> "Setup":
        """The same setup with another rules number. Raises BadSetup for an unknown one."""
        return Setup(self.game, self.seats, self.seed, self.variant, rules, self.values)

    def with_values(self, values: str) -> "Setup":
        """The same setup with other learned values. Raises BadSetup for an id that cannot be."""
        return Setup(self.game, self.seats, self.seed, self.variant, self.rules, values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (self.game, self.variant, self.seed, self.seats, self.rules, self.values)
