"""`vok` with Caravans among its games: `python -m tests.games.caravans play --game caravans`."""

import sys

from engine.games import GAMES
from tests.games.more_games import MORE_GAMES
from vok_tui.__main__ import main

if __name__ == "__main__":
    GAMES.register("caravans", MORE_GAMES["caravans"])
    sys.exit(main())
