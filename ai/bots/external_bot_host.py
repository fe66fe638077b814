"""The process that hosts one external bot, with a memory limit. The bot sees only what its seat may see.

Protocol: one JSON object per line, UTF-8, in both directions; `ai.bots.external_bots` is the other end. The first message names
the bot,

    {"guest": "mybots:Clever"}            answered by {"source": "5f0c..."}, a hash of its module
    {"guest": "mybots:Clever", "allowed": "9a1b..."}   the same, but no code runs unless it has this digest

then one message per game gives it a seat, and one per decision a position that is consistent with what the seat knows:

    {"game": "chess", "seat": 1, "seed": 42}                    answered by {}
    {"position": "turn = 7 ...", "milliseconds": 1000}          answered by {"move": 1234}, or {"action": ["end"]}

Any failure is answered by {"failed": "one clause"}, with "unknown": true if there is no such bot, and the process ends. It also
ends when its input ends, even while the bot is thinking. The current folder comes first in the bot's search path. `engine` and
`ai` are the same copies that the main program uses. With a digest, the folder is not searched: its modules are imported from the
bytes that have this digest.
"""

import importlib
import importlib.util
import json
import os
import sys
import traceback
from contextlib import suppress
from hashlib import sha256
from operator import index
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple, SupportsIndex, cast

from ai.bots import bot_source
from ai.process.pipes import PACKAGES_FOLDER, PipeHost
from engine.core.action import Action
from engine.games import GAMES

MAX_REASON_CHARS: Final = 200  # of a reported reason
# Encoded in advance, because there may be no memory for it later.
OUT_OF_MEMORY_REPLY: Final = b'{"failed": "it ran out of memory"}\n'


class BotNotFound(Exception):
    """The class cannot be found, or it is not a bot. The text is one sentence."""


class BotHost:
    """Holds the bot and answers the messages of the main program."""

    def __init__(self) -> None:
        self.module_name = ""
        self._bot_class: Any = None
        self._bot: Any = None
        self._game: Any = None

    def handle_message(self, message: dict[str, Any]) -> dict[str, Any]:
        """The answer to one message. Raises BotNotFound, and whatever the bot raises."""
        if "guest" in message:
            self.module_name = message["guest"].partition(":")[0]
            if "allowed" in message:
                restrict_imports(self.module_name, message["allowed"])
            else:
                sys.path.insert(0, str(Path.cwd()))
            self._bot_class = import_bot_class(message["guest"])
            return {"source": source_hash(sys.modules[self.module_name])}
        if "game" in message:
            self._game = GAMES[message["game"]]
            self._bot = self._bot_class(self._game, message["seat"], message["seed"])
            return {}
        deadline = monotonic() + message["milliseconds"] / 1000
        return encode_answer(self._bot.choose(self._game.read_position(message["position"]), deadline))


def restrict_imports(module: str, allowed_digest: str) -> None:
    """Allow the import of a module with this digest, and of nothing else in the current folder. Raises BotNotFound."""
    current_folder = Path.cwd()
    try:
        source = bot_source.find_bot_source(module, current_folder)
    except bot_source.BadBotSource as bad:
        raise BotNotFound(f'the module "{module}" cannot be examined: {bad}') from None
    if source is None:
        raise BotNotFound(f'there is no module "{module}" here or in the environment')
    if source.digest != allowed_digest:
        raise BotNotFound(
            f'the module "{module}" is not the code that you allowed to run; open the save again to be asked'
        )
    if source.modules and sys.modules.keys() & source.modules.keys():
        raise BotNotFound(f'the module "{module}" has the name of a module that Python has already imported; rename it')
    own_folder = [folder for folder in sys.path if folder == PACKAGES_FOLDER]
    sys.path[:] = [*own_folder, *bot_source.sys_path_without(current_folder)]
    sys.meta_path.insert(0, cast(Any, bot_source.InMemoryFinder(source.modules)))


