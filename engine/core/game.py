"""What every game offers: the setup it starts from, its positions, its rules.

The search, the log, the saves and the generic panes speak to these classes alone and so know no game. A position answers
in ints (`mover`, `menu`, `apply`); words, views and `Action`s are made at the door by the `Game`.

What every game must say for itself raises NotImplementedError here and is not abstract: compiled, an abstract method that an
interpreted game left out would end the process instead of raising.
"""

from collections.abc import Mapping
from typing import Any, Final, Generic, TypeVar

from engine.core.action import Action
from engine.core.arrays import extend, i64, mypyc_attr, vec
from engine.core.errors import BadSetup, BadText
from engine.core.variant import BASE_VARIANT, Variant

NOBODY: Final = -1
NOTHING: Final = -1
OMNISCIENT: Final = -2  # who sees all cards, and still not what chance will bring
HUMAN: Final = "human"
WAITING: Final = "Waiting whether somebody reacts"  # the question, for all whom it is not asked secretly
FIRST_RULES: Final = 1  # the rules number of games that were begun before setups carried one
RULES: Final = 2  # the rules number of a game that is begun today: raised whenever a menu changes
MENU_SLACK: Final = 14  # so a menu that is begun has room for sixteen moves
EMPTY_ARRAY: Final = vec[i64]([])  # a position begins without a menu, for a copy brings its own


