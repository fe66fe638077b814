"""Measure `vok serve` and `vok shell` behind OpenSSH in one run, in turns, on this machine: what a login costs, what players
take, how long keys take, and who comes in while strangers crowd the door.

    python -m tests.hosting.measure_doors [PLAYERS] [LOGINS] [CUT]

Only over the loopback interface. Compare within a table: a busy machine moves all of its rows.
"""

import os
import select
import socket
import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from time import monotonic, perf_counter

from tests.hosting.guests import GuestTerminal, Host, end_processes_of, make_home, make_python, processes_of
from tests.hosting.served_host import ServedHost
from tests.hosting.ssh_server import CROWD_SETTINGS, Server, running_server
from tests.vok_tui.pty_terminal import descendants_of

LOOK_SECONDS = 0.002
CHANCE_SECONDS = 20.0  # for a login through a crowd
CROWD = 150
KEYS = 20


class Way:
    """A way in: how a player logs in, and which processes belong to it."""

    def __init__(
        self, name: str, login: Callable[[str], GuestTerminal], port: int, players: Path, roots: list[int]
    ) -> None:
        self.name, self.login, self.port, self.players, self.roots = name, login, port, players, roots

    def descriptors(self) -> int:
        """The open files and connections of the servers."""
        return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in self.roots)

    def pids(self) -> set[int]:
        """All processes of the host that serve players, without the clients on the players' machines."""
        found = set(self.roots) | processes_of(self.players)
        for pid in list(found):
            found |= set(descendants_of(pid))
        return {pid for pid in found if Path(f"/proc/{pid}").exists()}


def seen_after(way: Way, player: str) -> tuple[float, GuestTerminal]:
    """The milliseconds until a login shows something of the game."""
    start = perf_counter()
    terminal = way.login(player)
    while "V O K" not in terminal.text:
        terminal.read(LOOK_SECONDS)
        if terminal.process.poll() is not None:
            raise ConnectionError(terminal.text)
    return 1000 * (perf_counter() - start), terminal


def hang_up(terminal: GuestTerminal) -> None:
    terminal.process.kill()
    terminal.process.wait()
    terminal.hang_up()


def megabytes(pids: set[int]) -> float:
    """The memory of these processes (PSS), in MiB."""
    total = 0
    for pid in pids:
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return total / 1024


def processor_milliseconds(pids: set[int]) -> float:
    total = 0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))  # with its children that have ended
    return 1000 * total / os.sysconf("SC_CLK_TCK")


def key_milliseconds(terminal: GuestTerminal) -> list[float]:
    """How long keys take until something is painted."""
    times = []
    for number in range(KEYS):
        while terminal.read(0.05):
            pass
        start = perf_counter()
        terminal.press("\x1b[C" if number % 2 else "\x1b[D")
        if terminal.read(2.0):
            times.append(1000 * (perf_counter() - start))
    return times


def p50_p95(times: list[float]) -> str:
    ordered = sorted(times)
    return f"{statistics.median(ordered):.0f} / {ordered[int(0.95 * (len(ordered) - 1))]:.0f}" if ordered else "-"


@contextmanager
def crowd(port: int, addresses: int) -> Iterator[None]:
    """Silent connections from so many loopback addresses."""
    silent = []
    for number in range(CROWD):
        with suppress(OSError):
            silent.append(socket.create_connection(("127.0.0.1", port), 2, (f"127.0.1.{1 + number % addresses}", 0)))
    try:
        yield
    finally:
        for connection in silent:
            connection.close()


def gets_in(way: Way, player: str) -> bool:
    """Whether a login succeeds soon. It is tried again when the door refuses it, as a person would."""
    deadline = monotonic() + CHANCE_SECONDS
    while monotonic() < deadline:
        terminal = way.login(player)
        try:
            while terminal.process.poll() is None and monotonic() < deadline:
                terminal.read(LOOK_SECONDS)
                if "V O K" in terminal.text:
                    return True
        finally:
            hang_up(terminal)
    return False


class Table:
    """Rows of values, one for each way."""

    def __init__(self) -> None:
        self._rows: dict[str, list[str]] = {}

    def add(self, row: str, value: object) -> None:
        self._rows.setdefault(row, []).append(str(value))
        print(f"  {row}: {value}", file=sys.stderr, flush=True)

    def print(self, ways: list[Way]) -> None:
        print("| | " + " | ".join(way.name for way in ways) + " |\n|---|" + "---|" * len(ways))
        for row, values in self._rows.items():
            print(f"| {row} | " + " | ".join(values) + " |")


