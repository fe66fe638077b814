"""The table of King of Thieves at every size: all is painted, can be pointed at, and nothing hidden is shown."""

import random
import re
from pathlib import Path

import pytest

from ai.levels import SHABTI
from engine.core.game import HUMAN, NOBODY, Seat, Setup, State
from engine.core.match import Match
from engine.thieves.game import THIEVES
from engine.thieves.shipped import SHIPPED
from engine.thieves.state import HAND, ROUND, TOMB_NUMBER, ThievesState
from tests.engine.thieves.table import play, setup, table
from tests.vok_tui.grids import text
from tests.vok_tui.run_vok import RunVok
from tests.vok_tui.screens.table.table_helpers import SMALL, TableApp, run
from vok_tui.boards.thieves.board import ThievesBoard
from vok_tui.boards.thieves.duels import addable_symbol_count, duels_of, playable_card_count
from vok_tui.boards.thieves.kit import THIEVES_TABLE
from vok_tui.boards.thieves.layout import make_layout
from vok_tui.boards.thieves.signs import THIEVES_SIGNS
from vok_tui.game.sitting import Sitting
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.panes.scene import Scene

NAMES = ("Ann", "Nefertari", "Senmut", "王小明和他的朋友", "Khety", "Merit", "Hori", "Tiye")
SIZES = [(80, 24), (100, 30), (120, 40), (160, 45)]
CHECK_EVERY_DECISIONS = 23
LOG_COLUMN = 58  # of the smallest table
MAX_LIST_COLUMNS = 15  # after a name in the list of all pieces
MAX_FULLY_SHOWN_HAND = 15  # cards, on the smallest table with eight thieves


def paint(
    view: object,
    size: tuple[int, int] = SMALL,
    ascii_only: bool = False,
    cursor: Target | None = None,
    covered_reason: str = "",
) -> Grid:
    grid = Grid(*size)
    signs = signs_with(THIEVES_SIGNS, ascii_only=ascii_only)
    scene = Scene(view, NAMES, signs, "", cursor=cursor, covered_reason=covered_reason)
    ThievesBoard(THIEVES.title()).paint_zones(grid, scene)
    return grid


def grid_text(grid: Grid) -> str:
    return "\n".join(["".join([cell for cell, _ in row]).rstrip() for row in grid.rows])


@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_table_shows_everything_but_hidden_things_at_every_size(players: int):
    state = THIEVES.start(setup(players, 3))
    rng = random.Random(players)
    decisions = 0
    while state.mover != NOBODY:
        if decisions % CHECK_EVERY_DECISIONS == 0:
            view = THIEVES.view(state, 0)
            hand = view.seats[0].hand
            expected = [Target("seat", seat) for seat in range(players)] + [Target("duel", 0)]
            expected += [Target("hand", place) for place in range(min(len(hand), MAX_FULLY_SHOWN_HAND))]
            for size in SIZES:
                grid = paint(view, size, ascii_only=decisions % 2 == 1)
                assert [target for target in expected if target not in grid.targets] == [], size
                question = ThievesBoard("").arrange_panes(*size, view).question
                assert all(grid.targets[target].bottom <= question.y for target in expected), size
                assert question.height >= 5
            world = THIEVES.determinize(state, 0, decisions)
            assert paint(THIEVES.view(world, 0)).rows == paint(view).rows
        menu = state.legal_moves()
        state.apply(menu[rng.randrange(len(menu))])
        decisions += 1


