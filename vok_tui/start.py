"""How the table is to begin: what the command line and the configuration say, as one value for the app."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from vok_tui.config import Config

MOST_SEED: Final = (1 << 63) - 1


@dataclass(frozen=True)
class Box:
    """The cards on the table: which edition, what was chosen in it, and the text of cards of the house, "" without any."""

    edition: str = "base"
    choices: tuple[str, ...] = ()
    cards: str = ""


@dataclass(frozen=True)
class Start:
    """All that was asked for; what was left open is None or empty, and the app chooses.

    With a `path` that save is opened and the rest does not matter. Else, without `new`, the last unfinished game goes on if
    nothing was asked for that belongs to a new one (`asks_for_a_game`).
    """

    path: Path | None = None
    new: bool = False
    players: int | None = None  # 1 to 6, as the edition allows
    levels: tuple[str, ...] = ()  # of seat 1, 2, ...; a single one holds for all
    names: tuple[str, ...] = ()  # of seat 0, 1, ...
    seed: int | None = None
    first: int | None = None  # who begins: 1 for seat 0 of these, 2 for seat 1, ...; 0 by lot
    trust_bots: bool = False  # whether the code that the save names may run unasked
    pace: float | None = None  # seconds; else that of the configuration
    box: Box = field(default_factory=Box)
    config: Config = field(default_factory=Config)

    @property
    def asks_for_a_game(self) -> bool:
        """Whether a new game is wanted, by name or by saying what it shall be like."""
        numbers = (self.players, self.seed, self.first)
        return (
            self.new
            or any(number is not None for number in numbers)
            or bool(self.levels or self.names or self.box != Box())
        )
