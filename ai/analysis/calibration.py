"""The calibration: what the values of the search are worth as chances to win, and as points.

A value is a reward that an evaluator has learned to predict. Early it is too sure, and within a turn it is a little too high. A
calibration was fitted to the results of games: a logistic regression on the log odds of the value, with the progress of the game
and the place in the turn. It fits one game, edition and number of seats, and only the weights with which it was made
(`GameKit.value_key`). The files are in `weights/calibration`; `vok calibrate` makes them.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, isfinite, log, sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.decision import STAGES
from ai.kit import kit_of
from ai.value_file import WEIGHTS_FOLDER
from engine.core.game import Game, Setup, State

FORMAT_VERSION: Final = 1
CALIBRATION_FOLDER: Final = WEIGHTS_FOLDER / "calibration"
FEATURE_COUNT: Final = 8
VALUE_ALONE: Final = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # the coefficients that leave a value as it is
MIN_VALUE: Final = 0.002  # values are kept from 0 and 1 by this much, so that their log odds are finite
MAX_LOG_ODDS: Final = 30.0


class Place(NamedTuple):
    """Where in a game a value was found: `progress` from 0 to 1, and whether it is within a turn, after its first decision."""

    progress: float
    is_within_turn: bool

    @property
    def stage(self) -> str:
        """The third of the game."""
        return STAGES[min(2, int(3 * self.progress))]


def log_odds(chance: float) -> float:
    """The log odds of a probability, which is kept from 0 and 1 by MIN_VALUE."""
    chance = min(1.0 - MIN_VALUE, max(MIN_VALUE, chance))
    return log(chance / (1.0 - chance))


def features_of(value: float, seats: int, place: Place) -> tuple[float, ...]:
    """The features of the regression: the log odds of a value beyond those of an equal share, with the progress of the game and
    the place in the turn."""
    x = log_odds(value) - log_odds(1.0 / seats)
    t, within = place.progress, float(place.is_within_turn)
    return (1.0, t, x, x * t, x * t * t, within, within * x, within * x * t)


class Calibration(NamedTuple):
    """`chance_weights` and `margin_weights` belong to `features_of`. `errors` maps the simulations of a tree to how far a
    settled estimate from it usually is from a much deeper one, in chance. `key` identifies the file."""

    seats: int
    chance_weights: tuple[float, ...]
    margin_weights: tuple[float, ...]
    errors: tuple[tuple[int, float], ...]
    key: int

    def chance(self, value: float, place: Place) -> float:
        """The chance to win, or the share of the victory, of a seat with this value."""
        return predicted_chance(self.chance_weights, features_of(value, self.seats, place), self.seats)

    def margin(self, value: float, place: Place) -> float:
        """How many points ahead of the best other seat a seat with this value is at the end, on average."""
        return dot(self.margin_weights, features_of(value, self.seats, place))

    def tree_error(self, simulations: int) -> float:
        """How far the chance from a tree of this size is from that of a much deeper one. Falls with the root of the size beyond
        the sizes that were measured."""
        size, error = min(self.errors, key=lambda pair: abs(log(pair[0] / max(1, simulations))))
        return min(0.25, error * sqrt(size / max(1, simulations)))


def predicted_chance(weights: Sequence[float], features: Sequence[float], seats: int) -> float:
    """The prediction of the logistic regression."""
    odds = log_odds(1.0 / seats) + dot(weights, features)
    return 1.0 / (1.0 + exp(-min(MAX_LOG_ODDS, max(-MAX_LOG_ODDS, odds))))


def dot(weights: Sequence[float], features: Sequence[float]) -> float:
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    return total


def calibration_name(setup: Setup) -> str:
    """The name of the calibration file for games like this one."""
    return f"{setup.game}-{setup.edition}-{setup.player_count}.json"


def calibration_for(game: Game[Any], setup: Setup, state: State) -> Calibration | None:
    """The calibration for this game, with the cards and the number of seats of this position; None if there is none, or if it was
    made with other weights."""
    key = kit_of(game).calibration_key(state)
    return read_calibration(calibration_name(setup), key) if key else None


def borrows_chances(game: Game[Any], state: State) -> bool:
    """Whether the calibration for this position was made from games with other numbers on the cards."""
    kit = kit_of(game)
    return kit.calibration_key(state) != kit.value_key(state)


@lru_cache(32)
def read_calibration(file_name: str, value_key: str) -> Calibration | None:
    """The shipped calibration in the file with this name; None if there is no such file, or if it was made with other weights."""
    path = CALIBRATION_FOLDER / file_name
    if path.parent != CALIBRATION_FOLDER or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    return parse_calibration(json.loads(text), value_key)


def parse_calibration(fields: Mapping[str, Any], value_key: str) -> Calibration | None:
    """The calibration in the fields of a file; None if it was made with other weights, or by a newer version. Raises ValueError
    for a damaged one."""
    if fields.get("vok calibration") != FORMAT_VERSION or fields.get("value") != value_key:
        return None
    chance_weights, margin_weights = (tuple(map(float, fields[name])) for name in ("chance", "margin"))
    errors = tuple(sorted([(int(size), float(error)) for size, error in fields["errors"].items()]))
    numbers = [*chance_weights, *margin_weights, *[error for _, error in errors]]
    if len(chance_weights) != FEATURE_COUNT or len(margin_weights) != FEATURE_COUNT or not errors:
        raise ValueError("a calibration has other features")
    if not all(map(isfinite, numbers)):
        raise ValueError("a number of a calibration is not finite")
    key = hash_of_numbers(numbers)
    return Calibration(int(fields["players"]), chance_weights, margin_weights, errors, key)


def hash_of_numbers(numbers: Sequence[float]) -> int:
    """A 32-bit number that differs for different numbers."""
    from zlib import crc32

    return crc32(",".join([f"{number:.6g}" for number in numbers]).encode())
