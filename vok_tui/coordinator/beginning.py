"""Begins games: new ones, daily ones, guided ones, and those that branch off a finished game."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Final

from ai.bots.player_spec import EQUAL
from ai.kit import kit_of
from engine import GAMES
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.game import Setup
from engine.core.setup import Variant
from saves import Busy, SaveError, Shelf
from vok_tui.boards.own_data import damage_of_own_cards
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import AtForm, AtRetry, AtRules, Frontend, Option, Prompt, PromptId
from vok_tui.coordinator.opening import Opener
from vok_tui.coordinator.player import Player
from vok_tui.game.autosave import OpenGame, branch_game, branch_origin, new_game, origin_text
from vok_tui.game.bot_approval import Approvals, allowed_typed_bots
from vok_tui.game.thinker import Thinker
from vok_tui.learning.guided_games import GuidedGames
from vok_tui.learning.how_to_win import HOW_TO_WIN, HOW_TO_WIN_TITLE, how_to_win, how_to_win_state
from vok_tui.records.daily import daily_setup, first_words, restore_first_attempt
from vok_tui.records.new_game import make_setup, setup_with_levels
from vok_tui.records.save_list import with_article
from vok_tui.shared.levels import equal_summary, resolve_equal, slowed_levels_sentence


class NewGames:
    """Begins games, which `opener` then shows."""

    def __init__(
        self,
        frontend: Frontend,
        shelf: Shelf,
        player: Player,
        current: CurrentGame,
        opener: Opener,
        thinker: Thinker | None,
        approvals: Approvals,
    ) -> None:
        self._frontend: Final = frontend
        self._shelf: Final = shelf
        self._player: Final = player
        self._current: Final = current
        self._opener: Final = opener
        self._thinker: Final = thinker
        self._approvals: Final = approvals
        self.guided_games: Final = GuidedGames(shelf, player.history)
        self._has_warned_of_slow_levels = False

    # -- a new game

    def begin(self, setup: Setup, allowed_bots: Mapping[str, str] | None = None, notice: str = "") -> None:
        """Leave the open game and begin a new one, with `equal` resolved. `notice` is said then. If the game cannot be played
        (for example with custom cards that lack a card of the edition), that is said, and nothing changes.

        `allowed_bots` may run; by default, all bots among the levels, because the player has typed their names.
        """
        self._current.leave(lambda: self._begin(setup, allowed_bots, notice))

    def _begin(self, setup: Setup, allowed_bots: Mapping[str, str] | None, notice: str) -> None:
        if allowed_bots is None:
            allowed_bots = allowed_typed_bots(seat.level for seat in setup.seats)
        player = self._player.rate(setup.game) if any(seat.level == EQUAL for seat in setup.seats) else None
        try:
            if player is not None:
                setup = resolve_equal(setup, player)
            open_game = new_game(self._shelf, setup, self._thinker, allowed_bots)
        except EngineError as refused:
            self._current.ensure_shown()
            self._frontend.refuse(f"This game cannot be begun: {refused}.")
            return
        self._current.close()
        self._opener.show_when_approved(open_game)
        if player is not None:
            self._frontend.say(f"Your equal is {equal_summary(player, len(setup.seats) - 1)}.")
        if damage := damage_of_own_cards(setup, self._shelf.folder.parent):
            self._frontend.say(damage)
        warning = slowed_levels_sentence([seat.level for seat in setup.seats])
        if warning and not self._has_warned_of_slow_levels:
            self._has_warned_of_slow_levels = True
            self._frontend.say(warning)
        if notice:
            self._frontend.say(notice)

    def begin_first_game(self, game: str, edition: str = "") -> None:
        """Begin a game of two against a level that newcomers beat in half of their games; of this edition, if one is given."""
        self._player.choose_game(game)
        options, level = self._player.options, kit_of(GAMES[game]).first_level()
        variant = Variant(edition) if edition else options.new_variant
        setup = make_setup([options.config.name, ""], [level], None, 1, variant, game)
        self.begin(setup)

    def begin_or_continue_daily(self, day: date, game: str) -> None:
        """Begin, continue or review the daily game of a date. Only the first attempt counts."""
        self._player.choose_game(game)
        setup = daily_setup(day, game, self._player.options.config.name)
        try:
            save = restore_first_attempt(self._shelf, setup)
        except SaveError as error:
            self._opener.say_why_not_opened(str(error))
            return
        if save is not None:
            self._current.leave(lambda: self._opener.open(save))
        else:
            self.begin(setup, notice=first_words(self._shelf, setup, day.isoformat()))

    # -- guided games

    def choose_game(self, game: str, opponents: tuple[str, ...] = (), edition: str = "") -> None:
        """Show the form for a new game of this kind, with these opponents and this edition if they are given; to a player who is
        new to it, offer the guided game first."""
        self._player.choose_game(game)
        form = AtForm(opponents, edition)
        if not (self.guided_games.is_new(game) and self._player.is_new_to(game)):
            self._frontend.show(form, over=True)
            return

        def go_on(answer: str) -> None:
            if answer == "learn":
                self.begin_or_continue_lesson(game)
            elif answer == "new":
                self._frontend.show(form, over=True)
            elif answer:
                self._frontend.show(AtRules(), over=True)

        options = (
            Option("learn", f"Guided game, {self.guided_games.minutes(game)} min."),
            Option("new", "A game"),
            Option("help", "The rules", AtRules),
        )
        text = (
            "A guided game shows it at the real table, one idea at a time. You can leave at any time, and go on later."
        )
        title = f"{GAMES[game].title()} is new to you"
        self._frontend.ask(Prompt(PromptId.NEW_TO_GAME, title, text, options), go_on)

    def choose_lesson(self, back: Callable[[], object] = lambda: None) -> None:
        """Let the player choose a guided game. A player who chooses none goes `back`."""
        games = self.guided_games
        options = [Option(name, f"{games.title(name)}: {games.state_text(name)}") for name in games.lessons]
        options.append(Option(HOW_TO_WIN, f"{HOW_TO_WIN_TITLE}: {how_to_win_state(self._player.history)}"))
        text = "At the real table, one idea at a time. You can leave at any time, and go on later."
        prompt = Prompt(PromptId.LESSONS, "Guided games", text, tuple(options))
        self._frontend.ask(prompt, lambda game: self.begin_or_continue_lesson(game) if game else back())

    def begin_or_continue_lesson(self, name: str) -> None:
        """Continue the guided game with this id, or begin it."""
        if name == HOW_TO_WIN:
            retry = how_to_win(self._player.history)
            if retry is not None:
                self._frontend.show(AtRetry(retry), over=True)
            return
        lesson = self.guided_games.lessons.get(name)
        if lesson is None:
            return
        self._player.choose_game(lesson.game)

        def begin() -> None:
            self._current.close()
            try:
                open_game = self.guided_games.open(lesson, self._thinker, self._player.options.config.name)
            except Busy as busy:
                self._opener.open(busy.path)  # says so, and offers to watch
            else:
                self._opener.show_when_approved(open_game)

        self._current.leave(begin)

    def end_lesson(self) -> None:
        """Say what the open guided game left out, or that most of it was skipped, and offer a first game and the other guided
        ones."""
        lesson = self._current.open_game.lesson if self._current.open_game is not None else None
        if lesson is None:
            return
        heading, text = self.guided_games.end(lesson)
        options = (
            Option("first", f"A game against {with_article(kit_of(GAMES[lesson.game]).first_level())}"),
            Option("more", "More guided games"),
            Option("start", "Menu"),
            Option("", "Stay here"),
        )

        def go_on(answer: str) -> None:
            if answer == "more":
                self.choose_lesson(back=ask)
            elif answer == "first":
                self.begin_first_game(lesson.game, lesson.variant.edition if lesson.id != lesson.game else "")
            elif answer:
                self._current.leave(self._current.return_to_start)

        def ask() -> None:
            self._frontend.ask(Prompt(PromptId.LESSON_END, heading, text, options), go_on)

        ask()

    # -- from a finished game

    def ask_to_branch(self, node: int, action: Action) -> None:
        """Ask whether to give another answer at a node of the open game, which is finished, then continue from there in a new
        game."""
        open_game = self._current.open_game
        if open_game is None:
            return

        def go_on(answer: str) -> None:
            if answer and self._is_open_at(open_game, node):
                self._current.leave(lambda: self._branch(open_game, action))

        text = f"It stays as it is. With this answer a new game begins, {origin_text(branch_origin(open_game))}."
        options = (Option("new", "A new game"), Option("", "Stay here"))
        self._frontend.ask(Prompt(PromptId.BRANCH, "This game is finished", text, options), go_on)

    def play_on(self, open_game: OpenGame, node: int, levels: tuple[str, ...] | None = None) -> None:
        """Play on from a node of a finished game in a new game. `levels` replace those of its seats."""
        if not self._is_open_at(open_game, node):
            return
        match, setup = open_game.sitting.match, None
        if levels is not None and levels != open_game.sitting.levels:
            setup = setup_with_levels(match.setup, match.seats, levels)
            if EQUAL in levels:
                setup = resolve_equal(setup, self._player.rate(match.game.name()))
        self._current.leave(lambda: self._branch(open_game, None, setup))

    def _is_open_at(self, open_game: OpenGame, node: int) -> bool:
        return self._current.open_game is open_game and open_game.sitting.node == node

    def _branch(self, open_game: OpenGame, action: Action | None, setup: Setup | None = None) -> None:
        branched = branch_game(self._shelf, open_game, action, self._thinker, self._approvals, setup)
        self._current.close()
        self._opener.show_when_approved(branched)
