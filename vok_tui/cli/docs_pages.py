"""Writes the parts of the documentation that are declared in the code: keys, commands, options, configuration, levels.

    python -m vok_tui.cli.docs_pages     rewrite these parts of README.md and docs/*.md in a checkout

A page contains such a part between two comments, and everything else on the page is written by hand:

    <!-- generated: keys undo redo -->
    <!-- end -->

`BLOCKS` lists what can be generated. The words after the name are its arguments.
"""

import re
import sys
import textwrap
from argparse import Action
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.analysis.decision import STAGES
from ai.bots.player_spec import EQUAL
from ai.levels import LEVELS
from engine.core.game import Game
from engine.games import GAMES
from vok_tui.boards.keymap import all_shortcuts
from vok_tui.boards.table_kit import all_table_kits, option_usage
from vok_tui.cli.main import COMMANDS, LAB_COMMANDS
from vok_tui.cli.shell_files import ENVIRONMENT, FILES, command_tree, usage_word
from vok_tui.coordinator.config import SETTINGS
from vok_tui.learning.puzzles import Puzzle, puzzle_rows, shipped_puzzles
from vok_tui.shared.errors import EXIT_MEANINGS
from vok_tui.shared.key_names import key_label
from vok_tui.shared.levels import SUMMARY, level_strengths_of
from vok_tui.shared.parser import Parser
from vok_tui.shared.shortcuts import LAYOUTS, TABLE, Shortcut, key_labels

