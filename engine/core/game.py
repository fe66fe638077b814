"""What every game offers: the setup that it starts from, and its rules.

The search, the log, the saves and the generic panes use only these classes and `State`, so they know no game. Other names that
every game needs can be imported from here too.

A method that a game must define raises NotImplementedError here. It is not abstract, because compiled code would end the process
if an interpreted game left out an abstract method.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from engine.core.action import Action
from engine.core.arrays import i64, mypyc_attr
from engine.core.editions import Edition, check_choices
from engine.core.errors import BadSetup, BadText, quoted
from engine.core.seats import MAX_SEATS, NOBODY, OMNISCIENT
from engine.core.state import EMPTY_ARRAY, State
from engine.core.story import NOTHING, Chapter, Event
from engine.core.variant import BASE_VARIANT, Variant

__all__ = [
    "CURRENT_RULES",
    "EMPTY_ARRAY",
    "FIRST_RULES",
    "HUMAN",
    "MAX_SEATS",
    "NOBODY",
    "NOTHING",
    "OMNISCIENT",
    "WAITING_TEXT",
    "Event",
    "Game",
    "Question",
    "Seat",
    "Setup",
    "State",
]

HUMAN: Final = "human"
MAX_SEED: Final = (1 << 63) - 1
WAITING_TEXT: Final = "Waiting to see if somebody reacts"  # what the other seats read while one seat is asked secretly
FIRST_RULES: Final = 1  # the rules number of setups that have none, because they are older than rules numbers
MAX_VALUES_CHARS: Final = 40
VALUES_CHARS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")  # no path of a file can be written with them
CURRENT_RULES: Final = 3  # the rules number of new games; raise it whenever a menu changes


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
        if not FIRST_RULES <= rules <= CURRENT_RULES:
            raise BadSetup(f"this Vok knows the rules {FIRST_RULES} to {CURRENT_RULES}, not {rules}: update Vok")
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


class Question:
    """A question: the seat that must answer, the text, and the name of the card that asks ("" if no card asks)."""

    def __init__(self, seat: int, text: str, card: str = "") -> None:
        self.seat: Final = seat
        self.text: Final = text
        self.card: Final = card

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and (self.seat, self.text, self.card) == (other.seat, other.text, other.card)

    def __hash__(self) -> int:
        return hash((self.seat, self.text, self.card))

    def __repr__(self) -> str:
        return f"Question({self.seat}, {self.text!r}, {self.card!r})"


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """The rules of one game. It holds no position, so all matches of the game share one object."""

    def name(self) -> str:
        """The name of the game in `GAMES`, in setups and in saves: one word."""
        raise NotImplementedError

    def title(self) -> str:
        """The name of the game for players."""
        raise NotImplementedError

    def editions(self) -> Sequence[Edition]:
        """All editions, the default first."""
        raise NotImplementedError

    def edition(self, name: str) -> Edition:
        """The edition with this name. Raises BadSetup if there is none."""
        editions = self.editions()
        for edition in editions:
            if edition.name == name:
                return edition
        known = ", ".join([edition.name for edition in editions])
        raise BadSetup(f"no edition is called {quoted(name)}; there are {known}")

    def min_players(self) -> int:
        """The lowest number of players of all editions."""
        return min([edition.min_players for edition in self.editions()])

    def max_players(self) -> int:
        """The highest number of players of all editions; at most MAX_SEATS."""
        return max([edition.max_players for edition in self.editions()])

    def canonical_choices(self, edition: str, option_words: Sequence[str]) -> tuple[str, ...]:
        """The words that a player typed for the options of an edition, as `Setup.choices` holds them: one for each option, or
        none. A game may accept shorter forms. Raises BadSetup."""
        return check_choices(self.edition(edition), option_words)

    def check_setup(self, setup: Setup) -> Edition:
        """The edition of a setup.

        Raises BadSetup for an unknown edition, a wrong number of players, choices that the edition does not offer, and custom
        data if the game has no replaceable data.
        """
        edition = self.edition(setup.edition)
        low, high = edition.min_players, edition.max_players
        if not low <= setup.player_count <= high:
            numbers = f"{low}" if low == high else f"{low} to {high}"
            raise BadSetup(f"{self.title()}, {edition.name}: for {numbers} players, not {setup.player_count}")
        check_choices(edition, setup.choices)
        if setup.cards and not self.has_replaceable_data():
            raise BadSetup(f"{self.title()} has no cards that can be replaced")
        return edition

    def has_replaceable_data(self) -> bool:
        """Whether `Setup.cards` may replace the data of the game. If so, `fingerprint` differs for different data."""
        return False

    def fingerprint(self, setup: Setup) -> int:
        """A number for all data that the setup is played with (cards, costs, programs); different for different data."""
        return 0

    def with_original_data(self, setup: Setup, fingerprint: int) -> Setup:
        """The setup with the data of this fingerprint, if the game's data were corrected since then and the earlier ones are
        known; otherwise the same setup. Raises BadSetup."""
        return setup

    def with_current_data(self, setup: Setup) -> Setup:
        """The setup with today's data: undoes `with_original_data`."""
        return setup

    def start(self, setup: Setup) -> S:
        """The first position. Raises BadSetup, see `check_setup`."""
        raise NotImplementedError

    def determinize(self, state: S, viewer: i64, seed: i64) -> S:
        """A copy in which everything that `viewer` cannot know is drawn again from `seed`, future luck included. For
        OMNISCIENT, only the luck is drawn again. Positions that look the same to the viewer give the same copy. What the copy
        keeps may change only with the rules number, because reshuffles in saves are checked against it."""
        raise NotImplementedError

    def move_as_seen(self, state: S, viewer: i64, move: i64) -> i64:
        """The move as `viewer` sees it. Moves that look the same to the viewer become equal: for instance, a card that is played
        face down loses its face."""
        return move

    def asks_secretly(self, state: S) -> bool:
        """Whether only the seat that is asked may know that it is asked, because the question reveals what it holds."""
        return False

    def is_formality(self, state: S) -> bool:
        """Whether the question has only one answer, and is asked only so that the number of questions reveals nothing. A human
        player does not see it, but the answer is recorded."""
        return False

    def may_have_asked_others(self, events: list[Event], viewer: int) -> bool:
        """Whether, from what everybody knows, a seat other than the viewer may have been asked secretly whether it reacts.
        `events` are all since the last answer that the viewer knows of. They must not depend on whether somebody was asked."""
        return False

    def is_secret_pass(self, state: S, move: int) -> bool:
        """Whether a move of the menu declines a secret question, so that only the seat that makes it may know of it."""
        return False

    def action(self, state: S, move: int) -> Action:
        """The action of a move of the menu."""
        raise NotImplementedError

    def move(self, state: S, action: Action) -> int:
        """The packed form of an action. Raises ValueError if no position could offer it."""
        raise NotImplementedError

    def question(self, state: S) -> Question:
        """What is asked now."""
        raise NotImplementedError

    def view(self, state: S, viewer: int) -> Any:
        """Everything that a seat may see, and nothing else, as plain values. For NOBODY, what everybody may see."""
        raise NotImplementedError

    def say(self, state: S, action: Action) -> str:
        """A legal action in words, unique in its menu."""
        raise NotImplementedError

    def parse(self, state: S, text: str) -> Action:
        """The legal action with this text, as `say` gives it; case and spacing do not matter. Raises BadText."""
        normalized = " ".join(text.casefold().split())
        for move in state.legal_moves():
            action = self.action(state, move)
            if " ".join(self.say(state, action).casefold().split()) == normalized:
                return action
        raise BadText(f"no such answer here: {text[:80]!r}")

    def describe_event(self, state: S, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        """A sentence about an event, without anything that the viewer may not know; "" if there is nothing to tell. `names` are
        those of the seats. `state` is any position of the game."""
        raise NotImplementedError

    def is_out(self, state: S, seat: int) -> bool:
        """Whether a seat has lost while the game goes on, and is asked nothing more. Everybody may know it."""
        return False

    def rewards(self, state: S) -> list[float]:
        """The result of a finished game for each seat: 1, divided among the winners, and 0 for the others."""
        raise NotImplementedError

    def scores(self, state: S) -> list[int]:
        """The current points of each seat, as the rules count them; [] for a game without points. Before the end, only points
        that everybody may know count."""
        return []

    def score_word(self) -> str:
        """What `scores` counts, in the plural."""
        return "points"

    def chapter(self, state: S) -> Chapter:
        """The current chapter: the turn of a player, or a phase of a round."""
        raise NotImplementedError

    def turn(self, state: S) -> int:
        """The number of the turn or round, from 1; 0 in a game that counts neither."""
        return self.chapter(state).number

    def write_position(self, state: S) -> str:
        """The whole position as a short TOML text, hidden cards included."""
        raise NotImplementedError

    def read_position(self, text: str) -> S:
        """The position that `write_position` wrote. Raises BadText."""
        raise NotImplementedError

    def write(self, state: S) -> str:
        """The old name of `write_position`, kept for one version."""
        return self.write_position(state)

    def read(self, text: str) -> S:
        """The old name of `read_position`, kept for one version."""
        return self.read_position(text)