def measure_logins(table: Table, ways: list[Way], names: list[str], logins: int) -> None:
    """First logins, each of which begins a session, and logins to a session that waits."""
    for row, players in (("cold login", names), ("warm login", [names[i % len(names)] for i in range(logins)])):
        times: dict[str, list[float]] = {way.name: [] for way in ways}
        spent = {way.name: -processor_milliseconds(set(way.roots)) for way in ways}
        for name in players:
            for way in ways:
                milliseconds, terminal = seen_after(way, name)
                times[way.name].append(milliseconds)
                hang_up(terminal)
        for way in ways:
            table.add(f"{row}, ms, p50 / p95", p50_p95(times[way.name]))
            spent[way.name] += processor_milliseconds(set(way.roots))
            table.add(f"{row}, processor ms of the servers", f"{spent[way.name] / len(players):.0f}")


def measure_players(table: Table, ways: list[Way], names: list[str]) -> None:
    """Memory and keys, while all are connected to both."""
    with ExitStack() as stack:
        terminals: dict[str, list[GuestTerminal]] = {way.name: [] for way in ways}
        for way in ways:
            for name in names:
                terminal = seen_after(way, name)[1]
                stack.callback(hang_up, terminal)
                while terminal.read(0.2):
                    pass
                terminals[way.name].append(terminal)
        times: dict[str, list[float]] = {way.name: [] for way in ways}
        for _ in range(5):
            for way in ways:
                times[way.name] += key_milliseconds(terminals[way.name][0])
        for way in ways:
            table.add(f"memory with {len(names)} connected players, MiB (PSS)", f"{megabytes(way.pids()):.0f}")
            table.add("of that the servers", f"{megabytes(set(way.roots)):.0f}")
            table.add("keys, ms, p50 / p95", p50_p95(times[way.name]))


def measure_crowds(table: Table, ways: list[Way], names: list[str]) -> None:
    """Who comes in while silent strangers crowd the door."""
    for addresses in (1, 40):
        for way in ways:
            with crowd(way.port, addresses):
                came = sum(gets_in(way, names[number % len(names)]) for number in range(5))
            table.add(f"in through {CROWD} silent connections from {addresses} address(es)", f"{came} of 5")


def measure_cuts(table: Table, ways: list[Way], names: list[str], cut: int) -> None:
    """Many logins, half of which are cut at any moment."""
    for way in ways:
        before, descriptors, start = len(way.pids()), way.descriptors(), perf_counter()
        for number in range(cut):
            terminal = way.login(names[number % len(names)])
            deadline = monotonic() + (CHANCE_SECONDS if number % 2 else 0.01 * (number % 60))
            while "V O K" not in terminal.text and monotonic() < deadline:
                terminal.read(LOOK_SECONDS)
            hang_up(terminal)
        table.add(f"{cut} logins, half of them cut, seconds", f"{perf_counter() - start:.0f}")
        _, terminal = seen_after(way, names[0])
        terminal.settle()
        hang_up(terminal)
        deadline = monotonic() + CHANCE_SECONDS
        while (len(way.pids()) > before or way.descriptors() > descriptors) and monotonic() < deadline:
            select.select([], [], [], 0.2)
        table.add("processes left by them", max(0, len(way.pids()) - before))
        table.add("descriptors left by them", max(0, way.descriptors() - descriptors))
        table.add("memory of the servers after them, MiB (PSS)", f"{megabytes(set(way.roots)):.0f}")


def main(players: int, logins: int, cut: int) -> None:
    with TemporaryDirectory(prefix="vok-measure-", dir="/tmp") as folder, ExitStack() as stack:
        place = Path(folder)
        place.chmod(0o755)
        python = make_python(place)
        served_folder = Path(mkdtemp(dir=place))
        served_folder.chmod(0o755)
        served = stack.enter_context(ServedHost(served_folder, python))
        ssh_folder = Path(mkdtemp(dir=place))
        server: Server = stack.enter_context(running_server(ssh_folder, CROWD_SETTINGS))
        home = make_home(place)
        stack.callback(end_processes_of, home)
        host = Host(server, python, home)
        print(
            f"idle door {megabytes({served.process.pid}):.0f} MiB, nursery {megabytes({served.nursery}):.0f} MiB",
            flush=True,
        )
        for number in range(players):
            server.let_in(f"p{number}", host.command(f"p{number}"))
            code = served.invite(f"p{number}")
            terminal = served.login("new", f"p{number}")
            terminal.catch("Your code:")
            terminal.press(f"{code}\r")
            terminal.catch("V O K")
            hang_up(terminal)
            served.run("players", "end", f"p{number}")
        ways = [
            Way("sshd + vok shell", host.login, server.port, home, [server.pid]),
            Way(
                "vok serve",
                lambda name: served.login(name, name),
                served.port,
                served.players,
                [served.process.pid, served.nursery],
            ),
        ]
        names, table = [f"p{number}" for number in range(players)], Table()
        measure_logins(table, ways, names, logins)
        measure_players(table, ways, names)
        measure_crowds(table, ways, names)
        measure_cuts(table, ways, names, cut)
        table.print(ways)
        print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], *("10", "40", "200")[len(sys.argv) - 1 :]]))
