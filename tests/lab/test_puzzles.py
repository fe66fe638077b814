"""Mining puzzles: the same command line gives the same file after a kill, and nothing that is hidden changes a puzzle."""

import json
from collections import Counter
from pathlib import Path

import pytest

from ai.analysis.analyse import Worth, question_at
from ai.analysis.plans import End, Way, followed_way
from ai.analysis.reasons import moves_of
from ai.search.playout import Rng
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from lab.puzzle_book import (
    MAX_OF_ONE_IDEA,
    MiningJournal,
    MiningRun,
    idea_of,
    puzzle_id,
    puzzle_lines,
    rating_of,
    situation,
    spread,
    title_of,
)
from lab.puzzles import (
    FULL_BUDGET,
    PLAYERS_OF_GAMES,
    Candidate,
    MiningBudget,
    answer_of,
    confirm_candidate,
    end_of_game,
    find_candidate,
    played_match,
    won_in_whole_games,
)
from lab.turn_puzzles import MAX_GOOD, is_candidate, is_promising, settled_chances
from tests.ai.analysis.matches import board_match, square
from tests.vok_tui.paired_worlds import VIEWER, differ, matches_that_look_alike, setup_of
from tests.vok_tui.run_vok import RunVok
from vok_tui.learning.puzzles import FOLDER, Puzzle, PuzzleProof, read_puzzles, shipped_puzzles

MIN_WORTH = 0.05  # of a best answer by playing on, in chance; and twice its error
TINY = MiningBudget(8, 16, 16, 8, 8, 8, game=1, pairs=20, each=1)


@pytest.mark.nightly(
    reason="looks for puzzles twice", instead="test_puzzles_that_are_kept_stay_as_they_are_and_come_first"
)
def test_a_killed_run_goes_on_and_gives_the_same_file(tmp_path: Path, vok: RunVok) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"

    def mine(out: Path, *options: str) -> tuple[int, str, str]:
        trial = ["--game", "thieves", "--level", "shabti", "--work", "1", "--workers", "1", "--games", "1"]
        return vok("puzzles", *trial, "--seed", "2", "--out", str(out), *options)

    code, output, error = mine(whole)
    assert code == 0, error
    assert output.startswith("1 game, ")
    journal = whole.with_name("whole.jsonl.games").read_bytes()
    assert len(journal.splitlines()) == 2
    cut = journal.index(b"\n") + 20  # within the line of the game
    killed.with_name("killed.jsonl.games").write_bytes(journal[:cut])
    code, again, _ = mine(killed)
    assert (code, again.replace("killed.jsonl", "whole.jsonl")) == (0, output)
    assert killed.read_bytes() == whole.read_bytes()
    assert killed.with_name("killed.jsonl.games").read_bytes() == journal
    code, _, error = mine(whole, "--seed", "8")
    assert code == 2
    assert "is the journal of another run" in error
    assert whole.with_name("whole.jsonl.games").read_bytes() == journal


def test_puzzles_that_are_kept_stay_as_they_are_and_come_first(tmp_path: Path, vok: RunVok) -> None:
    shipped = (FOLDER / "thieves-base.jsonl").read_bytes().splitlines(keepends=True)[:4]
    kept, out = tmp_path / "kept.jsonl", tmp_path / "out.jsonl"
    kept.write_bytes(b"".join(shipped[:3]))
    mined = [json.loads(line) for line in (shipped[3], shipped[0])]
    for fields in mined:
        for name in ("id", "title", "rating"):
            del fields[name]
    head = MiningRun("thieves", Variant("base"), 2, 1, PLAYERS_OF_GAMES).head()
    journal = [head, {"number": 0, "counts": [9, 2, 2, 2], "puzzles": mined}]
    out.with_name("out.jsonl.games").write_text("".join([json.dumps(line) + "\n" for line in journal]))
    command = ["puzzles", "--game", "thieves", "--games", "1", "--out", str(out), "--keep"]
    code, _, error = vok(*command, str(kept))
    assert code == 0, error
    lines = out.read_bytes().splitlines(keepends=True)
    assert lines[:3] == shipped[:3]
    assert [json.loads(line)["id"] for line in lines[3:]] == [json.loads(shipped[3])["id"]]
    kept.write_bytes(b"{}\n")
    code, _, error = vok(*command, str(kept))
    assert code == 2
    assert "is no file of puzzles" in error


