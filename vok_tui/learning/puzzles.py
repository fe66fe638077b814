"""Puzzles: turns and decisions from simulated games with few plans, or one answer, that are clearly best. One is the puzzle of
the day, for everybody.

They come with the program, in `puzzle_files`, one file of JSON lines for each edition, made by `vok-lab puzzles`. A puzzle is a
setup and the moves up to the decision, so it is bound to the rules and the cards that it was made with: a puzzle that no longer
fits is retired. Its answers and chances do not depend on today's learned values. Its id never changes. Its line stays in the
file when it is retired, with the date, because the puzzles of past days depend on it.

A puzzle is no game: it is never on the shelf, in statistics or in ratings of games. What the player has answered is in the
learning file, and everything else is computed from that.
"""

import json
from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, lru_cache
from itertools import count, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.analysis.decision import CONFIRMED, STAGES, UNIT, Decision, JudgedAnswer
from ai.levels import LEVELS
from engine.core.action import Action
from engine.core.errors import EngineError
from engine.core.game import CURRENT_RULES, HUMAN, Game, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.learning.history import LearningRecord

FOLDER: Final = Path(__file__).resolve().parent / "puzzle_files"
SUFFIX: Final = ".jsonl"
MAX_MOVES: Final = 2000
SEAT_PLACE: Final = 2  # of the seat in a stored decision
FIRST_DAY: Final = date(2024, 1, 1)  # of the calendar of puzzles
PUZZLE_STREAM: Final = 0x9A22  # keeps these draws apart from other uses of a date
DAY: Final = 24 * 60 * 60

# Records of the learning file. `what` is the id of the puzzle, `outcome` that of the first answer.
SOLVED: Final = "puzzle answered"
SOLVED_DAILY: Final = "daily puzzle answered"
TRIED_NEW: Final = "puzzle of a new game tried"  # of a game that the player had never played: it counts for nothing
RIGHT, HINTED = "right", "hinted"
SCORES: Final = {RIGHT: 1.0, HINTED: 0.5}  # of an outcome; all others score nothing

