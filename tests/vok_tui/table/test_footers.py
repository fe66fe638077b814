"""The footer of the table in many situations, in one picture: a new key changes this one alone."""

from pytest_snapshot.plugin import Snapshot
from textual.pilot import Pilot

from ai.bots.levels import SHABTI
from engine.core.game import HUMAN
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import SilentThinker, TableApp, at, end_turn, new_game, offered_actions, play, run
from tests.vok_tui.table.test_looks import SIZES, middle
from vok_tui.game.session import Session


def after_a_move() -> Session:
    session = middle()
    play(session, "entomb Shabti")
    return session


def an_opponent_thinks() -> Session:
    session = middle(4)
    end_turn(session)
    return session


def the_game_is_over() -> Session:
    session = at(table(hands=("Urn, Shabti", "Urn"), active=1), SHABTI, HUMAN)
    session.match.play(offered_actions(session)[-1])
    return session


SITUATIONS = (
    ("the first turn", lambda: new_game(thinker=SilentThinker()), ""),
    ("a card is selected", middle, "4"),
    ("a purchase", middle, "z"),
    ("after a move", after_a_move, ""),
    ("a card is read", middle, "4 space"),
    ("the log", middle, "l"),
    ("the list of answers", middle, "slash"),
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
def test_the_footer_in_many_situations(snapshot: Snapshot, size: tuple[int, int]) -> None:
    lines = [f"{situation}: {footer(begin(), keys, size)}" for situation, begin, keys in SITUATIONS]
    snapshot.assert_match("\n".join(lines) + "\n", "footers.txt")