def test_a_duel_line_shows_leader_needed_strength_and_what_the_viewer_can_add():
    state = table(
        ("1 shield/2 sword, 3 shield/1 sword", ""), community="1 key/2 shield", round_=3,
        laid=("2 shield/2 key down, 2 sword/1 key", "1 sword/2 key, 1 lamp/2 key down"), guardians={"Skeleton": 3},
    )  # fmt: skip
    for size in SIZES:
        lines = grid_text(paint(THIEVES.view(state, 0), size)).splitlines()
        tomb = next(line for line in lines if line.startswith(" Tomb"))
        assert tomb.split()[1:8] == ["1", "shield", "3▲", "2", "✓/6", "0+▒▒"], "the viewer leads by what is shown"
        guardian = next(line for line in lines if line.startswith(" Skeleton"))
        assert guardian.split()[1:8] == ["2", "sword", "3●", "2", "✓/3", "1+▒▒"]
        other = THIEVES.view(state, 1)
        tomb = next(line for line in grid_text(paint(other, size)).splitlines() if line.startswith(" Tomb"))
        assert tomb.split()[1:8] == ["1", "shield", "3▲", "0", "+1/2", "0+▒▒"]
        guardian = next(line for line in grid_text(paint(other, size)).splitlines() if line.startswith(" Skeleton"))
        assert guardian.split()[1:8] == ["2", "sword", "3●", "1", "+2", "2+▒▒"], "more than the other shows"


def test_the_title_of_a_box_is_whole_and_apart_from_the_frame():
    for guardian in SHIPPED.guardians:
        state = table(("", ""), guardians={guardian.name: 2}, community="1 key/2 shield", laid=("2 key/1 sword", ""))
        title_bar = grid_text(paint(THIEVES.view(state, 0), (120, 40))).splitlines()[1]
        titles = re.findall("╭ ([^─╮]*) ─*╮", title_bar)
        assert titles == ["Tomb", guardian.name, "Community card"]


def addable(state: State, viewer: int, duel: int = 0) -> int:
    view = THIEVES.view(state, viewer)
    return addable_symbol_count(view, view.seats[viewer], duels_of(view)[duel])


def test_only_cards_that_may_still_be_played_could_add_symbols():
    hand = "2 shield/1 key, 1 shield/2 key, 1 key/3 shield, 2 sword/2 shield"
    state = table((hand, "3 key/1 sword"), community="1 key/2 lamp", round_=3)
    assert addable(state, 0) == 5
    play(state, "play 3 shield (not 1 key) face up")
    assert addable(state, 0) == 2, "one more card in the last round"
    play(state, "play no second card")
    assert addable(state, 0) == 0, "the turn has passed"
    state = table((hand, "3 key/1 sword"), community="1 key/2 lamp", round_=2)
    play(state, "hide")
    assert addable(state, 0) == 5, "two more in the last round"


def test_the_community_card_adds_nothing_after_the_decision_about_it():
    state = table(("", ""), laid=("1 key/2 lamp", "1 key/2 sword"), community="3 shield/1 sword", is_showdown=True)
    assert (addable(state, 0), addable(state, 1)) == (3, 3)
    play(state, "leave it unused")
    assert (addable(state, 0), addable(state, 1)) == (0, 3)


def test_a_thief_can_play_as_many_cards_as_the_table_counts():
    rng, seen = random.Random(4), set()
    for seed in range(40):
        state = THIEVES.start(setup(2 + seed % 3, seed))
        for _decision in range(rng.randrange(25)):
            menu = state.legal_moves()
            state.apply(menu[rng.randrange(len(menu))])
        for thief in THIEVES.view(state, NOBODY).seats if state.mover != NOBODY else ():
            if thief.status == "inside":
                played = cards_played_if_possible(state, thief.seat)
                if played is not None:
                    seen.add(played)
                    assert playable_card_count(THIEVES.view(state, thief.seat), thief) == played
    assert seen >= {0, 1, 2, 3, 4, 5, 6}


def cards_played_if_possible(state: ThievesState, seat: int) -> int | None:
    """The number of cards that a thief plays in this tomb who always plays one more; None if the hand is too small."""
    state, tomb, played = state.copy(), int(state.cells[TOMB_NUMBER]), 0
    state.run()
    while state.mover != NOBODY and state.cells[TOMB_NUMBER] == tomb and state.cells[ROUND] < 3:
        actions = [THIEVES.action(state, move) for move in state.legal_moves()]
        plays = [action for action in actions if action.verb.startswith("play")] if state.mover == seat else []
        if state.mover == seat and actions[0].verb == "escape" and len(state.kinds(HAND + seat)) < 2:
            return None
        played += bool(plays)
        state.apply(THIEVES.move(state, (plays or actions)[0]))
    return played


