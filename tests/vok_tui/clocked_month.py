"""A player's month in a real terminal, with a clock that a test moves."""

from pathlib import Path
from time import time

from engine import GAMES
from saves import load
from saves.analysis_file import write_analysis
from saves.save_info import read_game_id
from tests.vok_tui.learning.practised_games import DAY, Clock, lost_game, stored_analysis
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.screens.app_helpers import begin_save
from tests.vok_tui.table_bytes import CLOCKED
from vok_tui.learning.history import read_history


class Month:
    """A player's month: one terminal, whose clock `pass_days` moves."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.save = lost_game(home)
        self.game_id = read_game_id(self.save)
        self._days = home / "days"
        clock = Clock()  # at noon: no day ends meanwhile
        self._days.write_text(str((clock.now - time()) / DAY))

    def pass_days(self, days: int) -> None:
        """Move the clock, forward or back."""
        written = self._days.with_suffix(".new")
        written.write_text(str(float(self._days.read_text()) + days))
        written.replace(self._days)

    def vok(self, *arguments: str) -> PtyTerminal:
        return PtyTerminal(self.home, str(self._days), *arguments, command=CLOCKED)

    def play_the_game_anew(self) -> None:
        """Put another game of the same deal, begun in the same second, in the place of the save, as changed rules would."""
        fields = stored_analysis(self.save).pack()
        self.save.unlink()
        with begin_save(self.home, 0) as file:
            match = load(file.path, GAMES).match
            while not match.is_over:
                moves = match.state.legal_moves()
                match.play(match.game.action(match.state, moves[len(moves) // 2]))
            file.keep(match)
        write_analysis(file.path, fields)

    def done(self, what: str) -> list[str]:
        """The outcomes of what was done, in order."""
        return [record.outcome for record in read_history(self.home) if record.done == what]
