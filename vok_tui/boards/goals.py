"""Goals: things to learn or to be proud of, as lines of data: a title, what to do, and a function that looks at one game or at
everything else that the player has done. Those of a game are in its file in this folder. `vok_tui.learning.goal_counts`
counts them, and has those of practice and of the daily game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from ai.levels import LEVELS
from engine.core.game import Event, human_seats
from engine.core.journal import MovedHead
from engine.core.match import Match
from engine.core.wording import plural
from engine.games import GAMES
from saves import SaveInfo
from saves.format.file_start import open_for_reading
from saves.match_reader import WorkBudget, load_from_fd

MAX_GAME_WORK: Final = 1_000_000  # to replay one save; a game of 250 entries takes 25,000

Total = int | None  # None if no game says anything


def total_sum(values: Sequence[int]) -> Total:
    return sum(values)


def total_most(values: Sequence[int]) -> Total:
    return max(values, default=None)


def total_fewest(values: Sequence[int]) -> Total:
    return min(values, default=None)


def total_different(values: Sequence[int]) -> Total:
    """The number of different things, of which each value is a set of bits."""
    found = 0
    for value in values:
        found |= value
    return found.bit_count()


class PlayedGame:
    """A finished game that counts, from the player's side. `is_won`: the player alone has won. `points` and `margin` are None in
    games without them. `opponents` are as on the command line: "priest", "priest:400". The match is read when a goal first asks
    for it, which is slow."""

    def __init__(
        self, save: SaveInfo, opponents: Sequence[str], *, is_won: bool, points: int | None, margin: int | None
    ) -> None:
        self.save: Final = save
        self.opponents: Final = opponents
        self.is_won: Final = is_won
        self.points: Final = points
        self.margin: Final = margin
        self.seat: Final = human_seats(save.seats)[0]

    @cached_property
    def match(self) -> Match:
        """The match at its end. Raises SaveError."""
        with open_for_reading(self.save.path) as fd:
            loaded = load_from_fd(self.save.path, fd, GAMES, WorkBudget(MAX_GAME_WORK, per_node=0))
        if loaded.damage is not None:
            raise loaded.damage
        loaded.match.goto(loaded.match.log.last_visited_leaf(loaded.match.log.head))
        return loaded.match

    @cached_property
    def view(self) -> Any:
        """What the player saw at the end."""
        return self.match.game.view(self.match.state, self.seat)

    @cached_property
    def events(self) -> list[Event]:
        """All that happened, in order."""
        log = self.match.log
        return [event for node in log.path(log.head) for event in self.match.events_on_step_to(node)]

    def own_events(self, *verbs: str) -> list[Event]:
        """The player's events with one of these verbs."""
        return [event for event in self.events if event.seat == self.seat and event.verb in verbs]

    @property
    def went_back(self) -> bool:
        """Whether the player ever took back an answer."""
        log, entries = self.match.log, self.match.log.journal
        return any(
            isinstance(entry, MovedHead) and log.depths[after] < log.depths[before]
            for entry, (before, after) in zip(entries, pairwise([0, *log.heads]), strict=False)
        )


FIRST: Final = "first"  # the section of the goals for a first evening
Measure = Callable[[PlayedGame], int | None]
Words = Callable[[int], str] | str


@dataclass(frozen=True)
class PlayerGoal:
    """A goal. `group` is the name of a game, COACH or DAILY; `name` is unique in it and never changes.

    `measure` looks at one game and returns a number, or None if the game says nothing; `total` makes one number of those of all
    games. `measure_all` is for goals that no single game decides, instead of both: it looks at `Deeds`. The goal is reached when
    the number is at least `needed`, or at most if fewer are better. `best` is the noun of what is counted, or makes words of the
    number, for progress like "best: 2 statues"; without it, progress is "2 of 3".

    A game for the goal needs these `opponents`, each a level or "" for any, and this `edition`; empty for any. `opens` is the
    entry of the menu at which a goal without a game can be reached."""

    group: str
    name: str
    title: str
    text: str
    measure: Measure | None = None
    needed: int = 1
    total: Callable[[Sequence[int]], Total] = total_sum
    best: Words = ""
    measure_all: Callable[[Any], int] | None = None
    opponents: tuple[str, ...] = ()
    edition: str = ""
    opens: str = ""
    is_first: bool = False  # whether it is one for a first evening

    @property
    def section(self) -> str:
        """Where it is listed: among those of a first evening, else in its group."""
        return FIRST if self.is_first else self.group

    @property
    def id(self) -> str:
        """Its name in files: the group, a dot and the name."""
        return f"{self.group}.{self.name}"

    def is_reached_by(self, number: Total) -> bool:
        """Whether a total is enough."""
        if number is None:
            return False
        return number <= self.needed if self.total is total_fewest else number >= self.needed

    def progress_text(self, number: Total) -> str:
        """How far it is: "2 of 3", "best: 2 statues", "not yet"."""
        if self.best and number is not None:
            return f"best: {plural(number, self.best) if isinstance(self.best, str) else self.best(number)}"
        return f"{number or 0} of {self.needed}" if self.needed > 1 and not self.best else "not yet"


def most(
    group: str, name: str, title: str, text: str, measure: Measure, needed: int, best: Words, *, is_first: bool = False
) -> PlayerGoal:
    """A goal for which the highest number of all games counts."""
    return PlayerGoal(group, name, title, text, measure, needed, total_most, best, is_first=is_first)


def fewest(group: str, name: str, title: str, text: str, measure: Measure, needed: int, best: Words) -> PlayerGoal:
    """A goal for which the lowest number of all games counts."""
    return PlayerGoal(group, name, title, text, measure, needed, total_fewest, best)


# -- what several games measure


def won(game: PlayedGame) -> int:
    return int(game.is_won)


def if_won(measure: Measure) -> Measure:
    """The measure of games that were won; others say nothing."""
    return lambda game: measure(game) if game.is_won else None


def best_level(game: PlayedGame) -> int | None:
    """The number of the strongest level that was beaten, from 1."""
    levels = [level_number(level) for level in game.opponents if level in LEVELS]
    return max(levels, default=None) if game.is_won else None


def level_number(level: str) -> int:
    return list(LEVELS).index(level) + 1


def level_name(number: int) -> str:
    return list(LEVELS)[number - 1] if 0 < number <= len(LEVELS) else "?"


def beat_two(level: str) -> Callable[[PlayedGame], int]:
    """Whether two opponents of at least this level were beaten at one table."""
    strong = list(LEVELS)[level_number(level) - 1 :]
    return lambda game: int(game.is_won and sum([each in strong for each in game.opponents]) >= 2)


def beat_two_at_once(group: str, level: str) -> PlayerGoal:
    """To beat two opponents of a level at one table."""
    levels = f"{level}s"
    text = f"beat two {levels} at one table"
    return PlayerGoal(group, f"two-{levels}", f"Two {levels}", text, beat_two(level), opponents=(level, level))


def won_without_undo(game: PlayedGame) -> int:
    return int(game.is_won and not game.went_back)


def goals_of_any_game(group: str, top: str) -> tuple[PlayerGoal, ...]:
    """Goals that every game with levels has: the first victory, and the levels up to `top`."""
    return (
        PlayerGoal(group, "first", "First victory", "win a game", won),
        PlayerGoal(
            group,
            "ladder",
            "Up the ladder",
            f"beat a {top}",
            best_level,
            level_number(top),
            total_most,
            level_name,
            opponents=(top,),
        ),
        PlayerGoal(group, "no-undo", "No way back", "win 3 games without undo", won_without_undo, 3),
    )
