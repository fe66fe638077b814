"""`vok verify FILE`: replays a save and checks it."""

import json
from argparse import Namespace
from typing import Any

from engine import GAMES
from saves.verify import Report, verify
from vok_tui.cli.arguments import add_save_argument, find_save
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.parser import Parser


def add_arguments(parser: Parser) -> None:
    add_save_argument(parser)
    parser.add_json()


def report_dict(report: Report) -> dict[str, Any]:
    """The result as JSON values."""
    return {
        "file": str(report.path),
        "game": report.match.game.name(),
        "edition": report.match.setup.edition,
        "sound": report.is_sound,
        "damage": None if report.damage is None else str(report.damage),
        "moves": report.public_entry_count,
        "decisions": report.decision_count,
        "positions": report.agreed_check_count,
        "notes": list(report.notes),
    }


def run(args: Namespace) -> int:
    report = verify(find_save(args.file), GAMES)
    print(json.dumps(report_dict(report), indent=2) if args.json else report)
    return ExitCode.OK if report.is_sound else ExitCode.DAMAGED
