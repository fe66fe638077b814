"""`vok` with Caravans among its games: `python -m tests.games.caravans play --game caravans`."""

import sys

from engine.games import GAMES, GamePlace
from vok_tui.__main__ import main

PLACE = GamePlace("tests.games.caravans.game:CARAVANS", "tests.games.caravans.kit:CARAVANS_KIT")

if __name__ == "__main__":
    GAMES.register("caravans", PLACE)
    sys.exit(main())
