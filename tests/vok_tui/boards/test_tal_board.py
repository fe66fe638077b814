"""The table of Tal der Koenige at every size: all is painted, can be pointed at or typed, and nothing hidden is shown."""

import random
import re
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.core.game import NOBODY, State
from engine.tal.blocks import COLOUR_LETTERS
from engine.tal.board import PLACE_COUNT, PLACE_NAMES, PLACE_OF_NAME, SITE_COUNT, SPACE_LETTERS, board_of, spaces_of
from engine.tal.board_text import SHIPPED
from engine.tal.game import TAL
from engine.tal.state import ROUND, TalState
from tests.engine.tal.table import new_game, play, table
from tests.vok_tui.boards.tal_boards import LEVELS, SIZES, board_for, cells_in, choices, lines, paint, scene_of
from tests.vok_tui.boards.tal_sitting import NAMES, sitting_at_tal
from tests.vok_tui.grids import text
from tests.vok_tui.screens.table.table_helpers import SMALL, TableApp, run
from vok_tui.boards.tal.board import TalBoard
from vok_tui.boards.tal.kit import TAL_TABLE
from vok_tui.boards.tal.signs import FIGURE_SIGNS, TAL_SIGNS
from vok_tui.boards.tal.worth import best_possible_class
from vok_tui.painting.grid import Grid, Target
from vok_tui.painting.signs import signs_with
from vok_tui.panes.scene import Answer
from vok_tui.screens.help import keys_page

CHECK_EVERY_DECISIONS = 29


def answers(state: TalState, seat: int) -> list[Answer]:
    board = board_for(state.seat_count)
    return board.answers(TAL.view(state, seat), choices(state), None, NAMES)


def cells_at(grid: Grid, target: Target) -> str:
    rect = grid.targets[target]
    return "".join([cell for cell, _ in grid.rows[rect.y][rect.x : rect.right]])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_shows_everything_but_hidden_things_at_every_size(players: int) -> None:
    state = new_game(players, 3)
    board = board_for(players)
    places = [place for place in range(PLACE_COUNT) if board.game_board.distance(PLACE_OF_NAME["16"], place) >= 0]
    expected = [Target("place", place) for place in places] + [Target("site", site) for site in range(SITE_COUNT + 1)]
    expected += [Target("seat", seat) for seat in range(players)]
    rng, decisions = random.Random(players), 0
    while state.mover != NOBODY:
        if decisions % CHECK_EVERY_DECISIONS == 0:
            view = TAL.view(state, 0)
            lots = [Target("lot", lot) for lot in range(len(view.lots))]
            for size in SIZES:
                grid = paint(scene_of(state, 0, ascii_only=decisions % 2 == 1), size)
                assert [target for target in [*expected, *lots] if target not in grid.targets] == [], size
                panes = board.arrange_panes(*size, view)
                assert panes.question.height >= 9
                assert all(
                    grid.targets[target].bottom <= panes.question.y
                    for target in expected
                    if target.area in ("place", "site")
                )
                assert all(rect.right <= size[0] and rect.bottom < size[1] for rect in grid.targets.values())
            check_same_for_viewer(state, decisions)
        menu = state.legal_moves()
        state.apply(menu[rng.randrange(len(menu))])
        decisions += 1


def check_same_for_viewer(state: TalState, seed: int) -> None:
    """A world that a seat cannot tell from the true one is painted and described the same."""
    world: State = TAL.determinize(state, 0, seed)
    board = board_for(state.seat_count)
    for size in (SMALL, (120, 40)):
        grid = paint(scene_of(state, 0), size)
        assert paint(scene_of(world, 0), size).rows == grid.rows
    for target in grid.targets:
        pages = [board.pages_about(TAL.view(each, 0), target, NAMES, LEVELS) for each in (state, world)]
        assert pages[0] == pages[1]
        assert pages[0]


def test_only_the_number_of_other_tablets_is_shown_until_all_have_bid() -> None:
    state = table("bids", lots=["kkrrb", "wwwyb", "rryyk"])
    play(state, "lay the 4 beside lot 1", "lay a blank beside lot 1", "lay no more here")
    for size in SIZES:
        own, other = ["\n".join(lines(paint(scene_of(state, seat), size))) for seat in (0, 1)]
        assert "2▒" in other
        assert "left 3 2 1, 3b" in own
        assert "left 4 3 2 1, 4b" in other
        covered = "\n".join(lines(paint(scene_of(state, 0, covered_reason="covered"), size)))
        assert "2▒" in covered
        assert "left" not in covered