def test_a_thief_without_a_card_hides_once_the_turn_has_passed():
    state = table(("1 key/2 lamp", "1 key/2 sword", "3 key/1 sword"))
    shown = [grid_text(paint(THIEVES.view(state, 0), size)) for size in SIZES]
    assert not any("hides" in text for text in shown)
    play(state, "hide")
    for size in SIZES:
        text = grid_text(paint(THIEVES.view(state, 0), size))
        assert text.count("hides") == 1, "the others still have their turn"
    play(state, "hide", "play 3 key (not 1 sword) face down")
    assert grid_text(paint(THIEVES.view(state, 0))).count("hides") == 2


def test_after_the_last_tomb_nobody_hides_or_waits_for_a_card():
    state = table(("", ""), treasure=(4, 2), tombs_left=0, community="", is_showdown=True)
    assert state.mover == NOBODY
    for size in SIZES:
        text = grid_text(paint(THIEVES.view(state, 0), size))
        assert "No tomb is open." in text
        assert "hides" not in text
        assert "no card yet" not in text


def test_face_down_cards_are_hidden_while_the_cards_are_covered():
    state = table(("1 key/2 lamp, 3 shield/1 sword", ""), laid=("2 shield/2 key down, 2 sword/1 key", ""), round_=2)
    for size in SIZES:
        uncovered, covered = [
            grid_text(paint(THIEVES.view(state, 0), size, covered_reason=reason)) for reason in ("", "covered")
        ]
        assert "2 shield" in uncovered
        assert "2 shield" not in covered
        assert "lamp" not in covered.replace("lamp/", "")
        assert "2 sword" in covered


def test_a_large_table_shows_cards_as_boxes_and_the_cards_left():
    state = table(
        ("1 key/2 lamp, 3 shield/1 sword", ""),
        laid=("2 shield/2 key down", "1 sword/2 key, 1 lamp/2 key down"),
        round_=2,
    )
    lines = grid_text(paint(THIEVES.view(state, 0), (120, 40))).splitlines()
    assert [line for line in lines if "│1 key   ││3 shield│" in line]
    assert [line for line in lines if "╭▒▒▒▒▒▒▒▒╮" in line]
    assert [line for line in lines if "│1 sword ││▒▒▒▒▒▒▒▒│" in line]
    assert [line for line in lines if "Cards: 35 left ·, 5 seen x" in line], (
        "the viewer counts a face-down card as left"
    )
    assert [line for line in lines if "ke/la 1/2x 2/1· 2/2· 1/3· 3/1· 1/1·" in line]
    eight = THIEVES.view(THIEVES.start(setup(8, 3)), 0)
    assert "1/2·· 2/1··" in grid_text(paint(eight, (120, 40))), "of two sets each card is there twice"


def test_a_named_ruby_is_shown_with_its_symbol():
    state = table(("1 key/2 lamp", ""), laid=("2 ruby/1 key as lamp", "1 ruby/2 key as sword"), round_=2)
    view = THIEVES.view(state, 0)
    assert "2 ruby as lamp (not 1 key)" in grid_text(paint(view, (100, 36)))
    boxed = grid_text(paint(view, (120, 40)))
    assert "│2 ruby  │" in boxed
    assert "│=lamp   │" in boxed
    many = table(["1 key/2 lamp"] + [""] * 7, laid=("2 ruby/1 key as lamp", *[""] * 7), round_=2)
    assert "2 lamp" in grid_text(paint(THIEVES.view(many, 0)))


def test_the_longest_card_names_do_not_touch_the_next_key():
    hand = "2 shield/1 sword, 1 shield/2 sword, 2 shield/2 sword, 3 shield/1 sword, 1 shield/3 sword"
    state = table((hand, ""), community="")
    grid = paint(THIEVES.view(state, 0))
    for place in range(5):
        rect = grid.targets[Target("hand", place)]
        assert grid.rows[rect.y][rect.right - 1][0] == " "


