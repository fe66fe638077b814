"""Which code named by a save may run: what the player has allowed, for this save and for this content of the module.

A seat of a save may name any class of any module. So opening a stranger's save could run any code beside it. Therefore such code
runs only after a question, and the answer is kept in the data folder. A bot whose name the player has typed needs no question.
"""

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ai.bots.bot_source import BadBotSource, find_bot_source
from ai.bots.external_bots import ANY_CODE, NO_CODE
from ai.bots.player_spec import spec_from_seat_text
from ai.process.bounded_files import BadFile, read_text
from engine.core.game import Seat
from saves.clean_text import visible

APPROVALS_FILE: Final = "allowed-bots.json"
MAX_FILE_BYTES: Final = 1_000_000
MAX_APPROVALS: Final = 1_000  # number of answers; the oldest are dropped
MAX_PATH_CHARS: Final = 120  # maximum characters of a path on the screen; a longer path loses its beginning
TRUST_OPTION: Final = "--trust-bots"

ApprovalKey = tuple[str, int, int]  # a save: its path, the time at which it was begun, its seed


AllowedBots = dict[str, str]  # the names of bots whose code may run, and the digest of that code; ANY_CODE for any


class BotCode(NamedTuple):
    """The name of an external bot, the path of its module, and the digest of its code."""

    name: str
    file: Path
    digest: str


class Approvals:
    """The answers of one installation. A file that cannot be read holds none; one that cannot be written loses a new answer."""

    def __init__(self, home: Path) -> None:
        self._path: Final = home / APPROVALS_FILE

    def has(self, key: ApprovalKey, bot: BotCode) -> bool:
        """Whether this code may run for this save."""
        return _line(key, bot) in self._lines()

    def add(self, key: ApprovalKey, bots: Iterable[BotCode]) -> None:
        """Allow this code for this save."""
        lines = self._lines()
        new = [line for line in (_line(key, bot) for bot in bots) if line not in lines]
        if not new:
            return
        beside = self._path.with_name(f"{APPROVALS_FILE}.new")
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            with os.fdopen(fd, "w", encoding="utf-8") as file:
                json.dump([*lines, *new][-MAX_APPROVALS:], file, indent=0)
            beside.replace(self._path)

    def _lines(self) -> list[list[str | int]]:
        try:
            told = json.loads(read_text(self._path, MAX_FILE_BYTES))
        except (BadFile, ValueError, RecursionError):
            return []
        return told if isinstance(told, list) else []


def approval_key(path: Path, created: int, seed: int) -> ApprovalKey:
    """The identity of a save."""
    return str(path.resolve()), created, seed


def allowed_typed_bots(levels: Iterable[str]) -> AllowedBots:
    """The bots among the levels that the player has typed. All of them may run."""
    return dict.fromkeys(_external_bots(levels), ANY_CODE)


def split_bots_by_approval(
    seats: Iterable[Seat], key: ApprovalKey, approvals: Approvals
) -> tuple[AllowedBots, list[BotCode]]:
    """The bots of a save that may run, by name, each with the digest of its code; and those that the player must be asked
    about. A bot without readable code is among the first: its process reports what is wrong."""
    may: AllowedBots = {}
    unasked: list[BotCode] = []
    for name in _external_bots(seat.level for seat in seats):
        bot = find_bot_code(name)
        if bot is None or approvals.has(key, bot):
            may[name] = bot.digest if bot is not None else NO_CODE
        else:
            unasked.append(bot)
    return may, unasked


def store_approvals(approvals: Approvals, key: ApprovalKey, allowed_bots: Mapping[str, str]) -> None:
    """Store the approved bots of a game that gets its save now: it continues without a question until their code changes."""
    bots = [
        bot
        for bot in map(find_bot_code, allowed_bots)
        if bot is not None and allowed_bots[bot.name] in (ANY_CODE, bot.digest)
    ]
    approvals.add(key, bots)


def find_bot_code(name: str) -> BotCode | None:
    """The bot of that name with its code as it is now; None if there is no readable code."""
    with suppress(BadBotSource, OSError):
        source = find_bot_source(name.partition(":")[0], Path.cwd())
        if source is not None:
            return BotCode(name, source.file, source.digest)
    return None


def bots_and_files_text(bots: Iterable[BotCode]) -> str:
    """Each bot with its file, for reading."""
    return "\n".join(f"{visible(bot.name)} in {_shorten_path(bot.file)}" for bot in bots)


def _shorten_path(path: Path) -> str:
    text = str(path.absolute())
    with suppress(ValueError, RuntimeError):
        text = f"~/{path.absolute().relative_to(Path.home())}"
    text = visible(text)
    return text if len(text) <= MAX_PATH_CHARS else f"…{text[1 - MAX_PATH_CHARS :]}"


def _external_bots(levels: Iterable[str]) -> list[str]:
    players = [spec_from_seat_text(level) for level in levels]
    return list(dict.fromkeys(player.level for player in players if player.is_external))


def _line(key: ApprovalKey, bot: BotCode) -> list[str | int]:
    return [*key, bot.name, bot.digest]
