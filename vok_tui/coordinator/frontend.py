"""What the coordinator needs of a front end, which is one of two: the screens, or the lines of `vok plain`.

The coordinator decides what comes next. A front end shows where the player is (`Location`), asks questions, says sentences, and
calls the coordinator when the player wants something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from vok_tui.boards.own_data import OwnData
from vok_tui.game.autosave import OpenGame
from vok_tui.records.game_stats import GameStats
from vok_tui.records.solitaire import SolitaireRecord

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import AnalysisJob
    from vok_tui.learning.goal_counts import GoalCounter
    from vok_tui.learning.practice import Practice
    from vok_tui.learning.retry import Retry


@dataclass(frozen=True)
class AtStart:
    """The start."""


@dataclass(frozen=True)
class AtWelcome:
    """The start of a player who has begun nothing yet."""


@dataclass(frozen=True)
class AtForm:
    """The form for a new game, with these opponents and this edition if they are given."""

    opponents: tuple[str, ...] = ()
    edition: str = ""


@dataclass(frozen=True)
class AtTable:
    """The table, at which a person of this keyboard plays."""

    open_game: OpenGame


@dataclass(frozen=True)
class AtWatching:
    """A game that goes on, and in which nobody at this keyboard plays."""

    open_game: OpenGame


@dataclass(frozen=True)
class AtReview:
    """The review of a game; with `decision`, at the analysed question at this node."""

    open_game: OpenGame
    decision: int | None = None


@dataclass(frozen=True)
class AtPlayOn:
    """The question who plays on from a node of a finished game, with a text. `NewGames.play_on` does so."""

    open_game: OpenGame
    node: int
    text: str


@dataclass(frozen=True)
class AtScore:
    """The score of a finished game. With the solitaire record of this game and all of them, and a tip."""

    open_game: OpenGame
    record: SolitaireRecord | None = None
    records: tuple[SolitaireRecord, ...] = ()
    tip: str = ""


@dataclass(frozen=True)
class AtShelf:
    """The saves on the shelf or in the bin, with the save at `marked` marked. It replaces the one that is shown already."""

    in_bin: bool = False
    marked: Path | None = None


@dataclass(frozen=True)
class AtStats:
    """The statistics of all games that were played."""

    stats: Sequence[GameStats]


@dataclass(frozen=True)
class AtGoals:
    """The goals, which the counter counts."""

    counter: GoalCounter


@dataclass(frozen=True)
class AtDaily:
    """The daily games of a game, beginning with a day."""

    game: str
    day: date


@dataclass(frozen=True)
class AtPractice:
    """What can be practised. A `wish` is begun at once: a game and a kind of decision, "" for what has come back."""

    practice: Practice
    wish: tuple[str, str] | None = None


@dataclass(frozen=True)
class AtRetry:
    """Positions in which the player looks for a better answer, or the only right one; `from_game` if those of the open game."""

    retry: Retry
    from_game: bool = False


@dataclass(frozen=True)
class AtBox:
    """What is printed on the pieces of the player's own box of a game."""

    own: OwnData


@dataclass(frozen=True)
class AtSettings:
    """The settings, beginning with the one of this name in config.toml."""

    marked: str = ""


@dataclass(frozen=True)
class AtRules:
    """The rules of a game; "" for the one that is played or chosen."""

    game: str = ""


@dataclass(frozen=True)
class AtExit:
    """Outside: the program ends."""


Location = (
    AtStart
    | AtWelcome
    | AtForm
    | AtTable
    | AtWatching
    | AtReview
    | AtPlayOn
    | AtScore
    | AtShelf
    | AtStats
    | AtGoals
    | AtDaily
    | AtPractice
    | AtRetry
    | AtBox
    | AtSettings
    | AtRules
    | AtExit
)
ONLY_SCREENS: Final[Mapping[type[Location], str]] = {
    AtWatching: "Watching a game is possible only on the screens of vok.",
    AtRules: "The command rules says them at the table.",
}
"""The locations that lines do not have, each with the reason. It is said to a player who would get there."""


class PromptId(Enum):
    """What a prompt asks."""

    DAMAGED = "damaged"  # whether to play on with what can be read of a save
    NEWER = "newer"  # what to do with a save that needs a newer Vok
    BUSY = "busy"  # what to do with a save that another process plays
    CANNOT_OPEN = "cannot open"
    SIDE = "side"  # from whose side a game is watched
    BOTS = "bots"  # whether the code that a save names may run
    UNSAVED = "unsaved"  # whether to leave a game that cannot be saved
    NEW_TO_GAME = "new to game"  # whether a newcomer begins with the guided game
    LESSONS = "lessons"  # which guided game
    LESSON_END = "lesson end"
    EMPTY_BIN = "empty bin"
    GOES_ON = "goes on"  # whether the own decisions of a game that goes on are analysed
    NEW_PUZZLE = "new puzzle"  # whether to try a puzzle of an edition that was never played
    BRANCH = "branch"  # whether another answer in a finished game begins a new one


class Option(NamedTuple):
    """An option of a prompt. The id "" changes nothing. It is left out where its location cannot be shown."""

    id: str
    text: str
    leads_to: type[Location] | None = None


class Prompt(NamedTuple):
    """A question with its options, the likeliest first. A front end adds a way to change nothing (the id "") if there is none."""

    id: PromptId
    title: str
    text: str
    options: tuple[Option, ...]


class Frontend(Protocol):
    """A front end."""

    @property
    def shows(self) -> frozenset[type[Location]]:
        """The locations that it can show."""

    @property
    def command(self) -> str:
        """The command that starts the program with this front end."""

    def ask(self, prompt: Prompt, then: Callable[[str], object]) -> None:
        """Put a prompt to the player over what is shown, then call `then` with the id of the chosen option."""

    def say(self, sentence: str) -> None:
        """Say a sentence."""

    def refuse(self, sentence: str) -> None:
        """Say why something is not done."""

    def show(self, location: Location, *, over: bool = False) -> None:
        """Show a location: alone, or `over` what is shown, to which the player then comes back."""

    def show_analysis(self, job: AnalysisJob) -> None:
        """Show what has changed in an analysis, if what is shown is about its game."""

    def caller_in_event_loop(self) -> Callable[[Callable[[], None]], object]:
        """What calls a function in the event loop, from any thread."""


def offered(frontend: Frontend, prompt: Prompt) -> Prompt:
    """The prompt with the options that a front end can carry out. The text says why the others are left out."""
    left_out = [option for option in prompt.options if option.leads_to not in {None, *frontend.shows}]
    reasons = dict.fromkeys(ONLY_SCREENS[option.leads_to] for option in left_out if option.leads_to is not None)
    options = tuple([option for option in prompt.options if option not in left_out])
    return prompt._replace(text=" ".join([prompt.text, *reasons]), options=options)
