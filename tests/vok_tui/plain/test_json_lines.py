"""The JSON lines: every line fits the schema, and a program can play a whole game by them."""

from pathlib import Path

import pytest

from engine.games import GAMES
from saves import Shelf
from tests.vok_tui.learning.practised_games import lost_game, own_mistakes
from tests.vok_tui.plain.json_script import SCHEMA, Program, fits, of_type, told
from tests.vok_tui.plain.line_player import new_game
from tests.vok_tui.screens.table.table_helpers import LocalThinker
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.learning.history import RIGHT
from vok_tui.plain.json_lines import JsonLines
from vok_tui.plain.terminal import converse


@pytest.mark.parametrize("game", ["valley", "thieves", "tal"])
def test_a_program_plays_a_whole_game(tmp_path: Path, game: str) -> None:
    bad = ("nonsense", "[1]", '{"answer": true}', '{"answer": 0}', "[" * 3000, '{"line": "look"}')
    program = Program(2, bad)
    code = converse(JsonLines(program, program), Shelf(tmp_path), new_game(game, 2), LocalThinker(), 0.0)
    assert code == 0
    assert [message for message in program.messages if not fits(message, SCHEMA)] == []
    assert [message["type"] for message in program.messages].count("error") == 5
    (save,) = Shelf(tmp_path).list_saves(GAMES)
    assert save.finished
    first = next(message for message in program.messages if message["type"] == "question")
    assert first["game"]["name"] == game
    assert first["game"]["view"]["viewer"] == first["game"]["seat"]
    assert all("verb" in answer for answer in first["answers"])
    assert program.messages[-1]["type"] == "end"


def test_a_program_gets_the_analysis_of_a_game_as_fields(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    costliest = own_mistakes(path)[0]
    typed = ["losses", "review", "turn 1", "first step", "next mistake", "best", "line", "quit"]
    messages = told(tmp_path, typed, StartOptions(path=path))
    (losses,) = of_type(messages, "losses")
    assert losses["decisions"][0]["node"] == costliest.node
    assert losses["decisions"][0]["loss"] == costliest.loss
    assert [seat["you"] for seat in losses["seats"]].count(True) == 1
    cost = f"costs {round(100 * costliest.loss)} in 100"
    assert any(cost in line and "You: " in line for line in losses["lines"])
    verdict, best, *lines = of_type(messages, "decision")
    assert len(lines) == bool(costliest.answers[0].line), "a line, if the better plan goes on"
    assert f"the turn {cost}" in verdict["lines"][0]
    assert all({**verdict, "lines": []} == {**each, "lines": []} for each in (best, *lines)), "each has all fields"
    assert (verdict["mark"], verdict["answers"][verdict["played"]]["text"]) == (costliest.mark, "end turn")
    chances = [answer["chance"] for answer in best["answers"]]
    assert chances == sorted(chances, reverse=True)
    assert all(step["seat"] == 0 for step in best["answers"][0]["line"])


def test_a_program_gets_positions_attempts_hints_and_solutions_as_fields(tmp_path: Path) -> None:
    path = lost_game(tmp_path)
    costliest = own_mistakes(path)[0]
    messages = told(tmp_path, ["end turn", "hint", "show", "quit"], StartOptions(practise=("", "")))
    (position,) = of_type(messages, "position")
    assert (position["place"], position["count"], position["game"]) == (1, 3, "valley")
    assert (position["played"]["text"], position["played"]["loss"]) == ("end turn", costliest.loss)
    (attempt,) = of_type(messages, "attempt")
    assert (attempt["text"], attempt["right"]) == ("end turn", False)
    assert of_type(messages, "position_hint")[0]["number"] == 1
    (solution,) = of_type(messages, "solution")
    assert (solution["outcome"], solution["note"]) == ("missed", "It comes back tomorrow.")
    best = costliest.answers[0].action
    assert solution["decision"]["answers"][0]["verb"] == best.verb
    before = messages[: messages.index(attempt)]
    assert of_type(before, "decision") == of_type(before, "solution") == [], "nothing names the best answer"
    assert any(
        (each.get("verb"), each.get("arguments")) == (best.verb, list(best.arguments))
        for each in of_type(before, "question")[-1]["answers"]
    )


def test_a_program_gets_the_rating_after_a_puzzle(tmp_path: Path) -> None:
    messages = told(tmp_path, ["show", "next position", "quit"], StartOptions(puzzle=("", "valley", "")))
    first, _ = of_type(messages, "position")
    assert first["played"] is None, "nobody has chosen anything"
    (solution,) = of_type(messages, "solution")
    assert solution["outcome"] != RIGHT
    assert solution["rating"]["change"] < 0
    assert f"{solution['rating']['rating']:,}" in solution["note"]


def test_a_program_gets_a_day_of_the_daily_games_as_fields(tmp_path: Path) -> None:
    (day,) = of_type(told(tmp_path, ["daily games", "quit"], StartOptions()), "day")
    assert (day["game"], day["state"], day["players"], day["streak"]["now"]) == ("valley", "", [], 0)
