"""What is told of the turns of others."""

from textual.pilot import Pilot

from ai.bots.levels import SHABTI
from engine.core.game import HUMAN
from engine.core.story import Chapter
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import PYRAMID, SMALL, STOCK, TableApp, at, end_turn, play, run
from vok_tui.boards.valley.since_your_turn import turn_summary
from vok_tui.game.session import Session
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.panes.question import share_lines
from vok_tui.panes.scene import Scene
from vok_tui.panes.signs import UNICODE_SIGNS
from vok_tui.panes.story import full_text, turn_lines


def busy() -> Session:
    """Nefertari has executed a lot, hit Ann, entombed and bought."""
    hands = ("6 Urn", "Qebehsenuef Canopic Jar, Urn, 3 Box of Food, Shabti")
    session = at(
        table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Box of Food"), active=1), HUMAN, SHABTI
    )
    play(session, "execute Box of Food", "execute Box of Food", "execute Qebehsenuef Canopic Jar", "sacrifice Urn")
    play(session, "execute Shabti", "sacrifice Boat from the pyramid", "entomb Urn")
    play(session, "buy Statue of Isis with Box of Food, Box of Food")
    end_turn(session)
    return session


def test_purchases_and_the_tomb_come_first_then_what_hit_you_and_actions_last():
    session = busy()
    scene = Scene(session.view(), session.names, UNICODE_SIGNS, "")
    (turn,) = session.story_since_your_turn()
    assert turn_summary(scene, turn) == (
        "Nefertari buys Statue of Isis; entombs Urn; you sacrifice Urn; Nefertari sacrifices Boat; "
        "executes 2 Box of Food, Qebehsenuef Canopic Jar, Shabti."
    )


def test_what_a_card_of_yours_answered_comes_before_its_answer():
    hands = ("Mummified Cat, 4 Urn", "Shabti, 4 Urn")
    session = at(table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Urn"), active=1), HUMAN, SHABTI)
    play(session, "execute Shabti", "sacrifice Boat from the pyramid", "react with Mummified Cat")
    end_turn(session)
    (turn,) = session.story_since_your_turn()
    told = turn_summary(Scene(session.view(), session.names, UNICODE_SIGNS, ""), turn)
    assert told.index("sacrifices Boat") < told.index("your Mummified Cat snatches Boat")


def test_where_there_is_no_room_for_all_the_key_of_the_chronicle_stands_at_the_end():
    session = busy()

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        told = [line[:56].rstrip() for line in text(app).splitlines() if line.startswith("▌")]
        assert len(told) > 1
        assert told[-1].endswith("… l for all")

    session.names = ("Ann", "Nefertari-Meritmut, the Beloved of Amun and of Ra")
    run(session, test, SMALL)


def test_a_short_piece_of_news_leaves_its_room_to_the_long_ones():
    assert share_lines([1, 4, 2], 6) == [1, 3, 2]
    assert share_lines([2, 2], 9) == [2, 2]
    assert share_lines([3, 3, 3], 2) == [1, 1, 0]


def test_a_narrow_log_leaves_out_what_was_paid_and_the_open_one_tells_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        narrow = " ".join(line[57:].strip("▌ ") for line in text(app).splitlines())
        assert "buys Statue of Isis." in narrow
        await pilot.press("l", "pageup")
        await pilot.pause()
        assert "buys Statue of Isis with 2 Box of Food." in text(app)

    run(busy(), test, SMALL)


def test_the_log_says_you_in_your_turn_and_counts_within_the_sentence_what_comes_again():
    session = busy()
    scene = Scene(session.view(), session.names, UNICODE_SIGNS, "", viewer=0)
    hers = StoryChapter(Chapter(2, 1), (Sentence(1, 1, "drew", "Nefertari draws a card."),) * 2)
    mine = StoryChapter(Chapter(3, 0), (Sentence(2, 0, "entombed", "You entomb Urn."),))
    assert [line for line, _, _ in turn_lines(scene, hers, 40, False, full_text)] == ["2 Nefertari", "draws a card ×2."]
    assert [line for line, _, _ in turn_lines(scene, mine, 40, False, full_text)] == ["3 You", "entomb Urn."]
