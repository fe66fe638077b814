"""The registry: all games by name. A new game is one line here.

Rules and kits are imported when they are first used. The program that starts a helper process sends it `GAMES.pack()` in its
first message, so every process knows the same games. A save stores the name of its game, never a module.
"""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.core.game import Game


class GamePlace(NamedTuple):
    """Where a game is defined, each place as `module:NAME`.

    `rules` is a `Game`. `kit` holds or names everything else; "" for a game without a kit.
    """

    rules: str
    kit: str


class Registry(Mapping[str, Game[Any]]):
    """Maps the name of a game to its rules; also knows where its kit is defined. Raises KeyError for an unknown name."""

    def __init__(self, places: Mapping[str, GamePlace]) -> None:
        self._places: Final = dict(places)
        self._loaded: Final[dict[str, Game[Any]]] = {}  # the rules imported so far, by their `module:NAME`

    def __getitem__(self, name: str) -> Game[Any]:
        rules = self._places[name].rules
        game = self._loaded.get(rules)
        if game is None:
            game = self._loaded[rules] = load_object(rules)
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def default(self) -> str:
        """The name of the game to play when none is given."""
        return next(iter(self._places))

    def place_of(self, name: str) -> GamePlace:
        """Where the game is defined. Imports nothing."""
        return self._places[name]

    def register(self, name: str, place: GamePlace) -> None:
        """Add a game that is not part of the program."""
        self._places[name] = place

    def pack(self) -> dict[str, list[str]]:
        """All places as JSON values, for another process of this program."""
        return {name: list(place) for name, place in self._places.items()}

    def folders(self, path: Sequence[str]) -> list[str]:
        """The folders of a module path in which the modules of registered games are, without those of Vok, for a process with
        another path. O(games * folders of the path)."""
        modules = {module for place in self._places.values() for module in place if module}
        packages = {module.partition(":")[0].partition(".")[0] for module in modules} - {"engine", "ai"}
        found = [
            str(Path(folder).absolute()) for folder in path if any(_holds(Path(folder), name) for name in packages)
        ]
        return list(dict.fromkeys(found))

    def register_packed(self, packed: Mapping[str, Sequence[str]]) -> None:
        """Register the games that `pack` wrote. Only for messages of this program, because the modules in them are imported."""
        for name, (rules, kit) in packed.items():
            self.register(name, GamePlace(rules, kit))


def _holds(folder: Path, module: str) -> bool:
    """Whether a folder of the module path holds a module."""
    return (folder / module).is_dir() or (folder / f"{module}.py").is_file()


def load_object(module_and_name: str) -> Any:
    """The object that `module:NAME` names."""
    module, _, name = module_and_name.partition(":")
    return getattr(import_module(module), name)


GAMES: Final = Registry(
    {
        "valley": GamePlace("engine.valley.game:VALLEY", "ai.valley.kit:VALLEY_KIT"),
        "thieves": GamePlace("engine.thieves.game:THIEVES", "ai.thieves.kit:THIEVES_KIT"),
        "tal": GamePlace("engine.tal.game:TAL", "ai.tal.kit:TAL_KIT"),
    }
)
