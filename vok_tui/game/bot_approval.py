"""The player's approval of external bots, for one save and one version of the bot's code.

A seat of a save may name any class of any module, so opening a stranger's save could run any code that lies beside it. Such code
runs only after the player has approved it. Approvals are stored in the data folder. A bot whose name the player has typed needs
no approval.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from ai.bots.bot_source import BadBotSource, find_bot_source
from ai.bots.external_bots import ANY_CODE, NO_CODE
from ai.bots.player_spec import spec_from_seat_text
from ai.process.bounded_files import BadFile, FileMissing, read_text
from ai.process.limits import is_hosted
from engine.core.game import Seat
from saves.clean_text import visible
from saves.whole_file import replace_file

APPROVALS_FILE: Final = "allowed-bots.json"
MAX_FILE_BYTES: Final = 1_000_000
MAX_APPROVALS: Final = 1_000  # the oldest are dropped
MAX_PATH_CHARS: Final = 120  # maximum characters of a path on the screen; a longer path loses its beginning
TRUST_OPTION: Final = "--trust-bots"

ApprovalKey = tuple[str, int, int]  # a save: its path, the time at which it was begun, its seed


AllowedBots = dict[str, str]  # by the name of a bot: the digest of the code that may run; ANY_CODE for any


class BotCode(NamedTuple):
    """The name of an external bot, the path of its module, and the digest of its code."""

    name: str
    file: Path
    digest: str


class Approvals:
    """The stored approvals of one installation. An unreadable file counts as empty and stays as it is. If the file cannot be
    written, a new approval counts for this game alone."""

    def __init__(self, data_folder: Path) -> None:
        self._path: Final = data_folder / APPROVALS_FILE

    def has(self, key: ApprovalKey, bot: BotCode) -> bool:
        """Whether this code may run for this save."""
        with suppress(BadFile, ValueError, RecursionError):
            return _approval(key, bot) in self._read()
        return False

    def add(self, key: ApprovalKey, bots: Iterable[BotCode]) -> None:
        """Allow this code for this save."""
        try:
            stored = self._read()
        except (BadFile, ValueError, RecursionError):  # what it holds may still be of use to somebody who can read it
            return
        new = [approval for approval in (_approval(key, bot) for bot in bots) if approval not in stored]
        if not new:
            return
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_file(self._path, json.dumps([*stored, *new][-MAX_APPROVALS:], indent=0).encode())

    def _read(self) -> list[list[str | int]]:
        """The stored approvals. Raises BadFile, ValueError and RecursionError if they cannot be read."""
        try:
            approvals = json.loads(read_text(self._path, MAX_FILE_BYTES))
        except FileMissing:
            return []
        if not isinstance(approvals, list):
            raise ValueError
        return approvals


def approval_key(path: Path, created: int, seed: int) -> ApprovalKey:
    """The identity of a save."""
    return str(path.resolve()), created, seed


def allowed_typed_bots(levels: Iterable[str]) -> AllowedBots:
    """The external bots among levels that the player has typed. All of them may run; none on a host."""
    return {} if is_hosted() else dict.fromkeys(_external_bots(levels), ANY_CODE)


def split_bots_by_approval(
    seats: Iterable[Seat], key: ApprovalKey, approvals: Approvals
) -> tuple[AllowedBots, list[BotCode]]:
    """The bots in these seats that may run, and those that the player must approve first. A bot without readable code counts as
    allowed: its process then reports what is wrong. On a host none may run and none can be approved."""
    allowed: AllowedBots = {}
    if is_hosted():
        return allowed, []
    unapproved: list[BotCode] = []
    for name in _external_bots(seat.level for seat in seats):
        bot = find_bot_code(name)
        if bot is None or approvals.has(key, bot):
            allowed[name] = bot.digest if bot is not None else NO_CODE
        else:
            unapproved.append(bot)
    return allowed, unapproved


def store_approvals(approvals: Approvals, key: ApprovalKey, allowed_bots: Mapping[str, str]) -> None:
    """Approve the allowed bots of a new save, so that it can be continued without a question until their code changes."""
    bots = [
        bot
        for bot in map(find_bot_code, allowed_bots)
        if bot is not None and allowed_bots[bot.name] in (ANY_CODE, bot.digest)
    ]
    approvals.add(key, bots)


def find_bot_code(name: str) -> BotCode | None:
    """The bot of that name with its current code; None if there is no readable code."""
    with suppress(BadBotSource, OSError):
        source = find_bot_source(name.partition(":")[0], Path.cwd())
        if source is not None:
            return BotCode(name, source.file, source.digest)
    return None


def bots_and_files_text(bots: Iterable[BotCode]) -> str:
    """One line for each bot: its name and its file."""
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


def _approval(key: ApprovalKey, bot: BotCode) -> list[str | int]:
    """An approval as JSON values."""
    return [*key, bot.name, bot.digest]