ROOT: Final = Path(__file__).resolve().parents[2]  # of the checkout
COMMAND: Final = "python -m vok_tui.cli.docs_pages"
BLOCK: Final = re.compile(r"(<!-- generated: ([^\n]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
COMMITTING: Final = frozenset(
    {
        *("answer", "choose", "choose_card", "choose_opponent", "type"),  # they answer questions of the game
        *("travel", "reshuffle", "hint", "hurry_opponent", "skip_step"),  # they change the game, or count in it
    }
)
"""The actions of the table that commit. On other screens those commit whose shortcut `decides`."""
TWO_KINDS: Final[Mapping[str, str]] = {  # keys by the reason
    "reads at the table, where each answer has a key of its own; in lists and on buttons it chooses, as in other programs": (
        "space"
    ),
    "chooses at the table and in lists; in the losses and the settings nothing is decided": "enter",
    "answers at the table; in lists, on sheets and in the review, where no question of the game is asked, it is a letter of its "
    "label": "a,b,c,d,e,h,n,o,r,s,t,x,y,z,B,C,F,N,S",
    "a card at the table, or an answer by its name; elsewhere an entry or a line with this number": "1,2,3,4",
    "the opponent thinks no longer at the table; in the review, the sign for forward": "greater_than_sign",
    "puts a game of the bin back, or makes a line the main one; else practice, or the next payment": "p",
    "drills in lists; in the review, the view of another seat": "w",
    "deletes a game on the shelf; in the settings it takes the value as shipped": "delete",
}
"""Why a key reads on some screens and commits on others. At the table, in puzzles, in practice and in guided games no key does
both."""
SCREEN_PARTS: Final = {"choice": "A row of options", "text": "A text"}  # they have no title of their own
NUMBERED_ID: Final = re.compile(r"(\w+_)(\d+)")


class UnknownBlock(ValueError):
    """A page names a block or an argument that does not exist."""


def pages() -> list[Path]:
    """The pages of a checkout that may contain generated parts."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def with_generated_blocks(text: str) -> str:
    """The text of a page with each generated part as the code declares it today. Raises UnknownBlock."""
    return BLOCK.sub(lambda block: f"{block[1]}{_block_text(block[2])}{block[4]}", text)


def _block_text(words: str) -> str:
    name, *arguments = words.split()
    if name not in BLOCKS:
        raise UnknownBlock(f'nothing is generated for "{name}"; there are {", ".join(BLOCKS)}')
    lines = "\n".join(BLOCKS[name](*arguments))
    return f"\n{lines}\n\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table in Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def code(text: str) -> str:
    """The text as code in Markdown, if there is any."""
    return f"`{text}`" if text else ""


def _keys_block(*ids: str) -> Iterator[str]:
    """The default keys of these shortcuts; without ids, those of all screens, with their names in config.toml."""
    from vok_tui.screens.help import SCREEN_TITLES

    by_screen = all_shortcuts()
    if ids:
        shortcuts = {shortcut.id: shortcut for screen in by_screen.values() for shortcut in screen}
        if unknown := [shortcut_id for shortcut_id in ids if shortcut_id not in shortcuts]:
            raise UnknownBlock(f'no shortcut has the id "{unknown[0]}"')
        rows = _merged_rows([shortcuts[shortcut_id] for shortcut_id in ids])
        yield from table(("key", "what it does"), [row[:2] for row in rows])
        return
    titles = {TABLE: "At the table of every game"}
    games = {f"{TABLE}:{name}": f"At the table: {kit.game.title()}" for name, kit in all_table_kits().items()}
    sections: list[tuple[str, list[Shortcut]]] = []
    for screen, title in SCREEN_TITLES.items():
        if title or not sections:
            sections.append((titles.get(screen, title), []))
        sections[-1][1].extend(by_screen[screen])
        if screen == TABLE:
            sections += [(heading, list(by_screen[name])) for name, heading in games.items()]
    for heading, shortcuts_here in sections:
        yield from (f"## {heading}", "")
        yield from table(("key", "what it does", "name in config.toml"), _merged_rows(shortcuts_here))
        yield ""


def commits(shortcut: Shortcut) -> bool:
    """Whether a shortcut gives an answer, begins or changes something; others read, mark, select, or go somewhere."""
    return shortcut.decides or shortcut.action.partition("(")[0] in COMMITTING


def keys_by_kind() -> dict[str, dict[bool, list[tuple[str, Shortcut]]]]:
    """The places and shortcuts of each default key, apart for those that commit."""
    by_key: dict[str, dict[bool, list[tuple[str, Shortcut]]]] = {}
    for place, shortcuts in all_shortcuts().items():
        for shortcut in shortcuts:
            for key in shortcut.keys.split(","):
                kinds = by_key.setdefault(key, {False: [], True: []})
                is_entry = place == "start" and not shortcut.decides  # it only leads to another screen
                kinds[commits(shortcut) and not is_entry].append((place, shortcut))
    return by_key


def _each_key_block() -> Iterator[str]:
    """Each default key with what it does on all screens."""
    rows = [
        (code(key_label(key)), *["; ".join(map(_place_and_label, kinds[kind])) for kind in (False, True)])
        for key, kinds in sorted(keys_by_kind().items(), key=lambda row: (len(row[0]) > 1, row[0].lower(), row[0]))
    ]
    yield from table(("key", "reads, marks, selects or leads to", "answers, begins or changes"), rows)


def _place_and_label(found: tuple[str, Shortcut]) -> str:
    from vok_tui.screens.help import SCREEN_TITLES

    place, shortcut = found
    game = place.partition(":")[2]
    title = all_table_kits()[game].game.title() if game else SCREEN_TITLES[place] or SCREEN_PARTS[place]
    return f"{title}: {shortcut.label or shortcut.help_text.partition(';')[0]}"


def _two_kinds_block() -> Iterator[str]:
    """The keys that read on some screens and commit on others, with the reasons."""
    rows = [(", ".join([code(key_label(key)) for key in keys.split(",")]), why) for why, keys in TWO_KINDS.items()]
    yield from table(("key", "why"), rows)


def _merged_rows(shortcuts: Sequence[Shortcut]) -> list[tuple[str, str, str]]:
    """Keys, help text and id of shortcuts. Numbered ones that follow each other, such as those of a hand, share a row."""
    rows: list[tuple[str, str, str]] = []
    runs: list[list[Shortcut]] = []
    for shortcut in shortcuts:
        if runs and _pattern(runs[-1][-1]) == _pattern(shortcut):
            runs[-1].append(shortcut)
        else:
            runs.append([shortcut])
    for run in runs:
        first, last = run[0], run[-1]
        keys = [", ".join(code(label) for label in key_labels(shortcut, {})) for shortcut in (first, last)]
        if first is last:
            rows.append((keys[0], first.help_text, code(first.id)))
            continue
        numbers = [match[2] for match in map(NUMBERED_ID.fullmatch, (first.id, last.id)) if match]
        text = first.help_text.replace(numbers[0], " to ".join(numbers), 1)
        rows.append((" to ".join(keys), text, f"{code(first.id)} to {code(last.id)}"))
    return rows


def _pattern(shortcut: Shortcut) -> tuple[str, str]:
    """The id and the help text without the number of a numbered shortcut."""
    match = NUMBERED_ID.fullmatch(shortcut.id)
    return (match[1], shortcut.help_text.replace(match[2], "#", 1)) if match else (shortcut.id, "")


def _layouts_block() -> Iterator[str]:
    """The keys that a keyboard layout moves."""
    moved = {
        shortcut.id: shortcut for shortcuts in all_shortcuts().values() for shortcut in shortcuts if shortcut.layouts
    }
    named = [layout for layout in LAYOUTS if any(layout in shortcut.layouts for shortcut in moved.values())]
    rows = []
    for shortcut in moved.values():
        by_layout = [shortcut.layouts.get(layout, shortcut.keys) for layout in named]
        cells = [", ".join(code(key_label(key)) for key in keys.split(",")) for keys in (shortcut.keys, *by_layout)]
        rows.append((shortcut.help_text, *cells))
    yield from table(("what it does", LAYOUTS[0], *named), rows)


def _commands_block(*names: str) -> Iterator[str]:
    """A list of commands, and the options of each: those named, or all."""
    yield from _command_sections("vok", {name: COMMANDS.get(name, "") for name in names} or COMMANDS)


def _laboratory_block() -> Iterator[str]:
    """The commands that measure and train opponents."""
    yield from _command_sections("vok-lab", LAB_COMMANDS)


def _command_sections(program: str, summaries: Mapping[str, str]) -> Iterator[str]:
    parsers = command_tree().commands
    if unknown := [name for name in summaries if name not in parsers]:
        raise UnknownBlock(f'there is no command "{unknown[0]}"')
    rows = [(f"[`{program} {name}`](#{program}-{name})", summary) for name, summary in summaries.items()]
    yield from table(("command", "what it does"), rows)
    for name in summaries:
        yield from _command_section(f"{program} {name}", parsers[name])


def _command_section(command: str, parser: Parser) -> Iterator[str]:
    words = [usage_word(action) for action in parser.declared if not action.option_strings]
    options = ["[OPTION ...]"] if len(words) < len(parser.declared) else []
    yield from ("", f"## {command}", "", f"    {' '.join([command, *words, *options])}", "")
    yield from (parser.description or "", "")
    rows = [(code(_argument_name(action)), action.help or "") for action in parser.declared]
    yield from table(("argument", "meaning"), rows) if rows else ("It has no options.",)


def _argument_name(action: Action) -> str:
    """`--seed S`, `FILE`"""
    value = str(action.metavar or "")
    return " ".join(filter(None, (", ".join(action.option_strings), value))) or action.dest


def _levels_block() -> Iterator[str]:
    """The opponents, with their ratings for two players in the default game."""
    strengths = level_strengths_of(GAMES.default, 2)
    ratings = {name: strengths.rating_of(name) for name in LEVELS}
    rows = [
        (name, level.summary, "-" if ratings[name] is None else f"{ratings[name]}") for name, level in LEVELS.items()
    ]
    yield from table(("level", "how it plays", "Elo"), [*rows, (EQUAL, SUMMARY, "-")])


def _game_named(name: str) -> Game[Any]:
    if name not in GAMES:
        raise UnknownBlock(f'there is no game "{name}"; there are {", ".join(GAMES)}')
    return GAMES[name]


def _editions_block(game: str = "") -> Iterator[str]:
    editions = _game_named(game).editions()
    rows = [(code(edition.name), _range_text(edition.player_counts), edition.summary) for edition in editions]
    yield from table((code("--edition"), "players", "what it is"), rows)


def _options_block(game: str = "") -> Iterator[str]:
    options = {option.name: option for edition in _game_named(game).editions() for option in edition.options}
    rows = []
    for option in options.values():
        words, _, meaning = option_usage(option).partition(": ")
        rows.append((code(f"{option.name}={words}"), meaning))
    yield from table((code("--option"), "meaning"), rows)


def _range_text(counts: range) -> str:
    return f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"


def _credits_block() -> Iterator[str]:
    """Who made the games."""
    yield from [f"- {kit.credits}" for kit in all_table_kits().values()]


def _settings_block() -> Iterator[str]:
    """A config.toml with every setting."""
    yield "```toml"
    for number, (name, settings) in enumerate(SETTINGS.items()):
        yield from (["", f"[{name}]"] if number else [f"[{name}]"])
        for setting_name, setting in settings.items():
            yield from (f"# {setting.meaning}", f"{setting_name} = {setting.example}")
    yield 'undo = "u,backspace"  # the name of any shortcut, and its keys'
    yield "```"


def _exit_codes_block() -> Iterator[str]:
    yield from table(("code", "meaning"), [(f"{int(number)}", meaning) for number, meaning in EXIT_MEANINGS.items()])


def _environment_block() -> Iterator[str]:
    yield from table(("variable", "meaning"), [(code(name), meaning) for name, meaning in ENVIRONMENT.items()])


def _files_block() -> Iterator[str]:
    yield from table(("place", "what is there"), [(code(name), meaning) for name, meaning in FILES.items()])


def _puzzles_block() -> Iterator[str]:
    """The puzzles of the program, by edition, kind and the levels that find their answers."""
    by_edition: dict[str, list[Puzzle]] = {}
    for puzzle in shipped_puzzles().values():
        by_edition.setdefault(f"{puzzle.rules_of_game.title()} ({puzzle.edition})", []).append(puzzle)
    kinds = {edition: puzzle_rows(puzzles) for edition, puzzles in by_edition.items()}
    levels = [level for level in LEVELS if all(level in row.solved for rows in kinds.values() for row in rows)]
    rows = [
        (
            edition,
            row.kind,
            str(row.puzzles),
            *[str(count) for count in row.by_stage.values()],
            str(row.rating),
            *[f"{100 * row.solved[level]:.0f}%" for level in levels],
        )
        for edition, edition_rows in kinds.items()
        for row in edition_rows
    ]
    yield from table(("game and edition", "kind", "puzzles", *STAGES, "rating", *levels), rows)
    counts = ", ".join([f"{len(puzzles)} of {edition}" for edition, puzzles in by_edition.items()])
    yield from ("", *textwrap.wrap(f"{len(shipped_puzzles())} in all: {counts}.", 130))


BLOCKS: Final[Mapping[str, Callable[..., Iterator[str]]]] = {
    "keys": _keys_block,
    "each-key": _each_key_block,
    "two-kinds": _two_kinds_block,
    "layouts": _layouts_block,
    "commands": _commands_block,
    "laboratory": _laboratory_block,
    "levels": _levels_block,
    "editions": _editions_block,
    "options": _options_block,
    "credits": _credits_block,
    "settings": _settings_block,
    "exit-codes": _exit_codes_block,
    "environment": _environment_block,
    "files": _files_block,
    "puzzles": _puzzles_block,
}


def main() -> int:
    """Rewrite the generated parts of all pages, and name the pages that changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        try:
            new_text = with_generated_blocks(text)
        except UnknownBlock as unknown:
            sys.stderr.write(f"{page.relative_to(ROOT)}: {unknown}\n")
            return 1
        if new_text != text:
            page.write_text(new_text, encoding="utf-8")
            sys.stdout.write(f"{page.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
