"""What every game offers: the setup that it starts from, and its rules.

The search, the log, the saves and the generic panes use only these classes and `State`, so they know no game. Other names that
every game needs can be imported from here too.

A method that a game must define raises NotImplementedError here. It is not abstract, because compiled code would end the process
if an interpreted game left out an abstract method.
"""

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from engine.core.action import Action
from engine.core.arrays import i64, mypyc_attr
from engine.core.errors import BadSetup, BadText, quoted
from engine.core.events import MAX_SEATS, NOBODY, NOTHING, OMNISCIENT, Chapter, Event
from engine.core.setup import CURRENT_RULES, HUMAN, MAX_SEED, Edition, Seat, Setup, check_choices, human_seats
from engine.core.state import EMPTY_ARRAY, State
from engine.core.toml_text import parse_position, write_position

__all__ = [
    "CURRENT_RULES",
    "EMPTY_ARRAY",
    "HUMAN",
    "MAX_SEATS",
    "MAX_SEED",
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
    "human_seats",
]
WAITING_TEXT: Final = "Waiting to see if somebody reacts"  # what the other seats read while one seat is asked secretly


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

    def is_at_rest(self, state: S) -> bool:
        """Whether nothing is half done in this position: the game is over, or a turn or a round begins. A chance to win is only
        ever read at such a position. By default every position is one."""
        return True

    def position_fields(self, state: S) -> dict[str, Any]:
        """The whole position by name, hidden cards included. A field is a whole number, a bool, a word or a list of these or of
        lists; the last may be a list of tables, one for each seat. Reshuffles in saves hold changed fields, so names, structure
        and order stay as they are."""
        raise NotImplementedError

    def position_of_fields(self, fields: dict[str, Any]) -> S:
        """The position with these fields, which may come from a stranger and be of any type. Raises BadText."""
        raise NotImplementedError

    def write_position(self, state: S) -> str:
        """The whole position as a short TOML text, hidden cards included."""
        return write_position(self.position_fields(state))

    def read_position(self, text: str) -> S:
        """The position that `write_position` wrote. Raises BadText."""
        return self.position_of_fields(parse_position(text))
