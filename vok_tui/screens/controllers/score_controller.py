"""What the app does when a game is over: it shows the score sheet, stores a solitaire record, and does what is chosen next."""

from engine.core.game import HUMAN, NOBODY
from vok_tui.boards.keymap import key_labels_by_id
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.coordinator import Coordinator
from vok_tui.game.sitting import Sitting
from vok_tui.learning.coach import Coach
from vok_tui.learning.tips import HINT_TIP, Tips
from vok_tui.records.new_game import rematch_setup, setup_with_levels
from vok_tui.records.next_game import NEXT_LEVEL, REMATCH, SAME_SEED
from vok_tui.records.solitaire import SolitaireRecord, add_record
from vok_tui.screens.controllers.analysis_controller import AnalysisController, Screens
from vok_tui.screens.controllers.review_controller import ReviewController
from vok_tui.screens.messages import AfterGameChosen


class ScoreController:
    """Shows the score sheet."""

    def __init__(
        self, screens: Screens, coordinator: Coordinator, review: ReviewController, analysis: AnalysisController
    ) -> None:
        self._screens = screens
        self._shelf = coordinator.shelf
        self._player = coordinator.player
        self._current = coordinator.current
        self._new_games = coordinator.new_games
        self._review = review
        self._analysis = analysis

    def show_after_game(self, sitting: Sitting) -> None:
        """Show the score sheet of a sitting that has just ended, and begin its analysis if that is wanted."""
        self.show_and_record_solitaire(sitting, self._tip_after(sitting))
        job = self._analysis.job_of_current_game() if self._player.preferences.analyse_each_game else None
        if job is not None:
            self._analysis.analyses.start(job)

    def _tip_after(self, sitting: Sitting) -> str:
        """After a game that was lost without hints, that there are hints; "" if the player knows them or wants no tips, or if
        such a game has none."""
        match = sitting.match
        has_lost = len(sitting.humans) == 1 and not match.game.rewards(match.state)[sitting.viewer]
        if (
            not has_lost
            or match.log.is_helped
            or Coach(sitting).why_no_help
            or not self._player.wants_tips(match.game.name())
        ):
            return ""
        if Tips((), match.game.name(), self._player.history).knows_hints:
            return ""
        return HINT_TIP.format(key=key_labels_by_id("hint", self._player.preferences.keys)[0])

    def show_and_record_solitaire(self, sitting: Sitting, tip: str = "") -> None:
        """Show the score sheet of a sitting over the current screen. The result of a solitaire game is added to the records."""
        from vok_tui.coordinator.after_game import summarize_game
        from vok_tui.records.loss_report import LossReporter
        from vok_tui.screens.score import ScoreScreen

        your_seat = sitting.viewer if len(sitting.humans) == 1 else NOBODY
        match = sitting.match
        sheet = table_kit_of(match.game).score_sheet(match.state, sitting.view(), sitting.names, your_seat)
        record = self._solitaire_record()
        records = add_record(self._shelf.folder.parent, record) if record is not None else ()
        summary = summarize_game(sitting, your_seat, self._current.save_path, self._shelf, self._player.history)
        screen = ScoreScreen(
            sheet,
            sitting.names,
            match.setup.seed,
            self._player.preferences.keys,
            records,
            record,
            summary,
            self._analysis.job_of_current_game(),
            LossReporter(match, your_seat),
            tip,
        )
        self._screens.push_screen(screen)

    def _solitaire_record(self) -> SolitaireRecord | None:
        """The current game as a solitaire record; None if it is no solitaire game, has no save, or was imported."""
        open_game, path = self._current.open_game, self._current.save_path
        if open_game is None or path is None:
            return None
        match = open_game.sitting.match
        setup = match.game.with_current_data(match.setup)
        group = table_kit_of(match.game).solitaire_record_group(setup)
        if group is None or match.log.is_imported:
            return None
        return SolitaireRecord(path.name, setup.seed, group, match.game.scores(match.state)[0], match.counts_apart)

    def show_from_review(self) -> None:
        """Go from the review to the score sheet: to the one below it, or to a new one."""
        from vok_tui.screens.review.screen import ReviewScreen
        from vok_tui.screens.score import ScoreScreen

        open_game = self._current.open_game
        if open_game is None or not isinstance(self._screens.screen, ReviewScreen):
            return
        if isinstance(self._screens.screen_stack[-2], ScoreScreen):
            self._screens.pop_screen()
        else:
            open_game.sitting.go_to_latest_node()
            self.show_and_record_solitaire(open_game.sitting)

    def carry_out_choice(self, message: AfterGameChosen) -> None:
        """Begin a rematch, the same deal again or a game against the level that is proposed, review the game, or go to another
        screen. Ignored if the score sheet is already closed, because of a second key press."""
        from vok_tui.screens.score import ScoreScreen

        screen = self._screens.screen
        if not isinstance(screen, ScoreScreen):
            return
        open_game = self._current.open_game
        if message.choice == "review":
            self._review.show()
        elif message.choice in (REMATCH, SAME_SEED, NEXT_LEVEL) and open_game is not None:
            match, allowed_bots = open_game.sitting.match, open_game.sitting.allowed_bots
            setup = match.setup
            if message.choice != SAME_SEED:
                setup = rematch_setup(match.game.with_current_data(setup))
            if message.choice == NEXT_LEVEL and screen.next_game is not None:
                levels = [HUMAN if seat.level == HUMAN else screen.next_game.level for seat in setup.seats]
                setup = setup_with_levels(setup, setup.seats, levels)
            self._current.leave(lambda: self._new_games.begin(setup, allowed_bots))
        else:
            self._screens.action_go(message.choice)