def import_bot_class(name: str) -> Any:
    """The class that `module:Class` names. Raises BotNotFound."""
    module_name, _, class_name = name.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and f"{module_name}.".startswith(f"{missing.name}."):
            file = " (name the module, not its file)" if module_name.endswith(".py") else ""
            raise BotNotFound(f'there is no module "{module_name}" here or in the environment{file}') from None
        raise BotNotFound(f'the module "{module_name}" needs "{missing.name}", which is not installed') from None
    except BaseException as error:  # noqa: BLE001  a module may raise what it likes, SystemExit too
        raise BotNotFound(
            f'the module "{module_name}" cannot be imported: {describe_exception(error, module_name)}'
        ) from None
    bot_class = getattr(module, class_name, None)
    if not isinstance(bot_class, type):
        raise BotNotFound(f'the module "{module_name}" has no class "{class_name}"{class_suggestion(module)}')
    if not callable(getattr(bot_class, "choose", None)):
        raise BotNotFound(f'the class "{name}" has no method choose(self, state, deadline)')
    return bot_class


def class_suggestion(module: Any) -> str:
    """The end of an error sentence, which names the bots in the module; "" if there are none."""
    names = [name for name, value in vars(module).items() if isinstance(value, type) and hasattr(value, "choose")]
    return f"; it has {', '.join(names[:5])}" if names else ""


def source_hash(module: Any) -> str:
    """A hash of a module's file, or of all files of its package."""
    digest = sha256()
    file = Path(getattr(module, "__file__", None) or "")
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    for path in files:
        if path.is_file():
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def encode_answer(answer: object) -> dict[str, Any]:
    """The bot's answer as JSON values. Any integer type is accepted, also those of numpy."""
    if isinstance(answer, Action):
        return {"action": answer.pack()}
    if answer is None:
        return {"failed": "it answered None instead of a move"}
    if not isinstance(answer, bool):
        with suppress(TypeError):
            return {"move": index(cast(SupportsIndex, answer))}  # raises if it is not an integer
    text = one_line(repr(answer)[:MAX_REASON_CHARS])[:60]
    return {"failed": f"it answered {text}, of type {type(answer).__name__}, instead of a move"[:MAX_REASON_CHARS]}


def describe_exception(error: BaseException, module_name: str) -> str:
    """The exception in one line, with its line in the bot's own module."""
    stem = module_name.rpartition(".")[2]
    own_frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).stem == stem]
    location = f" (line {own_frames[-1].lineno} of {Path(own_frames[-1].filename).name})" if own_frames else ""
    return f"{type(error).__name__}: {one_line(str(error))}"[: MAX_REASON_CHARS - len(location)].rstrip(": ") + location


def one_line(text: str) -> str:
    """The text in one line, printable characters only."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def serve_bot(memory_megabytes: int) -> None:
    """The main loop of the process: host a bot until the input ends or something fails."""
    pipes = PipeHost(memory_megabytes, drops_errors=True)
    host = BotHost()
    while True:
        reply = reply_to(host, pipes.receive())
        pipes.send_line(reply.encoded)
        if not reply.keep_going:
            os._exit(1)


class Reply(NamedTuple):
    """An encoded answer, and whether the host continues to serve after it."""

    encoded: bytes
    keep_going: bool


def reply_to(host: BotHost, message: bytes) -> Reply:
    """The reply to a message. Never raises."""
    try:
        answer = host.handle_message(json.loads(message))
        # Inside the `try`, because the answer may not fit into JSON.
        return Reply(json.dumps(answer).encode() + b"\n", "failed" not in answer)
    except BotNotFound as not_found:
        answer = {"failed": str(not_found), "unknown": True}
    except MemoryError:
        return Reply(OUT_OF_MEMORY_REPLY, keep_going=False)
    except BaseException as error:  # noqa: BLE001  an external bot may raise what it likes, SystemExit too
        answer = {"failed": f"it raised {describe_exception(error, host.module_name)}"}
    return Reply(json.dumps(answer).encode() + b"\n", keep_going=False)