FIRST_RATING: Final = 1000
FAST_STEP: Final = 40.0  # how far a rating moves at most, for the first answers
SLOW_STEP: Final = 20.0
FAST_ANSWERS: Final = 20
NEAREST: Final = 5  # puzzles among which the next one is drawn


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: a whole turn, or a single answer. `themes` say what it is about. `players` are the levels that played its game,
    `moves` lead to the decision. `data` is the fingerprint of the cards, `values` the id of the learned values that judged it.
    `stored` is its decision as stored, with the answers that this leaves out. `solved` is how often each level finds the best."""

    id: str
    game: str
    edition: str
    players: tuple[str, ...]
    seed: int
    rules: int
    data: int
    values: str
    moves: tuple[int, ...]
    stored: tuple[Sequence[Any], Sequence[Any]]
    title: str
    rating: int
    solved: Mapping[str, float]
    proof: "PuzzleProof"
    themes: tuple[str, ...] = ()
    added: date = FIRST_DAY  # the first day whose puzzle it can be
    retired: date | None = None  # the first day whose puzzle it can be no more

    @cached_property
    def decision(self) -> Decision:
        """The decision with all answers, as if the scribe's had been played. It is read when it is needed: there are hundreds of
        puzzles, and the start screen shows one. Raises PuzzleRetired if it cannot be read."""
        packed, others = self.stored
        try:
            return replace(with_other_answers(Decision.from_packed(packed), others), node=len(self.moves))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise PuzzleRetired(f"the puzzle {self.id} is damaged, so it is retired") from None

    @property
    def seat(self) -> int:
        """The seat of the decision."""
        return int(self.stored[0][SEAT_PLACE])

    @property
    def rules_of_game(self) -> Game[Any]:
        """The rules of its game."""
        return GAMES[self.game]

    @property
    def edition_title(self) -> str:
        """The game, or an edition that is not its first one, for players: "Afterlife"."""
        is_first = self.edition == self.rules_of_game.editions()[0].name
        return self.rules_of_game.title() if is_first else self.edition.capitalize()

    def fits(self, game: str, edition: str, theme: str) -> bool:
        """Whether it is of this game and edition, and has this theme; "" for any."""
        return game in ("", self.game) and edition in ("", self.edition) and (not theme or theme in self.themes)

    def proof_text(self) -> str:
        """What playing on says about the best answer."""
        return self.proof.text(self.rules_of_game.score_word())

    def setup(self) -> Setup:
        """Its setup, with the player in the seat of the decision. Raises BadSetup."""
        kit, seats = table_kit_of(self.rules_of_game), []
        for place, level in enumerate(self.players):
            is_yours = place == self.seat
            name = "You" if is_yours else kit.opponent_names[place % len(kit.opponent_names)]
            seats.append(Seat(name, HUMAN if is_yours else level))
        return Setup(self.game, tuple(seats), self.seed, Variant(self.edition), self.rules)

    def match(self) -> Match:
        """Its game up to the decision. Raises PuzzleRetired if it no longer fits."""
        try:
            setup = self.setup()
            if self.rules != CURRENT_RULES:
                raise PuzzleRetired(f"the puzzle {self.id} was made for other rules, so it is retired")
            if self.rules_of_game.fingerprint(setup) != self.data:
                raise PuzzleRetired(f"the cards have changed since the puzzle {self.id} was made, so it is retired")
            match = Match(self.rules_of_game, setup)
            for move in self.moves:
                if move not in match.state.legal_moves():
                    raise ValueError("not a legal move")
                match.play(match.game.action(match.state, move))
        except (EngineError, ValueError, IndexError) as error:
            if isinstance(error, PuzzleRetired):
                raise
            raise PuzzleRetired(f"the game of the puzzle {self.id} cannot be replayed, so it is retired") from None
        if match.state.digest() & 0xFFFFFFFF != self.decision.digest:
            raise PuzzleRetired(f"the game of the puzzle {self.id} runs differently now, so it is retired")
        return match

    @staticmethod
    def from_packed(fields: Mapping[str, Any]) -> "Puzzle":
        """The puzzle of a line of a file. Raises ValueError, TypeError, KeyError or IndexError for anything else."""
        moves = tuple([int(move, 16) for move in str(fields["moves"]).split()])
        packed, others = fields["decision"], fields["others"]
        seat = packed[SEAT_PLACE]
        if len(moves) > MAX_MOVES or fields["game"] not in GAMES or seat not in range(len(fields["players"])):
            raise ValueError("not a puzzle")
        return Puzzle(
            str(fields["id"]),
            str(fields["game"]),
            str(fields["edition"]),
            tuple([str(level) for level in fields["players"]]),
            int(fields["seed"]),
            int(fields["rules"]),
            int(fields["data"]),
            str(fields["values"]),
            moves,
            (packed, others),
            str(fields["title"]),
            int(fields["rating"]),
            {str(level): float(share) for level, share in fields["solved"].items()},
            PuzzleProof.from_packed(fields["on"], fields.get("games", NO_GAMES)),
            tuple([str(theme) for theme in fields.get("themes", ())]),
            date.fromisoformat(fields["added"]) if "added" in fields else FIRST_DAY,
            date.fromisoformat(fields["retired"]) if "retired" in fields else None,
        )


NO_GAMES: Final = (0.0, 0.0, 0.0, 0)  # of a puzzle that was not played on in whole games


class PuzzleProof(NamedTuple):
    """What the best answer or plan is worth more than the best other one: in chance, by other players who go on from both in so
    many pairs of deals; and in whole games: wins as a share of the pairs, with the standard error of that, and points further
    ahead at the end."""

    worth: float
    deals: int
    won: float
    won_error: float
    points: float
    games: int

    @staticmethod
    def from_packed(on: Sequence[Any], games: Sequence[Any]) -> "PuzzleProof":
        """From a line: [difference, error, pairs], and [wins, error, points, pairs]. Raises ValueError and TypeError."""
        (worth, _, deals), (won, error, points, pairs) = on, games
        return PuzzleProof(float(worth), int(deals), float(won), float(error), float(points), int(pairs))

    def text(self, score_word: str) -> str:
        """The proof in two sentences: wins are wins, and points are points. A difference within its error is none."""
        won, points = round(100 * self.won) if abs(self.won) > self.won_error else 0, round(self.points)
        ahead = f"ended {abs(points)} {score_word} {'better' if points > 0 else 'worse'}" if points else "ended level"
        wins = f"won {abs(won)} in 100 {'more' if won > 0 else 'fewer'}"
        worth = f"it was worth {round(100 * self.worth)} in 100 more than the next best one."
        text = f"Played on in {self.deals} pairs of deals, {worth}"
        if not self.games:
            return text
        where = f"{self.games} pairs of whole games"
        if not won and not points:
            return f"{text} {where} were too few to show a difference."
        return f"{text} In {where} it {f'{wins} and {ahead}' if won else f'{ahead}, with as many won'}."


class PuzzleRetired(EngineError):
    """A puzzle no longer fits the rules or the cards. The text is one sentence."""


def with_other_answers(decision: Decision, others: Sequence[Sequence[Any]]) -> Decision:
    """The decision with the answers that a stored one leaves out: each an action, its chance and its margin as stored numbers."""
    played = decision.played_answer
    answers = list(decision.answers)
    for action, chance, margin in others:
        share = int(chance) / UNIT
        answers.append(JudgedAnswer(Action.from_packed(action), share, share, int(margin) / 10, 0.0, 0))
    answers.sort(key=lambda answer: -answer.value)
    return replace(decision, answers=tuple(answers), played=answers.index(played), state=CONFIRMED)


# -- the puzzles of the program


def shipped_puzzles() -> dict[str, Puzzle]:
    """The puzzles that come with the program and fit its rules and cards, by id. If the last one of an edition fits, the others
    are only checked when they are opened: to make the cards of hundreds of mixed games takes a while."""
    return shipped_puzzles_of(tuple(GAMES))


@lru_cache(1)
def shipped_puzzles_of(games: tuple[str, ...]) -> dict[str, Puzzle]:
    """Those of these games."""
    puzzles = [puzzle for puzzle in read_puzzles(FOLDER) if puzzle.game in games and puzzle.retired is None]
    last = {(puzzle.game, puzzle.edition): puzzle for puzzle in puzzles}
    fitting = {of for of, puzzle in last.items() if fits_today(puzzle)}
    return {puzzle.id: puzzle for puzzle in puzzles if (puzzle.game, puzzle.edition) in fitting or fits_today(puzzle)}


def read_puzzles(folder: Path) -> Iterable[Puzzle]:
    """All puzzles in the files of a folder. A line that cannot be read is left out."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        for line in path.read_bytes().splitlines():
            with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError):
                yield Puzzle.from_packed(json.loads(line))


