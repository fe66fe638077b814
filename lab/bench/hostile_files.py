"""Measures files that are made to take time or memory, and a folder of very many saves.

    python -m lab.bench.hostile_files [NAME ...]    open each file, list a folder with it, and begin with it
    python -m lab.bench.hostile_files --saves 100000    list that many saves

Each figure is from a process of its own: seconds of processor time, and the largest size of the process, which only Linux tells.
VOK_COMPILED names a folder with a compiled copy.
"""

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterable
from itertools import cycle, islice, repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import vok_tui.library  # noqa: F401  the compiled copy, if one is named
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.games import GAMES
from lab.bench.long_log import peak_megabytes
from saves import SaveFile, load
from saves.format.entries import MOVED_HEAD, POSITION_CHECK, RESHUFFLED, SEATED, TRIED
from saves.format.frames import U64_MASK, frame_record, pack, read_frame_if_whole
from saves.match_reader import MAX_ENTRIES

SETUP: Final = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", "scribe")), 12)
UNKNOWN: Final = 100  # a kind that changes nothing
NESTED: Final = 499
APP: Final = "0.1.0"
CREATED: Final = 1_700_000_000
Bodies = Iterable[list[Any]]


def played(match: Match, moves: int) -> list[list[Any]]:
    """Play so many answers, or until the game is over; returns the entries."""
    while len(match.log) <= moves and not match.is_over:
        menu = match.state.legal_moves()
        match.play(match.game.action(match.state, menu[len(match.log) * 7919 % len(menu)]))
    return [[1, entry.action.verb, *entry.action.arguments] for entry in match.log.journal]  # type: ignore[union-attr]


def nested_reshuffles(_match: Match) -> Bodies:
    """Reshuffles of the first question, one in the other, and jumps across all of them."""
    yield from ([RESHUFFLED, "{}", node, 0, 0, 1] for node in range(NESTED))
    yield from ([MOVED_HEAD, "", node] for node in islice(cycle((0, NESTED)), 1_200))


def reshuffles_of_one_question(_match: Match) -> Bodies:
    """The same, side by side."""
    yield from ([RESHUFFLED, "{}", 0, 0, 0, 1] for _ in range(NESTED))
    yield from ([MOVED_HEAD, "", node] for node in islice(cycle((0, NESTED)), 1_200))


def position_checks(match: Match) -> Bodies:
    return islice(repeat([POSITION_CHECK, "", match.state.digest() & U64_MASK, 1]), MAX_ENTRIES)


