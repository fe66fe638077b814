"""What each keyboard protocol sends for each key of the program is that key, and what is no key of the program does nothing."""

from pathlib import Path

from textual.events import Key, MouseDown, MouseMove, MouseScrollUp, MouseUp
from textual.message import Message

from engine.games import GAMES
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.terminal.key_reports import protocols
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.shared.shortcuts import COMPARE_SHORTCUTS, REVIEW_SHORTCUTS, SHORTCUTS
from vok_tui.terminal.driver import InputParser


def keys_of_the_program() -> set[str]:
    groups = [*SHORTCUTS.values(), REVIEW_SHORTCUTS, COMPARE_SHORTCUTS]
    groups += [table_kit_of(game).shortcuts for game in GAMES.values()]
    return {key.strip() for group in groups for shortcut in group for key in shortcut.keys.split(",")}


def messages_of(report: str) -> list[Message]:
    parser = InputParser()
    return [*parser.feed(report, 1000.0), *parser.tick(1009.0)]


def test_every_key_of_the_program_arrives_by_every_protocol() -> None:
    wrong, seen = [], 0
    for name in sorted(keys_of_the_program()):
        for protocol, sent in protocols(name):
            messages = messages_of(sent) if sent else []
            seen += bool(sent)
            names = [message.key for message in messages if isinstance(message, Key)]
            if sent and names != [name]:
                wrong.append(f"{name} by {protocol}: {sent!r} is {names}")
    assert not wrong, "\n".join(wrong)
    assert seen > 3000


NOTHING = {
    "Caps Lock with the letter before": "\x1b[57358;65;65u",
    "Shift with the letter before": "\x1b[57441;2;65u",
    "volume": "\x1b[57439u",
    "a key released": "\x1b[110;1:3u",
    "an arrow released": "\x1b[1;1:3A",
    "the size of the window in band": "\x1b[48;30;100;600;1000t",
    "side button": "\x1b[<128;5;5M\x1b[<128;5;5m",
    "another side button": "\x1b[<129;5;5M\x1b[<129;5;5m",
    "one more": "\x1b[<130;5;5M\x1b[<130;5;5m",
    "side button moved": "\x1b[<160;6;5M",
}
TYPED = {
    "\x1b[57410;129;47u": "/",
    "\x1b[57409u": ".",
    "\x1b[57413;129;43u": "+",
    "\x1b[57412;129;45u": "-",
    "\x1b[57411;129;42u": "*",
    "\x1b[57403;129;52u": "4",
    "\x1b[110;65;78u": "N",  # with Caps Lock
    "\x1b[1089;;1089u": "с",
}
MEANT = {
    "\x1b[1089;5u": "ctrl+c",  # Cyrillic
    "\x1b[968;5u": "ctrl+c",  # Greek
    "\x1b[1089::99;5u": "ctrl+c",  # with the alternate key
    "\x1b[27;5;1089~": "ctrl+c",
    "\x1b[97;1:2u": "a",  # repeated
}


def test_what_is_no_key_of_the_program_does_nothing() -> None:
    assert {name: messages_of(report) for name, report in NOTHING.items()} == {name: [] for name in NOTHING}


def test_characters_are_typed_and_keys_meant_as_the_keyboard_says() -> None:
    typed = {report: [message.character for message in messages_of(report)] for report in TYPED}  # type: ignore[attr-defined]
    assert typed == {report: [char] for report, char in TYPED.items()}
    meant = {report: [message.key for message in messages_of(report)] for report in MEANT}  # type: ignore[attr-defined]
    assert meant == {report: [key] for report, key in MEANT.items()}


def test_a_report_of_the_window_does_not_change_where_the_mouse_is() -> None:
    parser = InputParser()
    reports = "\x1b[48;30;100;600;1000t\x1b[<0;40;20M\x1b[<0;40;20m\x1b[<64;40;20M\x1b[<35;41;20M"
    found = [(type(message), message.x, message.y) for message in parser.feed(reports, 1000.0)]  # type: ignore[attr-defined]
    assert found == [(MouseDown, 39, 19), (MouseUp, 39, 19), (MouseScrollUp, 39, 19), (MouseMove, 40, 19)]


def test_one_key_of_each_group_works_at_the_table(tmp_path: Path) -> None:
    with PtyTerminal(tmp_path, "play", "--new", "--seed", "5", "--level", "scribe", "--first", "you") as table:
        table.see("Your hand")
        assert b"2048" not in table.sent
        assert b"1016h" not in table.sent
        before = table.settle()
        table.press("\x1b[57358;65;65u\x1b[<128;5;15M\x1b[<128;5;15m")
        assert table.settle() == before
        table.press("\x1b[57410;129;47u")
        table.see("letters Narrow")
        table.press("\x1b[91;5u")  # Ctrl+[
        table.see("Enter Choose")
        for help_key, close_key in (("\x1b[63;2;63u", "\x1b[91;5u"), ("\x1b[27;2;63~", "\x1b[27;2u")):
            table.press(help_key)
            table.see("H E L P")
            table.press(close_key)  # Ctrl+[, then Shift+Esc
            table.see("Your hand")
        table.press("\x1b[1089;5u")
        assert table.exit_code() == 0