def fits_today(puzzle: Puzzle) -> bool:
    """Whether a puzzle was made for today's rules and cards. Its moves are only checked when it is opened."""
    with suppress(EngineError):
        return puzzle.rules == CURRENT_RULES and puzzle.rules_of_game.fingerprint(puzzle.setup()) == puzzle.data
    return False


def find_puzzle(name: str) -> Puzzle | None:
    """The puzzle with this id, also one that no longer fits; None if there is none."""
    return next((puzzle for puzzle in read_puzzles(FOLDER) if puzzle.id == name), None)


def calendar_puzzles() -> dict[str, Puzzle]:
    """Those whose day a calendar knows: the shipped ones, and those that are retired, which were the puzzles of past days."""
    return calendar_puzzles_of(tuple(GAMES))


@lru_cache(1)
def calendar_puzzles_of(games: tuple[str, ...]) -> dict[str, Puzzle]:
    """Those of these games."""
    retired = [puzzle for puzzle in read_puzzles(FOLDER) if puzzle.retired is not None]
    return {**shipped_puzzles_of(games), **{puzzle.id: puzzle for puzzle in retired}}


def puzzle_of_day(day: date, puzzles: Mapping[str, Puzzle]) -> Puzzle | None:
    """The puzzle of a date, the same for everybody with the same puzzles; None without puzzles. O(days since FIRST_DAY)."""
    return next(islice(puzzles_by_day(puzzles.values()), max(0, (day - FIRST_DAY).days), None))


