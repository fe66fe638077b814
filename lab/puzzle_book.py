"""From mined games to a file of puzzles: which of them, with which titles and ratings; and the journal of a mining run.

The journal has one JSON object for each game that was searched, so a run that was killed goes on where it was. It is never
rewritten.
"""

import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from itertools import islice
from math import exp, log
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from ai.analysis.analyse import question_at
from ai.analysis.plan_words import steps_in_words
from ai.kit import kit_of
from ai.levels import MASON, SHABTI, StrengthScale
from ai.process import bounded_files
from engine.core.errors import EngineError
from engine.core.game import CURRENT_RULES, Game, Setup, State
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.core.setup import Variant
from engine.core.wording import in_words
from engine.games import GAMES
from lab.puzzles import (
    FULL_BUDGET,
    SOLVERS,
    MiningBudget,
    mined_game,
    mining_setup,
)
from lab.turn_puzzles import TURN_SOLVERS
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.learning.puzzles import Puzzle, PuzzleRetired, shipped_puzzles

FORMAT_VERSION: Final = 5  # also of how games are searched
MAX_LINE_BYTES: Final = 1_000_000
MAX_KEPT_BYTES: Final = 50_000_000
MAX_OF_ONE_IDEA: Final = 8  # puzzles with the same kind, verb and piece of the best answer
LOWEST_RATING, HIGHEST_RATING, RATING_STEP = 400, 2400, 10
USUAL_RATING, RATING_SPREAD = 1200, 300  # what is expected of a puzzle before any level has tried it
TITLE_STREAM: Final = 0x717E


class BadMiningJournal(Exception):
    """A file that is not the journal of this run; the text is one sentence."""


class MiningRun(NamedTuple):
    """What a run searches: games with these settings, from number 0 on."""

    game: str
    variant: Variant
    players: int
    seed: int
    levels: tuple[str, ...]
    budget: MiningBudget = FULL_BUDGET

    def setup(self, number: int) -> Setup:
        return mining_setup(self.game, self.variant, self.players, self.seed, number, self.levels)

    def head(self) -> dict[str, Any]:
        """The first line of its journal: everything that its puzzles depend on."""
        setup = self.setup(0)
        game = GAMES[self.game]
        return {
            "vok puzzles": FORMAT_VERSION,
            "game": self.game,
            "edition": self.variant.edition,
            "choices": list(self.variant.choices),
            "players": self.players,
            "seed": self.seed,
            "levels": list(self.levels),
            "rules": CURRENT_RULES,
            "data": game.fingerprint(setup),
            "values": kit_of(game).value_key(game.start(setup)),
            "budget": list(self.budget),
        }


class MiningJournal:
    """The journal file of a run. `games` are the games that it holds, by number."""

    def __init__(self, path: Path, run: MiningRun) -> None:
        """Open or create it. An incomplete last line is dropped. Raises BadMiningJournal and OSError."""
        self._path: Final = path
        self.games: Final[dict[int, dict[str, Any]]] = {}
        try:
            bounded_files.check_regular_or_missing(path)
        except bounded_files.BadFile as bad:
            raise BadMiningJournal(f"{path} cannot be used: {bad}; name another file") from None
        head = run.head()
        complete = 0
        if path.exists():
            with path.open("rb") as file:
                for number, line in enumerate(iter(lambda: file.readline(MAX_LINE_BYTES), b"")):
                    if not line.endswith(b"\n"):
                        break
                    self._read(number, line, head)
                    complete += len(line)
            with path.open("r+b") as file:
                file.truncate(complete)
        if not complete:
            self._append(head)

    def _read(self, number: int, line: bytes, head: Mapping[str, Any]) -> None:
        try:
            fields = json.loads(line)
            if number == 0:
                known = fields == head
            else:
                self.games[int(fields["number"])] = fields
                known = len(fields["counts"]) > 0 and isinstance(fields["puzzles"], list)
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        if not known:
            what = "is the journal of another run" if number == 0 else f"is damaged in line {number + 1}"
            raise BadMiningJournal(f"{self._path} {what}; name another file")

    def add(self, number: int, game: Mapping[str, Any]) -> None:
        """Add a game that was searched. Raises OSError."""
        self.games[number] = {"number": number, **game}
        self._append(self.games[number])

    def _append(self, fields: Mapping[str, Any]) -> None:
        with self._path.open("ab") as file:
            file.write(json.dumps(fields).encode() + b"\n")


