"""Files of learned values: JSON, with two weights for each phase of a round and each feature of `ai.tal.features`, by its name.

    {"vok value": 1, "edition": "base", "players": 2, "board": 1234,
    "made": {...}, "weights": {"finished": [1.6, 1.4, ...], ...}}

Of the two, one is that of the feature as such, and one counts in full at the end and less the more rounds are left. A value fits
only the number of players and the board (`Plan.fingerprint`) that it was learned with. `made` holds the options of
`bench/tal_value.py` that make it again. The values that come with the program are in the folder `weights/tal`.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from ai.kit import BadTraining
from ai.tal.features import FEATURE_NAMES
from engine.tal.state import PHASES

FORMAT_VERSION: Final = 1
WEIGHTS_FOLDER: Final = Path(__file__).resolve().parents[1] / "weights" / "tal"
ROW_SIZE: Final = 2 * len(PHASES)


class BadValueFile(BadTraining):
    """A file that does not hold a valid learned value. The text is one sentence."""


def value_text(weights: Sequence[float], board: int, made: Mapping[str, Any]) -> str:
    """The text of a file. `weights` are in the order of `LearnedEvaluator`; `made` records how they were made: `edition`,
    `players` and more."""
    head = {"vok value": FORMAT_VERSION, "edition": made["edition"], "players": made["players"], "board": board}
    size = len(FEATURE_NAMES)
    rows = [
        f"  {json.dumps(name)}: {json.dumps([float(f'{weight:.4g}') for weight in weights[feature::size]])}"
        for feature, name in enumerate(FEATURE_NAMES)
    ]
    table = ",\n".join(rows)
    return f'{json.dumps(head | {"made": dict(made)})[:-1]},\n"weights": {{\n{table}\n}}}}\n'


def read_value(text: str, board: int, players: int) -> list[float] | None:
    """The weights in the text of a file; None if they were learned with another board or another number of players. Raises
    BadValueFile."""
    try:
        fields = json.loads(text)
        if fields["vok value"] != FORMAT_VERSION:
            raise BadValueFile("this value was written by a newer version of the program")
        if (fields["board"], fields["players"]) != (board, players):
            return None
        rows = [fields["weights"][name] for name in FEATURE_NAMES]
        weights = [float(row[column]) for column in range(ROW_SIZE) for row in rows]
        if not all(map(isfinite, weights)):
            raise ValueError("a weight is no number")
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, RecursionError) as error:
        raise BadValueFile(f"this file holds no learned value ({type(error).__name__}: {str(error)[:60]})") from None
    return weights


@lru_cache(8)
def shipped_weights(board: int, players: int) -> list[float] | None:
    """The weights of the program for the board with this fingerprint and this number of players; None if there are none. The
    latest results are cached. Raises BadValueFile."""
    for file in sorted(WEIGHTS_FOLDER.glob("*.json")):
        try:
            weights = read_value(file.read_text(encoding="utf-8"), board, players)
        except (BadValueFile, ValueError) as error:
            raise BadValueFile(f"{file.name} among the learned values is damaged: {error}") from None
        if weights is not None:
            return weights
    return None