@pytest.mark.parametrize(("game", "players"), [("valley", 2), ("thieves", 2), ("tal", 2)])
def test_a_puzzle_does_not_depend_on_what_is_hidden(game: str, players: int) -> None:
    rules, rng, compared, seed = GAMES[game], Rng(3), 0, 5
    while compared < 2:
        for one, other in matches_that_look_alike(rules, setup_of(rules, players, seed), rng):
            if one.state.mover != VIEWER or not 2 <= one.state.move_count <= 30 or not differ(one, other):
                continue
            found = []
            for match in (one, other):
                match.game = rules
                question = question_at(match, match.log.head)
                missed, screened = answer_of(question, "scribe", 0, 7), None
                candidate = find_candidate(question, missed, TINY)
                if isinstance(candidate, Candidate):
                    screened = confirm_candidate(question, candidate, TINY)
                deal = rules.determinize(question.root, VIEWER, 9)
                found.append(
                    (
                        missed,
                        candidate,
                        screened,
                        end_of_game(question, deal, question.moves[0], 0, TINY.game).digest(),
                        situation(rules, match.state, VIEWER, match.chapter(match.log.head).title),
                    )
                )
            assert found[0] == found[1]
            compared += 1
            if compared == 2:
                break
        seed += 1


def test_a_win_counts_as_a_win_and_points_are_counted_apart() -> None:
    """x wins at once on 2, however narrowly; in tic-tac-toe there are no points."""
    question = question_at(board_match("xx.oo....", 8), 0)
    best, second = [question.game.move(question.root, square(place)) for place in (2, 8)]
    proof = won_in_whole_games(question, best, second, TINY)
    assert proof.won > 0.5
    assert (2 * proof.won * proof.pairs) % 1 == pytest.approx(0.0), "each game is won, shared or lost"
    assert proof.points == 0.0


def test_options_that_a_puzzle_does_not_store_are_refused(tmp_path: Path, vok: RunVok) -> None:
    code, _, error = vok("puzzles", "--sets", "base", "--out", str(tmp_path / "x.jsonl"))
    assert (code, not list(tmp_path.iterdir())) == (2, True)
    assert "leave out other options" in error


def packed_puzzles() -> list[dict[str, object]]:
    return [json.loads(line) for path in sorted(FOLDER.iterdir()) for line in path.read_bytes().splitlines()]


def test_the_shipped_files_are_what_the_command_writes() -> None:
    puzzles = packed_puzzles()
    for fields in puzzles:
        name, _, number = fields["id"].partition("-")
        assert name == puzzle_id(fields).partition("-")[0]
        assert len(number) == 8
        assert Puzzle.from_packed(fields).title == fields["title"]
    assert len({fields["id"] for fields in puzzles}) == len(puzzles), "an id stays if the moves are stamped anew"


def test_puzzles_are_spread_over_kinds_and_stages() -> None:
    puzzles = [{"decision": [0, 0, 0, kind, stage]} for kind, stage in [("a", 1)] * 9 + [("b", 0), ("a", 2)]]
    chosen = [tuple(puzzle["decision"][3:]) for puzzle in spread(puzzles)]
    assert sorted(chosen[:4]) == [("a", 1), ("a", 1), ("a", 2), ("b", 0)]
    assert len(chosen) == len(puzzles)
    with_kept = [tuple(puzzle["decision"][3:]) for puzzle in spread(puzzles, [puzzles[-1]] * 5)]
    assert with_kept.index(("a", 2)) == 7


