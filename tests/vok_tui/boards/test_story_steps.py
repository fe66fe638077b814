"""The story of the opponents' turns: each step in order, with the points it gained."""

from random import Random

import pytest
from textual.pilot import Pilot

from ai.levels import SHABTI
from ai.search.playout import Rng
from engine.core.events import Chapter
from engine.core.game import HUMAN, Setup
from engine.core.match import Match
from engine.core.wording import plural
from engine.valley.editions import AFTERLIFE, BASE, MIXED
from engine.valley.game import VALLEY
from tests.engine.valley.table import table
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import (
    LARGE,
    PYRAMID,
    SMALL,
    STOCK,
    TableApp,
    end_turn,
    new_game,
    offered_actions,
    play,
    run,
    setup,
    sitting_at,
)
from vok_tui.boards.valley.story_details import gains_by_sentence
from vok_tui.game.sitting import Sitting
from vok_tui.game.story import Sentence, StoryChapter
from vok_tui.painting.signs import UNICODE_SIGNS
from vok_tui.panes.scene import Scene
from vok_tui.panes.story import share_lines, turn_lines


def sitting_after_busy_turn() -> Sitting:
    """Nefertari has executed several cards, made Ann sacrifice one, entombed and bought."""
    hands = ("6 Urn", "Qebehsenuef Canopic Jar, Urn, 3 Box of Food, Shabti")
    sitting = sitting_at(
        table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Box of Food"), active=1), HUMAN, SHABTI
    )
    play(sitting, "execute Box of Food", "execute Box of Food", "execute Qebehsenuef Canopic Jar", "sacrifice Urn")
    play(sitting, "execute Shabti", "sacrifice Boat from the pyramid", "entomb Urn")
    play(sitting, "buy Statue of Isis with Box of Food, Box of Food")
    end_turn(sitting)
    return sitting


def in_order(screen_text: str, *parts: str) -> bool:
    """Whether these parts appear on the screen in this order."""
    positions = [screen_text.find(part) for part in parts]
    return -1 not in positions and positions == sorted(positions)


def summary_text(app: TableApp) -> str:
    """The text above the answers about the opponents' turns, joined to one line."""
    lines = [line[1:56].strip() for line in text(app).splitlines()[-10:] if line.startswith(("▌", "▸"))]
    return " ".join(lines)


def test_a_small_table_joins_the_steps_in_order():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert summary_text(app).startswith(
            "Nefertari executes Box of Food: draws a card ×2 › executes Qebehsenuef Canopic Jar › you"
        )

    run(sitting_after_busy_turn(), test, SMALL)


def test_a_large_table_shows_each_step_on_a_numbered_line_with_its_gain():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = [line.rpartition("▌")[2] for line in text(app).splitlines()[15:] if "▌" in line]
        steps = [" ".join(line.replace("─", " ").split()) for line in lines]
        assert steps == [
            "1 Nefertari 0→1",
            "1 executes Box of Food: draws a card ×2",
            "2 executes Qebehsenuef Canopic Jar",
            "3 You sacrifice Urn",
            "4 executes Shabti",
            "5 sacrifices Boat",
            "6 entombs Urn +1",
            "7 buys Statue of Isis cost 4",
        ]  # fmt: skip

    run(sitting_after_busy_turn(), test, LARGE)


def test_your_reaction_follows_the_step_it_reacted_to():
    hands = ("Mummified Cat, 4 Urn", "Shabti, 4 Urn")
    sitting = sitting_at(
        table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", "9 Urn"), active=1), HUMAN, SHABTI
    )
    play(sitting, "execute Shabti", "sacrifice Boat from the pyramid", "react with Mummified Cat")
    end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        assert in_order(summary_text(app), "executes Shabti", "sacrifices Boat", "your Mummified Cat snatches Boat")

    run(sitting, test, SMALL)


def test_a_cut_summary_ends_with_the_key_of_the_log():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        summary_lines = [line[:56].rstrip() for line in text(app).splitlines() if line.startswith("▌")]
        assert len(summary_lines) > 1
        assert summary_lines[-1].endswith("… l for all")

    sitting = sitting_after_busy_turn()
    sitting.names = ("Ann", "Nefertari-Meritmut, the Beloved of Amun and of Ra, Lady of the Two Lands and of the Sky")
    run(sitting, test, SMALL)


