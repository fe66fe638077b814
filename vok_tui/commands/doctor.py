"""`vok doctor`: prints a page for bug reports. The exit code is 1 if something prevents Vok from working."""

import json
import os
from argparse import Namespace
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from vok_tui.cli.main import visible_text
from vok_tui.cli.parser import Parser
from vok_tui.exit_codes import ExitCode

if TYPE_CHECKING:
    from vok_tui.shell.diagnosis import Diagnosis

PAGE_COLUMNS: Final = 80
NAME_COLUMNS: Final = 18


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object, for programs")


def run(args: Namespace) -> int:
    from vok_tui.shell.diagnosis import diagnose_installation

    diagnosis = diagnose_installation(os.environ)
    print(json.dumps(diagnosis.to_dict(), indent=2) if args.json else "\n".join(report_lines(diagnosis)))
    return ExitCode.FAILED if diagnosis.problems else ExitCode.OK


def report_lines(diagnosis: "Diagnosis") -> list[str]:
    """The report in lines of at most 80 columns, unless a single word is longer."""
    lines = []
    for title, facts in diagnosis.sections.items():
        lines.append(title)
        for name, fact in facts.items():
            lines += _fact_lines(name, fact)
    lines.append("")
    if not diagnosis.problems:
        return [*lines, "Nothing prevents Vok from working here."]
    for problem in map(visible_text, diagnosis.problems):
        lines += wrap(f"! {problem[:1].upper()}{problem[1:]}.", PAGE_COLUMNS, subsequent_indent="  ")
    return lines


def _fact_lines(name: str, fact: Any) -> list[str]:
    value = ("yes" if fact else "no") if isinstance(fact, bool) else visible_text(str(fact))
    head, indent = f"  {name:<{NAME_COLUMNS - 2}}", " " * NAME_COLUMNS
    return wrap(value, PAGE_COLUMNS, initial_indent=head, subsequent_indent=indent, break_long_words=False) or [head]
