"""The footer of the table in many situations, in one picture, so that a new key changes only this picture."""

from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from ai.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.table_helpers import (
    SilentThinker,
    TableApp,
    end_turn,
    new_game,
    offered_actions,
    play,
    run,
    session_at,
)
from tests.vok_tui.table.test_looks import SIZES, mid_game
from vok_tui.game.session import Session


def after_a_move() -> Session:
    session = mid_game()
    play(session, "entomb Shabti")
    return session


def an_opponent_thinks() -> Session:
    session = mid_game(4)
    end_turn(session)
    return session


def the_game_is_over() -> Session:
    session = session_at(table(hands=("Urn, Shabti", "Urn"), active=1), SHABTI, HUMAN)
    session.match.play(offered_actions(session)[-1])
    return session


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


def footer(session: Session, keys: str, size: tuple[int, int]) -> str:
    """The footer after some keys."""
    lines = []

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*keys.split())
        await pilot.pause()
        lines.append(text(app).splitlines()[-1])

    run(session, test, size)
    return lines[0]


@SIZES
def test_the_footer_in_many_situations_matches_its_picture(snapshot: Snapshot, size: tuple[int, int]) -> None:
    lines = [f"{situation}: {footer(begin(), keys, size)}" for situation, begin, keys in SITUATIONS]
    snapshot.assert_match("\n".join(lines) + "\n", "footers.txt")
