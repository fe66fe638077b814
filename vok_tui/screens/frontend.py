"""The screens as a front end: which screen shows a location, and which dialog asks a question."""

from asyncio import get_running_loop
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol, get_args

from textual.geometry import Size
from textual.screen import Screen

from engine.core.journal import NAME, NOTE, AnnotationKind
from engine.games import GAMES
from saves import SaveError, SaveInfo, Shelf
from vok_tui.boards.keymap import with_keys
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator import frontend as at
from vok_tui.coordinator.after_game import summarize_game
from vok_tui.coordinator.config import SettingValue
from vok_tui.coordinator.coordinator import Coordinator
from vok_tui.coordinator.current_game import launch_command
from vok_tui.coordinator.frontend import Location, Prompt, PromptId, offered
from vok_tui.coordinator.player import Preferences
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.coordinator.start_page import offered_games
from vok_tui.game.thinker import Thinker
from vok_tui.learning.coach import Coach
from vok_tui.learning.guide import Guide
from vok_tui.learning.history import ADVISED_SIZE
from vok_tui.learning.tips import Tips
from vok_tui.painting.grid import fit
from vok_tui.records.daily import today_in_utc
from vok_tui.records.save_list import title_of
from vok_tui.screens.base import BaseScreen
from vok_tui.screens.dialog import Dialog, DialogOption, TextDialog
from vok_tui.screens.messages import ShelfCommand
from vok_tui.screens.reviewing import ScreenReviews, Screens
from vok_tui.screens.start import StartScreen
from vok_tui.shared.paths import short_path

if TYPE_CHECKING:
    from vok_tui.game.analysis_job import AnalysisJob

SHOW_EVERY_SECONDS: Final = 0.25  # while an analysis runs; a compiled one judges dozens of decisions a second
FIRST_SAVES: Final = 500  # read before the shelf is shown; it reads the others while it is used
FIRST_GAMES: Final = 2  # of a kind, in which the table counts less for the player
MAX_SIDE_COLUMNS: Final = 14  # of the name of a player on a button


class App(Screens, Protocol):
    """What the front end needs of the app besides its screens."""

    def change_setting(self, setting: str, value: SettingValue) -> None:
        """Use a value of a setting from now on, and keep it."""

    def show_help(self, page: str, *, game: str = "") -> None:
        """Show a page of the help."""

    @property
    def size(self) -> Size:
        """The columns and lines of the window."""

    def exit(self) -> None:
        """End the app."""