def test_every_turn_of_a_summary_that_is_cut_says_so():
    long_turn = ("6 Urn", "5 Box of Food, Urn", "5 Box of Food, Urn", "5 Box of Food, Urn")
    deck = ("9 Urn", "9 Urn", "9 Urn", "9 Urn")
    players = (HUMAN, SHABTI, SHABTI, SHABTI)
    sitting = sitting_at(table(hands=long_turn, pyramid=PYRAMID, stock=STOCK, deck=deck, active=1), *players)
    for _ in range(3):
        play(sitting, "execute Box of Food", "execute Box of Food", "execute Box of Food", "entomb Urn")
        end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        lines = [line[:56].rstrip() for line in text(app).splitlines()[-10:] if line.startswith("▌")]
        cut = next(line for line in lines if line.startswith("▌ Senmut"))
        assert cut != lines[-1]
        assert cut.endswith("…"), lines

    run(sitting, test, SMALL)


def test_the_log_marks_the_first_turn_since_your_last_one():
    sitting = sitting_after_busy_turn()
    for _ in range(2):
        end_turn(sitting)

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        assert in_order(text(app), "2 You", "▌Since your last turn", "▌3 Nefertari")

    run(sitting, test, SMALL)


def test_lines_that_a_short_text_does_not_need_go_to_long_ones():
    assert share_lines([1, 4, 2], 6) == [1, 3, 2]
    assert share_lines([2, 2], 9) == [2, 2]
    assert share_lines([3, 3, 3], 2) == [1, 1, 0]


def test_only_the_open_log_shows_payments():
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        log_pane = " ".join(line[78:].strip("▌ ") for line in text(app).splitlines())
        assert "buys Statue of Isis" in log_pane
        assert "with two Boxes of Food" not in log_pane
        assert "discards the rest" not in log_pane
        await pilot.press("l", "pageup")
        await pilot.pause()
        assert "buys Statue of Isis with two Boxes of Food" in text(app)

    run(sitting_after_busy_turn(), test, LARGE)


def test_the_log_says_you_and_counts_repeated_steps():
    sitting = sitting_after_busy_turn()
    scene = Scene(sitting.view(), sitting.names, UNICODE_SIGNS, "", viewer=0)
    her_turn = StoryChapter(Chapter(2, 1), (Sentence(1, 1, "drew", "Nefertari draws a card."),) * 2)
    my_turn = StoryChapter(Chapter(3, 0), (Sentence(2, 0, "entombed", "You entomb Urn."),))
    for turn, expected in ((her_turn, ["2 Nefertari", "1 draws a card ×2"]), (my_turn, ["3 You", "1 entomb Urn"])):
        lines = turn_lines(scene, turn, 40, frozenset())
        assert [" ".join([word for word, _ in line.words]).strip() for line in lines] == expected


@pytest.mark.parametrize("edition", [BASE, AFTERLIFE, MIXED])
def test_the_gains_of_the_steps_add_up_to_the_scores(edition: str):
    checked = 0
    for seed in range(6):
        seats = setup((HUMAN, SHABTI, SHABTI)).seats
        match = Match(VALLEY, Setup("valley", seats, seed, edition))
        rng = Rng(seed)
        while not match.is_over:
            moves = match.state.legal_moves()
            entombing = [move for move in moves if VALLEY.action(match.state, move).verb in ("entomb", "unearth")]
            preferred = entombing or moves
            match.play(VALLEY.action(match.state, preferred[rng.below(len(preferred))]))
        sitting = Sitting(match)
        cards = dict(enumerate(VALLEY.catalogue(match.setup).cards))
        for chapter in sitting.story():
            before, after = sitting.view_at(chapter.start_node), sitting.view_at(chapter.end_node)
            gains = gains_by_sentence(before, after, chapter.sentences, cards)
            for seat in range(3):
                gained = sum(
                    gain for gain, sentence in zip(gains, chapter.sentences, strict=True) if sentence.seat == seat
                )
                assert gained == after.seats[seat].score - before.seats[seat].score
                checked += gained != 0
    assert checked > 20


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_summary_is_complete_at_the_end_of_a_game(seats: int, size: tuple[int, int]):
    sitting = new_game(*[HUMAN] * seats)
    random = Random(seats)
    while not sitting.shows_end:
        sitting.match.play(random.choice(offered_actions(sitting)))
    sitting.hand_keyboard_over()

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        for seat in app.sitting.view().seats:
            assert f"▌ {app.sitting.names[seat.seat]}: {plural(seat.score, 'point')}, {seat.tomb_count} card" in text(
                app
            )
        assert "l for all" not in text(app)

    run(sitting, test, size)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_a_refused_key_does_not_cut_the_explanation_of_the_sign(size: tuple[int, int]):
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("K")
        await pilot.pause()
        assert 'No answer has the key "K"' in text(app)
        columns = 56 if size == SMALL else 76  # of the question pane
        words = " ".join(line[1:columns].strip() for line in text(app).splitlines() if line.startswith("▌"))
        assert " ".join(words.split()).endswith("with the arrows and Enter, or by a click.")

    run(new_game(HUMAN, SHABTI), test, size)