def test_secret_orders_are_shown_only_to_their_uncovered_writer() -> None:
    state = table("orders", overseers=["10/A 16", "16 16"])
    play(state, "stop at 10/B", "claim site 10")
    for size in SIZES:
        own, other = ["\n".join(lines(paint(scene_of(state, seat), size))) for seat in (0, 1)]
        covered = "\n".join(lines(paint(scene_of(state, 0, covered_reason="covered"), size)))
        assert "10/B claims 10" in own
        assert "claims" not in other + covered


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_choosing_a_worker_shows_its_destinations(size: tuple[int, int]) -> None:
    """A letter is a space where the worker can go; the sign of a usable target stands before an area."""
    state = table("workers", workers=["16 16 9/A 16 16"], overseers=["10/B 16"])
    play(state, "move a worker from 16")
    grid = paint(scene_of(state, 0), size)
    shown = {name: cells_at(grid, Target("place", PLACE_OF_NAME[name])) for name in ("10/A", "10/B", "10/C", "3/C")}
    assert shown == {"10/A": "A", "10/B": "●", "10/C": "C", "3/C": "C"}
    assert "•19" in cells_at(grid, Target("place", PLACE_OF_NAME["19"]))
    assert "◆16" in cells_at(grid, Target("place", PLACE_OF_NAME["16"])), "the worker starts here"
    play(state, "go to 2/A", "move a worker from 16", "go to 8/A", "move a worker from 16")
    later = paint(scene_of(state, 0), size)
    assert cells_at(later, Target("place", PLACE_OF_NAME["10/A"])) == "A"
    assert cells_at(later, Target("place", PLACE_OF_NAME["3/C"])) == "C"
    play(state, "go to 10/A", "move a worker from 16")
    end = paint(scene_of(state, 0), size)
    assert cells_at(end, Target("place", PLACE_OF_NAME["3/C"])) == "·", "too far for the last point"
    assert cells_at(paint(scene_of(state, 1), size), Target("place", PLACE_OF_NAME["3/C"])) == "C", "it is free"
    notes = {answer.name: answer.note for answer in answers(state, 0)}
    assert (notes["11b"], notes["19"]) == ("costs 1", "costs 1")


def routes_in(grid: Grid) -> dict[frozenset[int], int]:
    """The routes that are drawn, as pairs of areas, with the number of their cells. A route is a run of cells that leads from the
    frame of one area to that of another."""
    areas = {place: grid.targets[Target("place", place)] for place in range(PLACE_OF_NAME["16"], PLACE_COUNT)}
    found: dict[frozenset[int], int] = {}
    for place, rect in areas.items():
        starts = [(x, rect.bottom, dx) for x in range(rect.x - 2, rect.right + 2) for dx in (-1, 1)]
        for x, y, dx in starts:
            cells = 0
            while 0 <= x < grid.width and grid.rows[y][x][0] == ("╱" if dx < 0 else "╲"):
                x, y, cells = x + dx, y + 1, cells + 1
            for other, end in areas.items():
                if cells and y == end.y and end.x - 1 <= x <= end.right:
                    found[frozenset((place, other))] = cells
        for y in range(rect.y, rect.bottom):
            x, cells = rect.right, 0
            while grid.rows[y][x][0] == "─":
                x, cells = x + 1, cells + 1
            for other, end in areas.items():
                if cells and end.x == x and end.y <= y < end.bottom:
                    found[frozenset((place, other))] = cells
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_map_shows_each_border_of_two_areas_as_a_route_and_no_other(size: tuple[int, int]) -> None:
    board = board_for(3).game_board
    areas = range(PLACE_OF_NAME["16"], PLACE_COUNT)
    borders = {frozenset((a, b)) for a in areas for b in areas if board.distance(a, b) == 1}
    assert routes_in(paint(scene_of(new_game(3), 0), size)).keys() == borders


