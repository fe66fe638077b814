"""The distillation of the value of King of Thieves (`lab.distillation`): the search at the beginning of each tomb is an example,
because the value is only used there."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from ai.search.evaluator import Evaluator
from ai.search.mcts import Search
from ai.thieves.guided import GuidedEvaluator
from ai.thieves.habits import searching_habits
from ai.thieves.holdings import HoldingsValue, fitted_weights
from ai.thieves.learned import COLUMNS, FEATURE_COUNT, FEATURE_NAMES, HOLDINGS, TombFeatures, is_in_game
from ai.value_file import VALUES_FOLDER, BadValueFile, format_value_file, read_value
from engine.core.game import Seat, Setup, State
from engine.core.setup import Variant
from engine.thieves.game import THIEVES
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import ThievesState
from lab import linear_value
from lab.distillation import DistillationSettings
from lab.linear_value import Examples, LinearGames


class ThievesGames(LinearGames):
    """Games with the teacher of these weights."""

    def __init__(self, settings: DistillationSettings, teacher: tuple[float, ...]) -> None:
        super().__init__(THIEVES, settings)
        self.teacher: Final = teacher
        self.features: Final = TombFeatures(HoldingsValue(fitted_weights(settings.players)))
        self.guided: GuidedEvaluator | None = None  # the evaluator of the latest game

    def start(self, seed: int) -> State:
        seats = (Seat("self", "self"),) * self.settings.players
        return THIEVES.start(Setup("thieves", seats, seed, Variant(self.settings.edition)))

    def evaluator(self, state: State) -> Evaluator[Any]:
        pieces = cast(ThievesState, state).pieces
        players = self.settings.players
        self.guided = GuidedEvaluator(
            THIEVES, pieces, players, habits=searching_habits(players), learned_weights=self.teacher
        )
        return self.guided

    def in_game(self, state: State) -> list[bool]:
        return [is_in_game(cast(ThievesState, state), seat) for seat in range(self.settings.players)]

    def record(self, search: Search, state: State, mean: float) -> None:
        if self.guided is not None and self.guided.is_leaf(cast(ThievesState, state)):
            super().record(search, state, mean)

    def fill(self, world: State) -> tuple[list[list[float]], float]:
        features, count = self.features, int(FEATURE_COUNT)
        features.fill_inputs(cast(ThievesState, world))
        inputs = list(features.inputs)
        by_seat = [inputs[count * seat : count * (seat + 1)] for seat in range(self.settings.players)]
        return by_seat, float(features.tombs_gone_share)


def play_games(settings: DistillationSettings, teacher_text: str, first_game: int, games: int) -> Examples:
    """Play training games with the teacher in this value file; returns their examples."""
    training = ThievesGames(settings, read_teacher(settings, teacher_text))
    training.play(first_game, games)
    return training.examples()


def read_teacher(settings: DistillationSettings, value_file_text: str) -> tuple[float, ...]:
    """The weights in the text of a value file; "" stands for the holdings alone. Raises BadValueFile."""
    if not value_file_text:
        weights = [0.0] * (COLUMNS * int(FEATURE_COUNT))
        weights[HOLDINGS] = 1.0
        return tuple(weights)
    found = read_value(value_file_text, FEATURE_NAMES, COLUMNS, SHIPPED.fingerprint(), settings.players)
    if found is None:
        raise BadValueFile("this value was learned with other pieces or another number of players")
    return found


def first_teacher(settings: DistillationSettings) -> Path | None:
    """The file of today's value; None if there is none, so that the holdings alone are the first teacher."""
    path = VALUES_FOLDER / f"thieves-{settings.edition}-{settings.players}.json"
    return path if path.exists() else None


def fit(teacher: tuple[float, ...], examples: Examples, seed: int) -> tuple[list[float], float]:
    """The weights of the student, and the mean loss of the last epoch."""
    return linear_value.fit(teacher, 1, examples, seed)


def write_student(
    path: Path, settings: DistillationSettings, weights: list[float], how_made: Mapping[str, Any]
) -> None:
    """Write a value file. Raises OSError."""
    text = format_value_file(weights, FEATURE_NAMES, SHIPPED.fingerprint(), {**how_made, "players": settings.players})
    path.write_text(text, encoding="utf-8")
