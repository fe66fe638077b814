"""Saves games that were played without a screen, so that `vok open` can show them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from engine.core.action import Action
from engine.core.game import Game, Setup
from vok_tui import __version__
from vok_tui.errors import CommandError, UsageError


class GameSaver:
    """Saves games: each as a new file in a folder, or the only one as the file `single`. Made by `prepare_destination`."""

    def __init__(self, folder: Path, single: Path | None) -> None:
        self._folder: Final = folder
        self._single: Final = single

    @classmethod
    def prepare_destination(cls, path: Path, game_count: int) -> "GameSaver":
        """A saver to the file `path` if that ends in .vok, otherwise to the folder `path`. Creates the folder.

        Raises UsageError for several games in one file, and CommandError for a folder that cannot be created and for a file that
        exists."""
        from saves.clean_text import visible
        from saves.save_file import SAVE_SUFFIX

        single = path if path.suffix == SAVE_SUFFIX and not path.is_dir() else None
        if single is not None and game_count > 1:
            raise UsageError(
                f"simulate: one file holds one game; --save takes a folder for {game_count} games, or add --games 1"
            )
        if single is not None and single.exists():
            raise CommandError(f"{visible(str(single))} exists already: choose another name")
        folder = path.parent if single is not None else path
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{visible(str(folder))} cannot be made ({error.strerror}): choose another") from None
        return cls(folder, single)

    @property
    def destination_text(self) -> str:
        """The path of the file or folder, for display."""
        from saves.clean_text import visible

        return visible(str(self._single or self._folder))

    def save(self, game: Game[Any], setup: Setup, actions: Sequence[Action]) -> None:
        """Save one game. Raises CannotWrite and AlreadyThere."""
        from engine.core.history.match import Match
        from saves.clean_text import file_stem
        from saves.format.frames import time_now
        from saves.save_file import SaveFile, free_save_path

        match = Match(game, setup)
        for action in actions:
            match.play(action)
        name = file_stem(setup.game, setup.variant.edition, *[seat.level for seat in setup.seats], str(setup.seed))
        path = self._single or free_save_path(self._folder, name)
        with SaveFile.create(path, setup, game, __version__, time_now()) as file:
            file.keep(match)