def search_games(run: MiningRun, journal: MiningJournal, games: int, workers: int) -> Iterator[int]:
    """Search the games of a run that the journal does not hold, up to so many in all. Yields how many are done. The results do
    not depend on the number of `workers`."""
    missing = [number for number in range(games) if number not in journal.games]
    done = games - len(missing)
    if workers == 1:
        for number in missing:
            journal.add(number, mined_game(run.setup(number), run.budget))
            done += 1
            yield done
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        numbers = iter(missing)
        running: dict[Future[dict[str, Any]], int] = {}
        try:
            while True:
                for number in islice(numbers, 2 * workers - len(running)):
                    running[pool.submit(mined_game, run.setup(number), run.budget)] = number
                if not running:
                    return
                for job in wait(running, return_when=FIRST_COMPLETED).done:
                    journal.add(running.pop(job), job.result())
                    done += 1
                    yield done
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# -- the file


def read_kept_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file of puzzles that is continued. Raises BadMiningJournal if it is none."""
    try:
        lines: list[dict[str, Any]] = [
            json.loads(line) for line in bounded_files.read_bytes(path, MAX_KEPT_BYTES).splitlines()
        ]
        for fields in lines:
            Puzzle.from_packed(fields)
    except bounded_files.BadFile as bad:
        raise BadMiningJournal(f"{path} cannot be read: {bad}") from None
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        raise BadMiningJournal(f"{path} is no file of puzzles; name another one after --keep") from None
    return lines


def stamped_anew(fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """A stored puzzle of earlier rules with the current rules number; None if its game or its answers are others now.

    A question of its game that is asked no more is left out: what counts is that the game comes to the same position, and that
    this offers the same answers. Its id stays.
    """
    puzzle = Puzzle.from_packed({**fields, "rules": CURRENT_RULES})
    game, moves = puzzle.rules_of_game, list[int]()
    try:
        state = game.start(puzzle.setup())
        for move in puzzle.moves:
            if move in state.legal_moves():
                state.apply(move)
                moves.append(move)
        answers = sorted([game.move(state, answer.action) for answer in puzzle.decision.answers])
        if state.digest() & 0xFFFFFFFF != puzzle.decision.digest or answers != sorted(state.legal_moves()):
            return None
    except (EngineError, ValueError, IndexError):
        return None
    decision = [len(moves), *fields["decision"][1:]]
    stamp = {"rules": CURRENT_RULES, "moves": " ".join([f"{move:x}" for move in moves]), "decision": decision}
    return {**fields, **stamp}


def puzzle_lines(
    journal: MiningJournal, games: int, count: int, kept: Sequence[dict[str, Any]] = ()
) -> list[dict[str, Any]]:
    """At most `count` puzzles: those that are `kept`, unchanged, then others from the first games of a journal, spread over kinds
    and stages, with ids, titles and ratings."""
    mined = [puzzle for number in range(games) for puzzle in journal.games[number]["puzzles"]]
    lines = list(kept)
    ids = {line["id"] for line in kept}
    titles = {line["title"] for line in kept} | {puzzle.title for puzzle in shipped_puzzles().values()}
    ideas: Counter[tuple[str, ...]] = Counter()
    for line in kept:
        with suppress(PuzzleRetired):
            puzzle = Puzzle.from_packed(line)
            ideas[idea_of(puzzle.match(), puzzle)] += puzzle.retired is None
    for fields in spread(mined, kept):
        if len(lines) >= count:
            break
        named = {"id": puzzle_id(fields), "title": "", "rating": rating_of(fields), **fields}
        puzzle = Puzzle.from_packed(named)
        match = puzzle.match()
        if puzzle.id in ids:
            continue
        if ideas[idea_of(match, puzzle)] >= MAX_OF_ONE_IDEA:
            continue  # so many would give it away
        named["title"] = title_of(match, puzzle, titles)
        ids.add(puzzle.id)
        ideas[idea_of(match, puzzle)] += 1
        titles.add(named["title"])
        lines.append(named)
    return lines


def puzzle_id(fields: Mapping[str, Any]) -> str:
    """The id of a puzzle: it depends on its game and its moves alone, so it never changes."""
    text = f"{fields['game']} {fields['edition']} {fields['seed']} {fields['moves']}"
    name = fields["edition"] if fields["game"] == GAMES.default else fields["game"]
    return f"{name}-{zlib.crc32(text.encode()):08x}"


def spread(puzzles: Sequence[dict[str, Any]], kept: Sequence[dict[str, Any]] = ()) -> Iterator[dict[str, Any]]:
    """All puzzles in an order in which any number of the first ones is spread over kinds and stages: the next one is always of
    the kind and stage with the fewest so far, counting those that are `kept`; within these, in the order given."""
    waiting: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for puzzle in puzzles:
        waiting.setdefault(kind_and_stage(puzzle), []).append(puzzle)
    counts = Counter([kind_and_stage(puzzle) for puzzle in kept])
    while waiting:
        rarest = min(waiting, key=lambda of: (counts[of], of))
        yield waiting[rarest].pop(0)
        counts[rarest] += 1
        if not waiting[rarest]:
            del waiting[rarest]


def kind_and_stage(puzzle: Mapping[str, Any]) -> tuple[Any, ...]:
    """The kind and the stage of a stored puzzle."""
    return tuple(puzzle["decision"][3:5])


def idea_of(match: Match, puzzle: Puzzle) -> tuple[str, ...]:
    """The idea of a puzzle: the kind of its decision, and the verb and the piece of its best answer; of a whole turn, the steps
    that the scribe's plan has not."""
    turn = puzzle.decision.turn
    if turn is not None:
        question = question_at(match, match.log.head)
        best, played = (steps_in_words(question, plan) for plan in (turn.best, turn.played_plan))
        own = {step.words for step in best} - {step.words for step in played}
        return puzzle.game, puzzle.decision.kind, *sorted(own)
    action = puzzle.decision.answers[0].action
    words = match.game.say(match.state, action).partition(" with ")[0]
    return puzzle.game, puzzle.decision.kind, action.verb, words


