"""What client and session say to each other, without a process: frames, first lines, options, and where a session was."""

import asyncio
import json
import os
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from datetime import date
from pathlib import Path

import pytest

from engine.core.setup import Variant
from tests.process_end import MAX_WAIT_SECONDS
from tests.tables import each_row
from vok_tui.coordinator.config import Config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.sessions.beginning import _listen
from vok_tui.sessions.process import Session, newest, parse_attachment, with_place, write_place
from vok_tui.sessions.protocol import (
    ATTACH,
    END,
    ENDED,
    KEYS,
    MAX_LINE_BYTES,
    PAINTED,
    PLACE,
    RESUMED,
    SIZE,
    SOCKET,
    TERMINAL,
    BadFrame,
    FrameReader,
    SessionState,
    answer_line,
    ask_line,
    connect,
    current_folder,
    frame,
    own_version,
    parse_answer,
    parse_ask,
)

DESCRIPTION = {"env": {"TERM": "xterm"}, "window": [80, 24], "may_suspend": False, "start": None}
WHOLE = StartOptions(
    path=Path("/a/b.vok"),
    review_node=7,
    watch_from=1,
    daily=date(2026, 11, 23),
    learn="tal",
    new=True,
    players=3,
    levels=("scribe",),
    names=("Ann", "Bob"),
    seed=5,
    first=1,
    trust_bots=True,
    pace=0.5,
    game="thieves",
    named_game="thieves",
    variant=Variant("base", ("a",), "cards"),
)


def test_frames_that_arrive_in_pieces_are_whole() -> None:
    reader = FrameReader({KEYS: 10, PAINTED: 0})
    data = frame(KEYS, b"abc") + frame(PAINTED) + frame(KEYS, b"d")
    found = [found for byte in data for found in reader.feed(bytes([byte]))]
    assert found == [(KEYS, b"abc"), (PAINTED, b""), (KEYS, b"d")]
    with pytest.raises(BadFrame):
        list(reader.feed(frame(PAINTED, b"x")))


def test_of_what_a_later_frame_replaces_only_the_last_counts() -> None:
    frames = [(RESUMED, b""), (KEYS, b"a"), (SIZE, b"1"), (KEYS, b"b"), (RESUMED, b""), (SIZE, b"2"), (KEYS, b"c")]
    assert newest(frames * 1_000) == [(KEYS, b"a"), (KEYS, b"b"), (KEYS, b"c")] * 999 + [
        *((KEYS, b"a"), (KEYS, b"b"), (RESUMED, b""), (SIZE, b"2"), (KEYS, b"c"))
    ]


def test_the_version_fits_into_the_first_line() -> None:
    assert " " not in own_version()
    assert len(ask_line(ATTACH)) < MAX_LINE_BYTES


@pytest.mark.parametrize("options", [StartOptions(), WHOLE])
def test_start_options_arrive_as_they_were_sent(options: StartOptions) -> None:
    packed = json.loads(json.dumps(options.pack()))
    assert StartOptions.from_packed(packed) == options


def test_every_start_option_is_sent() -> None:
    assert set(StartOptions().pack()) == set(StartOptions.__dataclass_fields__) - {"config", "config_file", "own_cards"}


@each_row("field", WHOLE.pack())
@each_row("value", [{}, [[]], -1.5, "\0"])
def test_options_of_another_kind_are_refused_or_harmless(field: str, value: object) -> None:
    text = json.dumps({**DESCRIPTION, "start": {**WHOLE.pack(), field: value}}).encode()
    try:
        start = parse_attachment(text).start
    except BadFrame:
        return
    assert isinstance(start, StartOptions)
    hash(start.path), hash(start.levels), hash(start.variant.cards)


@pytest.mark.parametrize("line", [b"", b"\n", b"vok\n", b"vok attach\n", b"GET / HTTP/1.0\n", b"\xff\xfe\n"])
def test_a_first_line_that_is_none_is_refused(line: bytes) -> None:
    with pytest.raises(BadFrame):
        parse_ask(line)
    with pytest.raises(BadFrame):
        parse_answer(line)


def test_first_lines_are_the_same_in_every_version() -> None:
    assert parse_ask(b"vok end 99.0 and words of later versions\n") == ("end", "99.0")
    answer = SessionState("yes", own_version(), 12, 1700000000, True, "Valley of the Kings, turn 4")
    line = answer_line(answer)
    assert line.startswith(b"vok yes ")
    assert parse_answer(line) == answer
    assert len(answer_line(answer._replace(what="long " * 1000))) <= MAX_LINE_BYTES


