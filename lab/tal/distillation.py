"""The distillation of the value of Tal der Koenige (`lab.distillation`). Values for two builders are used for three and four as
well, so a round may have any number of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from ai.search.evaluator import Evaluator
from ai.tal.kit import WEIGHTS_FOR_PLAYERS
from ai.tal.learned import COLUMNS, FEATURE_NAMES, LearnedTalEvaluator, TalFeatures
from ai.value_file import VALUES_FOLDER, BadValueFile, format_value_file, read_value
from engine.core.game import Seat, Setup, State
from engine.core.luck import seeded_hash
from engine.core.setup import Variant
from engine.tal.game import SHORT, TAL
from engine.tal.state import PHASE, PHASES, TalState
from lab import linear_value
from lab.distillation import DISTILLATION_STREAM, DistillationSettings
from lab.linear_value import Examples, LinearGames

SHORT_GAME_EVERY: Final = 10  # one game in this number is short


class TalGames(LinearGames):
    """Games with the teacher of these weights."""

    def __init__(self, settings: DistillationSettings, teacher: tuple[float, ...]) -> None:
        super().__init__(TAL, settings)
        self.teacher: Final = teacher
        self.features: Final = TalFeatures()

    def start(self, seed: int) -> State:
        choices = (SHORT,) if seeded_hash(seed, DISTILLATION_STREAM, 5) % SHORT_GAME_EVERY == 0 else ()
        return TAL.start(game_setup(self.settings, seed, choices))

    def evaluator(self, state: State) -> Evaluator[Any]:
        del state
        return LearnedTalEvaluator(TAL, self.teacher)

    def phase(self, state: State) -> int:
        return int(cast(TalState, state).cells[PHASE])

    def fill(self, world: State) -> tuple[list[list[float]], float]:
        state, features = cast(TalState, world), self.features
        features.prepare(state)
        inputs: list[list[float]] = []
        for seat in range(state.seat_count):
            features.fill_inputs(state, seat)
            inputs.append(list(features.inputs))
        return inputs, 1.0 / (1.0 + features.rounds_left)


def game_setup(settings: DistillationSettings, seed: int, choices: tuple[str, ...] = ()) -> Setup:
    return Setup("tal", (Seat("self", "self"),) * settings.players, seed, Variant(settings.edition, choices))


def play_games(settings: DistillationSettings, teacher_text: str, first_game: int, games: int) -> Examples:
    """Play training games with the teacher in this value file; returns their examples."""
    training = TalGames(settings, read_teacher(settings, teacher_text))
    training.play(first_game, games)
    return training.examples()


def read_teacher(settings: DistillationSettings, value_file_text: str) -> tuple[float, ...]:
    """The weights in the text of a value file. Raises BadValueFile."""
    board = TAL.fingerprint(game_setup(settings, 0))
    weights = read_value(value_file_text, FEATURE_NAMES, COLUMNS, board, WEIGHTS_FOR_PLAYERS)
    if weights is None:
        raise BadValueFile("this value was learned with another board or another number of players")
    return weights


def first_teacher(settings: DistillationSettings) -> Path:
    """The file of today's value."""
    return VALUES_FOLDER / f"tal-{settings.edition}-{WEIGHTS_FOR_PLAYERS}.json"


def fit(teacher: tuple[float, ...], examples: Examples, seed: int) -> tuple[list[float], float]:
    """The weights of the student, and the mean loss of the last epoch."""
    return linear_value.fit(teacher, len(PHASES), examples, seed)


def write_student(
    path: Path, settings: DistillationSettings, weights: list[float], how_made: Mapping[str, Any]
) -> None:
    """Write a value file. Raises OSError."""
    board = TAL.fingerprint(game_setup(settings, 0))
    made = {**how_made, "players": WEIGHTS_FOR_PLAYERS, "played by": settings.players}
    path.write_text(format_value_file(weights, FEATURE_NAMES, board, made), encoding="utf-8")
