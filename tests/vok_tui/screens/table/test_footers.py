"""The footer of the table in many situations, in one picture, so that a new key changes only this picture."""

import pytest
from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.mid_game import SIZES, mid_game
from tests.vok_tui.screens.table.table_helpers import (
    SilentThinker,
    TableApp,
    end_turn,
    new_game,
    offered_actions,
    play,
    run,
    sitting_at,
)
from vok_tui.game.sitting import Sitting


def after_a_move() -> Sitting:
    sitting = mid_game()
    play(sitting, "entomb Shabti")
    return sitting


def an_opponent_thinks() -> Sitting:
    sitting = mid_game(4)
    end_turn(sitting)
    return sitting


def the_game_is_over() -> Sitting:
    sitting = sitting_at(table(hands=("Urn, Shabti", "Urn"), active=1), SHABTI, HUMAN)
    sitting.match.play(offered_actions(sitting)[-1])
    return sitting


SITUATIONS = (
    ("the first turn", lambda: new_game(thinker=SilentThinker()), ""),
    ("a card is selected", mid_game, "4"),
    ("a purchase", mid_game, "z"),
    ("after a move", after_a_move, ""),
    ("a card is read", mid_game, "4 space"),
    ("the log", mid_game, "l"),
    ("the list of answers", mid_game, "slash"),
    ("an opponent thinks", an_opponent_thinks, ""),
    ("the game is over", the_game_is_over, ""),
)


def footer(sitting: Sitting, keys: str, size: tuple[int, int]) -> str:
    """The footer after some keys."""
    lines = []

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await pilot.pause()
        lines.append(text(app).splitlines()[-1])

    run(sitting, test, size)
    return lines[0]


@pytest.mark.nightly(reason="shows many tables", keep="80x24")
@SIZES
def test_the_footer_in_many_situations_matches_its_picture(snapshot: Snapshot, size: tuple[int, int]) -> None:
    lines = [f"{situation}: {footer(begin(), keys, size)}" for situation, begin, keys in SITUATIONS]
    snapshot.assert_match("\n".join(lines) + "\n", "footers.txt")
