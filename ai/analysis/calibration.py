"""The calibration: what the values of the search are worth as chances to win, and as points.

A value is a reward that an evaluator has learned to predict. In the middle of a turn or a round it is too high, and by how much
nobody knows. So a chance is made only from a position at rest (`Game.is_at_rest`): that is what the type `RestValue` stands for.

A calibration was fitted to the results of games, at their positions at rest: a logistic regression on the log odds of the value,
with the progress of the game. It fits one game, edition and number of seats, and only the weights with which it was made
(`GameKit.value_key`). The files are in `weights/calibration`; `vok-lab calibrate` makes them.

A player may make one for custom cards and keep it in the data folder, beside the cards. Helper processes do not read that folder:
they are given its calibration with the game.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from math import exp, log
from typing import Any, Final, NamedTuple
from zlib import crc32

from ai.analysis.decision import STAGES
from ai.analysis.rest import RestValue
from ai.kit import kit_of
from ai.measured import CALIBRATION, TREE_ERRORS, TableKey, measured, table_of
from ai.process.bounded_files import BadFile, FileMissing, data_folder, read_text
from engine.core.game import Game, Setup, State

FORMAT_VERSION: Final = 2
FEATURE_COUNT: Final = 5
VALUE_ALONE: Final = (0.0, 0.0, 1.0, 0.0, 0.0)  # the coefficients that leave a value as it is
MIN_VALUE: Final = 0.002  # values are kept from 0 and 1 by this much, so that their log odds are finite
MAX_LOG_ODDS: Final = 30.0
OWN_FOLDER: Final = "own-cards"  # in the data folder
MAX_OWN_BYTES: Final = 64_000
MAX_WEIGHT: Final = 1000.0  # of a calibration, in size
MAX_TREE_SIZES: Final = 20
MAX_TREE_SIZE: Final = 1_000_000_000
BAD_FIELDS: Final = (ValueError, KeyError, TypeError, AttributeError, OverflowError)  # of `parse_calibration`
USED_FIELDS: Final = ("vok calibration", "value", "players", "chance", "margin", "errors")  # of a file


def stage_of(progress: float) -> str:
    """The third of the game."""
    return STAGES[min(2, int(3 * progress))]


def log_odds(chance: float) -> float:
    """The log odds of a probability, which is kept from 0 and 1 by MIN_VALUE."""
    chance = min(1.0 - MIN_VALUE, max(MIN_VALUE, chance))
    return log(chance / (1.0 - chance))


def features_of(value: float, seats: int, progress: float) -> tuple[float, ...]:
    """The features of the regression: the log odds of a value beyond those of an equal share, with the progress of the game."""
    x = log_odds(value) - log_odds(1.0 / seats)
    return (1.0, progress, x, x * progress, x * progress * progress)


class Calibration(NamedTuple):
    """`chance_weights` and `margin_weights` belong to `features_of`. `errors` maps the simulations of a tree to how far the
    chance of an answer from it usually is from the truth, at the sizes that were measured. `key` identifies the file."""

    seats: int
    chance_weights: tuple[float, ...]
    margin_weights: tuple[float, ...]
    errors: tuple[tuple[int, float], ...]
    key: int

    def chance(self, rest: RestValue) -> float:
        """The chance to win, or the share of the victory; at the end of a game the result."""
        if rest.is_over:
            return rest.value
        return predicted_chance(self.chance_weights, features_of(rest.value, self.seats, rest.progress), self.seats)

    def margin(self, rest: RestValue) -> float:
        """How many points ahead of the best other seat the seat is at the end, on average."""
        if rest.is_over:
            return rest.lead
        return dot(self.margin_weights, features_of(rest.value, self.seats, rest.progress))

    def tree_error(self, simulations: int) -> float:
        """How far the chance of an answer from a tree of this size usually is from the truth: between the sizes that were
        measured interpolated, beyond them that of the nearest one."""
        smaller = [pair for pair in self.errors if pair[0] <= simulations]
        larger = [pair for pair in self.errors if pair[0] > simulations]
        if not smaller or not larger:
            return (smaller or larger[:1])[-1][1]
        (low, low_error), (high, high_error) = smaller[-1], larger[0]
        share = log(simulations / low) / log(high / low)
        return low_error + share * (high_error - low_error)


def predicted_chance(weights: Sequence[float], features: Sequence[float], seats: int) -> float:
    """The prediction of the logistic regression."""
    odds = log_odds(1.0 / seats) + dot(weights, features)
    return 1.0 / (1.0 + exp(-min(MAX_LOG_ODDS, max(-MAX_LOG_ODDS, odds))))


def dot(weights: Sequence[float], features: Sequence[float]) -> float:
    total = 0.0
    for weight, feature in zip(weights, features, strict=True):
        total += weight * feature
    return total


class Chances(NamedTuple):
    """Where the chances in a game come from. They are `borrowed` if the calibration was made from games with other numbers on the
    cards, and the player's `own` if it is kept in the data folder. `problem` says why an own calibration is not used, in a
    sentence; "" if there is none, or if it is used."""

    calibration: Calibration | None
    is_borrowed: bool = False
    is_own: bool = False
    problem: str = ""


def calibration_for(game: Game[Any], setup: Setup, state: State) -> Calibration | None:
    """The calibration for this game, with the cards and the number of seats of this position; None if there is none, or if it was
    made with other weights."""
    return chances_of(game, setup, state).calibration


def chances_of(game: Game[Any], setup: Setup, state: State, *, with_own: bool = True) -> Chances:
    """The calibration for this game, as `calibration_for` says, and where it is from. The player's own one goes first, unless
    `with_own` is False."""
    kit = kit_of(game)
    problem = ""
    if setup.cards and with_own:
        try:
            own = own_calibration(game, setup, kit.value_key(state))
        except BadOwnCalibration as bad:
            problem = str(bad)
        else:
            if own is not None:
                return Chances(own, is_own=True)
    key = kit.calibration_key(state)
    calibration = shipped_calibration(table_of(setup), key) if key else None
    is_borrowed = calibration is not None and key != kit.value_key(state)
    return Chances(calibration, is_borrowed=is_borrowed, problem=problem)


class BadOwnCalibration(Exception):
    """A calibration in the data folder that cannot be used. The text is one sentence."""


# A calibration that the main program has sent, with the name of its file; at most one. Only a helper process has it.
_given: Final[list[tuple[str, Mapping[str, Any]]]] = []


def own_calibration_name(game: Game[Any], setup: Setup) -> str:
    """The name of the file in OWN_FOLDER for games like this one: with the same cards, choices and number of players.
    Choices that are all the defaults are none."""
    edition = game.edition(setup.edition)
    choices = () if edition.all_choices(setup.choices) == edition.default_choices else setup.choices
    games = f"{game.fingerprint(setup)} {' '.join(choices)}"
    return f"{table_of(setup)._replace(options=()).name}-{crc32(games.encode()):08x}.json"


def own_calibration(game: Game[Any], setup: Setup, value_key: str) -> Calibration | None:
    """The player's calibration for these cards; None if there is none. Raises BadOwnCalibration."""
    found = _own_fields(game, setup)
    if found is None or not value_key:
        return None
    name, fields = found
    try:
        calibration = parse_calibration(fields, value_key)
    except BAD_FIELDS:
        raise BadOwnCalibration(f"Your calibration {name} is damaged, so it is not used.") from None
    if calibration is None:
        raise BadOwnCalibration(
            f"Your calibration {name} was made with other values of the search, so it is not used: make it again."
        )
    if calibration.seats != setup.player_count:
        raise BadOwnCalibration(f"Your calibration {name} is for another number of players, so it is not used.")
    return calibration