class ScreenFrontend:
    """Shows the locations of a game on the screens of an app."""

    shows: Final = frozenset(get_args(Location))

    def __init__(
        self, app: App, shelf: Shelf, thinker: Thinker | None, start: StartOptions, preferences: Preferences
    ) -> None:
        self._app: Final = app
        self.coordinator: Final = Coordinator(self, shelf, thinker, start, preferences)
        self.review: Final = ScreenReviews(app, self.coordinator)
        self._analysis_shown_at = 0.0
        self._show: Final[Mapping[type[Location], Callable[[Any], None]]] = {
            at.AtStart: self._show_start,
            at.AtWelcome: self._show_welcome,
            at.AtForm: self._show_form,
            at.AtTable: self._show_table,
            at.AtWatching: self._show_watched,
            at.AtReview: self._show_review,
            at.AtScore: self._show_score,
            at.AtPlayOn: self._show_play_on,
            at.AtShelf: self._show_shelf,
            at.AtStats: self._show_stats,
            at.AtGoals: self._show_goals,
            at.AtDaily: self._show_daily,
            at.AtPractice: self._show_practice,
            at.AtRetry: self._show_retry,
            at.AtBox: self._show_box,
            at.AtSettings: self._show_settings,
            at.AtRules: lambda location: app.show_help("Rules", game=location.game),
            at.AtExit: lambda _: app.exit(),
        }

    # -- four ways to the player

    @property
    def command(self) -> str:
        return launch_command()

    def ask(self, prompt: Prompt, then: Callable[[str], object]) -> None:
        options = [DialogOption(option.id, option.text) for option in offered(self, prompt).options]
        if prompt.id is PromptId.SIDE:
            options = [option._replace(label=fit(option.label, MAX_SIDE_COLUMNS)) for option in options]

        def carry_out(answer: str | None) -> None:
            then(answer or "")

        to_read = {option.id: partial(then, option.id) for option in prompt.options if option.leads_to is at.AtRules}
        self._app.push_screen(Dialog(prompt.title, prompt.text, options, to_read), carry_out)

    def say(self, sentence: str) -> None:
        self._app.notify_player(sentence)

    def refuse(self, sentence: str) -> None:
        screen = self._app.screen
        if not (isinstance(screen, BaseScreen) and screen.takes_refusal(sentence)):
            self._app.notify_player(sentence)

    def show(self, location: Location, *, over: bool = False) -> None:
        if not over:
            self._app.clear_notices_of_game()
        if over and isinstance(location, at.AtReview):
            self.review.show() if location.decision is None else self.review.show_decision(location.decision)
        else:
            self._show[type(location)](location)

    def show_analysis(self, job: "AnalysisJob") -> None:
        is_running, now = job.is_busy and not job.problem, monotonic()
        if is_running and now - self._analysis_shown_at < SHOW_EVERY_SECONDS:
            return  # the next change shows this one too
        self._analysis_shown_at = now
        if isinstance(self._app.screen, BaseScreen):
            self._app.screen.show_analysis(job)

    def caller_in_event_loop(self) -> Callable[[Callable[[], None]], object]:
        loop = get_running_loop()
        return lambda function: loop.call_soon_threadsafe(partial(self._app.call_later, function))

    # -- the screen of a location

    def _push_unless_shown(self, screen: type[Screen[Any]], *arguments: Any) -> None:
        if not isinstance(self._app.screen, screen):
            self._app.push_screen(screen(*arguments))

    def _show_start(self, _: at.AtStart) -> None:
        coordinator = self.coordinator
        keys = coordinator.player.preferences.keys
        self._app.show_only(
            StartScreen(coordinator.start_page(), keys, coordinator.read_start_records, coordinator.count_goals)
        )

    def _show_welcome(self, _: at.AtWelcome) -> None:
        from vok_tui.screens.welcome import WelcomeScreen

        options, guided = self.coordinator.player.options, self.coordinator.new_games.guided_games
        minutes = {game: guided.minutes(game) for game in guided.games}
        self._app.show_only(WelcomeScreen(offered_games(), options.game, minutes, options.config.name))

    def _show_form(self, form: at.AtForm) -> None:
        from vok_tui.screens.setup import SetupScreen

        player = self.coordinator.player
        options = player.options.for_table(form.opponents, form.edition)
        self._app.push_screen(SetupScreen(options, player.rate))

    def _show_table(self, location: at.AtTable | at.AtWatching) -> None:
        from vok_tui.screens.table.screen import TableScreen

        open_game, player = location.open_game, self.coordinator.player
        preferences, game, lesson = player.preferences, open_game.sitting.match.game, open_game.lesson
        coach = Coach(open_game.sitting, preferences.warn_from if lesson is None else 0)
        guide = Guide(lesson, open_game.sitting, player.history) if lesson is not None else None
        tips = self.tips_for(game.name()) if lesson is None else None
        screen = TableScreen(open_game.sitting, preferences.pace, preferences.reaction_seconds, coach, guide, tips)
        screen.pointing.is_newcomer = player.is_new_to(game.name(), FIRST_GAMES)
        self.coordinator.current.finish_with(
            lambda then: screen.opponents.play_to_end_if_humans_out(lambda: self._app.call_later(then))
        )
        self._app.show_only(screen)
        self._advise_size(game.name(), can_enlarge=screen.pointing.board.can_enlarge(*self._app.size))

    def _advise_size(self, game: str, *, can_enlarge: bool) -> None:
        """Say once that a game is easier to read in a larger window, and which key shows a part of the board larger in this
        one."""
        size, (columns, lines), history = (
            self._app.size,
            table_kit_of(GAMES[game]).good_size,
            self.coordinator.player.history,
        )
        if (size.width < columns or size.height < lines) and not history.count(game, ADVISED_SIZE):
            history.add(game, ADVISED_SIZE)
            where = (
                f"at {columns}x{lines}; here {{enlarge}} enlarges half of its map"
                if can_enlarge
                else (f"in a window of {columns} columns and {lines} lines")
            )
            advice = f"{GAMES[game].title()} is easier to read {where}."
            self.say(with_keys(advice, self.coordinator.player.preferences.keys))

    def tips_for(self, game: str) -> Tips | None:
        """The tips that the table of a game gives, if the player wants any."""
        player = self.coordinator.player
        return Tips(table_kit_of(GAMES[game]).tips, game, player.history) if player.wants_tips(game) else None

    def _show_watched(self, location: at.AtWatching) -> None:
        if location.open_game.watched is None:
            self._show_table(location)
        else:
            self.review.show(alone=True)

    def _show_review(self, location: at.AtReview) -> None:
        self.review.show(alone=True)
        if location.decision is not None:
            self.review.go_to_decision(location.decision)

    def _show_score(self, location: at.AtScore) -> None:
        from vok_tui.records.loss_report import LossReporter
        from vok_tui.screens.score import ScoreScreen

        player, sitting = self.coordinator.player, location.open_game.sitting
        match, job = sitting.match, self.coordinator.analyses.job_of_current_game()
        sheet = table_kit_of(match.game).score_sheet(match.state, sitting.view(), sitting.names, sitting.your_seat)
        save, shelf = location.open_game.save_path, self.coordinator.shelf
        screen = ScoreScreen(
            sheet,
            sitting.names,
            match.setup.seed,
            player.preferences.keys,
            location.records,
            location.record,
            summarize_game(sitting, sitting.your_seat, save, shelf, player.history),
            job,
            LossReporter(match, sitting.your_seat),
            location.tip,
        )
        self._app.push_screen(screen)

    def _show_play_on(self, location: at.AtPlayOn) -> None:
        from vok_tui.screens.play_on import PlayOnDialog

        def play_on(levels: tuple[str, ...] | None) -> None:
            if levels is not None:
                self.coordinator.new_games.play_on(location.open_game, location.node, levels)

        match = location.open_game.sitting.match
        self._app.push_screen(PlayOnDialog(location.text, match.seats, match.game.name()), play_on)

    def _show_shelf(self, location: at.AtShelf) -> None:
        from vok_tui.screens.shelf import ShelfScreen

        shelf = self.coordinator.shelf
        try:
            more = shelf.iterate_saves(GAMES, in_bin=location.in_bin)
        except SaveError as error:
            self.coordinator.opener.say_why_not_opened(str(error))
            return
        saves, current = list(islice(more, FIRST_SAVES)), self._app.screen
        if isinstance(current, ShelfScreen) and current.in_bin == location.in_bin:
            current.show_saves(saves, location.marked)
            current.read_more(more)
            return
        now = datetime.now().astimezone()
        screen = ShelfScreen(saves, short_path(shelf.folder), now, in_bin=location.in_bin, more=more)
        if isinstance(current, ShelfScreen):
            self._app.switch_screen(screen)
        else:
            self._app.push_screen(screen)

    def change_shelf(self, message: ShelfCommand) -> None:
        """Carry out a command on the shelf, the bin or a save."""
        command, save, saved_games = message.command, message.save, self.coordinator.saved_games
        if command in ("bin", "shelf"):
            saved_games.show(in_bin=command == "bin")
        elif command == "empty":
            saved_games.ask_to_empty_bin()
        elif save is not None and command in ("rename", "note"):
            self._ask_for_text(save, NAME if command == "rename" else NOTE)
        elif save is not None and command == "delete":
            saved_games.delete(save)
        elif save is not None and command == "restore":
            saved_games.restore(save)

    def _ask_for_text(self, save: SaveInfo, kind: AnnotationKind) -> None:
        """Ask for a new name or note; the dialog starts with the current one."""

        def annotate(text: str | None) -> None:
            if text is not None:
                self.coordinator.saved_games.annotate(save, kind, text)

        default_title = title_of(save._replace(label=save.label._replace(name="")))
        if kind is NAME:
            heading, value, text = "Name of this game", save.label.name, f"Without a name it is called: {default_title}"
        else:
            heading, value, text = "Note on this game", save.label.note, title_of(save)
        self._app.push_screen(TextDialog(heading, text, value, kind.max_chars), annotate)

    def _show_stats(self, location: at.AtStats) -> None:
        from vok_tui.screens.stats import StatsScreen

        self._app.push_screen(StatsScreen(location.stats))

    def _show_goals(self, location: at.AtGoals) -> None:
        from vok_tui.screens.goals import GoalsScreen

        self._push_unless_shown(GoalsScreen, location.counter)

    def _show_daily(self, location: at.AtDaily) -> None:
        from vok_tui.screens.daily import DailyScreen

        self._push_unless_shown(DailyScreen, self.coordinator.shelf, location.game, today_in_utc)

    def _show_practice(self, location: at.AtPractice) -> None:
        from vok_tui.screens.practice import PracticeScreen

        begin = self.coordinator.looking_back.begin_practice
        self._push_unless_shown(PracticeScreen, location.practice, begin, location.wish)

    def _show_retry(self, location: at.AtRetry) -> None:
        from vok_tui.screens.table.retry import RetryScreen

        self._push_unless_shown(RetryScreen, location.retry)

    def _show_box(self, location: at.AtBox) -> None:
        from vok_tui.screens.own_cards import OwnCardsScreen

        self._app.push_screen(OwnCardsScreen(location.own))

    def _show_settings(self, location: at.AtSettings) -> None:
        from vok_tui.screens.settings import SettingsScreen

        player = self.coordinator.player
        self._push_unless_shown(
            SettingsScreen, lambda: player.options.config, self._app.change_setting, location.marked
        )