def rating_of(fields: Mapping[str, Any]) -> int:
    """The rating of a puzzle: the one that makes what the levels have solved most likely. A level finds the answer by its
    strength, or else by guessing."""
    scale = kit_of(GAMES[fields["game"]]).strengths(len(fields["players"]))
    guess = float(fields["solved"].get("shabti", 0.0))
    return max(
        range(LOWEST_RATING, HIGHEST_RATING + 1, RATING_STEP),
        key=lambda rating: log_likelihood(rating, fields["solved"], scale, guess),
    )


def log_likelihood(rating: int, solved: Mapping[str, float], scale: StrengthScale, guess: float) -> float:
    """How likely it is that the levels solve a puzzle of this rating as often as they did."""
    total = -((rating - USUAL_RATING) ** 2) / (2 * RATING_SPREAD**2)
    for level in solved:
        if level == SHABTI:
            continue
        tries, simulations = (TURN_SOLVERS if MASON in solved else SOLVERS)[level]
        strength = scale.rating_of(level, simulations)
        strength = scale.rating_of(level) if strength is None else strength
        if strength is None:
            continue
        chance = guess + (1 - guess) / (1 + exp((rating - strength) * log(10) / 400))
        chance = min(0.99, max(0.01, chance))
        total += tries * (solved[level] * log(chance) + (1 - solved[level]) * log(1 - chance))
    return total


# -- titles


def title_of(match: Match, puzzle: Puzzle, taken: set[str]) -> str:
    """A short title from what the seat sees, such as "Turn 12, one gold short". It says nothing about the answers. Different from
    those that are `taken`, if possible."""
    seat = puzzle.seat
    places, facts = situation(match.game, match.state, seat, match.chapter(match.log.head).title)
    draw = seeded_hash(TITLE_STREAM, zlib.crc32(puzzle.id.encode()))
    titles = [f"{place}, {fact}" for place in places for fact in facts]
    titles = titles[draw % len(titles) :] + titles[: draw % len(titles)]
    titles += [f"{place}, {one} and {two}" for place in places for one in facts for two in facts if one < two]
    titles = [title[:1].upper() + title[1:] for title in titles]
    return next((title for title in titles if title not in taken), titles[0])


def situation(game: Game[Any], state: State, seat: int, chapter: str) -> tuple[list[str], list[str]]:
    """Where a game is, and facts about it, in words; both from what the seat sees."""
    places, facts = table_kit_of(game).situation(game.view(state, seat))
    return [chapter or "the start", *places], [lead_words(game, state, seat), *facts]


def lead_words(game: Game[Any], state: State, seat: int) -> str:
    """ "three points ahead", "level", "one point behind"."""
    scores = game.scores(state)
    others = [points for other, points in enumerate(scores) if other != seat]
    lead = scores[seat] - max(others) if others else 0
    word = game.score_word()
    singular = word.removesuffix("s")
    return "level" if not lead else f"{in_words(abs(lead), singular, word)} {'ahead' if lead > 0 else 'behind'}"


def main() -> None:
    """Stamp the puzzles of files anew after the rules number was raised: `python -m lab.puzzle_book FILE ...`."""
    for name in sys.argv[1:]:
        path = Path(name)
        kept = read_kept_lines(path)
        stamped = [line for line in map(stamped_anew, kept) if line is not None]
        path.write_text("".join([json.dumps(line) + "\n" for line in stamped]), encoding="utf-8")
        print(f"{path}: {len(stamped)} of {len(kept)} puzzles stamped anew, {len(kept) - len(stamped)} gone")


if __name__ == "__main__":
    main()
