"""`vok serve`: lets friends play here over SSH, without accounts; `vok serve invite` and `vok serve players` say who they are."""

import fcntl
import importlib.util
import json
import os
import socket
import sys
from argparse import Namespace
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from resource import RLIM_INFINITY
from typing import Any, Final

from vok_tui.shared.errors import CommandError, ExitCode, UsageError
from vok_tui.shared.parser import Parser, one_of

DEFAULT_PORT: Final = 2222
ACTIONS: Final = ("invite", "players")
FOLDER: Final = "host"  # in the data folder
KEY: Final = "host_key"
DOOR: Final = "door"  # the folder that the door reads and writes
STATE: Final = "door.json"  # where the door listens; locked while it runs
PLAYERS: Final = "players"
MAX_CALLED_CHARS: Final = 40
MAX_STATE_BYTES: Final = 4096
DOOR_MEGABYTES: Final = 512
DOOR_FILES: Final = 1024
STATE_SECONDS: Final = 2.0  # for a session to say what is played


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "action",
        metavar="ACTION",
        nargs="?",
        type=one_of("action", lambda: list(ACTIONS)),
        help="without one, let players in; invite NAME prints what a friend needs; players says who they are and who plays. "
        "players rename OLD NEW, players remove NAME [KEY], players end NAME: call one otherwise, take one a key or all, "
        "end one's game, which continues at the next login; players end --all ends all games",
    )
    parser.add_argument("words", metavar="WORD", nargs="*", help="what the action needs")
    parser.add_argument(
        "--port", metavar="PORT", type=int, default=DEFAULT_PORT, help=f"listen on this port (default: {DEFAULT_PORT})"
    )
    parser.add_argument(
        "--address", metavar="ADDRESS", help="listen on this address of the machine alone (default: on all)"
    )
    parser.add_argument(
        "--home", metavar="FOLDER", type=Path, help=f"the folder of this host (default: {FOLDER} in your data folder)"
    )
    parser.add_argument(
        "--called", metavar="TEXT", default="", help="who hosts: a line in the palette of each player says it"
    )
    parser.add_argument("--status", action="store_true", help="say whether the door is open, and who plays")
    parser.add_argument("--all", action="store_true", help="with players end: all games")
    parser.add_argument(
        "--log", choices=("text", "json"), default="text", help="how events are printed: text or json (default: text)"
    )
    parser.add_argument(
        "--without-walls",
        dest="has_walls",
        action="store_false",
        help="let players in even if the kernel cannot keep them apart: whoever finds a fault in Vok can then do what "
        "you can, so only for people whom you would give this account",
    )


def run(args: Namespace) -> int:
    folder = (args.home or _data_folder() / FOLDER).absolute()
    if args.action == "invite":
        return invite(folder, args.words)
    if args.action == "players":
        return change_players(folder, args.words, ends_all=args.all)
    if args.status:
        return print_status(folder)
    return open_door(folder, args)


def _data_folder() -> Path:
    from vok_tui.shared.paths import data_folder

    return data_folder()


# -- the door


def open_door(folder: Path, args: Namespace) -> int:
    """Let players in until Ctrl-C or a signal. Returns the exit code."""
    from vok_tui.cli.commands.shell import check_walls, explain_error
    from vok_tui.sessions.nursery import Place, fork_nursery

    if importlib.util.find_spec("asyncssh") is None:
        raise CommandError("vok serve needs another package: pip install 'vok-tui[serve]'")
    if os.geteuid() == 0:
        raise CommandError(
            "vok serve runs as an ordinary user, not as root: use an account of your own, or make one for it"
        )
    if len(args.called) > MAX_CALLED_CHARS or not (args.called or "x").isprintable():
        raise UsageError(f"--called takes at most {MAX_CALLED_CHARS} characters, all printable")
    check_walls(has_walls=args.has_walls)
    players, door = folder / PLAYERS, folder / DOOR
    for place in (folder, players, door):
        make_private(place)
    with suppress(OSError):
        os.umask(0o077)
    state = lock_state(door)
    listener = listen(args.address, args.port)
    nursery = fork_nursery(Place(folder, players, explain_error, args.has_walls, args.called))

    from vok_tui.sessions import door as ssh
    from vok_tui.sessions.invitations import Players

    key = ssh.host_key(folder / KEY)
    port = listener.getsockname()[1]
    fields = {"pid": os.getpid(), "port": port, "address": args.address or "", "key": key.get_fingerprint()}
    os.pwrite(state, json.dumps(fields).encode(), 0)
    print_welcome(port, key.get_fingerprint())
    if args.has_walls:
        raise_walls_of_door(folder, door)
    return ssh.serve(listener, key, nursery, Players(door), log_json=args.log == "json")


