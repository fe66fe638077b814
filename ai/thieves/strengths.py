"""The strengths of the levels in King of Thieves, measured by `vok ladder`.

docs/search-log.md has the ladders.
"""

from typing import Final

from ai.bots.levels import PHARAOH, PRIEST, SCRIBE, SHABTI, VIZIER
from ai.bots.strengths import Strength, StrengthScale


def strength_scale(
    shabti: int, priest_8: int, priest: int, vizier: int, pharaoh_2000: int, pharaoh: int
) -> StrengthScale:
    """A scale on which the scribe has 1000. `priest_8` is a priest with 8 simulations, `pharaoh_2000` a pharaoh with 2,000."""
    return StrengthScale(
        (
            Strength(SHABTI, 0, shabti),
            Strength(PRIEST, 8, priest_8),
            Strength(SCRIBE, 0, 1000),
            Strength(PRIEST, 0, priest),
            Strength(VIZIER, 0, vizier),
            Strength(PHARAOH, 2000, pharaoh_2000),
            Strength(PHARAOH, 0, pharaoh),
        )
    )


# For two, three, and four or more players. The pharaoh with its own budget was measured with 100 ms against scribes.
THIEVES_STRENGTHS: Final = (
    strength_scale(350, 800, 1090, 1120, 1260, 1300),
    strength_scale(350, 760, 1010, 1040, 1140, 1150),
    strength_scale(250, 760, 1035, 1090, 1200, 1250),
)
