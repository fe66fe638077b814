"""The kit of a game: everything that a game brings beside its rules. `engine.games` names it; `kit_of` finds it.

This half is about search, contests and measuring. The half about the terminal (board, keys, forms, texts) is a
`vok_tui.boards.table_kit.TableKit`, which the kit only names, so that a process that thinks never loads a screen.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from ai.bots.levels import LEVELS, SHABTI
from ai.bots.strengths import StrengthScale
from ai.search.evaluator import Evaluator
from engine.core.errors import EngineError
from engine.core.game import Game, State
from engine.games import GAMES, load_object


class Statistics(Protocol):
    """What `vok simulate --stats` counts over many games."""

    def begin(self, state: State) -> None:
        """A game begins at `state`, whose events are read from now on."""

    def read_events(self) -> None:
        """Read the events of the latest move."""

    def end(self, rewards: Sequence[float]) -> None:
        """Add the game, which is over, to the sums."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """The sums as JSON values."""

    def table(self) -> list[str]:
        """The sums as lines of text."""

    def bars(self) -> tuple[str, list[tuple[str, float]]]:
        """What a chart of the sums shows, and its bars: names with shares from 0 to 1, the largest first."""


class BadTraining(EngineError):
    """A training run that cannot be made or continued, or a file that does not hold what it should; the text is one sentence."""


class Training(Protocol):
    """One training run, as `vok train` makes it. Made from the game, an edition, and the numbers of that command."""

    done: int  # games
    total_games: int
    positions: int
    error: float  # mean squared error of the predictions in the latest round

    def start_from(self, text: str) -> None:
        """Start from the text of a learned value. Raises BadTraining."""

    def load(self, path: Path) -> None:
        """Continue a saved run. Raises BadTraining and BadFile."""

    def run(self) -> Iterator[None]:
        """Train to the end; yields after each round."""

    def save(self, path: Path) -> None:
        """Save the run. Raises OSError."""

    def write_value(self, path: Path) -> None:
        """Write what was learned. Raises OSError."""


class GameKit:
    """The kit of one game. The methods here suit any game; a game overrides what it knows better.

    `table`, `adapter` and `training` are `module:NAME`, loaded when needed; "" for a game that has none: its TableKit, its
    `ai.adapters.game_spec.GameSpec`, and its class of training runs (`Training`).
    """

    def __init__(self, game: Game[Any], table: str = "", adapter: str = "", training: str = "") -> None:
        self.game: Final = game
        self.table: Final = table
        self.adapter: Final = adapter
        self.training: Final = training

    def evaluator(self, state: State) -> Evaluator[Any]:
        """The strongest evaluator for the data and the number of seats of this position."""
        return self.handwritten_evaluator(state)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[Any]:
        """The evaluator without learning. The turn planner always uses it. `horizon` is the length of a playout before it, in
        ticks of its clock."""
        del state, horizon
        return Evaluator(self.game)

    def level_names(self) -> tuple[str, ...]:
        """The levels that play this game: all with an evaluator, else those that need none."""
        has_evaluator = type(self).handwritten_evaluator is not GameKit.handwritten_evaluator
        return tuple(LEVELS) if has_evaluator else (SHABTI,)

    def strengths(self, players: int) -> StrengthScale:
        """How strong the levels are with this number of players. The level `equal` needs it."""
        del players
        return StrengthScale()

    def statistics(self) -> Statistics | None:
        """New statistics; None for a game that has none."""
        return None

    def count_pieces(self, state: State) -> list[int]:
        """The number of pieces of each kind, wherever they lie: it never changes in a game. [] if that cannot be counted."""
        del state
        return []


def kit_of(game: Game[Any]) -> GameKit:
    """The kit of a game; for a game that is not registered or has none, one with the defaults."""
    name = game.name()
    if name in GAMES and GAMES[name] is game and GAMES.place(name).kit:
        kit: GameKit = load_object(GAMES.place(name).kit)
        return kit
    return GameKit(game)