def puzzles_by_day(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle | None]:
    """The puzzle of each day from FIRST_DAY on, without an end; None for a day without puzzles.

    All come, in an order that is drawn for each round, before any returns, and none returns within half a round. A puzzle joins
    the round of the day on which it was added and is skipped from the day on which it was retired, so neither changes an earlier
    day.
    """
    to_come = sorted(puzzles, key=lambda puzzle: (puzzle.added, puzzle.id), reverse=True)
    known: list[Puzzle] = []
    left: list[tuple[int, str, Puzzle]] = []  # of the round, with what orders them
    shown: list[str] = []
    rounds = 0
    for number in count(FIRST_DAY.toordinal()):
        day = date.fromordinal(number)
        while to_come and to_come[-1].added <= day:
            known.append(to_come.pop())
            insort(left, (draw_of(known[-1], rounds), known[-1].id, known[-1]), key=lambda entry: entry[:2])
        known = [puzzle for puzzle in known if puzzle.retired is None or day < puzzle.retired]
        left = [entry for entry in left if entry[2].retired is None or day < entry[2].retired]
        if not left and known:
            rounds += 1
            left = sorted(
                [(draw_of(puzzle, rounds), puzzle.id, puzzle) for puzzle in known], key=lambda entry: entry[:2]
            )
        recent = set(shown[-(len(known) // 2) :]) if len(known) > 1 else set()
        place = next((place for place, entry in enumerate(left) if entry[1] not in recent), 0)
        chosen = left.pop(place)[2] if left else None
        shown = [*shown[-len(known) :], chosen.id if chosen is not None else ""]
        yield chosen


def draw_of(puzzle: Puzzle, number: int) -> int:
    """The number that the id of a puzzle draws in a round."""
    return seeded_hash(PUZZLE_STREAM, number, int.from_bytes(puzzle.id.encode()[-8:]) >> 1)


def known_themes(puzzles: Iterable[Puzzle]) -> list[str]:
    """All themes of these puzzles."""
    return sorted({theme for puzzle in puzzles for theme in puzzle.themes})


class PuzzleRow(NamedTuple):
    """The puzzles of one kind of decision: how many, how many of each stage, their mean rating, and in which share of its tries
    each level finds the answer."""

    kind: str
    puzzles: int
    by_stage: dict[str, int]
    rating: int
    solved: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "kind": self.kind,
            "puzzles": self.puzzles,
            **self.by_stage,
            "rating": self.rating,
            "solved": self.solved,
        }


def puzzle_rows(puzzles: Iterable[Puzzle]) -> list[PuzzleRow]:
    """A table of puzzles, a row for each kind of decision."""
    by_kind: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        by_kind.setdefault(puzzle.decision.kind, []).append(puzzle)
    rows = []
    for kind, own in sorted(by_kind.items()):
        stages = [puzzle.decision.stage for puzzle in own]
        levels = [level for level in LEVELS if all(level in puzzle.solved for puzzle in own)]
        solved = {level: round(sum([puzzle.solved[level] for puzzle in own]) / len(own), 2) for level in levels}
        rating = round(sum([puzzle.rating for puzzle in own]) / len(own))
        rows.append(PuzzleRow(kind, len(own), {stage: stages.count(stage) for stage in STAGES}, rating, solved))
    return rows


# -- the player


class PuzzleStanding(NamedTuple):
    """How the player stands: rating; puzzles answered; days in a row with the puzzle of the day, now and at best; and whether
    today's was answered."""

    rating: int
    answered: int
    streak: int
    best_streak: int
    has_answered_today: bool


def standing_of(records: Iterable[LearningRecord], puzzles: Mapping[str, Puzzle], now: float) -> PuzzleStanding:
    """The standing after these records. Only the first answer to each puzzle counts for the rating."""
    rating, answered = float(FIRST_RATING), set[str]()
    today, days = int(now) // DAY, set[int]()
    for record in records:
        if record.done not in (SOLVED, SOLVED_DAILY):
            continue
        if record.done == SOLVED_DAILY and record.at // DAY <= today:
            days.add(record.at // DAY)
        puzzle = puzzles.get(record.what)
        if puzzle is not None and record.what not in answered:
            rating = rating_after(rating, len(answered), puzzle, record.outcome)
        answered.add(record.what)
    return PuzzleStanding(round(rating), len(answered), *streaks(days, today), today in days)


def rating_after(rating: float, answered: int, puzzle: Puzzle, outcome: str) -> float:
    """The rating after an answer to a puzzle, when `answered` puzzles were answered before it."""
    step = FAST_STEP if answered < FAST_ANSWERS else SLOW_STEP
    expected = 1 / (1 + 10 ** ((puzzle.rating - rating) / 400))
    return rating + step * (SCORES.get(outcome, 0.0) - expected)


def streaks(days: Iterable[int], today: int) -> tuple[int, int]:
    """The days in a row up to today or yesterday, and the longest row."""
    rows: dict[int, int] = {}  # by the last day of the row so far
    for day in sorted(days):
        rows[day] = rows.get(day - 1, 0) + 1
    return rows.get(today, rows.get(today - 1, 0)), max(rows.values(), default=0)


def answered_ids(records: Iterable[LearningRecord]) -> list[str]:
    """The ids of the puzzles that were answered, in the order of their latest answers."""
    latest = dict[str, None]()
    for record in records:
        if record.done in (SOLVED, SOLVED_DAILY):
            latest.pop(record.what, None)
            latest[record.what] = None
    return list(latest)


def next_puzzle(
    puzzles: Mapping[str, Puzzle], answered: Sequence[str], rating: float, skipped: Iterable[str] = ()
) -> Puzzle | None:
    """The next puzzle for a player with this rating: one that was never answered, about as hard as the player is good; if all
    were, the one that was answered the longest ago. None without puzzles."""
    passed = {*answered, *skipped}
    fresh = [puzzle for puzzle in puzzles.values() if puzzle.id not in passed]
    if fresh:
        fresh.sort(key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))
        return max(fresh[:NEAREST], key=lambda puzzle: (draw_of(puzzle, len(answered)), puzzle.id))
    again = [puzzles[name] for name in answered if name in puzzles and name not in set(skipped)]
    return again[0] if again else None
