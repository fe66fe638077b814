"""Begins new games, also those that branch off a finished game."""

from collections.abc import Mapping

from ai.bots.player_spec import EQUAL
from engine import GAMES
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.game import Setup
from saves import SaveError, Shelf
from vok_tui.boards.own_data import damage_of_own_cards
from vok_tui.game.autosave import OpenGame, branch_game, branch_origin, new_game, origin_text
from vok_tui.game.bot_approval import Approvals, allowed_typed_bots
from vok_tui.game.sitting import Sitting
from vok_tui.game.thinker import Thinker
from vok_tui.records.new_game import setup_with_levels
from vok_tui.screens.controllers.current_game import CurrentGame, Screens
from vok_tui.screens.controllers.game_opener import GameOpener
from vok_tui.screens.dialog import Dialog, DialogOption
from vok_tui.shared.levels import (
    PlayerRating,
    equal_summary,
    newcomer_rating,
    rate_player,
    resolve_equal,
    slowed_levels_sentence,
)


class NewGames:
    """Begins games, which `opener` then shows."""

    def __init__(
        self,
        screens: Screens,
        shelf: Shelf,
        current: CurrentGame,
        opener: GameOpener,
        thinker: Thinker | None,
        approvals: Approvals,
    ) -> None:
        self._screens = screens
        self._shelf = shelf
        self._current = current
        self._opener = opener
        self._thinker = thinker
        self._approvals = approvals
        self._has_warned_of_slow_levels = False

    def begin(self, setup: Setup, allowed_bots: Mapping[str, str] | None = None) -> None:
        """Begin a new game, with `equal` resolved.

        If the game cannot be played (for example with custom cards that lack a card of the edition), show why and change nothing.
        `allowed_bots` may run; by default, all bots among the levels, because the player has typed their names.
        """
        if allowed_bots is None:
            allowed_bots = allowed_typed_bots(seat.level for seat in setup.seats)
        player = self.rate_player(setup.game) if any(seat.level == EQUAL for seat in setup.seats) else None
        try:
            if player is not None:
                setup = resolve_equal(setup, player)
            open_game = new_game(self._shelf, setup, self._thinker, allowed_bots)
        except EngineError as refused:
            self._screens.notify_player(f"This game cannot be begun: {refused}.")
            return
        self._current.close()
        if player is not None:
            summary = equal_summary(player, len(setup.seats) - 1)
            self._screens.notify_player(f"Your equal is {summary}.", seconds=8)
        self._opener.show_when_approved(open_game)
        if damage := damage_of_own_cards(setup, self._shelf.folder.parent):
            self._screens.notify_player(damage)
        warning = slowed_levels_sentence([seat.level for seat in setup.seats])
        if warning and not self._has_warned_of_slow_levels:
            self._has_warned_of_slow_levels = True
            self._screens.notify_player(warning)

    def rate_player(self, game: str) -> PlayerRating:
        """The player's rating in a game, from all saves and the bin; that of a newcomer if they cannot be read."""
        try:
            return rate_player(self._shelf.list_saves_and_bin(GAMES), game)
        except SaveError as error:
            self._screens.notify_player(str(error))
            return newcomer_rating(game)

    def ask_to_branch(self, open_game: OpenGame, node: int, action: Action) -> None:
        """Ask whether to give another answer at a node of a finished game, then continue from there in a new game."""

        def handle_result(result: str | None) -> None:
            if result and self._current.open_game is open_game and open_game.sitting.node == node:
                self._current.leave_when_safe(lambda: self._branch(open_game, action))

        text = f"It stays as it is. With this answer a new game begins, {origin_text(branch_origin(open_game))}."
        options = (DialogOption("new", "A new game"), DialogOption("", "Stay here"))
        self._screens.push_screen(Dialog("This game is finished", text, options), handle_result)

    def ask_to_play_on(self, open_game: OpenGame, node: int) -> None:
        """Ask who plays on from a node of a finished game, then play on in a new game."""
        from vok_tui.screens.play_on import PlayOnDialog

        def handle_result(levels: tuple[str, ...] | None) -> None:
            if levels is not None and self._current.open_game is open_game and open_game.sitting.node == node:
                self._current.leave_when_safe(
                    lambda: self._branch(open_game, None, self._setup_if_levels_changed(open_game.sitting, levels))
                )

        text = f"It stays as it is. From this step a new game begins, {origin_text(branch_origin(open_game))}."
        match = open_game.sitting.match
        self._screens.push_screen(PlayOnDialog(text, match.seats, match.game.name()), handle_result)

    def _setup_if_levels_changed(self, sitting: Sitting, levels: tuple[str, ...]) -> Setup | None:
        """The setup of the game with these levels, `equal` resolved; None if the levels are those of the sitting."""
        match = sitting.match
        if levels == sitting.levels:
            return None
        setup = setup_with_levels(match.setup, match.seats, levels)
        if EQUAL not in levels:
            return setup
        return resolve_equal(setup, self.rate_player(match.game.name()))

    def _branch(self, open_game: OpenGame, action: Action | None, setup: Setup | None = None) -> None:
        branched = branch_game(self._shelf, open_game, action, self._thinker, self._approvals, setup)
        self._current.close()
        self._opener.show_when_approved(branched)
