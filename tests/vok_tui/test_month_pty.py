"""A month of learning in a real terminal, with the clock moved: lose, retry, come back, drill, puzzle, hint."""

from pathlib import Path
from time import time

from engine import GAMES
from saves import Shelf, load
from saves.analysis_file import write_analysis
from saves.save_info import read_game_id
from tests.vok_tui.learning.practised_games import DAY, Clock, lost_game, own_mistakes, stored_analysis
from tests.vok_tui.pty_terminal import PtyTerminal
from tests.vok_tui.screens.app_helpers import begin_save
from tests.vok_tui.table_bytes import CLOCKED
from vok_tui.learning.history import ANSWERED, DRILLED, MISSED, RETIRED, LearningHistory, read_history
from vok_tui.learning.practice import CHANGED, GONE
from vok_tui.learning.puzzles import SOLVED_DAILY


class Month:
    """A player's month: one terminal, whose clock `pass_days` moves."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.save = lost_game(home)
        self.mistakes = own_mistakes(self.save)
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

    def answer(self, table: PtyTerminal, place: int, *, right: bool) -> None:
        """Give the best answer to a position, or the one of the game."""
        decision = self.mistakes[place]
        wanted = decision.answers[0] if right else decision.played_answer
        match = load(self.save, GAMES).match
        state = match.at(decision.node)
        answers = [match.game.action(state, move) for move in state.legal_moves()]
        table.press("\x1b[5~" * 9 + "\x1b[B" * answers.index(wanted.action) + "\r")

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


def test_a_month_of_learning(tmp_path: Path) -> None:
    month = Month(tmp_path)
    with month.vok("open", str(month.save)) as table:
        table.see("Review")
        table.press("s")
        table.see("dearest decisions")
        table.press("1")
        table.see("That cost")
        month.answer(table, 0, right=False)
        table.see("Not yet")
        table.press("H")
        table.see("A hint")
        month.answer(table, 0, right=True)
        table.see("It comes back")  # tomorrow
        table.press("\x1b")
        table.see("w drills the first")

        month.pass_days(1)
        table.press("m")
        table.see("1 position is due")
        table.press("p")
        table.see("What comes back")
        table.press("\r")
        table.see("1 of 3")
        month.answer(table, 0, right=True)
        table.see("Right")
        table.press("\x1b")
        table.see("2 new positions")
        table.press("w")
        table.see("Drill: when to stop")
        table.press("S")
        table.see("It comes back tomorrow.")
        table.press("\x1b")
        table.see("The drill is over. 1 position: 1 shown.")
        table.press("\r")
        table.see("Latest days")
        table.press("\x1b")
        table.see("today's is open")
        table.press("z")
        table.see("The puzzle of the day")
        table.press("HS")
        table.see("Rating")
        table.press("\x1b")
        table.see("today's was answered")

        month.pass_days(-20)  # the clock is set back: too early rather than never
        table.press("p")
        table.see("2 positions are due")
        month.pass_days(50)
        table.press("\x1b")
        table.see("2 positions are due")
        month.play_the_game_anew()
        table.press("p")
        table.see("What comes back")
        table.press("\r")
        table.see("A position does not come back any more: its game can no longer be opened")
        table.press("q")
        assert table.exit_code() == 0
    done = [month.done(what) for what in (ANSWERED, DRILLED, SOLVED_DAILY, RETIRED)]
    assert done[:3] == [["missed", "right"], ["shown"], ["shown"]]
    assert CHANGED in done[3]

    LearningHistory(tmp_path).add("valley", ANSWERED, f"{month.game_id}.1", outcome=MISSED)
    Shelf(tmp_path).move_to_bin(month.save)
    Shelf(tmp_path).empty_bin()
    with month.vok("practise") as table:
        table.see("A position does not come back any more: its game is gone.")
        table.press("q")
        assert table.exit_code() == 0
    assert month.done(RETIRED)[-1] == GONE
