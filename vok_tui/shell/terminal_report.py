"""What `vok doctor` says about the terminal: what was detected, how Vok uses it, and why."""

import sys
from collections.abc import Mapping
from typing import Any, Final

from vok_tui.errors import NoTerminal
from vok_tui.terminal.detection import (
    MIN_TERMINAL_SIZE,
    check_terminal_name,
    detect_terminal,
    has_24_bit_colors,
    locale_setting,
    window_size,
)

MULTIPLEXERS: Final = {"TMUX": "tmux", "STY": "screen", "ZELLIJ": "zellij"}
STREAMS: Final = ("input", "output", "error output")
MAX_VALUE_CHARS: Final = 60  # of the value of an environment variable


def terminal_facts_and_problems(env: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The facts by name, and the problems: clauses that say what prevents Vok from working in this terminal."""
    terminal = detect_terminal(env)
    size = window_size(env)
    problems = []
    try:
        check_terminal_name(env)
    except NoTerminal as none:
        problems.append(str(none))
    if size is not None and (size[0] < MIN_TERMINAL_SIZE[0] or size[1] < MIN_TERMINAL_SIZE[1]):
        problems.append(
            f"the window has {size[0]} columns and {size[1]} lines, and the table needs {MIN_TERMINAL_SIZE[0]} "
            f"and {MIN_TERMINAL_SIZE[1]}; "
            "enlarge the window or choose a smaller font"
        )
    facts = {
        "TERM": env_value_or_not_set(env, "TERM"),
        "COLORTERM": env_value_or_not_set(env, "COLORTERM"),
        "size": f"{size[0]}x{size[1]}" if size is not None else "unknown, no stream is a terminal",
        "colours": colours_with_reason(env),
        "characters": characters_with_reason(env),
        "over SSH": "yes, so the mouse is off unless config.toml turns it on" if terminal.remote else "no",
        "inside": ", ".join(name for variable, name in MULTIPLEXERS.items() if env.get(variable)) or "no multiplexer",
        "not a terminal": ", ".join(streams_without_terminal()) or "none of input, output, error output",
    }
    return facts, problems


def streams_without_terminal() -> list[str]:
    """The names of the streams that are not terminals. If the report is redirected into a file, the output is one of them."""
    names = []
    for stream, name in zip((sys.__stdin__, sys.__stdout__, sys.__stderr__), STREAMS, strict=True):
        try:
            usable = stream is not None and stream.isatty()
        except ValueError:  # closed
            usable = False
        if not usable:
            names.append(name)
    return names


def colours_with_reason(env: Mapping[str, str]) -> str:
    if detect_terminal(env).no_color:
        return "none, because NO_COLOR is set"
    if has_24_bit_colors(env):
        return f"24-bit, because COLORTERM is {env_value_or_not_set(env, 'COLORTERM')}"
    if detect_terminal(env).sixteen_colors:
        return "16, because neither COLORTERM nor TERM promises more"
    return f"256, because TERM is {env_value_or_not_set(env, 'TERM')}"


def characters_with_reason(env: Mapping[str, str]) -> str:
    name, value = locale_setting(env)
    if not name:
        return "Unicode, because no locale is set"
    kind = "ASCII" if detect_terminal(env).ascii else "Unicode"
    return f"{kind}, because {name} is {cleaned_value(value)}"


def env_value_or_not_set(env: Mapping[str, str], name: str) -> str:
    """The cleaned value of an environment variable, or "not set"."""
    return cleaned_value(env[name]) if name in env else "not set"


def cleaned_value(value: str) -> str:
    from saves.clean_text import clean_and_cut

    return clean_and_cut(value, MAX_VALUE_CHARS) or '""'
