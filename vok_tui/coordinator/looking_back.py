"""Looks back: the review of the open game, better answers, a new game from a step, practice, puzzles, statistics and goals."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.kit import kind_words
from engine import GAMES
from engine.core.game import NOBODY
from saves import SaveError, Shelf
from saves.save_info import read_game_id
from vok_tui.coordinator.current_game import CurrentGame
from vok_tui.coordinator.frontend import (
    AtGoals,
    AtPlayOn,
    AtPractice,
    AtRetry,
    AtReview,
    AtRules,
    AtStats,
    Frontend,
    Option,
    Prompt,
    PromptId,
)
from vok_tui.coordinator.opening import Opener
from vok_tui.coordinator.player import Player
from vok_tui.game.autosave import branch_origin, origin_text
from vok_tui.records.game_stats import stats_of_games

if TYPE_CHECKING:
    from ai.analysis.game_analysis import GameAnalysis
    from vok_tui.learning.practice import Practice
    from vok_tui.learning.puzzle_course import PuzzleBook
    from vok_tui.learning.retry import Retry
    from vok_tui.learning.trial import Position

WATCHING: Final = "You are watching: nothing can be played here."
NOTHING_TO_DRAW: Final = "The game is over: nothing can be drawn again in it."
GOES_ON: Final = "Mistakes are tried again when the game is over."
NO_MISTAKE: Final = "There is no mistake of yours to try again."
OVER_HERE: Final = "The game is over at this step. Go back to an earlier one, and play on from there."


class LookingBack:
    """Shows what was played, and what can be learned from it."""

    def __init__(self, frontend: Frontend, shelf: Shelf, player: Player, current: CurrentGame, opener: Opener) -> None:
        self._frontend: Final = frontend
        self._shelf: Final = shelf
        self._player: Final = player
        self._current: Final = current
        self._opener: Final = opener

    # -- the open game

    def review(self, decision: int | None = None) -> None:
        """Review the open game over what is shown, at an analysed `decision` if one is given."""
        if self._current.open_game is not None:
            self._frontend.show(AtReview(self._current.open_game, decision), over=True)

    def ask_who_plays_on(self, node: int, *, reshuffled: bool = False) -> None:
        """Ask who plays on from a node of the open game, which is finished, then play on in a new game. Or say why nobody can."""
        open_game = self._current.open_game
        if open_game is None or open_game.watched is not None:
            self._frontend.refuse(WATCHING)
            return
        if reshuffled:
            self._frontend.refuse(NOTHING_TO_DRAW)
            return
        if open_game.sitting.match.mover(node) == NOBODY:
            self._frontend.refuse(OVER_HERE)
            return
        open_game.sitting.go_to(node)
        text = f"It stays as it is. From this step a new game begins, {origin_text(branch_origin(open_game))}."
        self._frontend.show(AtPlayOn(open_game, open_game.sitting.node, text), over=True)

    def turns_to_play_again(self, analysis: "GameAnalysis | None", save: Path) -> "list[Position]":
        """The turns and decisions of the open game in which the player can find better, the costliest first; [] before its end,
        and in a game of several people."""
        from vok_tui.learning.retry import positions_of_game

        open_game = self._current.open_game
        if open_game is None or analysis is None or not open_game.sitting.match.is_over:
            return []
        humans = open_game.sitting.humans
        if len(humans) != 1:
            return []
        return positions_of_game(open_game.sitting.match, min(humans), analysis, read_game_id(save))

    def find_better(self, analysis: "GameAnalysis | None", save: Path, node: int = NOBODY) -> None:
        """Let the player find better in the open game, beginning with the decision at a node (default: the costliest one). Where
        nothing can be found, that decision is shown; without one, a sentence says why."""
        from vok_tui.learning.courses import course_of_game
        from vok_tui.learning.retry import Retry

        positions = self.turns_to_play_again(analysis, save)
        nodes = [position.decision.node for position in positions]
        if self._current.open_game is not None and not self._current.open_game.sitting.match.is_over:
            self._frontend.refuse(GOES_ON)
            return
        if node not in (NOBODY, *nodes):
            self.review(node)
            return
        if not positions:
            self._frontend.refuse(NO_MISTAKE)
            return
        retry = Retry(positions, course_of_game(self._player.history))
        retry.go_to(nodes.index(node) if node in nodes else 0)
        self._frontend.show(AtRetry(retry, from_game=True), over=True)

    def leave_retry(self, retry: "Retry", *, from_game: bool = False) -> None:
        """Leave positions that were tried again: to the review of the open game, to the start after puzzles, else to what can be
        practised."""
        if from_game:
            self.review(retry.decision.node)
        elif retry.position.is_judged:
            self._current.leave(self._current.return_to_start)
        else:
            self.practise()

    # -- all games

    def practise(self, wish: tuple[str, str] | None = None) -> None:
        """Show what can be practised; with a `wish` (a game and a kind of decision, "" for what has come back), begin it."""
        from vok_tui.learning.practice import Practice

        self._frontend.show(AtPractice(Practice(self._shelf, self._player.history), wish), over=True)

    def begin_practice(self, practice: "Practice", game: str, kind: str) -> "tuple[Retry | None, str]":
        """A drill of a kind of decision, or a session if that is "", at its first position; or None, and why there is none. It
        replays and judges games, so it belongs into a thread."""
        from vok_tui.learning.courses import drill, session
        from vok_tui.learning.practice import NO_DRILL, NOTHING_LEFT

        retry = drill(practice, game, kind) if kind else session(practice, game)
        notices = " ".join(practice.notices)
        practice.notices.clear()
        if retry is not None:
            return retry, notices
        left = NOTHING_LEFT if practice.library.places else practice.library.why_empty
        return None, f"{notices} {NO_DRILL.format(kind=kind_words(game, kind)) if kind else left}".strip()

    def solve_puzzles(self, wish: tuple[str, str, str, str] = ("", "", "", "")) -> None:
        """Show the puzzle of the day if it is still open, else one at the level of the player; with a `wish` (an id, a game, an
        edition and a theme, "" for any), a puzzle like that."""
        from vok_tui.learning.puzzle_course import PuzzleBook

        book = PuzzleBook(self._player.history, played=self._player.played_editions())
        new = None if any(wish) else book.open_and_new
        if new is None:
            self._begin_puzzles(book, wish)
            return

        def begin(answer: str) -> None:
            if answer in ("try", "known"):
                self._begin_puzzles(book, wish, skips_today=answer == "known")
            elif answer == "rules":
                self._frontend.show(AtRules(new.game), over=True)

        known = (Option("known", "Others, of what I play"),) if any(map(book.is_known, book.puzzles.values())) else ()
        options = (Option("rules", "Rules first", AtRules), Option("try", "Try it"), *known, Option("", "Not now"))
        text = f"The puzzle of the day is of {new.edition_title}, which you have not played yet."
        self._frontend.ask(Prompt(PromptId.NEW_PUZZLE, "New to you", text, options), begin)

    def _begin_puzzles(self, book: "PuzzleBook", wish: tuple[str, str, str, str], *, skips_today: bool = False) -> None:
        from vok_tui.learning.puzzle_course import NO_PUZZLES, wished_course

        retry = wished_course(book, *wish, skips_today=skips_today)
        if retry is None:
            self._frontend.refuse(NO_PUZZLES)
            return
        self._frontend.show(AtRetry(retry), over=True)
        while retry.course.notices:
            self._frontend.say(retry.course.notices.pop(0))

    def show_stats(self) -> None:
        """Show the statistics of all saves, including those in the bin."""
        try:
            saves = self._shelf.list_saves_and_bin(GAMES)
        except SaveError as error:
            self._opener.say_why_not_opened(str(error))
        else:
            self._frontend.show(AtStats(stats_of_games(saves)), over=True)

    def show_goals(self) -> None:
        from vok_tui.learning.goal_counts import GoalCounter  # loads the analysis

        self._frontend.show(AtGoals(GoalCounter(self._shelf, self._player.history)), over=True)