def make_private(folder: Path) -> None:
    """Make a folder for this user alone. Raises CommandError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError as error:
        raise CommandError(f"{folder} cannot be made ({(error.strerror or str(error)).lower()})") from None
    if status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise CommandError(f"{folder} must be a folder that only you can read: chmod 700 {folder}")


def lock_state(door: Path) -> int:
    """The file that says where the door is, locked for as long as this process lives. Raises CommandError."""
    try:
        state = os.open(door / STATE, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        fcntl.flock(state, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(state, 0)
    except BlockingIOError:
        raise CommandError("the door is open already: vok serve --status says where") from None
    except OSError as error:
        raise CommandError(f"{door} cannot be written ({(error.strerror or str(error)).lower()})") from None
    return state


def listen(address: str | None, port: int) -> socket.socket:
    """The socket of the door. Raises CommandError."""
    try:
        if address is None and socket.has_dualstack_ipv6():
            with suppress(OSError):
                return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
        family = socket.AF_INET6 if address and ":" in address else socket.AF_INET
        return socket.create_server((address or "0.0.0.0", port), family=family)
    except (OSError, OverflowError) as error:
        raise CommandError(f"no door can be opened on port {port}: {error}") from None


def raise_walls_of_door(folder: Path, door: Path) -> None:
    """Let this process read code, read and write the folder `door` in `folder`, and accept connections. Raises CommandError."""
    from ai.process.walls import Limits, NoWalls, raise_walls, set_limits

    set_limits(Limits(DOOR_MEGABYTES, RLIM_INFINITY, 1, DOOR_FILES))
    try:
        raise_walls(folder, door)
    except NoWalls as refused:
        raise CommandError(str(refused)) from None


def print_welcome(port: int, fingerprint: str) -> None:
    print(f"The door is open on port {port}; this host's key is {fingerprint}.")
    print("Invite a friend from another terminal:  vok serve invite NAME")
    print(f"It prints what the friend types. Later logins need no code:  ssh -p {port} HOST")
    print("vok serve players says who plays. Ctrl-C closes the door; games wait for the next one.", flush=True)


# -- who plays


def invite(folder: Path, words: list[str]) -> int:
    """Print what a friend needs."""
    if len(words) != 1:
        raise UsageError("serve invite takes one NAME: small letters, digits, - and _")
    from vok_tui.sessions.invitations import CODE_DAYS, Players

    make_private(folder / DOOR)
    code = Players(folder / DOOR).invite(words[0])
    state = read_state(folder)
    port = state.get("port", DEFAULT_PORT)
    print(f"ssh -p {port} new@{state.get('address') or socket.gethostname()}")
    print(f"Code: {code}   (holds once, for {CODE_DAYS} days)")
    print(f"Key of this host: {state.get('key', 'vok serve shows it')}")
    print(
        "The friend needs a key: ssh-keygen -t ed25519 makes one. If they know this machine by another name, put that after @."
    )
    return ExitCode.OK


def change_players(folder: Path, words: list[str], *, ends_all: bool) -> int:
    """Print who plays, or change it."""
    from vok_tui.sessions.invitations import Players

    make_private(folder / DOOR)
    players = Players(folder / DOOR)
    match words:
        case []:
            return print_players(folder, players)
        case ["rename", name, new_name]:
            players.rename(name, new_name)  # first: whoever logs in meanwhile has the new name
            end_game(folder, name)
            with suppress(FileNotFoundError):
                (folder / PLAYERS / name).rename(folder / PLAYERS / new_name)
            print(f"{name} is {new_name} now.")
        case ["remove", name]:
            players.remove(name)
            end_game(folder, name)
            print(f"{name} can log in no more. The games stay in {folder / PLAYERS / name}.")
        case ["remove", name, number] if number.isdecimal():
            players.remove(name, int(number))
            print(f"Key {number} of {name} is removed.")
        case ["end"] if ends_all:
            names = [name for name in names_of(folder, players) if end_game(folder, name)]
            print(f"Ended: {', '.join(names) or 'no game ran'}.")
        case ["end", name]:
            if not end_game(folder, name):
                raise CommandError(f"{name} has no game that runs")
            print(f"The game of {name} has ended; the next login continues it.")
        case _:
            raise UsageError("serve players takes nothing, or: rename OLD NEW, remove NAME [KEY], end NAME, end --all")
    return ExitCode.OK


def names_of(folder: Path, players: Any) -> list[str]:
    """All players, also those who have a folder and no key any more."""
    found = {entry.name for entry in players.entries()}
    with suppress(OSError):
        found |= {path.name for path in (folder / PLAYERS).iterdir() if path.is_dir()}
    return sorted(found)


def end_game(folder: Path, name: str) -> bool:
    """End the session of a player, also one that does not answer. Returns whether there was one."""
    from vok_tui.cli.commands.sessions import FORCE_SECONDS, kill_session
    from vok_tui.sessions.client import NoAnswer, ask_state, end_session
    from vok_tui.sessions.hosted import check_player_name

    place = str(folder / PLAYERS / check_player_name(name))
    try:
        return ask_state(place, FORCE_SECONDS) is not None and end_session(place)
    except NoAnswer:
        kill_session(place)
        return True


def print_players(folder: Path, players: Any) -> int:
    from saves.clean_text import visible
    from vok_tui.sessions.client import NoAnswer, ask_state
    from vok_tui.sessions.invitations import CODE
    from vok_tui.sessions.invitations import KEY as A_KEY

    entries = players.entries()
    for name in names_of(folder, players):
        kinds = [entry.kind for entry in entries if entry.name == name and (entry.kind == A_KEY or entry.is_open)]
        keys, codes = kinds.count(A_KEY), kinds.count(CODE)
        has = f"{keys} key{'s' if keys != 1 else ''}" + (", invited" if codes else "")
        try:
            state = ask_state(str(folder / PLAYERS / name), STATE_SECONDS)
        except NoAnswer:
            print(f"{name:16} {has:16} does not answer")
            continue
        if state is None:
            print(f"{name:16} {has}")
            continue
        since = datetime.fromtimestamp(state.since).astimezone()
        doing = "plays" if state.is_connected else "away"
        print(f"{name:16} {has:16} {doing}, since {since:%d %b %H:%M}: {visible(state.what)}")
    return ExitCode.OK


def read_state(folder: Path) -> dict[str, str]:
    """Where the door is, or was last, as texts that a terminal can show: a door that was broken into may write anything."""
    from ai.process.bounded_files import BadFile, read_text
    from saves.clean_text import visible

    with suppress(BadFile, ValueError, RecursionError):
        fields = json.loads(read_text(folder / DOOR / STATE, MAX_STATE_BYTES))
        if isinstance(fields, dict):
            return {name: visible(str(value)) for name, value in fields.items()}
    return {}


def is_open(folder: Path) -> bool:
    """Whether a door has the state locked."""
    try:
        state = os.open(folder / DOOR / STATE, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(state, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(state)
    return False


def print_status(folder: Path) -> int:
    from vok_tui.sessions.invitations import Players

    state = read_state(folder)
    if not is_open(folder):
        print("The door is closed.")
        return ExitCode.FAILED
    print(
        f"The door is open on port {state.get('port')}, process {state.get('pid')}, key {state.get('key')}.", flush=True
    )
    sys.stdout.flush()
    return print_players(folder, Players(folder / DOOR))