def test_a_border_for_which_the_map_has_no_line_is_written_in_both_areas_and_a_missing_border_has_no_line() -> None:
    borders = [*SHIPPED.borders]
    borders[1], borders[4] = (20, 16, 18), (17, 16, 19, 21)  # 17 and 20 instead of 17 and 22
    borders[6] = (16, 21)
    plan = SHIPPED._replace(borders=tuple(borders))
    board = TalBoard(TAL.title(), board_of(plan, 2))
    for size in SIZES:
        grid = Grid(*size)
        board.paint_zones(grid, scene_of(new_game(2), 0))
        shown = "\n".join(lines(grid))
        assert "17 to 20" in shown
        assert "20 to 17" in shown
        names = {frozenset(map(int, (PLACE_NAMES[a], PLACE_NAMES[b]))) for a, b in map(tuple, routes_in(grid))}
        assert frozenset((17, 22)) not in names
        assert frozenset((21, 22)) in names


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_figures_in_an_area_are_shown(size: tuple[int, int]) -> None:
    state = table("workers", players=4)
    shown = cells_in(paint(scene_of(state, 0), size), Target("place", PLACE_OF_NAME["16"]))
    for seat in range(4):
        worker, overseer = "○△□☆"[seat], "●▲■★"[seat]
        assert f"{worker}5{overseer}2" in shown or (shown.count(worker), shown.count(overseer)) == (5, 2)
    assert "…" not in shown


def test_titles_in_frames_keep_a_blank_from_the_frame() -> None:
    state = table("workers")
    play(state, "move a worker from 16")
    shown = "\n".join(lines(paint(scene_of(state, 0), (120, 40))))
    assert len(re.findall(r"╭─•\d\d costs 1 ─", shown)) == 6
    assert len(re.findall(r"╭─◆16 ─", shown)) == 1


def test_a_claim_shows_how_much_farther_the_overseer_must_go() -> None:
    state = table("orders", round_=1)
    play(state, "stop at 10/B")
    offered = answers(state, 0)
    assert (offered[0].text, offered[0].note) == ("Claim site 10", "on the way")
    assert offered[-1].text == "Claim nothing"
    for size in SIZES:
        shown = "\n".join(lines(paint(scene_of(state, 0), size)))
        assert "•10 " in shown
        assert "•11 " in shown
        assert "+" not in shown, "a sign of points"
        if size >= (120, 40):
            assert "•10 costs 0" in shown
            assert "•11 costs 2" in shown
    assert {answer.note for answer in offered if answer.name == "11"} == {"costs 2 more"}


def test_the_block_that_keeps_a_pyramid_most_valuable_is_listed_first() -> None:
    state = table("building", workers=["6/A 6/B"], owners={6: 0}, pyramids={6: "kkk"}, held=["kr"])
    offered = answers(state, 0)
    assert [(answer.name, answer.note) for answer in offered[:2]] == [("6k", "for up to 12"), ("6r", "for up to 3")]


@pytest.mark.parametrize(
    ("layers", "sizes", "kind"),
    [
        (("kkkk", ""), (4, 1), 0),
        (("kkkk", "r"), (4, 1), 1),
        (("kkkr", ""), (4, 1), 2),
        (("kkkkkkkkr", "", ""), (9, 4, 1), 0),
        (("kkkkkkkrr", "", ""), (9, 4, 1), 2),
        (("kkkkkkkkr", "rr", ""), (9, 4, 1), 1),
        (("kkkkkkkkr", "rb", ""), (9, 4, 1), 2),
        (("kr", "", ""), (9, 4, 1), 0),
    ],
)
def test_the_best_possible_class_of_an_unfinished_pyramid(
    layers: tuple[str, ...], sizes: tuple[int, ...], kind: int
) -> None:
    """One block of a large base is hidden and may be of any colour."""
    assert best_possible_class(layers, sizes) == kind


