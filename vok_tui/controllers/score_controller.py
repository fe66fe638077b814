"""What the app does when a game is over: the score sheet, the solitaire record, and what the player chooses next."""

from collections.abc import Mapping

from engine.core.game import NOBODY
from saves import Shelf
from saves.solitaire_records import SolitaireRecord, add_record
from vok_tui.boards import table_kit_of
from vok_tui.controllers.current_game import CurrentGame
from vok_tui.controllers.new_games import NewGames
from vok_tui.controllers.review_controller import ReviewController
from vok_tui.controllers.screens import Screens
from vok_tui.game.seating import rematch_setup
from vok_tui.game.session import Session
from vok_tui.messages import AfterGameChosen


class ScoreController:
    """Shows the score sheet. `keys` are the player's own keys."""

    def __init__(
        self,
        screens: Screens,
        shelf: Shelf,
        current: CurrentGame,
        new_games: NewGames,
        review: ReviewController,
        keys: Mapping[str, str],
    ) -> None:
        self._screens = screens
        self._shelf = shelf
        self._current = current
        self._new_games = new_games
        self._review = review
        self._keys = keys

    def show_and_record(self, session: Session) -> None:
        """Show the score sheet of a session, over the screen that is shown. The result of a solitaire game goes
        into the records."""
        from vok_tui.replay.after_game import summarize_game
        from vok_tui.screens.score import ScoreScreen

        your_seat = session.viewer if len(session.humans) == 1 else NOBODY
        match = session.match
        sheet = table_kit_of(match.game).score_sheet(match.state, session.view(), session.names, your_seat)
        mark = self._solitaire_record()
        marks = add_record(self._shelf.folder.parent, mark) if mark is not None else ()
        back = summarize_game(session, your_seat, self._current.save_path, self._shelf)
        self._screens.push_screen(ScoreScreen(sheet, session.names, match.setup.seed, self._keys, marks, mark, back))

    def _solitaire_record(self) -> SolitaireRecord | None:
        """The result of the current game for the solitaire records, if it is a solitaire game."""
        opened, path = self._current.opened, self._current.save_path
        if opened is None or path is None:
            return None
        match = opened.session.match
        setup = match.game.with_current_data(match.setup)
        cards = table_kit_of(match.game).solitaire_record_group(setup)
        if cards is None or match.log.is_imported:
            return None
        is_apart = match.peeked or match.was_ever_reshuffled
        return SolitaireRecord(path.name, setup.seed, cards, match.game.scores(match.state)[0], is_apart)

    def show_from_review(self) -> None:
        """From the review to the score sheet: the one below, or a new one."""
        from vok_tui.screens.review import ReviewScreen
        from vok_tui.screens.score import ScoreScreen

        opened = self._current.opened
        if opened is None or not isinstance(self._screens.screen, ReviewScreen):
            return
        if isinstance(self._screens.screen_stack[-2], ScoreScreen):
            self._screens.pop_screen()
        else:
            opened.session.go_to_latest_node()
            self.show_and_record(opened.session)

    def carry_out_choice(self, message: AfterGameChosen) -> None:
        """A rematch, the same deal again, a review of the game, or another screen. A second key press, after the first one has
        closed the score sheet, is ignored."""
        from vok_tui.screens.score import ScoreScreen

        if not isinstance(self._screens.screen, ScoreScreen):
            return
        opened = self._current.opened
        if message.choice == "review":
            self._review.show()
        elif message.choice in ("rematch", "same_seed") and opened is not None:
            match, may = opened.session.match, opened.session.allowed_bots
            before = match.setup
            setup = before if message.choice == "same_seed" else rematch_setup(match.game.with_current_data(before))
            self._current.leave_when_safe(lambda: self._new_games.begin(setup, may))
        else:
            self._screens.action_go(message.choice)
