"""The levels that a person meets, and the gauges that they are measured with: how each plays and what it spends on a decision."""

from typing import Final

from engine.core.errors import BadSetup

SHABTI: Final = "shabti"
SCRIBE: Final = "scribe"
PRIEST: Final = "priest"
VIZIER: Final = "vizier"
PHARAOH: Final = "pharaoh"
PLAIN: Final = "plain"
SEER: Final = "seer"
PROPHET: Final = "prophet"
ELDER: Final = "elder"
MOST: Final = 1_000_000  # simulations
LONGEST: Final = 600_000  # milliseconds
LEAST: Final = 50  # milliseconds for a decision, however many came before it in a turn


class Budget:
    """What a decision may cost: so many simulations (a scribe counts deals) and so many milliseconds, whichever is spent first;
    0 is no limit of that kind. With simulations alone an answer can be had again, number for number; with time it cannot.
    `turn` is for a level that others wait for: so many milliseconds for all decisions in a row, with nobody else asked between.

    Raises BadSetup for what no seat can have.
    """

    def __init__(self, simulations: int = 0, milliseconds: int = 0, turn: int = 0) -> None:
        if not 0 <= simulations <= MOST:
            raise BadSetup(f"an opponent spends 0 to {MOST} simulations on a decision, not {simulations}")
        if not 0 <= milliseconds <= LONGEST:
            raise BadSetup(f"an opponent spends 0 to {LONGEST} milliseconds on a decision, not {milliseconds}")
        self.simulations: Final = simulations
        self.milliseconds: Final = milliseconds
        self.turn: Final = turn

    def after(self, spent: int) -> "Budget":
        """What the next decision may cost when those before it in the row have taken so many milliseconds: half of the rest at
        most, so that something is left for all that follow, and never less than LEAST."""
        if not self.turn:
            return self
        rest = max(LEAST, (self.turn - spent) // 2)
        return Budget(self.simulations, min(self.milliseconds or rest, rest), self.turn)

    def __bool__(self) -> bool:
        return self.simulations > 0 or self.milliseconds > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Budget) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int]:
        return self.simulations, self.milliseconds, self.turn


class Level:
    """How an opponent plays, in a line; what it spends on a decision if the seat does not say; its Elo at two players, as
    `vok ladder` measured it (0: not yet; the pharaoh with 100 ms); the share of its own moves that it overlooks at each decision;
    and on how many processes it may think at the table, where there are as many cores (`ai.chorus`)."""

    def __init__(
        self, name: str, line: str, budget: Budget, rating: int = 0, overlooks: float = 0.0, parts: int = 1
    ) -> None:
        self.name: Final = name
        self.line: Final = line
        self.budget: Final = budget
        self.rating: Final = rating
        self.overlooks: Final = overlooks
        self.parts: Final = parts

    @property
    def searches(self) -> bool:
        """Whether what it spends are simulations: shabti spends nothing, and a scribe counts deals, which are another thing."""
        return bool(self.budget) and self.name != SCRIBE


def named(*levels: Level) -> dict[str, Level]:
    return {level.name: level for level in levels}


LEVELS: Final = named(
    Level(SHABTI, "plays anything that is allowed", Budget(), 240),
    Level(SCRIBE, "looks to the end of its turn", Budget(1), 1000),
    Level(PRIEST, "thinks ahead, but overlooks things as people do", Budget(150), 1280, overlooks=0.25),
    Level(VIZIER, "thinks on, about what may come and what you may hold", Budget(200), 1440, overlooks=0.10),
    Level(PHARAOH, "takes its time, and forgives nothing", Budget(20_000, 900, turn=3000), 1590, parts=4),
)
# Nobody meets these at the table: the arena measures against them.
GAUGES: Final = named(
    Level(PLAIN, "the textbook's search: random playouts to the end, victory or nothing", Budget(1000)),
    Level(SEER, "searches like the best, but cheats: it sees all cards", Budget(1000)),
    Level(PROPHET, "searches like the best, but cheats: it sees all cards and what chance will bring", Budget(1000)),
    Level(
        ELDER, "searches like the best, but judges by what was written for it, not by what was learned", Budget(1000)
    ),
)


def level_of(name: str) -> Level:
    """The level or gauge of that name. Raises BadSetup."""
    level = LEVELS.get(name) or GAUGES.get(name)
    if level is None:
        raise BadSetup(f"no opponent is called {name[:40]!r}; there are {', '.join(LEVELS)}")
    return level
