"""The help lists all commands and exit codes, and the generated parts of the documentation say what the code declares."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.tables import each_row
from tests.vok_tui.run_vok import RunVok
from vok_tui.boards import keymap
from vok_tui.boards.keymap import all_shortcuts
from vok_tui.cli import docs_pages
from vok_tui.cli.docs_pages import BLOCK, COMMAND, ROOT, UnknownBlock, pages, with_generated_blocks
from vok_tui.cli.main import COMMANDS, LAB_COMMANDS
from vok_tui.coordinator.config import SETTINGS, parse_config
from vok_tui.shared import shortcuts
from vok_tui.shared.errors import ExitCode

PAGES = {page.relative_to(ROOT).as_posix(): page.read_text(encoding="utf-8") for page in pages()}


def generated(*words: str) -> str:
    """The generated text of a block."""
    return with_generated_blocks(f"<!-- generated: {' '.join(words)} -->\n<!-- end -->")


def test_the_help_lists_every_command_and_exit_code(vok: RunVok):
    code, out, _ = vok("--help")
    assert code == ExitCode.OK
    assert [name for name in COMMANDS if f"vok {name}" not in out] == []
    assert [number for number in ExitCode if not re.search(rf"^ +{number:d} +\w", out, re.MULTILINE)] == []


@each_row("page", PAGES)
def test_the_generated_parts_of_a_page_are_those_of_today(page: str):
    if with_generated_blocks(PAGES[page]) != PAGES[page]:
        pytest.fail(f"{page} differs from the declarations in the code; this rewrites it: {COMMAND}", pytrace=False)


def test_a_page_with_an_earlier_default_key_is_rewritten(monkeypatch: pytest.MonkeyPatch):
    before = generated("keys", "undo")
    table = [replace(each, keys="f9") if each.id == "undo" else each for each in shortcuts.SHORTCUTS["table"]]
    for module in (shortcuts, keymap):
        monkeypatch.setattr(module, "SHORTCUTS", {**shortcuts.SHORTCUTS, "table": tuple(table)})
    assert "`F9`" not in before
    assert "| `F9` |" in with_generated_blocks(before)


def test_the_pages_list_every_command_shortcut_and_setting():
    assert [name for name in COMMANDS if f"\n## vok {name}\n" not in PAGES["docs/commands.md"]] == []
    assert [name for name in LAB_COMMANDS if f"\n## vok-lab {name}\n" not in PAGES["docs/laboratory.md"]] == []
    numbered = re.compile(r"(opponent|hand|start_game|losses|review_line)_\d+")  # these share a row
    ids = [shortcut.id for screen in all_shortcuts().values() for shortcut in screen]
    assert [name for name in ids if f"`{name}`" not in PAGES["docs/keys.md"] and not numbered.fullmatch(name)] == []
    names = [name for table in SETTINGS.values() for name in table]
    assert [name for name in names if f"\n{name} = " not in PAGES["docs/configuration.md"]] == []


def test_the_example_of_a_configuration_is_accepted():
    text = re.search(r"^```toml\n(.*?)^```$", PAGES["docs/configuration.md"], re.DOTALL | re.MULTILINE)
    assert text is not None
    config = parse_config(text[1])
    assert (config.name, config.keys["undo"]) == ("Ann", "u,backspace")


def test_the_readme_names_designer_and_publisher_of_every_game():
    text = generated("credits").partition("\n")[2]
    assert len(re.findall("designed by .* published by ", text)) == len(list(GAMES))
    assert text in PAGES["README.md"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("kesy", 'nothing is generated for "kesy"'),
        ("keys undoo", 'no shortcut has the id "undoo"'),
        ("commands paly", 'there is no command "paly"'),
        ("editions chess", 'there is no game "chess"'),
    ],
)
def test_a_block_that_does_not_exist_is_refused_by_its_name(words: str, reason: str):
    with pytest.raises(UnknownBlock, match=re.escape(reason)):
        generated(words)


def test_the_command_rewrites_only_generated_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("Mine.\n")
    page = tmp_path / "docs" / "codes.md"
    page.write_text("# Codes\n\n<!-- generated: exit-codes -->\nold\n<!-- end -->\n\nMine too.\n")
    monkeypatch.setattr(docs_pages, "ROOT", tmp_path)
    assert docs_pages.main() == 0
    text = page.read_text()
    assert capsys.readouterr().out == "docs/codes.md\n"
    assert text.startswith("# Codes\n\n<!-- generated")
    assert text.endswith("<!-- end -->\n\nMine too.\n")
    assert "\nold\n" not in text
    assert "| 0 | success |" in text
    assert docs_pages.main() == 0
    assert capsys.readouterr().out == ""


def test_every_mark_of_a_generated_part_has_its_end():
    assert [name for name, text in PAGES.items() if text.count("<!-- generated:") != len(BLOCK.findall(text))] == []


def test_each_row_of_a_table_has_as_many_cells_as_its_head():
    for name, text in PAGES.items():
        for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            cells = [len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()]
            assert len(set(cells)) == 1, (name, table[:80])


def test_sentences_on_the_pages_have_lines_of_at_most_130_characters():
    for name, text in PAGES.items():
        prose = re.sub(r"^ *```[\s\S]*?^ *```$|^ *\|.*$|^ {4}.*$|^<!--.*$", "", text, flags=re.MULTILINE)
        assert not [(name, line) for line in prose.splitlines() if len(line) > 130]