def test_a_long_hand_is_abbreviated_and_every_card_can_be_pointed_at():
    state = THIEVES.start(setup(8, 3))
    for kind in range(9):
        state.add(HAND, kind)
    state.run()
    grid = paint(THIEVES.view(state, 0))
    assert all(Target("hand", place) in grid.targets for place in range(14))
    assert "1ke/2la" in grid_text(grid)


@pytest.mark.parametrize("cards", [16, 23, 40])
def test_the_cursor_reaches_every_card_of_a_hand_that_does_not_fit(cards: int):
    state = THIEVES.start(setup(8, 3))
    for place in range(cards):
        state.add(HAND, place % 9)
    state.run()
    view = THIEVES.view(state, 0)
    everything = {Target("hand", place) for place in range(len(view.seats[0].hand))}
    for step in (1, -1):
        seen: set[Target] = set()
        cursor = Target("hand", 0 if step > 0 else len(everything) - 1)
        while True:
            grid = paint(view, cursor=cursor)
            current = grid.targets[cursor]
            seen |= everything & grid.targets.keys()
            beyond = [
                target for target in everything & grid.targets.keys() if (grid.targets[target].y - current.y) * step > 0
            ]
            if not beyond:
                break
            cursor = min(beyond, key=lambda target: (abs(grid.targets[target].y - current.y), target.index))
        assert seen == everything


def test_a_card_is_played_by_its_key_and_then_face_up_or_face_down():
    seats = (Seat("Ann", HUMAN), Seat("Bob", HUMAN))
    sitting = Sitting(Match(THIEVES, Setup("thieves", seats, 3)))

    async def test(app: TableApp, pilot: object) -> None:
        await pilot.press("2")
        await pilot.pause()
        halves = app.table.pointing.question.view.seats[0].hand[1].name.split("/")
        lines = text(app).splitlines()
        for key, half in (("b1", halves[0]), ("d1", halves[0]), ("b2", halves[1]), ("d2", halves[1])):
            assert any(f"{key} Play {half}" in line for line in lines), key
        await pilot.press("d")
        await pilot.pause()
        assert {str(answer.action).split()[0] for answer in app.table.pointing.listed_answers} == {"Action(play_down"}
        await pilot.press("2")
        await pilot.pause()
        view = THIEVES.view(app.sitting.match.state, 0)
        assert [(laid.is_face_down, laid.half) for laid in view.seats[0].laid_cards] == [(True, 1)]
        await pilot.press("o")
        await pilot.pause()
        assert "It is for Bob to answer" in text(app)

    run(sitting, test, SMALL)


def test_the_score_sheet_says_who_won_and_why():
    state = table(("", ""), treasure=(7, 2), laid=("2 shield/1 key", ""), community="", is_showdown=True)
    sheet = THIEVES_TABLE.score_sheet(state, THIEVES.view(state, 0), NAMES, 1)
    assert (sheet.title, sheet.note) == ("Ann wins with 10 treasure.", "10 treasure win the game.")
    state = table(("", ""), reputation=(0, 4), treasure=(7, 2), community="", is_showdown=True)
    sheet = THIEVES_TABLE.score_sheet(state, THIEVES.view(state, 0), NAMES, 1)
    assert (sheet.title, sheet.note) == ("You win with 2 treasure.", "All others have lost their reputation.")
    assert [row.label for row in sheet.rows] == ["Reputation"]
    state = table(("", ""), treasure=(4, 4), reputation=(3, 2), tombs_left=0, community="", is_showdown=True)
    sheet = THIEVES_TABLE.score_sheet(state, THIEVES.view(state, 0), NAMES, 1)
    assert sheet.note == "No tomb is left. Level on treasure: treasure and reputation together decide."


