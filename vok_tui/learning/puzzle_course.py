"""The course through puzzles: today's, if it is still open, then others about as hard as the player is good, until the player has
had enough. Also what the start screen and the command line say about puzzles."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final

from ai.analysis.decision import COMPILED_BUDGET
from engine.core.wording import plural
from vok_tui.learning.courses import begun, iter_to_more, result_words
from vok_tui.learning.history import LearningHistory
from vok_tui.learning.puzzles import (
    SOLVED,
    SOLVED_DAILY,
    TRIED_NEW,
    Puzzle,
    PuzzleRetired,
    PuzzleStanding,
    answered_ids,
    calendar_puzzles,
    next_puzzle,
    puzzle_of_day,
    shipped_puzzles,
    standing_of,
)
from vok_tui.learning.retry import Course, RatingChange, Result, Retry
from vok_tui.learning.trial import Position
from vok_tui.painting.signs import signed

HEADING: Final = "Puzzle"
NO_PUZZLES: Final = "There is no puzzle for the rules and cards of this Vok."


class PuzzleBook:
    """The puzzles of the program, and what the player has done with them. `played` are the games
    with the editions that the player has played; None if that is not known."""

    def __init__(
        self,
        history: LearningHistory,
        puzzles: Mapping[str, Puzzle] | None = None,
        played: Collection[tuple[str, str]] | None = None,
    ) -> None:
        self.history: Final = history
        self.puzzles: Final = shipped_puzzles() if puzzles is None else puzzles
        # Also those that are retired: they were the puzzles of past days, and their answers keep counting.
        self.calendar: Final = calendar_puzzles() if puzzles is None else puzzles
        self._of_day: tuple[date, Puzzle | None] | None = None  # the latest that was asked for
        self._played: Final = played

    def is_known(self, puzzle: Puzzle) -> bool:
        """Whether the player has played the edition of a puzzle."""
        return self._played is None or (puzzle.game, puzzle.edition) in self._played

    def is_rated(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle moves the rating: the player has played its game."""
        return self._played is None or puzzle.game in {game for game, _ in self._played}

    @property
    def open_and_new(self) -> Puzzle | None:
        """The puzzle of the day, if it is open and of an edition that the player has not played."""
        puzzle = self.todays_puzzle
        is_open = puzzle is not None and not self.standing().has_answered_today
        return puzzle if puzzle is not None and is_open and not self.is_known(puzzle) else None

    @property
    def today(self) -> date:
        """The current date in UTC, by the clock of the history."""
        return datetime.fromtimestamp(self.history.clock(), UTC).date()

    @property
    def todays_puzzle(self) -> Puzzle | None:
        """The puzzle of the day."""
        today = self.today
        if self._of_day is None or self._of_day[0] != today:
            self._of_day = today, puzzle_of_day(today, self.calendar)
        return self._of_day[1]

    def standing(self) -> PuzzleStanding:
        """How the player stands."""
        return standing_of(self.history.records, self.calendar, self.history.clock())

    def position(self, puzzle: Puzzle) -> Position:
        """The position of a puzzle. Raises PuzzleRetired."""
        match = puzzle.match()
        is_todays = puzzle is self.todays_puzzle
        decision = puzzle.decision
        intro = f"{'The puzzle of the day' if is_todays else 'A puzzle'}: {puzzle.title}."
        if decision.turn is None:
            intro += " One answer is clearly best."
        return Position(
            puzzle.id,
            match,
            decision,
            COMPILED_BUDGET,
            decision.seat,
            puzzle.edition_title,
            intro,
            is_judged=True,
            other_words="the scribe's plan" if decision.turn else "the scribe's answer",
            proof=puzzle.proof_text(),
        )

    def start_texts(self) -> tuple[str, str]:
        """What the start screen says: what there is, and the rating; ("", "") without puzzles."""
        puzzle, standing = self.todays_puzzle, self.standing()
        if puzzle is None:
            return "", ""
        text = f"today's is open: {puzzle.edition_title}, your move"
        if standing.has_answered_today:
            row = f"{plural(standing.streak, 'day')} in a row" if standing.streak > 1 else "today's was answered"
            text = f"{row}; more wait at your level"
        return text, f"rating {standing.rating:,}" if standing.answered else ""


