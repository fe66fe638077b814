"""The code of an external bot: found, read and identified by a digest. None of it is run.

Python's own search would run a package to find a module in it, and might run a compiled file instead of the source that was read.
So a module of the current folder is found here, read once with everything that it imports from that folder, and imported from
exactly these bytes (`InMemoryFinder`). A module of the environment is part of the player's own installation: it is identified by
its digest and imported as usual.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.abc import Loader
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from ai.process.bounded_files import BadFile, read_bytes

MAX_SOURCE_FILES: Final = 500
MAX_SOURCE_BYTES: Final = 16_000_000  # maximum for all files together
OWN_PACKAGES: Final = frozenset({"engine", "ai", "saves", "vok_tui"})
NEVER_FROM_FOLDER: Final = OWN_PACKAGES | sys.stdlib_module_names  # modules that are never imported from the folder
IMPORT_PATTERN: Final = re.compile(rb"(?:\b(?:from|import)\b|import_module|__import__)[^\n]*(?:\\\r?\n[^\n]*)*")
NAME_PATTERN: Final = re.compile(rb"[A-Za-z_]\w*")


class BadBotSource(Exception):
    """The code of a bot cannot be examined. The text is a clause."""


class ModuleSource(NamedTuple):
    """The source of a module in the folder. A folder without an `__init__.py` is an empty package."""

    path: Path
    text: bytes
    package: bool


class BotSource(NamedTuple):
    """The file of a module, a digest of all code that would run with it, and the modules themselves if they are in the folder."""

    file: Path
    digest: str
    modules: Mapping[str, ModuleSource]


def find_bot_source(module: str, folder: Path) -> BotSource | None:
    """The module with this name, from the folder or else from the environment; None if there is none. Raises BadBotSource."""
    top = module.partition(".")[0]
    if top not in OWN_PACKAGES and (found := _sources_in_folder(top, folder)):
        named = found.get(module, found[top])
        texts = [(name, source.text) for name, source in sorted(found.items())]
        return BotSource(named.path, _digest(texts), found)
    spec = PathFinder.find_spec(top, sys_path_without(folder))
    if spec is None:
        return None
    files = list(_files_of(spec))
    if not files:
        return None
    inner = Path(*files[0].parent.parts, *module.split(".")[1:]).with_suffix(".py")
    return BotSource(inner if inner in files else files[0], _digest(_read(files)), {})


def sys_path_without(folder: Path) -> list[str]:
    """`sys.path` without the folder."""
    return [place for place in sys.path if place and Path(place).resolve() != folder.resolve()]


class InMemoryFinder:
    """Imports modules from the bytes that were read, and nothing else of their packages."""

    def __init__(self, modules: Mapping[str, ModuleSource]) -> None:
        self._modules: Final = modules

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A finder for `sys.meta_path`."""
        del path, target
        source = self._modules.get(name)
        if source is None:
            return None
        spec = spec_from_loader(name, _Loader(source), origin=str(source.path), is_package=source.package)
        if spec is not None:
            spec.has_location = True
        return spec


class _Loader(Loader):
    def __init__(self, source: ModuleSource) -> None:
        self._source: Final = source

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        del spec
        return None

    def exec_module(self, module: ModuleType) -> None:
        code = compile(self._source.text, str(self._source.path), "exec", dont_inherit=True)
        exec(code, vars(module))


def _sources_in_folder(top: str, folder: Path) -> dict[str, ModuleSource]:
    """A module or package of the folder, those beside it that it imports, and so on."""
    found = _sources_of_module(top, folder, bare=True)
    size = _total_bytes(found)
    left = [*found.values()]
    while left:
        for name in sorted(_imported_names(left.pop().text) - set(found) - NEVER_FROM_FOLDER):
            beside = _sources_of_module(name, folder, bare=False)
            size += _total_bytes(beside)
            _check_limits(len(found) + len(beside), size)
            found |= beside
            left += beside.values()
    return found


def _sources_of_module(name: str, folder: Path, *, bare: bool) -> dict[str, ModuleSource]:
    """All modules of that name in the folder. A folder without an `__init__.py` counts only if `bare` is set."""
    inner, file = folder / name, folder / f"{name}.py"
    if (inner / "__init__.py").is_file() or (bare and inner.is_dir() and not file.is_file()):
        return _sources_of_package(name, inner)
    return {name: ModuleSource(file, _bytes_of(file), False)} if file.is_file() else {}


def _sources_of_package(name: str, place: Path) -> dict[str, ModuleSource]:
    """A package with everything in it; empty if it contains no module."""
    found: dict[str, ModuleSource] = {}
    for path in _walk(place, (".py",)):
        parts = (name, *path.relative_to(place).with_suffix("").parts)
        if not all(part.isidentifier() for part in parts):
            continue
        package = parts[-1] == "__init__"
        for depth in range(1, len(parts)):
            inner = ".".join(parts[:depth])
            found.setdefault(inner, ModuleSource(place.joinpath(*parts[1:depth], "__init__.py"), b"", True))
        found[".".join(parts[:-1] if package else parts)] = ModuleSource(path, _bytes_of(path), package)
        _check_limits(len(found), _total_bytes(found))
    return found


def _files_of(spec: ModuleSpec) -> Iterator[Path]:
    """The files of a module of the environment; the file of the module itself comes first."""
    if spec.origin and spec.has_location:
        yield Path(spec.origin)
    for place in spec.submodule_search_locations or ():
        for path in _walk(Path(place), (".py", *EXTENSION_SUFFIXES)):
            if str(path) != spec.origin:
                yield path


def _walk(place: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    """The files below a folder that Python could run, in order. Raises BadBotSource if there are too many."""
    seen = 0
    for where, folders, files in os.walk(place):
        folders[:] = sorted(name for name in folders if name.isidentifier() and name != "__pycache__")
        seen += len(files) + len(folders)
        _check_limits(seen // 20, 0)
        yield from (Path(where, name) for name in sorted(files) if name.endswith(endings))


def _read(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    size = 0
    for number, path in enumerate(files, 1):
        text = _bytes_of(path)
        size += len(text)
        _check_limits(number, size)
        yield str(path), text


def _bytes_of(path: Path) -> bytes:
    try:
        return read_bytes(path, MAX_SOURCE_BYTES)
    except BadFile as bad:
        raise BadBotSource(f"{path.name} cannot be read: {bad}") from None


def _imported_names(text: bytes) -> set[str]:
    """All names in the import lines of a module. The modules that it imports are among them."""
    return {word.decode() for line in IMPORT_PATTERN.findall(text) for word in NAME_PATTERN.findall(line)}


def _total_bytes(found: Mapping[str, ModuleSource]) -> int:
    return sum(len(source.text) for source in found.values())


def _check_limits(files: int, size: int) -> None:
    if files > MAX_SOURCE_FILES or size > MAX_SOURCE_BYTES:
        raise BadBotSource(f"its code is more than {MAX_SOURCE_FILES} files or {MAX_SOURCE_BYTES // 1_000_000} MB")


def _digest(texts: Iterable[tuple[str, bytes]]) -> str:
    digest = sha256()
    for name, text in texts:
        digest.update(f"{name}\0{len(text)}\0".encode(errors="surrogateescape") + text)
    return digest.hexdigest()