def test_the_page_of_a_site_shows_its_possible_worth_and_classes() -> None:
    state = table("workers", workers=["6/A"], owners={6: 0}, pyramids={6: "kkkr"})
    board, view = board_for(2), TAL.view(state, 0)
    for target in (Target("site", 5), Target("place", PLACE_OF_NAME["6/A"])):
        (page,) = board.pages_about(view, target, NAMES, LEVELS)
        page_lines = [page.subtitle, *[line for _, line in page.lines]]
        assert "small, yours, 4 of 5 blocks" in page_lines
        assert "Complete, it is worth 3 mixed." in page_lines
        assert "It can no longer be in one colour or layered." in page_lines
        assert "1 worker, for 2 blocks" in page_lines
        assert "ABCD 21" in page_lines


def story_texts(app: TableApp) -> list[str]:
    return [sentence.text for turn in app.sitting.story() for sentence in turn.sentences]


def test_a_place_is_chosen_by_typing_its_name() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "6")
        await pilot.pause()
        assert "Where does the worker from 16 go" in text(app)
        await pilot.press("1", "0")
        await pilot.pause()
        assert "/10_" in text(app)
        assert "Go to 10/F" in text(app)
        assert "Go to 11/A" not in text(app)
        await pilot.press("backspace", "1", "b")
        await pilot.pause()
        workers = app.sitting.match.state.cells[181:186]
        assert [PLACE_NAMES[place] for place in workers] == ["11/B", "16", "16", "16", "16"]

    run(sitting_at_tal(table("workers")), test)


def test_a_claim_is_part_of_the_sentence_of_its_order() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1", "0", "b", "1", "0", "enter")
        await pilot.pause()
        assert "1 You send an overseer to 10/B: claim site 10" in text(app)

    run(sitting_at_tal(table("orders", round_=1)), test, (160, 45))


def test_the_story_of_a_round_starts_with_its_lots() -> None:
    sitting = sitting_at_tal(table("close"))
    match = sitting.match
    while match.state.cells[ROUND] < 3:
        match.play(TAL.action(match.state, match.state.legal_moves()[-1]))
    chapters = [
        chapter for chapter in sitting.story() if (chapter.chapter.number, chapter.chapter.phase) == (4, "bids")
    ]
    assert [chapter.sentences[0].verb for chapter in chapters] == ["drew_lots"]


def test_a_name_that_is_a_prefix_of_another_waits_for_enter() -> None:
    state = table("orders", players=3, round_=1)
    play(state, "stay")

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("1")
        await pilot.pause()
        assert "Which site does the first overseer claim? /1_" in text(app)
        assert "Claim site 10" in text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "You claim site 1." in story_texts(app)

    run(sitting_at_tal(state), test)


def test_a_place_is_chosen_by_click_and_an_unknown_name_is_refused() -> None:
    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        rect = app.table.surface.grid.targets[Target("place", PLACE_OF_NAME["16"])]
        await pilot.click(offset=(rect.x + 1, rect.y))
        await pilot.pause()
        await pilot.press("9")
        await pilot.pause()
        assert "/9_" in text(app)
        await pilot.press("z")
        await pilot.pause()
        assert 'No answer is called "9z".' in text(app)
        assert "/9_" in text(app), "the letter is not added"
        await pilot.press("backspace")
        await pilot.pause()
        assert "Go to 10/B" in text(app)
        assert "_ ─" not in text(app)
        rect = app.table.surface.grid.targets[Target("place", PLACE_OF_NAME["10/B"])]
        await pilot.click(offset=(rect.x, rect.y))
        await pilot.pause()
        assert "You move a worker from 16 to 10/B." in story_texts(app)

    run(sitting_at_tal(table("workers")), test)


def test_the_score_sheet_has_a_row_for_each_pyramid_class_and_says_why_the_game_ended() -> None:
    state = table("close", owners={6: 0, 5: 0, 10: 1}, pyramids={6: "kkkk k", 5: "rrrr k", 10: "kk"}, pharaoh="w" * 30)
    sheet = TAL_TABLE.score_sheet(state, TAL.view(state, NOBODY), ("Ann", "Bob"), 1)
    assert (sheet.title, sheet.note) == ("Ann wins with 19 points.", "The pharaoh's pyramid is complete.")
    cells = {row.label: row.cells for row in sheet.rows}
    assert cells["Small, one colour"] == ("1×12 = 12", "·")
    assert cells["Small, layered"] == ("1×7 =  7", "·")
    assert cells["Not complete"] == ("·", "1")
    assert sheet.totals[0].cells == ("19", "0")


