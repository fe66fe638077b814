"""The strengths of the levels in Tal der Koenige, measured by `vok ladder` with two, three and four players.

docs/search-log.md has the games.
"""

from typing import Final

from ai.bots.levels import PHARAOH, PRIEST, SCRIBE, SHABTI, VIZIER
from ai.bots.strengths import Strength, StrengthScale


def strength_scale(shabti: int, priest: int, vizier: int, pharaoh_1000: int, pharaoh: int) -> StrengthScale:
    """A scale on which the scribe has 1000. `pharaoh_1000` is a pharaoh with 1,000 simulations."""
    return StrengthScale(
        (
            Strength(SHABTI, 0, shabti),
            Strength(SCRIBE, 0, 1000),
            Strength(PRIEST, 0, priest),
            Strength(VIZIER, 0, vizier),
            Strength(PHARAOH, 1000, pharaoh_1000),
            Strength(PHARAOH, 0, pharaoh),
        )
    )


# The pharaoh with its own budget was measured with 100 ms; with two builders in 24 games against the scribe.
TAL_STRENGTHS: Final = {
    2: strength_scale(630, 1110, 1140, 1300, 1500),
    # Those for three and four builders were measured before there was a learned value.
    3: strength_scale(700, 1000, 1100, 1110, 1340),
    4: strength_scale(620, 1025, 1025, 1060, 1210),  # the measurement could not separate priest and vizier
}
