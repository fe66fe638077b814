"""Mining puzzles: the same command line gives the same file after a kill, and nothing that is hidden changes a puzzle."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ai.analysis.analyse import question_at
from ai.search.playout import Rng
from engine.core.game import Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from lab.puzzle_book import MiningRun, puzzle_id, rating_of, situation, spread
from lab.puzzles import (
    FULL_BUDGET,
    MiningBudget,
    answer_of,
    confirm_candidate,
    find_candidate,
    played_match,
    result_of,
)
from tests.ai.analysis.blind import alike_until_told_apart
from tests.vok_tui.paired_worlds import VIEWER, differ
from tests.vok_tui.run_vok import RunVok
from vok_tui.lessons.puzzles import FOLDER, Puzzle

TINY = MiningBudget(8, 16, 16, 8, 8, game=1, pairs=20, each=1)


def mine(out: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "lab", "puzzles", "--game", "thieves", "--level", "shabti", "--work", "1"]
    command += ["--workers", "1", "--games", "1", "--out", str(out), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_killed_run_goes_on_and_gives_the_same_file(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    done = mine(whole)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 game, ")
    journal = whole.with_name("whole.jsonl.games").read_bytes()
    assert len(journal.splitlines()) == 2
    cut = journal.index(b"\n") + 20  # within the line of the game
    killed.with_name("killed.jsonl.games").write_bytes(journal[:cut])
    again = mine(killed)
    assert (again.returncode, again.stdout.replace("killed.jsonl", "whole.jsonl")) == (0, done.stdout)
    assert killed.read_bytes() == whole.read_bytes()
    assert killed.with_name("killed.jsonl.games").read_bytes() == journal
    other = mine(whole, "--seed", "8")
    assert other.returncode == 2
    assert "is the journal of another run" in other.stderr
    assert whole.with_name("whole.jsonl.games").read_bytes() == journal


@pytest.mark.parametrize(("game", "players"), [("valley", 2), ("thieves", 2), ("tal", 2)])
def test_a_puzzle_does_not_depend_on_what_is_hidden(game: str, players: int) -> None:
    rules, rng, compared, seed = GAMES[game], Rng(3), 0, 5
    while compared < 2:
        for one, other in alike_until_told_apart(rules, players, seed, rng):
            if one.state.mover != VIEWER or not 2 <= one.state.move_count <= 30 or not differ(one, other):
                continue
            found = []
            for match in (one, other):
                match.game = rules
                question = question_at(match, match.log.head)
                missed, screened = answer_of(question, "scribe", 0, 7), None
                candidate = find_candidate(question, TINY)
                if candidate is not None:
                    screened = confirm_candidate(question, candidate, TINY)
                deal = rules.determinize(question.root, VIEWER, 9)
                found.append(
                    (
                        missed,
                        candidate,
                        screened,
                        result_of(question, deal, question.moves[0], 0, TINY.game),
                        situation(rules, match.state, VIEWER, match.chapter(match.log.head).title),
                    )
                )
            assert found[0] == found[1]
            compared += 1
            if compared == 2:
                break
        seed += 1


def test_options_that_a_puzzle_does_not_store_are_refused(tmp_path: Path, vok: RunVok) -> None:
    code, _, error = vok("puzzles", "--sets", "base", "--out", str(tmp_path / "x.jsonl"))
    assert (code, not list(tmp_path.iterdir())) == (2, True)
    assert "leave out other options" in error


def packed_puzzles() -> list[dict[str, object]]:
    return [json.loads(line) for path in sorted(FOLDER.iterdir()) for line in path.read_bytes().splitlines()]


def test_the_shipped_files_are_what_the_command_writes() -> None:
    for fields in packed_puzzles():
        assert fields["id"] == puzzle_id(fields)
        assert Puzzle.from_packed(fields).title == fields["title"]


def test_puzzles_are_spread_over_kinds_and_stages() -> None:
    puzzles = [{"decision": [0, 0, 0, kind, stage]} for kind, stage in [("a", 1)] * 9 + [("b", 0), ("a", 2)]]
    chosen = [tuple(puzzle["decision"][3:]) for puzzle in spread(puzzles, 4)]
    assert sorted(chosen) == [("a", 1), ("a", 1), ("a", 2), ("b", 0)]
    assert len(spread(puzzles, 50)) == len(puzzles)


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