def calibration_to_give(game: Game[Any], setup: Setup) -> list[Any] | None:
    """The player's calibration for these cards, for `take_given_calibration` of a helper process; None if there is none. One that
    cannot be read, or is damaged, is left out: so what is sent is small and flat."""
    if setup.cards:
        with suppress(BadOwnCalibration, *BAD_FIELDS):
            found = _own_fields(game, setup)
            if found is not None and parse_calibration(found[1], str(found[1].get("value"))) is not None:
                return [own_calibration_name(game, setup), {name: found[1].get(name) for name in USED_FIELDS}]
    return None


def take_given_calibration(given: Sequence[Any] | None) -> None:
    """Use what `calibration_to_give` has found in the main program, from now on. A process that knows the data folder reads that
    instead."""
    _given[:] = [] if given is None else [(str(given[0]), given[1])]


def _own_fields(game: Game[Any], setup: Setup) -> tuple[str, Mapping[str, Any]] | None:
    """The path and the fields of the player's calibration; None if there is none. Raises BadOwnCalibration."""
    name, folder = own_calibration_name(game, setup), data_folder()
    if folder is None:
        return _given[0] if _given and _given[0][0] == name else None
    path = folder / OWN_FOLDER / name
    try:
        fields = json.loads(read_text(path, MAX_OWN_BYTES))
    except FileMissing:
        return None
    except BadFile as bad:
        raise BadOwnCalibration(f"Your calibration {path} cannot be read, so it is not used: {bad}.") from None
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise BadOwnCalibration(f"Your calibration {path} is damaged, so it is not used.")
    return str(path), fields


@lru_cache(32)
def shipped_calibration(table: TableKey, value_key: str) -> Calibration | None:
    """The shipped calibration for this table; None if there is none, or if it was made with other weights. The errors of trees
    are a table of their own, which may be that of another number of seats or another edition (`TableKey.stand_ins`)."""
    fields, trees = measured(CALIBRATION, table), measured(TREE_ERRORS, table)
    if fields is None or trees is None:
        return None
    return parse_calibration({**fields, "errors": trees["errors"]}, value_key)


def parse_calibration(fields: Mapping[str, Any], value_key: str) -> Calibration | None:
    """The calibration in the fields of a file; None if it was made with other weights, or by a newer version. For a
    damaged one it raises what BAD_FIELDS lists: ValueError, KeyError, TypeError, AttributeError and OverflowError."""
    if fields.get("vok calibration") != FORMAT_VERSION or fields.get("value") != value_key:
        return None
    chance_weights, margin_weights = (tuple(map(float, fields[name])) for name in ("chance", "margin"))
    errors = tuple(sorted([(int(size), float(error)) for size, error in fields["errors"].items()]))
    numbers = [*chance_weights, *margin_weights, *[error for _, error in errors]]
    if len(chance_weights) != FEATURE_COUNT or len(margin_weights) != FEATURE_COUNT or not errors:
        raise ValueError("a calibration has other features")
    if not all(abs(number) <= MAX_WEIGHT for number in numbers):  # nor is one NaN
        raise ValueError("a number of a calibration is too large")
    if len(errors) > MAX_TREE_SIZES or not all(0 < size <= MAX_TREE_SIZE and error >= 0.0 for size, error in errors):
        raise ValueError("a calibration has errors that no tree has")
    key = hash_of_numbers(numbers)
    return Calibration(int(fields["players"]), chance_weights, margin_weights, errors, key)


def hash_of_numbers(numbers: Sequence[float]) -> int:
    """A 32-bit number that differs for different numbers."""
    return crc32(",".join([f"{number:.6g}" for number in numbers]).encode())
