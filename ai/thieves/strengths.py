"""The strengths of the levels in King of Thieves, measured by `vok ladder`.

docs/search-log.md has the ladders.
"""

from typing import Final

from ai.bots.levels import PHARAOH, PRIEST, SCRIBE, SHABTI, VIZIER
from ai.bots.strengths import Strength, StrengthScale

# From two players on; the last is also for more. The pharaoh without a number of simulations was measured with 100 ms against
# scribes.
THIEVES_STRENGTHS: Final = (
    StrengthScale(
        (
            Strength(SHABTI, 0, 350),
            Strength(PRIEST, 8, 800),
            Strength(SCRIBE, 0, 1000),
            Strength(PRIEST, 0, 1090),
            Strength(VIZIER, 0, 1120),
            Strength(PHARAOH, 2000, 1260),
            Strength(PHARAOH, 0, 1300),
        )
    ),
    StrengthScale(
        (
            Strength(SHABTI, 0, 350),
            Strength(PRIEST, 8, 760),
            Strength(SCRIBE, 0, 1000),
            Strength(PRIEST, 0, 1010),
            Strength(VIZIER, 0, 1040),
            Strength(PHARAOH, 2000, 1140),
            Strength(PHARAOH, 0, 1150),
        )
    ),
    StrengthScale(
        (
            Strength(SHABTI, 0, 250),
            Strength(PRIEST, 8, 760),
            Strength(SCRIBE, 0, 1000),
            Strength(PRIEST, 0, 1035),
            Strength(VIZIER, 0, 1090),
            Strength(PHARAOH, 2000, 1200),
            Strength(PHARAOH, 0, 1250),
        )
    ),
)
