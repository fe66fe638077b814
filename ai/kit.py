"""The kit of a game: everything that a game brings besides its rules. `engine.games` names it; `kit_of` finds it.

This half is about search, contests and measuring. The half about the terminal (board, keys, forms, texts) is a
`vok_tui.boards.table_kit.TableKit`. The kit only names it, so that a process that thinks never loads a screen.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from ai.bots.levels import GAUGES, LEVELS, PLAIN, SCRIBE, SHABTI, get_level
from ai.bots.strengths import StrengthScale
from ai.search.evaluator import Evaluator
from engine.core.errors import EngineError
from engine.core.game import Game, State
from engine.games import GAMES, load_object


class Statistics(Protocol):
    """What `vok simulate --stats` counts over many games."""

    def begin_game(self, state: State) -> None:
        """Begin with a game at `state`, which collects its events from now on."""

    def take_events(self) -> None:
        """Count the events of the latest move, and empty its list of events."""

    def end_game(self, rewards: Sequence[float]) -> None:
        """Add the finished game to the sums."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """The sums as JSON values."""

    def table_lines(self) -> list[str]:
        """The sums as lines of text."""

    def bar_chart(self) -> tuple[str, list[tuple[str, float]]]:
        """The heading of a chart, and its bars: names with shares from 0 to 1, the largest first."""


class BadTraining(EngineError):
    """A training run that cannot be made or continued, or a file with wrong contents. The text is one sentence."""


class Training(Protocol):
    """One training run of `vok train`. It is made from the game, an edition, and the numbers of that command."""

    games_done: int
    total_games: int
    positions: int
    error: float  # mean squared error of the predictions in the latest round

    def start_from_value(self, value_text: str) -> None:
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
    """The kit of one game. The methods here suit any game; a game overrides them with better ones.

    `table`, `adapter` and `training` are `module:NAME`, loaded when needed: its TableKit, its `ai.adapters.game_spec.GameSpec`,
    and its class of training runs (`Training`). "" if the game has none.
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
        """The evaluator without learning, which the turn planner always uses. `horizon` is the length of the playout before it,
        in ticks of its clock."""
        del state, horizon
        return Evaluator(self.game)

    def level_names(self) -> tuple[str, ...]:
        """The levels that can play this game: all if it has an evaluator, otherwise those that need none."""
        has_evaluator = type(self).handwritten_evaluator is not GameKit.handwritten_evaluator
        return tuple(LEVELS) if has_evaluator else (SHABTI,)

    def has_level(self, level: str) -> bool:
        """Whether a level or gauge plays this game. A gauge needs an evaluator too, except the one of random playouts."""
        names = self.level_names()
        return level in names or level == PLAIN or (level in GAUGES and len(names) > 1)

    def default_level(self) -> str:
        """The level of an opponent if none is named: the scribe, a fair first opponent, or the weakest that plays."""
        names = self.level_names()
        return SCRIBE if SCRIBE in names else names[0]

    def max_decision_ms(self, state: State) -> int:
        """The most milliseconds that a level takes for a decision of its own accord; 0 for no limit. With many seats a person
        waits for many decisions."""
        del state
        return 0

    def missed_share(self, level: str) -> float:
        """The share of its own moves that a level overlooks at each decision in this game."""
        return get_level(level).missed_share

    def strengths(self, players: int) -> StrengthScale:
        """The strengths of the levels with this number of players, for the level `equal`."""
        del players
        return StrengthScale()

    def statistics(self) -> Statistics | None:
        """New statistics; None for a game that has none."""
        return None

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of pieces of each kind, wherever they are. It never changes during a game. [] if they cannot be counted."""
        del state
        return []


def kit_of(game: Game[Any]) -> GameKit:
    """The kit of a game; for a game that is not registered or has none, one with the defaults."""
    name = game.name()
    if name in GAMES and GAMES[name] is game and GAMES.place(name).kit:
        kit: GameKit = load_object(GAMES.place(name).kit)
        return kit
    return GameKit(game)