def wished_course(
    book: PuzzleBook, name: str = "", game: str = "", edition: str = "", theme: str = "", *, skips_today: bool = False
) -> Retry | None:
    """The course that begins with the puzzle of this id and stays with its edition, or goes through those of a game, an edition
    and a theme; "" for any. With `skips_today` it goes through the editions that the player has played. None if there is no
    puzzle like that."""
    book.history.reload()
    if name:
        puzzle = book.calendar.get(name)
        like_it = {} if puzzle is None else puzzles_like(book, puzzle.game, puzzle.edition)
        return None if puzzle is None else puzzle_course(book, [puzzle], like_it)
    if skips_today:
        return puzzle_course(book, pool={name: each for name, each in book.puzzles.items() if book.is_known(each)})
    if not (game or edition or theme):
        return puzzle_course(book)
    return puzzle_course(book, pool=puzzles_like(book, game, edition, theme))


def puzzles_like(book: PuzzleBook, game: str, edition: str, theme: str = "") -> Mapping[str, Puzzle]:
    """The puzzles of a game, an edition and a theme; "" for any."""
    return {puzzle.id: puzzle for puzzle in book.puzzles.values() if puzzle.fits(game, edition, theme)}


def puzzle_course(
    book: PuzzleBook, wanted: Sequence[Puzzle] = (), pool: Mapping[str, Puzzle] | None = None
) -> Retry | None:
    """A course through the `wanted` puzzles first; without any, today's first if it is open. Then puzzles of the `pool` (default:
    all) at the level of the player, each once. None if there is no puzzle."""
    course = Course(HEADING, "Puzzles", history=book.history)
    course.more = iter_to_more(_positions(book, course, list(wanted), book.puzzles if pool is None else pool))
    course.report = lambda result: report_result(book, course, result)
    return begun(course, lambda retry: summary(book, retry.results))


def _positions(
    book: PuzzleBook, course: Course, wanted: Sequence[Puzzle], pool: Mapping[str, Puzzle]
) -> Iterator[Position]:
    shown: list[str] = []
    todays = book.todays_puzzle
    queue = list(wanted)
    if not queue and pool is book.puzzles and todays is not None and not book.standing().has_answered_today:
        queue = [todays]
    while not course.stop.is_set():
        answers = answered_ids(book.history.records)
        puzzle = (
            queue.pop(0)
            if queue
            else next_puzzle(known_first(book, pool, shown), answers, book.standing().rating, shown)
        )
        if puzzle is None:
            return
        shown.append(puzzle.id)
        try:
            position = book.position(puzzle)
        except PuzzleRetired as retired:
            course.notices.append(f"{retired}."[:1].upper() + f"{retired}."[1:])
        else:
            yield position


def known_first(book: PuzzleBook, pool: Mapping[str, Puzzle], shown: Sequence[str]) -> Mapping[str, Puzzle]:
    """The puzzles of a pool that are of editions that the player has played, as long as one of them was not shown; then all."""
    known = {name: puzzle for name, puzzle in pool.items() if book.is_known(puzzle)}
    return known if known.keys() - shown else pool


def report_result(book: PuzzleBook, course: Course, result: Result) -> str:
    """Store the first answer to a puzzle, and say what it has changed."""
    puzzle = book.calendar.get(result.position.id)
    before = book.standing()
    todays = book.todays_puzzle
    is_rated = puzzle is None or book.is_rated(puzzle)
    is_daily = todays is not None and result.position.id == todays.id and not before.has_answered_today
    book.history.add(
        result.position.match.game.name(),
        TRIED_NEW if not is_rated else SOLVED_DAILY if is_daily else SOLVED,
        result.position.id,
        outcome=result.outcome,
        kind=result.position.decision.kind,
        loss=result.loss,
        before=result.position.decision.loss,
    )
    after, course.rating_change = book.standing(), None
    if not is_rated:
        return "This game is new to you, so your rating stays."
    if after.answered == before.answered or puzzle is None:
        return "You had answered it before, so your rating stays."
    change = after.rating - before.rating
    course.rating_change = RatingChange(after.rating, change, puzzle.rating)
    text = f"Rating {after.rating:,} ({signed(change)}), this puzzle {puzzle.rating:,}."
    return f"{text} {plural(after.streak, 'day')} in a row." if is_daily and after.streak > 1 else text


def summary(book: PuzzleBook, results: Sequence[Result]) -> list[str]:
    """What is said after the last puzzle."""
    standing = book.standing()
    text = f"There are no more puzzles. {result_words(results)}.".replace("positions", "puzzles").replace(
        "position", "puzzle"
    )
    return [text, f"Your rating is {standing.rating:,}."]