def test_the_list_of_pieces_marks_reconstructed_ones():
    cards = THIEVES_TABLE.card_list(None)
    assert len(cards.entries) == 64
    assert max(len(entry.columns) for entry in cards.entries) <= MAX_LIST_COLUMNS, (
        "a line each on the smallest terminal"
    )
    assert sum(entry.columns.startswith("~") for entry in cards.entries) == 61
    data = THIEVES_TABLE.data
    assert data.check(data.export("base", "")).summary == "12 tombs, 12 guardians and 40 duelling cards"
    assert data.details_of("skeleton", "base", "").endswith("Printed: symbol, strength.\nReconstructed: nature.")


def test_the_number_of_thieves_decides_the_default_edition():
    from argparse import Namespace

    for players, edition in (
        (2, "base"),
        (4, "base"),
        (5, "double"),
        (8, "double"),
        (None, "base"),
        (["scribe", "shabti"], "base"),
    ):
        args = Namespace(edition="", players=players, options=["stakes=high"])
        assert THIEVES_TABLE.edition_and_choices(args) == (edition, ("10", "all", "high"))
    args = Namespace(edition="", seats=["scribe"] * 6, options=[])
    assert THIEVES_TABLE.edition_and_choices(args) == ("double", ())


def test_points_are_called_treasure_and_the_number_of_tombs_is_abbreviated(vok: RunVok):
    _, out, _ = vok("simulate", "--game", "thieves", "--games", "1", "--seats", "shabti,shabti", "--option", "tombs=1")
    assert "treasure per game" in out
    assert "points" not in out
    _, out, _ = vok("play", "--game", "thieves", "--help")
    assert "tombs=all|1-23:" in out


def test_cards_check_takes_the_game_option_anywhere_in_the_line(vok: RunVok, tmp_path: Path):
    _, pieces, _ = vok("cards", "export", "--game", "thieves")
    path = tmp_path / "pieces.toml"
    path.write_text(pieces)
    for line in (
        "cards check --game thieves {path}",
        "cards --game thieves check {path}",
        "cards check {path} --game thieves",
    ):
        code, out, _ = vok(*[word.format(path=path) for word in line.split()])
        assert (code, "can be played" in out) == (0, True), line
    path.write_text(pieces.replace("strength = 4", "strength = 40"))
    _, _, error = vok("simulate", "--game", "thieves", "--cards", str(path))
    assert f"vok cards check {path} --game thieves lists all faults" in error


def test_a_small_table_shows_the_log_beside_the_duels_with_the_latest_step_last():
    seats = (Seat("Ann", HUMAN), Seat("Bob", SHABTI), Seat("Cleo", SHABTI))
    match, rng = Match(THIEVES, Setup("thieves", seats, 3)), random.Random(4)
    while len(match.log) < 30 or match.state.mover:
        menu = match.state.legal_moves()
        match.play(THIEVES.action(match.state, menu[rng.randrange(len(menu))]))
    sitting = Sitting(match)

    async def test(app: TableApp, pilot: object) -> None:
        await pilot.pause()
        lines = text(app).splitlines()[1:-1]
        log_lines = [line[LOG_COLUMN:] for line in lines]
        assert log_lines[0] == "Log"
        assert {line[LOG_COLUMN - 1 : LOG_COLUMN] for line in lines} <= {"", " "}  # the table does not reach the log
        log_text = " ".join(" ".join(log_lines).replace("▌", " ").split())
        steps = [step.text.rstrip(".") for chapter in sitting.story()[-1:] for step in chapter.sentences]
        places = [log_text.find(step) for step in dict.fromkeys(steps)]
        assert len(places) > 3
        assert places == sorted(places)
        assert places[0] >= 0
        assert log_text.endswith(f"{steps[-1]} ×2")

    run(sitting, test, SMALL)


@pytest.mark.parametrize("thieves", [2, 3, 4])
def test_the_smallest_table_has_lines_for_three_guardians(thieves: int):
    """A guardian that nobody beats stays with its tokens, which can be won too."""
    heading_and_tomb = 2
    assert make_layout(80, 24, thieves).duels.height >= heading_and_tomb + 3
