"""What the app does with the table: it shows it, and offers a new game for another answer in a finished one."""

from collections.abc import Callable

from vok_tui.boards.table_kit import table_kit_of
from vok_tui.learning.coach import Coach
from vok_tui.learning.guide import Guide
from vok_tui.learning.history import LearningHistory
from vok_tui.learning.tips import Tips
from vok_tui.screens.controllers.current_game import CurrentGame, Screens
from vok_tui.screens.controllers.new_games import NewGames
from vok_tui.screens.messages import AskToBranch


class TableController:
    """Shows the current game on the table. `gives_tips` returns whether the table of a game shows tips about the answers."""

    def __init__(
        self,
        screens: Screens,
        current: CurrentGame,
        new_games: NewGames,
        history: LearningHistory,
        gives_tips: Callable[[str], bool],
    ) -> None:
        self._screens = screens
        self._current = current
        self._new_games = new_games
        self._history = history
        self._gives_tips = gives_tips
        self.pace = 0.0  # seconds for each step of an opponent
        self.may_peek = True  # see `Sitting.may_peek`
        self.warn_from = 0  # see `Coach`
        self.reaction_seconds = 0.0  # for which the table waits for a reaction

    def show_table_alone(self) -> None:
        """Show the current game on the table, and close all other screens."""
        from vok_tui.screens.table.screen import TableScreen

        open_game = self._current.open_game
        if open_game is None:
            return
        open_game.sitting.may_peek = self.may_peek or open_game.lesson is not None
        coach = Coach(open_game.sitting, self.warn_from if open_game.lesson is None else 0)
        guide, tips, game = None, None, open_game.sitting.match.game
        if open_game.lesson is not None:
            guide = Guide(open_game.lesson, open_game.sitting, self._history)
        elif self._gives_tips(game.name()):
            tips = Tips(table_kit_of(game).tips, game.name(), self._history)
        screen = TableScreen(open_game.sitting, self.pace, self.reaction_seconds, coach, guide, tips)
        self._current.finish_game = screen.opponents.play_to_end_if_humans_out
        self._screens.show_only(screen)

    def ask_to_branch(self, message: AskToBranch) -> None:
        """Offer a new game for another answer in a finished game."""
        open_game = self._current.open_game
        if open_game is not None and open_game.sitting is message.sitting:
            self._new_games.ask_to_branch(open_game, message.node, message.answer)
