"""`vok goals`: prints the goals of each game, and how far you are."""

import json
import os
from argparse import Namespace
from collections.abc import Sequence

from saves.shelf import Shelf
from vok_tui.cli.game_options import GAME_FLAG, game_names
from vok_tui.learning.goal_counts import GoalCounter, GoalState, group_title
from vok_tui.learning.history import LearningHistory
from vok_tui.shared.detection import detect_terminal
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser, one_of


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        GAME_FLAG, metavar="GAME", type=one_of("game", game_names), help="only the goals of this game (default: all)"
    )
    parser.add_argument("--open", action="store_true", help="only goals that you have not reached yet")
    parser.add_json("print a JSON list with an object for each goal")


def run(args: Namespace) -> int:
    shelf = Shelf()
    states = [
        state
        for state in GoalCounter(shelf, LearningHistory(shelf.folder.parent)).count()
        if args.game in (None, state.goal.group) and not (args.open and state.is_reached)
    ]
    if args.json:
        print(json.dumps([state.to_dict() for state in states], indent=2))
    else:
        print(*goal_lines(states, ascii_only=detect_terminal(os.environ).ascii), sep="\n")
    return ExitCode.OK


def goal_lines(states: Sequence[GoalState], *, ascii_only: bool) -> list[str]:
    """The goals below the titles of their games, and how many are reached."""
    from datetime import datetime

    now = datetime.now().astimezone()
    signs = ("+", ".") if ascii_only else ("✓", "□")
    lines: list[str] = []
    for number, state in enumerate(states):
        if not number or states[number - 1].goal.group != state.goal.group:
            lines += [*[""] * bool(lines), group_title(state.goal.group)]
        sign = signs[not state.is_reached]
        lines.append(f"  {sign} {state.goal.title:<16} {state.goal.text:<36} {state.standing_text(now)}")
    reached = sum([state.is_reached for state in states])
    return [*lines, *[""] * bool(lines), f"{reached} of {len(states)} reached"]