def test_a_puzzle_that_fewer_levels_solve_has_a_higher_rating() -> None:
    fields = {"game": "valley", "players": ["priest", "vizier"]}
    shares = [
        {"shabti": 0.2, "scribe": 1.0, "priest": 1.0, "vizier": 1.0, "pharaoh": 1.0},
        {"shabti": 0.2, "scribe": 0.0, "priest": 0.8, "vizier": 1.0, "pharaoh": 1.0},
        {"shabti": 0.2, "scribe": 0.0, "priest": 0.1, "vizier": 0.4, "pharaoh": 1.0},
        {"shabti": 0.2, "scribe": 0.0, "priest": 0.1, "vizier": 0.2, "pharaoh": 0.2},
    ]
    ratings = [rating_of({**fields, "solved": solved}) for solved in shares]
    assert ratings == sorted(set(ratings))


def test_the_head_of_a_journal_names_everything_that_its_puzzles_depend_on() -> None:
    run = MiningRun("valley", Variant("base"), 2, 1, ("priest", "vizier"))
    other_runs = [
        run._replace(variant=Variant("afterlife")),
        run._replace(players=3),
        run._replace(seed=2),
        run._replace(levels=("priest",)),
        run._replace(budget=FULL_BUDGET.scaled(0.5)),
    ]
    assert all(other.head() != run.head() for other in other_runs)


def test_one_answer_is_not_best_in_most_puzzles(tmp_path: Path) -> None:
    """A player would learn it, and stop thinking."""
    names = ("id", "title", "rating")
    shipped = [fields for fields in packed_puzzles() if fields["game"] == "thieves"]
    mined = [{name: value for name, value in fields.items() if name not in names} for fields in shipped]
    assert {"retired"} <= {name for fields in mined for name in fields}, "some had the idea of too many others"
    for fields in mined:
        fields.pop("retired", None)
    journal = MiningJournal(tmp_path / "x.games", MiningRun("thieves", Variant("base"), 2, 1, PLAYERS_OF_GAMES))
    journal.add(0, {"counts": [1, 1, 1, 1], "puzzles": mined})
    puzzles = [Puzzle.from_packed(line) for line in puzzle_lines(journal, 1, 100)]
    most = Counter([idea_of(puzzle.match(), puzzle) for puzzle in puzzles]).most_common(1)[0][1]
    assert len(shipped) > len(puzzles)
    assert most <= MAX_OF_ONE_IDEA


def test_the_move_of_a_seat_can_be_replaced_before_it_is_played() -> None:
    asked = []

    def last_move_of_first_seat(match: Match, move: int) -> int:
        asked.append((match.log.head, move))
        return match.state.legal_moves()[-1] if match.state.mover == 0 else move

    match = played_match(Setup("thieves", (Seat("A", "shabti"), Seat("B", "shabti")), 3), last_move_of_first_seat)
    path = match.log.path(match.log.head)
    assert [node for node, _ in asked] == path[:-1]
    for (node, move), answer in zip(asked, path[1:], strict=True):
        state = match.at(node)
        expected = state.legal_moves()[-1] if state.mover == 0 else move
        assert match.log.actions[answer] == match.game.action(state, expected)


def test_two_puzzles_of_one_situation_have_different_titles() -> None:
    for puzzle in list(shipped_puzzles().values())[::40]:
        title = title_of(puzzle.match(), puzzle, set())
        assert title_of(puzzle.match(), puzzle, {title}) not in ("", title)