def test_the_help_lists_the_keys_that_begin_a_name_on_a_separate_line() -> None:
    for width in (60, 76, 96):
        page = keys_page(TAL_TABLE, {}, width, "table").plain.splitlines()
        at = page.index("0, 1, 2, 3, 4, 5, 6, 7, 8, 9")
        assert page[at + 1].strip().startswith("type the name of an answer")
        assert max(map(len, page)) <= width


def why_not(state: TalState, target: Target) -> str:
    return board_for(state.seat_count).why_not(TAL.view(state, 0), target)


def test_a_place_that_cannot_be_chosen_says_why() -> None:
    state = table("workers", workers=["17"], overseers=["10/B 16"])
    assert why_not(state, Target("place", PLACE_OF_NAME["10/B"])) == "None of your workers stands there."
    assert why_not(state, Target("place", PLACE_OF_NAME["18"])) == ""  # a worker can be sent there
    play(state, "move a worker from 17", "go to 2/A", "move a worker from 16", "go to 8/A", "move a worker from 16")
    assert why_not(state, Target("place", PLACE_OF_NAME["10/B"])) == "A figure stands there."
    assert why_not(state, Target("place", PLACE_OF_NAME["10/A"])) == ""
    assert why_not(state, Target("place", PLACE_OF_NAME["16"])) == "The worker is there already."
    play(state, "go to 10/A", "move a worker from 16", "go to 17", "move a worker from 16")
    assert why_not(state, Target("place", PLACE_OF_NAME["3/A"])) == "That is 2 points away, and 1 is left."


def why_not_sites(state: TalState, *sites: int) -> list[str]:
    return [why_not(state, Target("site", site - 1)) for site in sites]


def test_a_space_that_cannot_be_ordered_says_why() -> None:
    state = table("orders", workers=["", "10/C"], overseers=["10/A 10/B", "11/A"])
    assert why_not(state, Target("place", PLACE_OF_NAME["10/C"])) == (
        "A worker stands there, and workers move after the overseers."
    )
    assert why_not(state, Target("place", PLACE_OF_NAME["11/A"])) == ""
    assert why_not(state, Target("place", PLACE_OF_NAME["10/B"])) == (
        "Your second overseer is still there when the first one arrives."
    )
    play(state, "stop at 10/D", "claim nothing")
    assert why_not(state, Target("place", PLACE_OF_NAME["10/D"])) == "Your first overseer is ordered there."


def test_a_site_that_cannot_be_claimed_says_why() -> None:
    full = {"workers": ["", "2/A 2/B 2/C 2/D"]}
    state = table("orders", owners={6: 1, 3: 0}, round_=1, **full)  # type: ignore[arg-type]
    play(state, "stop at 17", "claim site 10", "stop at 16 (stay)")
    assert why_not_sites(state, 6, 3, 2, 5, 11) == [
        "It has an owner already.",
        "You own it already.",
        "All its spaces are taken.",
        "The overseer cannot pass there for the points that are left.",
        "",
    ]
    state = table("orders", **full)  # type: ignore[arg-type]
    play(state, "stop at 17")
    assert why_not_sites(state, 2) == [""], "its spaces may be free when the order is carried out"


def test_a_site_where_nothing_can_be_built_says_why() -> None:
    state = table(
        "building",
        workers=["6/A 5/A 3/A 10/A"],
        owners={6: 0, 5: 1, 11: 0, 3: 0, 10: 0},
        pyramids={3: "kkkk k"},
        held=["kkkkk"],
    )
    play(state, "place a black block at site 6", "place a black block at site 6")
    assert why_not_sites(state, 6, 5, 11, 3, 2, 10) == [
        "Your workers there can place no more this round.",
        "It is not yours.",
        "None of your workers is there.",
        "It is complete.",
        "Nobody owns it.",
        "",
    ]


