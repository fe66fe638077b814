"""The process in which a guest lives: a class that somebody else wrote, with a limit to its memory, and with nothing of the game
but what its seat may see.

Protocol: one JSON object a line, UTF-8, each way; `ai.guests` is the other end. First comes who is meant,

    {"guest": "mybots:Clever"}            answered by {"source": "5f0c..."}, a name for what is written in its module
    {"guest": "mybots:Clever", "allowed": "9a1b..."}   the same, but nothing runs unless its code has this digest

then, once a game, the seat, and for each decision the position as that seat may take it to be:

    {"game": "valley", "seat": 1, "seed": 42}                   answered by {}
    {"position": "turn = 7 ...", "milliseconds": 1000}          answered by {"move": 1234}, or {"action": ["end"]}

Whatever goes wrong is answered by {"failed": "one clause"}, with "unknown": true if there is no such guest, and the process
ends. It also ends when its input does, in the middle of a thought too. The current folder comes first in the guest's search
path; of `engine` and `ai` it finds the copies that we run on. Where a digest is asked for, that folder is not searched at all:
what is imported from it are the bytes that the digest was taken of.
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
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final, SupportsIndex, cast

from ai import bot_source
from ai.limits import limit_memory
from ai.process import ROOT
from ai.worker import Mail, listen, take_the_pipe
from engine.core.action import Action
from engine.games import GAMES

LONGEST: Final = 200  # characters of what a guest says
SPEECHLESS: Final = b'{"failed": "it ran out of memory"}\n'  # made beforehand: then there is no room to make it


class Unwelcome(Exception):
    """Who is meant cannot be found, or is no guest; the text is one sentence."""


class Lodging:
    """A guest, and how it is spoken to."""

    def __init__(self) -> None:
        self.module = ""
        self._kind: Any = None
        self._guest: Any = None
        self._game: Any = None

    def answer(self, letter: dict[str, Any]) -> dict[str, Any]:
        """What comes of one letter. Raises Unwelcome, and whatever the guest raises."""
        if "guest" in letter:
            self.module = letter["guest"].partition(":")[0]
            if "allowed" in letter:
                seal(self.module, letter["allowed"])
            else:
                sys.path.insert(0, str(Path.cwd()))
            self._kind = find(letter["guest"])
            return {"source": source_of(sys.modules[self.module])}
        if "game" in letter:
            self._game = GAMES[letter["game"]]
            self._guest = self._kind(self._game, letter["seat"], letter["seed"])
            return {}
        deadline = monotonic() + letter["milliseconds"] / 1000
        return spoken(self._guest.choose(self._game.read(letter["position"]), deadline))


def seal(module: str, allowed: str) -> None:
    """From here on a module can be imported as it was allowed, and nothing else of the current folder. Raises Unwelcome."""
    folder = Path.cwd()
    try:
        source = bot_source.find(module, folder)
    except bot_source.BadSource as bad:
        raise Unwelcome(f'the module "{module}" cannot be looked through: {bad}') from None
    if source is None:
        raise Unwelcome(f'there is no module "{module}" here or in the environment')
    if source.digest != allowed:
        raise Unwelcome(f'the module "{module}" is not what you have allowed to run; open the save again to be asked')
    if source.modules and sys.modules.keys() & source.modules.keys():
        raise Unwelcome(f'the module "{module}" bears the name of one of Python; give it another')
    ours = [place for place in sys.path if place == ROOT]
    sys.path[:] = [*ours, *bot_source.path_without(folder)]
    sys.meta_path.insert(0, cast(Any, bot_source.Sealed(source.modules)))


def find(name: str) -> Any:
    """The class that `module:Class` names. Raises Unwelcome."""
    module_name, _, class_name = name.partition(":")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and f"{module_name}.".startswith(f"{missing.name}."):
            file = " (name the module, not its file)" if module_name.endswith(".py") else ""
            raise Unwelcome(f'there is no module "{module_name}" here or in the environment{file}') from None
        raise Unwelcome(f'the module "{module_name}" needs "{missing.name}", which is not installed') from None
    except BaseException as fault:  # noqa: BLE001  a module may raise what it likes, SystemExit too
        raise Unwelcome(f'the module "{module_name}" cannot be imported: {told(fault, module_name)}') from None
    kind = getattr(module, class_name, None)
    if not isinstance(kind, type):
        raise Unwelcome(f'the module "{module_name}" has no class "{class_name}"{classes_of(module)}')
    if not callable(getattr(kind, "choose", None)):
        raise Unwelcome(f'the class "{name}" has no method choose(self, state, deadline)')
    return kind


def classes_of(module: Any) -> str:
    """The end of a sentence that names the classes that could be meant."""
    names = [name for name, kind in vars(module).items() if isinstance(kind, type) and hasattr(kind, "choose")]
    return f"; it has {', '.join(names[:5])}" if names else ""


def source_of(module: Any) -> str:
    """A name for what is written in a module's file, or in the files of its package; other text, other name."""
    digest = sha256()
    file = Path(getattr(module, "__file__", None) or "")
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    for path in files:
        if path.is_file():
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def spoken(answer: object) -> dict[str, Any]:
    """An answer, as it crosses the pipe. Whatever is a whole number will do, one of numpy's too."""
    if isinstance(answer, Action):
        return {"action": answer.pack()}
    if answer is None:
        return {"failed": "it answered None instead of a move"}
    if not isinstance(answer, bool):
        with suppress(TypeError):
            return {"move": index(cast(SupportsIndex, answer))}  # which raises if it is none
    face = line(repr(answer)[:LONGEST])[:60]
    return {"failed": f"it answered {face}, of type {type(answer).__name__}, instead of a move"[:LONGEST]}


def told(fault: BaseException, module: str) -> str:
    """What was raised, in a line, and where in the guest's own module."""
    stem = module.rpartition(".")[2]
    own = [step for step in traceback.extract_tb(fault.__traceback__) if Path(step.filename).stem == stem]
    place = f" (line {own[-1].lineno} of {Path(own[-1].filename).name})" if own else ""
    return f"{type(fault).__name__}: {line(str(fault))}"[: LONGEST - len(place)].rstrip(": ") + place


def line(text: str) -> str:
    """In one line, of what can be seen."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def serve(megabytes: int) -> None:
    """Lodge a guest until the input ends or something goes wrong."""
    answers = take_the_pipe()
    mail: Mail = SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, mail), daemon=True).start()
    limit_memory(megabytes)
    lodging = Lodging()
    while True:
        said, well = reply(lodging, mail.get())
        answers.write(said)
        answers.flush()
        if not well:
            os._exit(1)


def reply(lodging: Lodging, letter: bytes) -> tuple[bytes, bool]:
    """The answer to a letter, whatever happens, and whether all is well."""
    try:
        answer = lodging.answer(json.loads(letter))
        return json.dumps(answer).encode() + b"\n", "failed" not in answer  # here: no JSON may be able to hold it
    except Unwelcome as unwelcome:
        answer = {"failed": str(unwelcome), "unknown": True}
    except MemoryError:
        return SPEECHLESS, False
    except BaseException as fault:  # noqa: BLE001  a guest may raise what it likes, SystemExit too
        answer = {"failed": f"it raised {told(fault, lodging.module)}"}
    return json.dumps(answer).encode() + b"\n", False