def jumps_and_checks(match: Match) -> Bodies:
    yield from played(match, 60)
    for node in islice(cycle(range(61)), MAX_ENTRIES // 2 - 60):
        yield [MOVED_HEAD, "", node]
        yield [POSITION_CHECK, "", match.at(node).digest() & U64_MASK, 1]


def jumps(match: Match) -> Bodies:
    yield from played(match, 30)
    yield from ([MOVED_HEAD, "", node] for node in islice(cycle((0, 30)), MAX_ENTRIES - 30))


def jumps_and_answers(match: Match) -> Bodies:
    """Jumps to places whose position is not at hand, each with the answer that was given there before."""
    answers = played(match, 300)
    yield from answers
    for node in islice(cycle(range(19, 200, 20)), MAX_ENTRIES // 2 - 300):
        yield [MOVED_HEAD, "", node]
        yield answers[node % len(answers)]


def long_jumps(match: Match) -> Bodies:
    """Jumps between the ends of two long lines."""
    answers = played(match, 300)
    yield from answers
    yield from ([MOVED_HEAD, "", node] for node in islice(cycle((0, 200, 100)), MAX_ENTRIES - 300))


def tried_answers(match: Match) -> Bodies:
    answers = played(match, 300)
    yield from answers
    yield from (
        [TRIED, answers[node][1], node, *answers[node][2:]] for node in islice(cycle(range(19, 200, 20)), 200_000)
    )


def unknown_entries(_match: Match) -> Bodies:
    return islice(repeat([UNKNOWN, "x" * 150, 1, 2]), MAX_ENTRIES)


def small_unknown_entries(_match: Match) -> Bodies:
    return islice(repeat([UNKNOWN, "", *range(30)]), MAX_ENTRIES)


def changed_seats(_match: Match) -> Bodies:
    return islice(repeat([SEATED, "scribe", 1, 0]), MAX_ENTRIES)


def comments(_match: Match) -> Bodies:
    return ([69, f"{number} " + "x" * 380, 0, 0] for number in range(MAX_ENTRIES // 2))


def honest_game(match: Match) -> Bodies:
    return played(match, 600)


FILES: Final[dict[str, Callable[[Match], Bodies]]] = {
    function.__name__: function
    for function in (
        honest_game,
        nested_reshuffles,
        reshuffles_of_one_question,
        position_checks,
        jumps_and_checks,
        jumps,
        jumps_and_answers,
        long_jumps,
        tried_answers,
        unknown_entries,
        small_unknown_entries,
        changed_seats,
        comments,
    )
}


def write_file(path: Path, name: str) -> None:
    """Write a save with these entries that was not closed."""
    match = Match(GAMES["valley"], SETUP)
    SaveFile.create(path, SETUP, match.game, APP, CREATED).close()
    data = path.read_bytes()[: 8 + 20]
    with path.open("r+b") as file:
        whole = path.read_bytes()
        start = len(data)
        frame = read_frame_if_whole(whole, start, zlib.crc32(whole[:8]), 1 << 20)
        assert frame is not None
        file.write(whole[:8] + bytes(20) + whole[start : frame.end])
        file.truncate()
        crc = frame.crc
        for body in FILES[name](match):
            record, crc = frame_record(pack(body), crc)
            file.write(record)


def write_text(path: Path, jumps: int = 300) -> None:
    """Write a game as JSON lines: reshuffles, one in the other, and jumps."""
    from saves.format.header import Header
    from saves.text.json_lines import write_json
    from saves.text.record import recorded_game_of

    match = Match(GAMES["valley"], SETUP)
    for _ in range(NESTED - 1):
        match.repeat_redraw(match.log.head, 0, "{}")
    record = recorded_game_of(match, Header(APP, match.game.fingerprint(SETUP), CREATED, SETUP, None))
    lines = write_json(record, match).splitlines()
    path.write_text("\n".join(lines[:-1] + ['{"go": 0}', f'{{"go": {NESTED - 1}}}'] * (jumps // 2)) + "\n")


def write_many_saves(home: Path, count: int) -> None:
    """Write this many finished games: copies of a few, with different dates."""
    folder = home / "saves"
    folder.mkdir(parents=True)
    made = []
    for seed in range(4):
        setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Ben", "scribe")), seed)
        match = Match(GAMES["valley"], setup)
        with SaveFile.create(folder / f"made-{seed}.vok", setup, match.game, APP, CREATED + seed) as file:
            played(match, 10_000)
            file.keep(match)
        made.append(file.path.read_bytes())
        file.path.unlink()
    for number in range(count):
        path = folder / f"valley-ann-{number}.vok"
        path.write_bytes(made[number % 4])
        os.utime(path, (CREATED + number, CREATED + number))


def measure(action: str, path: str) -> None:
    """Do one thing with a file, and print what it took."""
    from contextlib import redirect_stdout
    from io import StringIO

    before, text, start = peak_megabytes(), "", process_time()
    if action == "load":
        text = str(load(Path(path), GAMES).damage or "")
    elif action == "text":
        from saves.text import TextRefused, read_game

        try:
            text = str(read_game(Path(path).read_bytes(), GAMES).fault or "")
        except TextRefused as refused:
            text = str(refused)
    elif action == "saves":
        from vok_tui.cli.main import run as vok

        with redirect_stdout(StringIO()) as printed:
            vok(["saves"])
        text = printed.getvalue().rstrip().rpartition("\n")[2]
    elif action == "latest":
        from saves import Shelf

        text = str(Shelf().latest_unfinished(GAMES))[:60]
    seconds = round(process_time() - start, 2)
    print(json.dumps({"s": seconds, "mb": round(peak_megabytes()), "before": round(before), "text": text[-130:]}))


def run_measure(action: str, path: Path, home: Path) -> str:
    environment = {**os.environ, "VOK_HOME": str(home)}
    command = [sys.executable, "-m", "lab.bench.hostile_files", "--measure", action, str(path)]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=150, check=False)
    except subprocess.TimeoutExpired:
        return '{"s": "over 150"}'
    return done.stdout.strip() or done.stderr.strip()[-300:]


def main(words: list[str]) -> None:
    if words[:1] == ["--measure"]:
        measure(words[1], words[2])
        return
    with TemporaryDirectory() as folder:
        home = Path(folder)
        if words[:1] == ["--saves"]:
            write_many_saves(home, int(words[1]))
            for action in ("saves", "latest"):
                print(f"{int(words[1]):,} saves, {action}: {run_measure(action, home, home)}", flush=True)
            return
        (home / "saves").mkdir()
        for name in words or [*FILES, "text"]:
            path = home / "saves" / f"{name}.vok"
            if name == "text":
                write_text(path.with_suffix(".jsonl"))
                print(f"text, {path.with_suffix('.jsonl').stat().st_size:,} bytes: "
                      f"{run_measure('text', path.with_suffix('.jsonl'), home)}", flush=True)  # fmt: skip
                continue
            write_file(path, name)
            for action in ("load", "saves"):
                print(f"{name}, {path.stat().st_size:,} bytes, {action}: {run_measure(action, path, home)}", flush=True)
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
