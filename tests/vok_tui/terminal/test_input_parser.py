"""What the terminal sends becomes keys, mouse events, pastes and answers, and nothing else."""

from collections.abc import Iterator

import pytest
from textual.events import Key, MouseDown, Paste
from textual.message import Message

from tests.tables import each_row
from tests.vok_tui.terminal.answers import ASKED, UNASKED
from vok_tui.terminal.driver import InputParser, PasteStalled

LATE = 0.3  # seconds: longer than a lone Escape waits
STALL = 7.0  # longer than anything waits


def messages_of(*pieces: str | float) -> list[Message]:
    """The messages of texts that arrive with pauses between them, and a long pause at the end."""
    parser, now = InputParser(), 1000.0
    messages: list[Message] = []
    for piece in (*pieces, STALL, STALL):
        if isinstance(piece, str):
            messages += parser.feed(piece, now)
        else:
            for _ in range(10):
                now += piece / 10
                messages += parser.tick(now)
    return messages


def keys_of(*pieces: str | float) -> list[str]:
    """What is pressed or pasted, in words."""
    words = {Key: lambda key: key.key, Paste: lambda paste: f"paste {paste.text}", PasteStalled: lambda _: "stalled"}
    words[MouseDown] = lambda mouse: f"click {mouse.x} {mouse.y}"
    return [words[type(message)](message) for message in messages_of(*pieces) if type(message) in words]


def splits(report: str) -> Iterator[tuple[str, str]]:
    return ((report[:at], report[at:]) for at in range(1, len(report)))


@each_row("report", [*UNASKED.values(), *ASKED.values()])
def test_an_answer_is_never_played_whole_late_or_cut_off(report: str) -> None:
    assert keys_of(report + "n") == ["n"]
    assert keys_of(*[piece for char in report for piece in (char, 0.04)], "n") == ["n"]
    for beginning, rest in splits(report):
        escape = ["escape"] * (beginning == "\x1b")  # alone it cannot be told from the key
        assert keys_of(beginning, 0.04, rest, "n") == ["n"]
        assert keys_of(beginning, LATE, rest, "n") == [*escape, "n"]
        assert keys_of(beginning, STALL, "?") == [*escape, "question_mark"]
        if len(rest) > 1:  # a single character after seven seconds is a key
            assert keys_of(beginning, STALL, rest, 0.1, "n") == [*escape, "n"]


@each_row("report", UNASKED.values())
def test_an_answer_that_nobody_asked_for_does_nothing(report: str) -> None:
    assert messages_of(report) == []


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_that_the_program_asked_for_arrives(name: str) -> None:
    for beginning, rest in (("", ASKED[name]), *splits(ASKED[name])):
        assert len(messages_of(beginning, 0.04, rest)) == 1


def test_keys_after_escape_stay_keys() -> None:
    escaped = ("escape", "left_square_bracket", "right_square_bracket", "P")
    assert keys_of("\x1b", 0.1, "[", 0.1, "]", 0.1, "P") == [*escaped]
    assert keys_of("\x1b", 0.1, "[]P") == [*escaped]
    for char, name in zip("[]P", escaped[1:], strict=True):
        assert keys_of("\x1b", 0.1, char, 0.1, "n") == ["escape", name, "n"]
        assert keys_of("\x1b", 0.1, char, "\x1b", 0.1) == ["escape", name, "escape"]
    assert keys_of("\x1b", 0.1, "/Z") == ["escape", "slash", "Z"]
    assert keys_of("\x1b/Zn") == ["n"]  # how a VT52 answers
    assert keys_of("\x1b\x1b", 0.1, "n") == ["escape", "escape", "n"]


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("\x1b[A\x1bOB\x1b[5~\x1b[1;5C", ["up", "down", "pageup", "ctrl+right"]),
        ("\x1bOP\x1b[[B\x1b[15~\x1b[24$", ["f1", "f2", "f5", "f24"]),
        ("\x1b[27u\x1b[110;;110u\x1b[57376u", ["escape", "n", "f13"]),
        ("\x1b[Z\x1b\t\x1bn\x1bf", ["shift+tab", "shift+tab", "alt+n", "ctrl+right"]),
        ("ü漢\r\x03", ["ü", "漢", "enter", "ctrl+c"]),
        ("\x1b[<0;5;6M", ["click 4 5"]),
    ],
)
def test_keys_and_clicks_arrive_however_they_are_split(sent: str, keys: list[str]) -> None:
    for beginning, rest in (("", sent), *splits(sent)):
        assert keys_of(beginning, 0.04, rest) == keys


def test_a_key_ends_a_report_that_was_cut_off() -> None:
    assert keys_of("\x1b[6;2\x1b[A") == ["up"]
    assert keys_of("\x1b]11;rgb:14\x1b[A") == ["up"]
    assert keys_of("\x1b[6;2\x03") == ["ctrl+c"]
    assert keys_of("\x1b]11;rgb:14", 1.0, "\x1b", LATE, "n") == ["n"]  # this Escape ends it


@pytest.mark.parametrize("rest", ["n", "n\r" * 40, "\x1b[A", "\x1b]11;n"])
def test_the_rest_of_a_paste_that_stalled_is_not_played(rest: str) -> None:
    text = rest.replace("\x1b", "").replace("\r", "\n")
    pasted = ["stalled", f"paste ab{text}", "q"]
    for beginning, end in (("", "\x1b[201~"), *list(splits("\x1b[201~"))[1:]):  # a lone Escape ends it
        assert keys_of("\x1b[200~ab", STALL, rest + beginning, 0.04, end, "q") == pasted
        assert keys_of("\x1b[200~ab", STALL, rest, STALL, beginning, STALL, end, "q") == pasted


def test_escape_drops_a_paste_that_stalled() -> None:
    for escape in ("\x1b", "\x1b[27u", "\x1b[27;1u"):
        assert keys_of("\x1b[200~ab", STALL, "n", 1.0, escape, LATE, "q") == ["stalled", "q"]
    assert keys_of("\x1b[200~ab", STALL, "\x1b", LATE, "[201~", "q") == ["stalled", "q"]
    assert keys_of("\x1b[200~ab", 1.0, "\x1b", 1.0, "n\x1b[201~", "q") == ["paste abn", "q"]