def test_a_site_where_nothing_can_be_stolen_says_why() -> None:
    state = table(
        "theft",
        players=4,
        workers=["10/A 11/A 13/A", "", "", ""],
        overseers=["10/B 11/B", "12/A", "", ""],
        owners={10: 1, 11: 1, 12: 1, 13: 0, 5: 1},
        pyramids={10: "kkkk", 11: "kkk", 12: "kk", 5: "kkkk k"},
    )
    play(state, "steal a black block from site 10", "steal a black block from site 10")
    assert why_not_sites(state, 10, 11, 12, 13, 14, 5) == [
        "Your workers there can steal no more this round.",
        "",
        "To steal, you need more overseers there than its owner.",
        "It is yours.",
        "Nobody owns it.",
        "It is complete, so nobody can steal there.",
    ]
    state = table(
        "theft",
        workers=["10/A"],
        overseers=["10/B 11/B", ""],
        owners={10: 1, 11: 1},
        pyramids={10: "kkkk", 11: "kkk"},
    )
    assert why_not_sites(state, 11) == ["None of your workers is there."]


CROWDED = {*spaces_of(2), *spaces_of(9)}  # where most figures go, so that they meet


def figures_at(site: Any, places: Any) -> int:
    return len({*places} & {*spaces_of(site.number)})


def has_used_quota(view: Any, site: Any) -> bool:
    return site.block_quota == 0 < figures_at(site, view.seats[view.viewer].workers)


TRUE_IF = {
    "It is yours.": lambda view, site: site.owner == view.viewer,
    "You own it already.": lambda view, site: site.owner == view.viewer,
    "It is not yours.": lambda view, site: site.owner not in (NOBODY, view.viewer),
    "It has an owner already.": lambda view, site: site.owner not in (NOBODY, view.viewer),
    "Nobody owns it.": lambda view, site: site.owner == NOBODY,
    "It is complete.": lambda view, site: site.is_complete,
    "It is complete, so nobody can steal there.": lambda view, site: site.is_complete,
    "All its spaces are taken.": lambda view, site: all(map(view.figure_on_space, spaces_of(site.number))),
    "It has no blocks.": lambda view, site: not any(site.layers),
    "None of your workers is there.": lambda view, site: not figures_at(site, view.seats[view.viewer].workers),
    "Your workers there can place no more this round.": has_used_quota,
    "Your workers there can steal no more this round.": has_used_quota,
    "To steal, you need more overseers there than its owner.": lambda view, site: (
        figures_at(site, view.seats[view.viewer].overseers) <= figures_at(site, view.seats[site.owner].overseers)
    ),
    "The overseer cannot pass there for the points that are left.": lambda view, site: site.owner == NOBODY,
}


def test_in_whole_games_each_target_without_an_answer_has_one_true_reason() -> None:
    rng, seen = random.Random(5), set()
    for seed in range(12):
        state = new_game(2 + seed % 3, seed)
        board = board_for(state.seat_count)
        while state.mover != NOBODY:
            seat = int(state.mover)
            view = TAL.view(state, seat)
            actions = [choice.action for choice in choices(state)]
            usable = {target for action in actions for target in board.targets_of_action(view, action)}
            if {action.verb for action in actions} & {"claim", "build", "steal"}:
                for site in [site for site in view.sites if site.in_game]:
                    if Target("site", site.number) not in usable:
                        reason = board.why_not(view, Target("site", site.number))
                        assert TRUE_IF[reason](view, site), (reason, site)
                        seen.add(reason)
            crowded = [
                action for action in actions if action.verb in ("stop", "go") and action.arguments[-1] in CROWDED
            ]
            verb = rng.choice(sorted({action.verb for action in actions} - {"done", "claim_none"}) or ["done"])
            state.apply(
                TAL.move(state, rng.choice(crowded or [action for action in actions if action.verb == verb] or actions))
            )
    assert len(seen) >= 9, seen


@pytest.mark.parametrize("ascii_only", [False, True])
def test_signs_of_figures_differ_from_marks_blocks_and_spaces(ascii_only: bool):
    signs = signs_with(TAL_SIGNS, ascii_only=ascii_only)
    marks = {
        signs.cursor,
        signs.selected,
        signs.affected,
        signs.usable,
        signs.changed_by_step,
        signs.new_bar,
        signs.times,
    }
    figures = {signs.game_signs[name] for name in FIGURE_SIGNS}
    assert len(figures) == len(FIGURE_SIGNS)
    assert not figures & {*marks, signs.up, signs.down, *COLOUR_LETTERS, *SPACE_LETTERS}
