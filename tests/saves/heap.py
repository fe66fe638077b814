"""A game for the tests of saves: take one to three stones from a heap, some of which hide a gem. It has luck, scores, hidden
information, and enough moves for many checks."""

from pathlib import Path
from typing import Final

from engine.core.action import Action, MoveCodec
from engine.core.arrays import i64
from engine.core.events import Chapter
from engine.core.game import NOBODY, Game, Seat, Setup, State
from engine.core.luck import hash_combine, seeded_hash
from engine.core.match import Match
from engine.core.setup import Edition, Option
from saves import SaveFile

VERBS: Final = MoveCodec("take")


class HeapState(State):
    def __init__(self, stones: int, seed: int, gem: int, gains: list[int]) -> None:
        super().__init__()
        self.stones = stones
        self.seed = seed
        self.gem = gem
        self.gains = gains
        self.turn = 0
        self.ask()

    def ask(self) -> None:
        self.move_count = 0
        self.mover = self.turn % len(self.gains) if self.stones else NOBODY
        for stones in range(1, min(3, self.stones) + 1):
            self.offer(VERBS.encode(Action("take", (stones,))))

    def apply(self, move: i64) -> None:
        (stones,) = VERBS.decode(move).arguments
        gem_value = seeded_hash(self.seed, self.turn, stones) % 2 * self.gem
        self.gains[self.mover] += stones + gem_value
        self.emit("take", self.mover, (stones, gem_value), reveals=bool(gem_value))
        self.stones -= stones
        self.turn += 1
        self.ask()

    def copy(self) -> "HeapState":
        copy = HeapState(self.stones, self.seed, self.gem, list(self.gains))
        copy.turn = self.turn
        copy.ask()
        return copy

    def digest(self) -> int:
        k = hash_combine(self.stones, self.turn)
        for gain in self.gains:
            k = hash_combine(k, gain)
        return k


class Heap(Game[HeapState]):
    """`gem` is the value of a gem. Games with different values have different rules. The edition has these options."""

    def __init__(self, gem: int = 5, stones: int = 90, options: tuple[Option, ...] = ()) -> None:
        self.gem = gem
        self.stones = stones
        self.options = options

    def name(self) -> str:
        return "heap"

    def title(self) -> str:
        return "Heap"

    def editions(self) -> tuple[Edition, ...]:
        return (Edition("base", 2, 8, "one heap for all", self.options),)

    def fingerprint(self, setup: Setup) -> int:
        return seeded_hash(self.gem, setup.player_count)

    def start(self, setup: Setup) -> HeapState:
        self.check_setup(setup)
        return HeapState(self.stones, setup.seed, self.gem, [0] * setup.player_count)

    def action(self, state: HeapState, move: int) -> Action:
        return VERBS.decode(move)

    def move(self, state: HeapState, action: Action) -> int:
        return VERBS.encode(action)

    def say(self, state: HeapState, action: Action) -> str:
        return f"Take {action.arguments[0]}"

    def chapter(self, state: HeapState) -> Chapter:
        return Chapter(0, state.mover)

    def scores(self, state: HeapState) -> list[int]:
        return list(state.gains)

    def rewards(self, state: HeapState) -> list[float]:
        winners = [gain == max(state.gains) for gain in state.gains]
        return [is_winner / sum(winners) for is_winner in winners]


class Unplayable(Heap):
    """Fails if it is replayed."""

    def start(self, setup: Setup) -> HeapState:
        raise AssertionError("a game was replayed")


HEAP: Final = Heap()
GAMES: Final = {"heap": HEAP}
SETUP: Final = Setup("heap", (Seat("Ann"), Seat("Bob", "priest", 400)), 7)
APP: Final = "0.1.0"
CREATED: Final = 1_700_000_000
STEPS_TO_END: Final = [2] * 30  # the steps of a whole game


def take(match: Match, stones: int) -> None:
    match.play(Action("take", (stones,)))


def play_steps(match: Match, steps: list[int]) -> None:
    """For each step play a move, or jump to a node if the step is not a move. Stops at the end of the game."""
    for step in steps:
        if match.is_over:
            return
        moves = match.state.legal_moves()
        if step % 4 < len(moves):
            match.play(match.game.action(match.state, moves[step % 4]))
        else:
            match.goto(step % len(match.log))


def match_facts(match: Match) -> tuple[object, ...]:
    """Everything about a match that a player would notice."""
    log = match.log
    return log.journal, log.parents, log.actions, log.children, log.head, match.state.digest(), match.peeked


def write_closed_save(path: Path, steps: list[int], setup: Setup = SETUP, game: Heap = HEAP) -> Match:
    """Write a closed save to `path`, keeping each step. Returns its match."""
    match = Match(game, setup)
    with SaveFile.create(path, setup, game, APP, CREATED) as file:
        for step in steps:
            play_steps(match, [step])
            file.keep(match)
    return match


def write_unclosed_save(path: Path, steps: list[int], setup: Setup = SETUP) -> Match:
    """Like `write_closed_save`, but not closed: the file ends with the last move, as after a kill."""
    match = Match(HEAP, setup)
    file = SaveFile.create(path, setup, HEAP, APP, CREATED)
    play_steps(match, steps)
    file.keep(match)
    data = path.read_bytes()
    file.close()
    path.write_bytes(data)
    return match