def test_every_shipped_puzzle_holds_has_a_title_of_its_own_and_shares_its_idea_with_few() -> None:
    """By playing on, the best answer is worth clearly more than the second best."""
    puzzles = list(shipped_puzzles().values())
    lines = {fields["id"]: fields for fields in packed_puzzles()}
    doubtful = [each.id for each in puzzles if lines[each.id]["on"][0] < max(MIN_WORTH, 2 * lines[each.id]["on"][1])]
    assert doubtful == []
    titles = Counter([puzzle.title for puzzle in puzzles])
    assert [title for title, count in titles.items() if count > 1] == []
    alike: dict[tuple[object, ...], list[Puzzle]] = {}
    for each in puzzles:
        alike.setdefault((each.game, each.decision.kind, each.decision.answers[0].action), []).append(each)
    for group in alike.values():
        if len(group) > MAX_OF_ONE_IDEA:  # equal numbers may still be other pieces
            ideas = Counter([idea_of(each.match(), each) for each in group])
            assert max(ideas.values()) <= MAX_OF_ONE_IDEA, ideas
    assert {"tal-52d733ab", "mixed-0b5792bf"} & {puzzle.id for puzzle in puzzles} == set()


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([0.08, 0.05, 3.2, 40], "In 40 pairs of whole games it won 8 in 100 more and ended 3 points better."),
        ([-0.05, 0.04, 5.1, 40], "In 40 pairs of whole games it won 5 in 100 fewer and ended 5 points better."),
        ([0.05, 0.07, 4.4, 40], "In 40 pairs of whole games it ended 4 points better, with as many won."),
        ([-0.05, 0.07, -1.6, 40], "In 40 pairs of whole games it ended 2 points worse, with as many won."),
        ([0.0, 0.0, 0.2, 40], "40 pairs of whole games were too few to show a difference."),
    ],
)
def test_a_proof_says_wins_and_points_as_they_were(games: list[float], said: str) -> None:
    text = PuzzleProof.from_packed([0.193, 0.018, 16], games).text("points")
    assert text.startswith("Played on in 16 pairs of deals, it was worth 19 in 100 more than the next best one.")
    assert text.endswith(f"next best one. {said}")


def ends_worth(*chances: float) -> dict[int, End]:
    """Ends of these chances, by their places."""
    ways = [Way((place,), (0, place)) for place in range(len(chances))]
    return {
        place: End([ways[place]], 1, shows=False, worths={0: Worth(chance, 0.0)})
        for place, chance in enumerate(chances)
    }


@pytest.mark.parametrize(
    ("chances", "is_left_soon", "is_puzzle"),
    [
        ((0.6, 0.59, 0.5, 0.45), False, True),
        ((0.6, 0.59, 0.57, 0.45), False, False),  # one is nearly good
        ((0.6, 0.59, 0.57, 0.57, 0.56, 0.56, 0.56, 0.56, 0.45), True, False),  # many are: more deals change nothing
        ((0.6, 0.59, 0.57), True, False),  # the scribe does well
        ((0.96, 0.5, 0.45), True, False),  # the game is decided
        ((0.6,) * (MAX_GOOD + 1) + (0.45,), True, False),  # found by chance
    ],
)
def test_a_turn_is_left_early_where_no_clear_limit_can_be_drawn(
    chances: tuple[float, ...], is_left_soon: bool, is_puzzle: bool
) -> None:
    ends, scribe = ends_worth(*chances), len(chances) - 1
    assert is_promising(ends, scribe) is not is_left_soon
    assert is_candidate(ends, scribe) is is_puzzle


def test_a_scribe_who_draws_early_has_missed_nothing_if_the_rest_of_the_plan_can_still_be_played() -> None:
    puzzle = next(puzzle for puzzle in read_puzzles(FOLDER) if puzzle.id == "base-1b93e137")  # a retired one
    match, turn = puzzle.match(), puzzle.decision.turn
    assert turn is not None
    question = question_at(match, match.log.head)
    ways = [followed_way(question, moves_of(question, steps))[0] for steps in (turn.best.steps, turn.best.steps[-1:])]
    worths = (Worth(0.6, 0.0), Worth(0.5, 0.0))
    ends = {way.keys[-1]: End([way], 1, True, {0: worth}) for way, worth in zip(ways, worths, strict=True)}
    assert settled_chances(question, ends) is None, "there is nothing that could be refused"
