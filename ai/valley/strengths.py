"""The strengths of the levels in Valley of the Kings, measured with two players by `vok ladder`.

The games are in bench/results.md.
"""

from typing import Final

from ai.bots.levels import PHARAOH, PRIEST, SCRIBE, SHABTI, VIZIER
from ai.bots.strengths import Strength, StrengthScale
from ai.value_file import CURRENT_VALUES, FIRST_VALUES

# The pharaoh without a number of simulations was measured with 100 ms.
FIRST_SCALE: Final = StrengthScale(
    (
        Strength(SHABTI, 0, 240),
        Strength(PRIEST, 6, 790),
        Strength(PRIEST, 10, 940),
        Strength(SCRIBE, 0, 1000),
        Strength(PRIEST, 16, 1070),
        Strength(PRIEST, 30, 1240),
        Strength(PRIEST, 0, 1280),
        Strength(VIZIER, 0, 1440),
        Strength(PHARAOH, 150, 1530),
        Strength(PHARAOH, 1000, 1550),
        Strength(PHARAOH, 0, 1590),
    )
)

VALLEY_STRENGTHS: Final = {FIRST_VALUES: FIRST_SCALE, CURRENT_VALUES: FIRST_SCALE}  # for each set of learned values