class Seat:
    """Who sits there: a name for the table, `HUMAN` or the level of an opponent, and how many simulations (or whatever
    the level counts) it spends a decision; 0 for the level's own measure."""

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
    """All that is decided before the first move. With the line of actions it determines the game to the last card.

    `variant` says which form of the game is played; a text is the name of an edition. `rules` says which menus the game is played
    by: a game keeps the number that it was begun with. Raises BadSetup for numbers out of range.
    """

    def __init__(
        self,
        game: str,
        seats: tuple[Seat, ...],
        seed: int,
        variant: Variant | str = BASE_VARIANT,
        rules: int = RULES,
    ) -> None:
        if not 0 <= seed < 1 << 63:
            raise BadSetup(f"a seed is a whole number from 0 to {(1 << 63) - 1}, not {seed}")
        if not FIRST_RULES <= rules <= RULES:
            raise BadSetup(f"the rules have the numbers {FIRST_RULES} to {RULES} here, not {rules}: update Vok")
        self.game: Final = game
        self.variant: Final[Variant] = Variant(variant) if isinstance(variant, str) else variant
        self.seats: Final = seats
        self.seed: Final = seed
        self.rules: Final = rules

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
        """As JSON can hold it: for another process."""
        return {
            "game": self.game,
            **self.variant.pack(),
            "seed": self.seed,
            "seats": [seat.pack() for seat in self.seats],
            "rules": self.rules,
        }

    @staticmethod
    def unpack(fields: Mapping[str, Any]) -> "Setup":
        """The way back. Raises BadSetup, KeyError, TypeError or ValueError for what `pack` never gives."""
        seats = tuple([Seat(str(name), str(level), int(simulations)) for name, level, simulations in fields["seats"]])
        return Setup(str(fields["game"]), seats, int(fields["seed"]), Variant.unpack(fields), int(fields["rules"]))

    def with_seats(self, seats: tuple[Seat, ...], seed: int) -> "Setup":
        """The same game with other seats and another seed."""
        return Setup(self.game, seats, seed, self.variant, self.rules)

    def with_cards(self, cards: str) -> "Setup":
        """The same game with other cards."""
        return Setup(self.game, self.seats, self.seed, self.variant._replace(cards=cards), self.rules)

    def with_rules(self, rules: int) -> "Setup":
        """The same game by other rules. Raises BadSetup for a number that is not known."""
        return Setup(self.game, self.seats, self.seed, self.variant, rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (self.game, self.variant, self.seed, self.seats, self.rules)


class Event:
    """Something that happened, for the story alone: `seat` did `verb` with `arguments`. Derived by replay, never saved.

    `private_to` is the one seat that may know `arguments` (NOBODY: all may). `reveals` says that something unseen came to
    light, so that taking it back counts as peeking.
    """

    def __init__(
        self, verb: str, seat: int, arguments: tuple[int, ...] = (), private_to: int = NOBODY, reveals: bool = False
    ) -> None:
        self.verb: Final = verb
        self.seat: Final = seat
        self.arguments: Final = arguments
        self.private_to: Final = private_to
        self.reveals: Final = reveals

    def __repr__(self) -> str:
        return f"Event({self.verb} {self.seat} {self.arguments})"


class Question:
    """What is asked now: of whom, in which words, and about which card (its name, or "" in the ordinary run of a turn)."""

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


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. `apply` changes it in place: copy first what you want to keep.

    `mover` is whose answer is awaited, NOBODY when the game is over. The first `move_count` cells of `menu` are the legal moves,
    each once, in an order that depends on the position alone; the rest of `menu` is scratch. `told` collects events while it
    is a list; `copy` leaves it None.

    Who wants one move of each menu and no more, as a playout does, may set `lazy_menu`: then the last of the moves, `unlisted` of
    them, need not be written on the menu, and `move_at` tells whichever is wanted.
    """

    def __init__(self) -> None:
        self.mover: i64 = NOBODY
        self.menu: vec[i64] = EMPTY_ARRAY
        self.move_count: i64 = 0
        self.unlisted: i64 = 0
        self.lazy_menu = False
        self.events: list[Event] | None = None

    def move_at(self, i: i64) -> i64:
        """The i-th legal move, from 0; also of those that are counted only."""
        return self.menu[i]

    def offer(self, move: i64) -> None:
        """Put a move on the menu."""
        n = self.move_count
        if n == len(self.menu):
            self.reserve(1)
        self.menu[n] = move
        self.move_count = n + 1

    def reserve(self, moves: i64) -> None:
        """See to it that so many more moves fit on the menu, for who puts them there by hand."""
        capacity: i64 = len(self.menu)
        if self.move_count + moves > capacity:
            longer = vec[i64]([0] * (2 * (capacity + moves) + MENU_SLACK))
            for i in range(self.move_count):
                longer[i] = self.menu[i]
            self.menu = longer

    def copy_menu(self, other: "State") -> None:
        """Ask whom another position asks, with its menu: what a copy of it does."""
        self.mover = other.mover
        self.menu = extend(EMPTY_ARRAY, other.menu)
        self.move_count = other.move_count
        self.unlisted = other.unlisted
        self.lazy_menu = other.lazy_menu

    def emit(
        self, verb: str, seat: i64, arguments: tuple[int, ...] = (), private_to: i64 = NOBODY, reveals: bool = False
    ) -> None:
        """Note an event if anybody listens. Where `arguments` is costly to make, ask `told` first."""
        events = self.events
        if events is not None:
            events.append(Event(verb, seat, arguments, private_to, reveals))

    def legal_moves(self) -> list[int]:
        """The menu as a list of its own, for callers at the door."""
        return [self.move_at(i) for i in range(self.move_count)]

    def apply(self, move: i64) -> None:
        """Carry out a move of the menu, and all that follows from it up to the next question. Any other move: undefined."""
        raise NotImplementedError

    def copy(self) -> "State":
        """A position of its own, menu included."""
        raise NotImplementedError

    def digest(self) -> int:
        """Equal positions, equal 64-bit number, on every machine and in every version that plays by the same rules."""
        raise NotImplementedError


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """The rules of one game. Holds no position, so one object serves everybody."""

    def name(self) -> str:
        """The name under which `GAMES` knows it."""
        raise NotImplementedError

    def fingerprint(self, setup: Setup) -> int:
        """A number for all the data that the setup plays with (cards, costs, programs): it differs if they do."""
        return 0

    def with_original_data(self, setup: Setup, fingerprint: int) -> Setup:
        """The setup with the data of this fingerprint, where the game's own was corrected since and the game still knows what it
        was; otherwise as it is. Raises BadSetup."""
        return setup

    def with_current_data(self, setup: Setup) -> Setup:
        """The setup with today's data in place of what `with_original_data` gave it."""
        return setup

    def start(self, setup: Setup) -> S:
        """The first position. Raises BadSetup for a number of players or an edition that the game does not have."""
        raise NotImplementedError

    def determinize(self, state: S, viewer: i64, seed: i64) -> S:
        """A copy in which all that `viewer` cannot know, future luck included, is drawn anew from `seed`; for EVERYBODY, the
        luck alone. Two positions that look the same to the viewer give the same copy."""
        raise NotImplementedError

    def seen_by(self, state: S, viewer: i64, move: i64) -> i64:
        """The move as `viewer` sees it being made: a card that is played face down loses its face."""
        return move

    def asks_secretly(self, state: S) -> bool:
        """Whether only the seat that is asked now may know of it: the question alone tells what it holds."""
        return False

    def gives_occasion(self, state: S, events: list[Event], viewer: int) -> bool:
        """Whether another seat than the viewer may have been asked secretly about what has just happened, for all that everybody
        knows. `state` is the position behind it."""
        return False

    def is_silent(self, state: S, move: int) -> bool:
        """Whether a move of the menu leaves no trace: the seat was asked secretly, and declines."""
        return False

    def action(self, state: S, move: int) -> Action:
        """The face of a move of the menu."""
        raise NotImplementedError

    def move(self, state: S, action: Action) -> int:
        """The packed form; raises ValueError if no position could offer such an action."""
        raise NotImplementedError

    def question(self, state: S) -> Question:
        """What is asked now."""
        raise NotImplementedError

    def view(self, state: S, viewer: int) -> Any:
        """All that the seat may see and nothing else, as plain values made for painting; for NOBODY, what all may see."""
        raise NotImplementedError

    def say(self, state: S, action: Action) -> str:
        """The text of a legal action, unique in its menu."""
        raise NotImplementedError

    def parse(self, state: S, text: str) -> Action:
        """The legal action that is said so (case and spacing forgiven). Raises BadText."""
        wanted = " ".join(text.casefold().split())
        for move in state.legal_moves():
            action = self.action(state, move)
            if " ".join(self.say(state, action).casefold().split()) == wanted:
                return action
        raise BadText(f"no such answer here: {text[:80]!r}")

    def describe_event(self, state: S, event: Event, viewer: int, names: tuple[str, ...] = ()) -> str:
        """The event in the words of the table, without a word that the viewer may not know; "" if it is not for telling.
        `names` are those of the seats; `state` is any position of the game."""
        raise NotImplementedError

    def rewards(self, state: S) -> list[float]:
        """At the end: 1 shared among the winners, 0 for the others."""
        raise NotImplementedError

    def scores(self, state: S) -> list[int]:
        """What each seat's position is worth now by the rules' own count; [] for a game that counts nothing."""
        return []

    def turn(self, state: S) -> int:
        """Which turn this is, all players' turns counted from 1; 0 in a game without turns."""
        return 0

    def write(self, state: S) -> str:
        """The whole position, hidden cards included, as a small TOML text."""
        raise NotImplementedError

    def read(self, text: str) -> S:
        """The way back. Raises BadText."""
        raise NotImplementedError
