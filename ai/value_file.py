"""Files of learned values: JSON, with a row of weights for each feature, by the feature's name.

    {"vok value": 1, "edition": "base", "players": 2, "data": 1234,
    "made": {...}, "weights": {"finished": [1.6, 1.4, ...], ...}}

A value fits only the number of players and the data of the game (by their fingerprint) that it was learned with. `made` holds the
options that make it again. Those of the program are in `weights/values`. A game that stores more about its data has its own
reader, with the same first fields.

A set of values has an id, because a rating holds for the values that it was measured with: a setup records the id of the set that
its opponents play with.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from ai.measured import MEASURED_FOLDER, VALUES
from ai.process import bounded_files
from engine.core.errors import EngineError


class BadTraining(EngineError):
    """A training run that cannot be started or continued, or a file with invalid contents. The text is one sentence."""


FORMAT_VERSION: Final = 1
VALUES_FOLDER: Final = MEASURED_FOLDER / VALUES
CURRENT_VALUES: Final = "values-2"  # the id of today's set of values; a set that has been released never changes


class BadValueFile(BadTraining):
    """A file that does not hold a valid learned value. The text is one sentence."""


def format_value_file(
    weights: Sequence[float], feature_names: Sequence[str], data_fingerprint: int, how_made: Mapping[str, Any]
) -> str:
    """The text of a value file. `weights` holds the first column of all rows, then the second, and so on. `how_made`
    records how they were made, at least `edition` and `players`."""
    head = {
        "vok value": FORMAT_VERSION,
        "edition": how_made["edition"],
        "players": how_made["players"],
        "data": data_fingerprint,
    }
    count = len(feature_names)
    rows = [
        f"  {json.dumps(name)}: {json.dumps([float(f'{weight:.4g}') for weight in weights[index::count]])}"
        for index, name in enumerate(feature_names)
    ]
    table = ",\n".join(rows)
    return f'{json.dumps(head | {"made": dict(how_made)})[:-1]},\n"weights": {{\n{table}\n}}}}\n'


def read_value(
    file_text: str, feature_names: Sequence[str], columns: int, data_fingerprint: int, players: int
) -> tuple[float, ...] | None:
    """The weights in the text of a value file, in the order of `format_value_file`; each row holds `columns` weights. None if
    they were learned with other data or another number of players. Raises BadValueFile."""
    fields = parse_value_file(file_text)
    try:
        if (fields["data"], fields["players"]) != (data_fingerprint, players):
            return None
        rows = [fields["weights"][name] for name in feature_names]
        weights = tuple(float(row[column]) for column in range(columns) for row in rows)
        if not all(map(isfinite, weights)):
            raise ValueError("a weight is not a finite number")
    except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
        raise bad_value_file(error) from None
    return weights


def weights_key(weights: Sequence[float], data_fingerprint: int = 0) -> str:
    """A text that identifies weights, and the data of the game that they are used with. It changes whenever a weight changes by
    more than the rounding of its file."""
    text = ",".join([f"{weight:.4g}" for weight in weights])
    return f"{zlib.crc32(text.encode()):08x}-{data_fingerprint & 0xFFFFFFFF:08x}"


def parse_value_file(file_text: str) -> dict[str, Any]:
    """The fields of a value file. Raises BadValueFile."""
    try:
        fields: dict[str, Any] = json.loads(file_text)
        if fields["vok value"] != FORMAT_VERSION:
            raise BadValueFile("this value was written by a newer version of the program")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise bad_value_file(error) from None
    return fields


def bad_value_file(error: Exception) -> BadValueFile:
    """The error for a file whose contents caused `error`."""
    return BadValueFile(f"this file holds no learned value ({type(error).__name__}: {str(error)[:60]})")


@lru_cache(8)
def weights_for(
    values: str, game: str, feature_names: tuple[str, ...], columns: int, data_fingerprint: int, players: int
) -> tuple[float, ...] | None:
    """The weights of the set `values` (see `value_files`), for the data with this fingerprint and this number of players; None if
    the set has none. The latest results are cached. Raises BadValueFile."""
    for file in value_files(values, game):
        weights = read_value(read_value_file(file), feature_names, columns, data_fingerprint, players)
        if weights is not None:
            return weights
    check_may_lack(values)
    return None


def value_files(values: str, game: str) -> list[Path]:
    """The files of a set of values for a game; `values` is CURRENT_VALUES, or the path of a single file. Raises BadValueFile for
    anything else."""
    if values == CURRENT_VALUES:
        return sorted(VALUES_FOLDER.glob(f"{game}-*.json"))
    if not is_value_path(values):
        raise BadValueFile(f"no set of learned values is called {values[:60]}; there is {CURRENT_VALUES}")
    return [Path(values)]


def is_value_path(values: str) -> bool:
    """Whether this text names a single file and not a set of values."""
    return "/" in values or values.endswith(".json")


def check_may_lack(values: str) -> None:
    """Raise BadValueFile if `values`, of which no file fits a game, is a single file: it was named for this game."""
    if is_value_path(values):
        raise BadValueFile(f"{values} was learned with other cards, another game or another number of players")


def read_value_file(file: Path) -> str:
    """The text of a value file, of bounded size. Raises BadValueFile."""
    try:
        return bounded_files.read_text(file, bounded_files.MAX_LEARNED_BYTES)
    except (bounded_files.BadFile, ValueError) as error:
        raise BadValueFile(f"{file} could not be read: {error}") from None
