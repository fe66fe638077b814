"""The story of the turns of others: each step in the order in which it happened, with what it brought."""

from random import Random

import pytest
from textual.pilot import Pilot

from ai.bots.levels import SHABTI
from ai.search.playout import Rng
from engine.core.game import HUMAN, Setup
from engine.core.history.match import Match
from engine.core.story import Chapter
from engine.core.wording import plural
from engine.valley.editions import AFTERLIFE, BASE, MIXED
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.table.setting import (
    LARGE,
    PYRAMID,
    SMALL,
    STOCK,
    TableApp,
    at,
    end_turn,
    new_game,
    offered_actions,
    play,
    run,
    setup,
)
from vok_tui.boards.valley.story_notes import tomb_gains
from vok_tui.game.session import Session
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.painting.signs import UNICODE_SIGNS
from vok_tui.panes.scene import Scene
from vok_tui.panes.story.since import share_lines
from vok_tui.panes.story.story import turn_lines


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


def in_order(shown: str, *parts: str) -> bool:
    """Whether these parts stand on the screen one behind the other."""
    at = [shown.find(part) for part in parts]
    return -1 not in at and at == sorted(at)


def news(app: TableApp) -> str:
    """What stands above the answers about the turns of the others, without breaks."""
    lines = [line[1:56].strip() for line in text(app).splitlines()[-10:] if line.startswith(("▌", "▸"))]
    return " ".join(lines)


def test_where_there_is_little_room_the_steps_are_joined_in_the_order_in_which_they_happened():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert news(app).startswith(
            "Nefertari executes Box of Food: draws a card ×2 › executes Qebehsenuef Canopic Jar › you"
        )

    run(busy(), test, SMALL)


def test_where_there_is_room_each_step_has_a_line_with_its_number_and_what_it_brought():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = [line.rpartition("▌")[2] for line in text(app).splitlines()[15:] if "▌" in line]
        told = [" ".join(line.replace("─", " ").split()) for line in lines]
        assert told == [
            "1 Nefertari 0→1",
            "1 executes Box of Food: draws a card ×2",
            "2 executes Qebehsenuef Canopic Jar",
            "3 You sacrifice Urn",
            "4 executes Shabti",
            "5 sacrifices Boat",
            "6 entombs Urn +1",
            "7 buys Statue of Isis cost 4",
        ]  # fmt: skip

    run(busy(), test, LARGE)


def test_a_card_of_yours_stands_behind_what_it_answered():
    hands = ("Mummified Cat, 4 Urn", "Shabti, 4 Urn")
    session = at(table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Urn"), active=1), HUMAN, SHABTI)
    play(session, "execute Shabti", "sacrifice Boat from the pyramid", "react with Mummified Cat")
    end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert in_order(news(app), "executes Shabti", "sacrifices Boat", "your Mummified Cat snatches Boat")

    run(session, test, SMALL)


def test_where_there_is_no_room_for_all_the_key_of_the_log_stands_at_the_end():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        told = [line[:56].rstrip() for line in text(app).splitlines() if line.startswith("▌")]
        assert len(told) > 1
        assert told[-1].endswith("… l for all")

    session = busy()
    session.names = ("Ann", "Nefertari-Meritmut, the Beloved of Amun and of Ra, Lady of the Two Lands and of the Sky")
    run(session, test, SMALL)


def test_the_mark_of_where_you_left_off_stands_before_the_first_new_turn():
    session = busy()
    for _ in range(2):
        end_turn(session)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        assert in_order(text(app), "2 You", "▌Since your last turn", "▌3 Nefertari")

    run(session, test, SMALL)


def test_a_short_text_leaves_its_room_to_the_long_ones():
    assert share_lines([1, 4, 2], 6) == [1, 3, 2]
    assert share_lines([2, 2], 9) == [2, 2]
    assert share_lines([3, 3, 3], 2) == [1, 1, 0]


def test_the_log_beside_the_table_leaves_out_what_was_paid_and_the_open_one_tells_it():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        beside = " ".join(line[78:].strip("▌ ") for line in text(app).splitlines())
        assert "buys Statue of Isis" in beside
        assert "with 2 Box of Food" not in beside
        assert "discards the rest" not in beside
        await pilot.press("l", "pageup")
        await pilot.pause()
        assert "buys Statue of Isis with 2 Box of Food" in text(app)

    run(busy(), test, LARGE)


def test_the_log_says_you_in_your_turn_and_counts_what_comes_again():
    session = busy()
    scene = Scene(session.view(), session.names, UNICODE_SIGNS, "", viewer=0)
    hers = StoryChapter(Chapter(2, 1), (Sentence(1, 1, "drew", "Nefertari draws a card."),) * 2)
    mine = StoryChapter(Chapter(3, 0), (Sentence(2, 0, "entombed", "You entomb Urn."),))
    for turn, told in ((hers, ["2 Nefertari", "1 draws a card ×2"]), (mine, ["3 You", "1 entomb Urn"])):
        lines = turn_lines(scene, turn, 40, frozenset())
        assert [" ".join([word for word, _ in line.words]).strip() for line in lines] == told


@pytest.mark.parametrize("edition", [BASE, AFTERLIFE, MIXED])
def test_what_the_steps_of_a_turn_brought_is_what_the_scores_show(edition: str):
    checked = 0
    for seed in range(6):
        seats = setup((HUMAN, SHABTI, SHABTI)).seats
        match = Match(VALLEY, Setup("valley", seats, seed, edition))
        draw = Rng(seed)
        while not match.is_over:
            moves = match.state.legal_moves()
            entombing = [move for move in moves if VALLEY.action(match.state, move).verb in ("entomb", "unearth")]
            few = entombing or moves
            match.play(VALLEY.action(match.state, few[draw.below(len(few))]))
        session = Session(match)
        cards = dict(enumerate(VALLEY.catalogue(match.setup).cards))
        for chapter in session.story():
            before, after = session.view_at(chapter.start_node), session.view_at(chapter.end_node)
            gains = tomb_gains(before, after, chapter.sentences, cards)
            for seat in range(3):
                brought = sum(gain for gain, told in zip(gains, chapter.sentences, strict=True) if told.seat == seat)
                assert brought == after.seats[seat].score - before.seats[seat].score
                checked += brought != 0
    assert checked > 20


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_news_stand_in_full_at_the_end_of_a_game(seats: int, size: tuple[int, int]):
    session = new_game(*[HUMAN] * seats)
    random = Random(seats)
    while not session.shows_end:
        session.match.play(random.choice(offered_actions(session)))
    session.switch_to_next_viewer()

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for seat in app.session.view().seats:
            assert f"▌ {app.session.names[seat.seat]}: {plural(seat.score, 'point')}, {seat.tomb_count} card" in text(
                app
            )
        assert "l for all" not in text(app)

    run(session, test, size)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_a_refused_key_does_not_cut_what_the_sign_means(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("K")
        await pilot.pause()
        assert 'No answer has the key "K"' in text(app)
        columns = 56 if size == SMALL else 76  # of the question, beside which other panes stand
        words = " ".join(line[1:columns].strip() for line in text(app).splitlines() if line.startswith("▌"))
        assert " ".join(words.split()).endswith("with the arrows and Enter, or by a click.")

    run(new_game(HUMAN, SHABTI), test, size)
