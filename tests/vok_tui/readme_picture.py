"""Makes the picture of the table in the README: the middle of a game of three, with the chosen card to buy.

python -m tests.vok_tui.readme_picture [docs/table.svg]
"""

import sys
from pathlib import Path

from textual.pilot import Pilot

from ai import levels
from ai.bots import bot
from engine.core.game import HUMAN
from engine.valley.game import VALLEY
from tests.vok_tui.screens.table.table_helpers import TableApp, new_game, run

TURN = 25  # counting the turns of all players
SEED = 12
SIZE = (120, 40)


def main(path: Path) -> None:
    sitting = new_game(HUMAN, levels.SCRIBE, levels.SCRIBE, seed=SEED)
    match = sitting.match
    while not (sitting.view().turn >= TURN and sitting.asks_viewer):
        state = match.state
        move = bot.choose(VALLEY, state, int(state.mover), levels.SCRIBE, levels.Budget(), match.depth(match.log.head))
        match.play(VALLEY.action(state, move))

    async def save_picture(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await pilot.pause()
        path.write_text(app.export_screenshot(title="vok"))

    run(sitting, save_picture, SIZE)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/table.svg"))