def test_a_place_is_used_once_and_only_if_nothing_else_is_asked_for(tmp_path: Path) -> None:
    save = tmp_path / "a.vok"
    save.touch()
    config = Config(name="Ann")
    write_place(str(tmp_path), StartOptions(path=save, review_node=3))
    assert with_place(StartOptions(config=config), str(tmp_path)) == StartOptions(
        path=save, review_node=3, config=config
    )
    assert with_place(StartOptions(), str(tmp_path)) == StartOptions()
    write_place(str(tmp_path), StartOptions(path=save))
    assert with_place(StartOptions(new=True), str(tmp_path)) == StartOptions(new=True)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"path": 3}', "[" * 50_000])
def test_a_damaged_place_is_ignored(tmp_path: Path, text: str) -> None:
    (tmp_path / PLACE).write_text(text)
    assert with_place(StartOptions(), str(tmp_path)) == StartOptions()


def test_a_place_that_is_no_file_is_neither_waited_for_nor_written_into(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / PLACE)
    assert with_place(StartOptions(), str(tmp_path)) == StartOptions()
    write_place(str(tmp_path), StartOptions(new=True))
    assert with_place(StartOptions(), str(tmp_path)) == StartOptions(new=True)


def test_a_place_with_a_path_that_no_system_has_is_ignored(tmp_path: Path) -> None:
    write_place(str(tmp_path), StartOptions(path=Path("/" + "x" * 5000)))
    assert with_place(StartOptions(), str(tmp_path)) == StartOptions()


def test_the_current_folder_is_the_same_afterwards(tmp_path: Path) -> None:
    before = Path.cwd()
    with current_folder(str(tmp_path)):
        assert Path().samefile(tmp_path)
    assert Path.cwd() == before


def full_listener(folder: Path, stack: ExitStack) -> socket.socket:
    """The socket of a session for which as many clients wait as may wait."""
    listener = stack.enter_context(socket.socket(socket.AF_UNIX))
    with current_folder(str(folder)), suppress(BlockingIOError):
        listener.bind(SOCKET)
        listener.listen(0)
        while True:
            client = stack.enter_context(socket.socket(socket.AF_UNIX))
            client.setblocking(False)
            client.connect(SOCKET)
    return listener


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse a client when too many wait")
def test_a_signal_does_not_end_the_wait_of_a_client(tmp_path: Path) -> None:
    with ExitStack() as stack:
        listener = full_listener(tmp_path, stack)
        signals: list[int] = []

        def accept_at_third_signal(number: int, _frame: object) -> None:
            signals.append(number)
            if len(signals) == 3:
                signal.setitimer(signal.ITIMER_REAL, 0)
                stack.enter_context(listener.accept()[0])

        stack.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, accept_at_third_signal))
        stack.callback(signal.setitimer, signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        connection = connect(str(tmp_path), MAX_WAIT_SECONDS)
        assert connection is not None
        stack.enter_context(connection)
        assert len(signals) >= 3


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse a client when too many wait")
def test_a_client_waits_while_too_many_wait(tmp_path: Path) -> None:
    with ExitStack() as stack:
        listener = full_listener(tmp_path, stack)
        with pytest.raises(TimeoutError):
            connect(str(tmp_path), 0.01)
        pool = stack.enter_context(ThreadPoolExecutor(1))
        connecting = pool.submit(connect, str(tmp_path), MAX_WAIT_SECONDS)
        wait([connecting], 0.1)
        stack.enter_context(listener.accept()[0])
        connection = connecting.result()
        assert connection is not None
        stack.enter_context(connection)


def test_an_end_that_comes_with_the_first_client_ends_the_session(tmp_path: Path) -> None:
    async def live() -> tuple[bytes, bytes]:
        lock = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
        listener = _listen(str(tmp_path))
        session = Session(listener, lock, str(tmp_path), StartOptions(), lambda error: (str(error), 1))
        with current_folder(str(tmp_path)):
            player, other = [await asyncio.open_unix_connection(SOCKET) for _ in range(2)]
        player[1].write(ask_line(ATTACH) + frame(TERMINAL, json.dumps(DESCRIPTION).encode()))
        other[1].write(ask_line(END))  # both are there before the session looks
        await session.run()
        answers = await player[0].read(), await other[0].read()
        for _, writer in (player, other):
            writer.close()
        return answers

    said_to_player, said_to_other = asyncio.run(live())
    assert b"This session was asked to end" in said_to_player
    assert parse_answer(said_to_other).answer == ENDED
