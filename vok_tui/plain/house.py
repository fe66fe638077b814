"""The house of the plain mode: it opens and begins games, and leads from one room to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from ai.bots.player_spec import EQUAL
from ai.kit import kit_of
from engine import GAMES
from engine.core.errors import EngineError
from engine.core.game import Setup
from saves import Busy, SaveError, Shelf
from vok_tui.boards.line_reader import spoken
from vok_tui.boards.own_data import BadValue, OwnData, damage_of_own_cards
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.coordinator.start_options import StartOptions, setup_arguments
from vok_tui.game.autosave import OpenGame, branch_game, new_game, resume_or_review_game
from vok_tui.game.bot_approval import Approvals, allowed_typed_bots, bots_and_files_text
from vok_tui.game.lesson import Lesson
from vok_tui.game.thinker import Thinker
from vok_tui.learning.guided_games import GuidedGames
from vok_tui.learning.history import LearningHistory
from vok_tui.plain.conversation import Conversation
from vok_tui.plain.start_rooms import LessonEndRoom, LessonsRoom, StartRoom, YesNoRoom
from vok_tui.plain.table_room import TableRoom
from vok_tui.records.daily import daily_setup, restore_first_attempt, share_line_if_finished, today_in_utc
from vok_tui.records.new_game import make_setup, rematch_setup
from vok_tui.records.solitaire import SolitaireRecord, add_record
from vok_tui.shared import levels
from vok_tui.shared.errors import ExitCode
from vok_tui.shared.levels import slowed_levels_sentence
from vok_tui.shared.paths import short_path

if TYPE_CHECKING:
    from vok_tui.learning.retry import Position


class Paper(Protocol):
    """What the conversation is written on, as far as people who share it must know."""

    @property
    def can_clear(self) -> bool:
        """Whether everything that was written can be cleared."""

    def clear(self) -> None:
        """Clear it."""

    @property
    def has_ended(self) -> bool:
        """Whether nobody will answer any further question. It is told without waiting."""


class House:
    """Leads from room to room. `thinker` is None if no opponent can think."""

    def __init__(
        self,
        conversation: Conversation,
        paper: Paper,
        shelf: Shelf,
        start: StartOptions,
        thinker: Thinker | None,
        reaction_seconds: float,
    ) -> None:
        self.conversation: Final = conversation
        self.shelf: Final = shelf
        self.options = start
        self.may_peek: Final = start.config.undo_past_reveals
        self.keymap: Final[Mapping[str, str]] = start.config.keys
        self._paper: Final = paper
        self._thinker: Final = thinker
        self._reaction_seconds: Final = reaction_seconds
        self._approvals: Final = Approvals(shelf.folder.parent)
        self.history: Final = LearningHistory(shelf.folder.parent)
        self.guided_games: Final = GuidedGames(shelf, self.history)
        self._trusts_next_save = start.trust_bots

    @property
    def can_clear(self) -> bool:
        return self._paper.can_clear

    def clear(self) -> None:
        self._paper.clear()

    @property
    def has_ended(self) -> bool:
        """Whether nobody will answer any further question."""
        return self._paper.has_ended

    @property
    def warn_from(self) -> int:
        return self.options.config.warn_from

    # -- rooms

    def begin(self) -> None:
        """Show what the start options ask for."""
        options = self.options
        if options.path is not None:
            self.open_save(options.path)
        elif options.daily is not None:
            self.open_daily(options.daily, options.game)
        elif options.learn is not None:
            self.open_lesson(options.learn) if options.learn else self.show_lessons()
        elif options.practise is not None:
            self.show_practice(options.practise)
        elif options.puzzle is not None:
            self.show_puzzles(options.puzzle)
        elif options.wants_new_game:
            self.begin_game(make_setup(*setup_arguments(options)))
        else:
            self._continue_or_show_start()

    def _continue_or_show_start(self) -> None:
        """Continue the unfinished game that was played last. Without one, begin the game that the command line names; if it names
        none, show the start."""
        options = self.options
        try:
            save = self.shelf.latest_unfinished(options.games_to_continue)
        except SaveError as error:
            self._say_and_start(str(error))
            return
        if save is not None:
            self.open_save(save.path, save.damage)
        elif options.named_game:
            self.begin_game(make_setup(*setup_arguments(options)))
        else:
            self.show_start()

    def show_start(self) -> None:
        self.conversation.enter(StartRoom(self))

    def show_lessons(self) -> None:
        self.conversation.enter(LessonsRoom(self))

    def open_lesson(self, game: str) -> None:
        """Continue the guided game of a game, or begin it."""
        lesson = table_kit_of(GAMES[game]).lesson
        if lesson is None:
            self._say_and_start(f"{GAMES[game].title()} has no guided game.")
            return
        try:
            open_game = self.guided_games.open(lesson, self._thinker, self.options.config.name)
        except Busy as busy:
            self._say_and_start(f"This game is being played by {busy.player}.")
        else:
            self._enter_opened(open_game)

    def show_lesson_end(self, lesson: Lesson) -> None:
        """The end of a guided game."""
        heading, text = self.guided_games.end(lesson)
        if not self.history.has_left_lesson(lesson.game):
            heading = f"The guided game is done. {heading}"
        self.conversation.enter(LessonEndRoom(self, lesson.game, (heading, text)))

    def begin_first_game(self, game: str) -> None:
        """Begin a game against the easiest opponent."""
        self.choose_game(game)
        options, level = self.options, kit_of(GAMES[game]).level_names()[0]
        self.begin_game(make_setup([options.config.name, ""], [level], None, 1, options.new_variant, game))

    def show_practice(self, wish: tuple[str, str] | None = None) -> None:
        """What can be practised; with a `wish` (a game and a kind of decision, "" for what has come back), begin it."""
        from vok_tui.learning.practice import Practice
        from vok_tui.plain.practice_rooms import PracticeRoom  # loads the analysis

        self.conversation.enter(PracticeRoom(self, Practice(self.shelf, self.history), wish))

    def show_puzzles(self, wish: tuple[str, str, str] = ("", "", "")) -> None:
        """The puzzle of the day if it is still open, then others; with a `wish` (an id, a game and an edition, "" for any),
        puzzles like that."""
        from vok_tui.learning.puzzle_course import NO_PUZZLES, PuzzleBook, wished_course
        from vok_tui.plain.practice_rooms import RetryRoom

        retry = wished_course(PuzzleBook(self.history), *wish)
        if retry is None:
            self._say_and_start(NO_PUZZLES)
        else:
            self.conversation.enter(RetryRoom(self, retry, "More puzzles", self.show_puzzles))

    def show_end(self, open_game: OpenGame) -> None:
        """The end of a finished game. Its save is sealed and unlocked; a solitaire game is added to the records."""
        from vok_tui.plain.finished_rooms import EndRoom  # loads the analysis

        if open_game.save_path is not None:
            self._record_solitaire(open_game, open_game.save_path)
        self.conversation.enter(EndRoom(self, open_game))

    def show_review(self, open_game: OpenGame, node: int = 0) -> None:
        """The review of a finished game, at its start or at the analysed decision at a node."""
        from vok_tui.plain.finished_rooms import ReviewRoom  # loads the analysis

        self.conversation.enter(ReviewRoom(self, open_game, node))

    def find_better(self, open_game: OpenGame, positions: Sequence[Position], node: int) -> None:
        """Let the player find better than own decisions of a finished game, beginning with the one at a node, or with the
        dearest."""
        from vok_tui.learning.courses import course_of_game
        from vok_tui.learning.retry import Retry
        from vok_tui.plain.practice_rooms import RetryRoom

        retry = Retry(positions, course_of_game(self.history))
        nodes = [position.decision.node for position in positions]
        retry.go_to(nodes.index(node) if node in nodes else 0)

        def go_back() -> None:
            self.show_review(open_game, retry.decision.node)

        self.conversation.enter(RetryRoom(self, retry, "To the review", go_back, leads_back=True))

    def leave(self) -> None:
        """End the conversation."""
        self.conversation.end(ExitCode.OK)

    def farewell(self) -> str:
        """How the game that is open can be continued, "" if none is open or it has no save."""
        room = self.conversation.room
        if not isinstance(room, TableRoom) or room.open_game.autosave is None or room.open_game.autosave.path is None:
            return ""
        path = short_path(room.open_game.autosave.path)
        if room.open_game.lesson is not None:
            return "Your guided game is saved. vok plain learn continues it."
        return f"Your game is saved in {path}. vok plain continues it."

    # -- games

    def begin_game(self, setup: Setup, allowed_bots: Mapping[str, str] | None = None) -> None:
        """Begin a new game, with `equal` resolved. By default, all bots among the levels may run, because the player has typed
        their names."""
        if allowed_bots is None:
            allowed_bots = allowed_typed_bots(seat.level for seat in setup.seats)
        try:
            if any(seat.level == EQUAL for seat in setup.seats):
                player = self.rate_player(setup.game)
                setup = levels.resolve_equal(setup, player)
                self.conversation.say(f"Your equal is {levels.equal_summary(player, len(setup.seats) - 1)}.")
            open_game = new_game(self.shelf, setup, self._thinker, allowed_bots)
        except EngineError as refused:
            self.conversation.say(f"This game cannot be begun: {refused}.")
            self.show_start()
            return
        damage = damage_of_own_cards(setup, self.shelf.folder.parent)
        warning = slowed_levels_sentence([seat.level for seat in setup.seats])
        self.conversation.say(GAMES[setup.game].title(), *[sentence for sentence in (damage, warning) if sentence])
        self._enter_table(open_game)

    def rate_player(self, game: str) -> levels.PlayerRating:
        """The player's rating in a game; that of a newcomer if the saves cannot be read."""
        try:
            return levels.rate_player(self.shelf.list_saves_and_bin(GAMES), game)
        except SaveError as error:
            self.conversation.say(str(error))
            return levels.newcomer_rating(game)

    def begin_rematch(self, open_game: OpenGame) -> None:
        """The same players with another deal."""
        match = open_game.sitting.match
        self.begin_game(rematch_setup(match.game.with_current_data(match.setup)), open_game.sitting.allowed_bots)

    def play_on_from(self, open_game: OpenGame, node: int) -> None:
        """A new game that goes on from a node of a finished game."""
        open_game.sitting.go_to(node)
        self._show_opened(branch_game(self.shelf, open_game, None, self._thinker, self._approvals))

    def show_daily(self, game: str = "", day: date | None = None) -> None:
        """The daily games of a game (default: the one that is offered), day by day, beginning with a date (default: today)."""
        from vok_tui.plain.daily_room import DailyRoom  # loads the analysis

        self.conversation.enter(DailyRoom(self, game or self.options.daily_game, day or today_in_utc()))

    def show_box(self) -> None:
        """What is printed on the pieces of the player's own box."""
        from vok_tui.plain.box_room import BoxRoom

        try:
            own = OwnData(self.options.game, self.shelf.folder.parent)
        except BadValue as refused:
            self._say_and_start(f"{refused}.")
        else:
            self.conversation.enter(BoxRoom(self, own))

    def open_daily(self, day: date | None = None, game: str = "") -> None:
        """Begin, continue or review the daily game of a date (default: today) of a game (default: the one that is offered)."""
        day, game = day or today_in_utc(), game or self.options.daily_game
        setup = daily_setup(day, game, self.options.config.name)
        try:
            save = restore_first_attempt(self.shelf, setup)
        except SaveError as error:
            self._say_and_start(str(error))
            return
        if save is not None:
            self.open_save(save.path, save.damage)
            return
        self.conversation.say(f"The daily game of {spoken(day.isoformat())}: the first attempt counts.")
        self.begin_game(setup)

    def daily_line(self, open_game: OpenGame) -> str:
        """The line to share of a finished daily game; "" for any other game."""
        try:
            return share_line_if_finished(self.shelf, open_game.sitting.match.setup)
        except SaveError:
            return ""

    def open_save(self, path: Path, damage: str = "") -> None:
        """Open a save. A damaged one, or one that names somebody else's code, is asked about first."""
        if damage:
            ask = f"{damage} Play on with what can be read?"
            self.conversation.enter(YesNoRoom(self, ask, lambda: self.open_save(path)))
            return
        try:
            open_game = resume_or_review_game(path, self._thinker, self._approvals)
        except Busy as busy:
            self._say_and_start(f"This game is being played by {busy.player}.")
        except SaveError as error:
            self._say_and_start(str(error))
        else:
            if self._trusts_next_save:
                open_game.allow_unapproved_bots(self._approvals)
                self._trusts_next_save = False
                self._enter_opened(open_game)
            else:
                self._show_opened(open_game)

    def _show_opened(self, open_game: OpenGame) -> None:
        """Enter an opened game; before that, ask whether bots that are not approved may run."""
        if not open_game.unapproved_bots:
            self._enter_opened(open_game)
            return

        def allow() -> None:
            open_game.allow_unapproved_bots(self._approvals)
            self._enter_opened(open_game)

        bots = bots_and_files_text(open_game.unapproved_bots).replace("\n", ", ")
        text = (
            f"This save names somebody else's code, which could do everything that you can do on this machine: {bots}. "
            "Without it, you choose who plays on. Run it?"
        )
        self.conversation.enter(YesNoRoom(self, text, allow, lambda: self._enter_opened(open_game), open_game))

    def _enter_opened(self, open_game: OpenGame) -> None:
        sitting = open_game.sitting
        self.conversation.say(sitting.match.game.title(), *([open_game.notice] if open_game.notice else []))
        if open_game.lesson is not None:
            self._enter_table(open_game)
        elif sitting.has_ended:
            self.show_end(open_game)
        elif sitting.is_spectating:
            if open_game.autosave is not None:
                open_game.autosave.close()
            self._say_and_start("Nobody at this keyboard plays in that game.")
        else:
            self._enter_table(open_game)

    def _enter_table(self, open_game: OpenGame) -> None:
        self.conversation.enter(TableRoom(self, open_game, self._reaction_seconds))

    def _say_and_start(self, sentence: str) -> None:
        self.conversation.say(sentence)
        self.show_start()

    def _record_solitaire(self, open_game: OpenGame, path: Path) -> None:
        match = open_game.sitting.match
        setup = match.game.with_current_data(match.setup)
        group = table_kit_of(match.game).solitaire_record_group(setup)
        if group is not None and not match.log.is_imported:
            add_record(
                self.shelf.folder.parent,
                SolitaireRecord(path.name, setup.seed, group, match.game.scores(match.state)[0], match.counts_apart),
            )

    def choose_game(self, game: str) -> None:
        """Use this game for the next new games."""
        if game != self.options.game:
            self.options = replace(self.options.for_game(game), named_game="")

    def choose_name(self, name: str) -> None:
        """Use this name from now on, and write it into config.toml."""
        from vok_tui.coordinator.config import store_player_name
        from vok_tui.shared.errors import ConfigError

        self.options = replace(self.options, config=replace(self.options.config, name=name))
        if self.options.config_file is not None:
            try:
                store_player_name(self.options.config_file, name)
            except ConfigError as error:
                self.conversation.say(str(error))
