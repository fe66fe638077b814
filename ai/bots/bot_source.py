"""Finds and reads the code of an external bot, and identifies it by a digest, without running any of it.

Python's own search would run a package to find a module in it, and might run a compiled file instead of the source that was read.
So a module of the current folder is found here, read once with everything that it imports from that folder, and imported from
exactly these bytes (`InMemoryFinder`). A module of the environment is part of the player's own installation: it is identified by
a digest and imported as usual.
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
ENTRIES_PER_SOURCE_FILE: Final = 20  # files and folders of any kind that count as one source file
MAX_SOURCE_BYTES: Final = 16_000_000  # of all files together
OWN_PACKAGES: Final = frozenset({"engine", "ai", "saves", "vok_tui", "lab"})
NEVER_FROM_FOLDER: Final = OWN_PACKAGES | sys.stdlib_module_names  # modules that are never imported from the folder
IMPORT_PATTERN: Final = re.compile(rb"(?:\b(?:from|import)\b|import_module|__import__)[^\n]*(?:\\\r?\n[^\n]*)*")
NAME_PATTERN: Final = re.compile(rb"[A-Za-z_]\w*")


class BadBotSource(Exception):
    """The code of a bot cannot be examined. The text is a clause."""


class ModuleSource(NamedTuple):
    """The source of a module in the folder. For a package without an `__init__.py` it is empty."""

    path: Path
    content: bytes
    is_package: bool


class BotSource(NamedTuple):
    """The file of a module; a digest of all code that would run with it; and its modules by name if they are in the folder."""

    file: Path
    digest: str
    modules: Mapping[str, ModuleSource]


def find_bot_source(module: str, folder: Path) -> BotSource | None:
    """The module with this name, from the folder or else from the environment; None if there is none. Raises BadBotSource."""
    top = module.partition(".")[0]
    if top not in OWN_PACKAGES and (sources := _sources_in_folder(top, folder)):
        bot_module = sources.get(module, sources[top])
        contents = [(name, source.content) for name, source in sorted(sources.items())]
        return BotSource(bot_module.path, _digest(contents), sources)
    spec = PathFinder.find_spec(top, sys_path_without(folder))
    if spec is None:
        return None
    files = list(_installed_files(spec))
    if not files:
        return None
    bot_file = Path(*files[0].parent.parts, *module.split(".")[1:]).with_suffix(".py")
    return BotSource(bot_file if bot_file in files else files[0], _digest(_read_files(files)), {})


def sys_path_without(folder: Path) -> list[str]:
    """`sys.path` without the folder."""
    return [entry for entry in sys.path if entry and Path(entry).resolve() != folder.resolve()]


class InMemoryFinder:
    """A finder for `sys.meta_path` that imports modules from the bytes that were read, and nothing else of their packages."""

    def __init__(self, modules: Mapping[str, ModuleSource]) -> None:
        self._modules: Final = modules

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module that was read; None for any other."""
        del path, target
        source = self._modules.get(name)
        if source is None:
            return None
        spec = spec_from_loader(name, _Loader(source), origin=str(source.path), is_package=source.is_package)
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
        code = compile(self._source.content, str(self._source.path), "exec", dont_inherit=True)
        exec(code, vars(module))


def _sources_in_folder(top: str, folder: Path) -> dict[str, ModuleSource]:
    """A module or package of the folder, the modules of the folder that it imports, those that they import, and so on."""
    sources = _sources_of_module(top, folder, allow_missing_init=True)
    size = _total_bytes(sources)
    unread = [*sources.values()]
    while unread:
        for name in sorted(_names_in_imports(unread.pop().content) - set(sources) - NEVER_FROM_FOLDER):
            imported = _sources_of_module(name, folder, allow_missing_init=False)
            size += _total_bytes(imported)
            _check_limits(len(sources) + len(imported), size)
            sources |= imported
            unread += imported.values()
    return sources


def _sources_of_module(name: str, folder: Path, *, allow_missing_init: bool) -> dict[str, ModuleSource]:
    """The module or package of that name in the folder, by module name. A package without an `__init__.py` counts only if
    `allow_missing_init` is set."""
    package_folder, file = folder / name, folder / f"{name}.py"
    if (package_folder / "__init__.py").is_file() or (
        allow_missing_init and package_folder.is_dir() and not file.is_file()
    ):
        return _sources_of_package(name, package_folder)
    return {name: ModuleSource(file, _bytes_of(file), False)} if file.is_file() else {}


def _sources_of_package(name: str, folder: Path) -> dict[str, ModuleSource]:
    """A package with everything in it; empty if it contains no module."""
    sources: dict[str, ModuleSource] = {}
    for path in _runnable_files(folder, (".py",)):
        names = (name, *path.relative_to(folder).with_suffix("").parts)
        if not all(map(str.isidentifier, names)):
            continue
        is_package = names[-1] == "__init__"
        for depth in range(1, len(names)):
            package = ".".join(names[:depth])
            sources.setdefault(package, ModuleSource(folder.joinpath(*names[1:depth], "__init__.py"), b"", True))
        sources[".".join(names[:-1] if is_package else names)] = ModuleSource(path, _bytes_of(path), is_package)
        _check_limits(len(sources), _total_bytes(sources))
    return sources


def _installed_files(spec: ModuleSpec) -> Iterator[Path]:
    """The files of a module of the environment; the file of the module itself comes first."""
    if spec.origin and spec.has_location:
        yield Path(spec.origin)
    for folder in spec.submodule_search_locations or ():
        for path in _runnable_files(Path(folder), (".py", *EXTENSION_SUFFIXES)):
            if str(path) != spec.origin:
                yield path


def _runnable_files(top: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """The files below a folder that Python could run, in order. Raises BadBotSource if there are too many, or too many others."""
    entries = 0
    for folder, subfolders, files in os.walk(top):
        subfolders[:] = sorted(name for name in subfolders if name.isidentifier() and name != "__pycache__")
        entries += len(files) + len(subfolders)
        _check_limits(entries // ENTRIES_PER_SOURCE_FILE, 0)
        yield from (Path(folder, name) for name in sorted(files) if name.endswith(suffixes))


def _read_files(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The path and the content of each file. Raises BadBotSource."""
    size = 0
    for count, path in enumerate(files, 1):
        content = _bytes_of(path)
        size += len(content)
        _check_limits(count, size)
        yield str(path), content


def _bytes_of(path: Path) -> bytes:
    try:
        return read_bytes(path, MAX_SOURCE_BYTES)
    except BadFile as bad:
        raise BadBotSource(f"{path.name} cannot be read: {bad}") from None


def _names_in_imports(content: bytes) -> set[str]:
    """All names in the import statements of a module. The names of the modules that it imports are among them."""
    return {word.decode() for line in IMPORT_PATTERN.findall(content) for word in NAME_PATTERN.findall(line)}


def _total_bytes(sources: Mapping[str, ModuleSource]) -> int:
    return sum(len(source.content) for source in sources.values())


def _check_limits(file_count: int, total_bytes: int) -> None:
    if file_count > MAX_SOURCE_FILES or total_bytes > MAX_SOURCE_BYTES:
        raise BadBotSource(f"its code is more than {MAX_SOURCE_FILES} files or {MAX_SOURCE_BYTES // 1_000_000} MB")


def _digest(contents: Iterable[tuple[str, bytes]]) -> str:
    digest = sha256()
    for name, content in contents:
        digest.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    return digest.hexdigest()
