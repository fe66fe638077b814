"""What can be practised: the player's mistakes in all analysed games, when they come back, and what each kind has cost."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from ai.analysis.decision import AnalysisBudget, Decision
from ai.analysis.game_analysis import GameAnalysis
from ai.kit import kind_words, kit_of
from engine.core.game import HUMAN
from engine.core.wording import plural
from engine.games import GAMES
from saves import SaveInfo, Shelf
from saves.analysis_file import BadAnalysis, analysis_path, read_analysis
from vok_tui.game.analysis_job import budget_of_this_copy
from vok_tui.learning.history import DRILLED, HINTED, LOSS_UNIT, RIGHT, SHOWN, LearningHistory, LearningRecord
from vok_tui.learning.schedule import DAY, TRIED, Dues, Scheduled, days_text, days_until, schedule_of

SESSION_SIZE: Final = 10  # positions of a session at most
WORST: Final = "worst"  # instead of a kind: the one that costs most
LITTLE_WORDS: Final = frozenset({"a", "an", "how", "to", "what", "when", "where", "with"})  # they tell no kinds apart
GONE: Final = "its game is gone"  # why a position does not come back any more
OUTDATED: Final = "its best answer no longer holds"
CHANGED: Final = "its game can no longer be opened as it was played"
NO_DRILL: Final = "Your analysed games have no position for “{kind}”, or none that is due."
NOTHING_LEFT: Final = "Nothing is due, and everything has been tried. A drill brings what comes back later."
NO_GAME: Final = "Nothing to practise yet: finish a game and let it be analysed."


class Mistake(NamedTuple):
    """A mistake that can be practised: the id of its position, where it is, what it was and what it has cost."""

    position: str
    game: str
    save: Path
    kind: str
    loss: float


class KindLoss(NamedTuple):
    """What decisions of one kind have cost in the player's games: how many there were, and their loss in all. `last_played` is
    the time of the game."""

    game: str
    kind: str
    decisions: int
    total_loss: float
    last_played: float


class KindSummary(NamedTuple):
    """A kind that can be drilled: its decisions in the player's games, its loss per decision, its share of all losses in this
    game, and how many positions are ready."""

    game: str
    kind: str
    decisions: int
    loss: float
    share: float
    ready: int

    @property
    def words(self) -> str:
        """What the player reads for it: "what to buy"."""
        return kind_words(self.game, self.kind)


class Library(NamedTuple):
    """What all saves say: the places by position, the losses by kind and game, and the save of each game by its id."""

    places: dict[str, Mistake]
    losses: tuple[KindLoss, ...]
    saves: dict[str, SaveInfo]
    unanalysed: int = 0  # finished games of the player without an analysis, or with a part of one
    damaged: int = 0  # finished games whose analysis cannot be read

    @property
    def why_empty(self) -> str:
        """Why there is nothing to practise, and what to do."""
        if self.damaged:
            games = plural(self.damaged, "game")
            return f"The analysis of {games} cannot be read: open the review of a finished game and let it be analysed again."
        if self.unanalysed:
            games = plural(self.unanalysed, "finished game")
            return f"Nothing to practise yet: {games} {'have' if self.unanalysed > 1 else 'has'} no analysis."
        return NO_GAME


NO_LIBRARY: Final = Library({}, (), {})


def position_id(game_id: str, decision: Decision) -> str:
    """The id of a position: it is the same in every copy of its game, and in its export."""
    return f"{game_id}.{decision.digest & 0xFFFFFFFF:08x}"


def is_practisable(decision: Decision) -> bool:
    """Whether a decision was a mistake that has a best answer."""
    return decision.is_marked and decision.best is not None and decision.played != 0


def read_library(shelf: Shelf, own: Sequence[SaveInfo] | None = None) -> Library:
    """Read what can be practised. It reads all saves (unless `own` has those of the shelf and the bin) and all analyses, so it
    belongs into a thread. Raises SaveError."""
    places: dict[str, Mistake] = {}
    losses: list[KindLoss] = []
    saves: dict[str, SaveInfo] = {}
    unanalysed = damaged = 0
    for save in shelf.list_saves_and_bin(GAMES) if own is None else own:
        if save.game not in GAMES or sum([seat.level == HUMAN for seat in save.seats]) != 1:
            continue
        saves.setdefault(save.game_id, save)
        if save.damage or not save.finished:
            continue
        if _stored_analysis(save.path) is None:
            has_file = os.path.lexists(analysis_path(save.path))
            damaged, unanalysed = damaged + has_file, unanalysed + (not has_file)
        decisions = own_decisions(save)
        if save.can_be_opened:
            places |= places_of(save)
        for kind in sorted({decision.kind for decision in decisions}):
            lost = [decision.loss for decision in decisions if decision.kind == kind]
            losses.append(KindLoss(save.game, kind, len(lost), sum(lost), save.last_played))
    return Library(places, tuple(losses), saves, unanalysed, damaged)


def places_of(save: SaveInfo) -> dict[str, Mistake]:
    """The mistakes in one game that can be practised, by the ids of their positions."""
    places = [
        Mistake(position_id(save.game_id, decision), save.game, save.path, decision.kind, decision.loss)
        for decision in own_decisions(save)
        if is_practisable(decision)
    ]
    return {place.position: place for place in places}


def own_decisions(save: SaveInfo) -> list[Decision]:
    """The analysed decisions of the player."""
    analysis = _stored_analysis(save.path)
    own = [seat for seat in range(len(save.seats)) if save.seats[seat].level == HUMAN]
    return [] if analysis is None else [each for each in analysis.decisions.values() if each.seat in own]


_analyses: Final[dict[Path, tuple[int, GameAnalysis | None]]] = {}  # by save; reading one takes milliseconds


def _stored_analysis(save: Path) -> GameAnalysis | None:
    """The analysis beside a save; None without a sound one. Whether it fits the game is checked when a position is opened."""
    try:
        changed = analysis_path(save).stat().st_mtime_ns
    except OSError:
        return None
    known = _analyses.get(save)
    if known is not None and known[0] == changed:
        return known[1]
    analysis = None
    with suppress(BadAnalysis, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        fields = read_analysis(save)
        analysis = None if fields is None else GameAnalysis.from_packed(fields)
    _analyses[save] = (changed, analysis)
    return analysis


class PracticeStanding(NamedTuple):
    """What the start screen says: how many positions are due and how many are ready, the largest loss among them, and how many
    were right in a row, now and at best. `next_days` are the days until the next one is due, 0 if none will be."""

    due: int = 0
    ready: int = 0
    largest_loss: float = 0.0
    row: int = 0
    best_row: int = 0
    next_days: int = 0

    @property
    def text(self) -> str:
        """ "5 positions are due, up to 17 in 100"."""
        cost = f", up to {round(100 * self.largest_loss)} in 100"
        if self.due:
            return f"{plural(self.due, 'position')} {'is' if self.due == 1 else 'are'} due{cost}"
        if self.ready:
            return f"nothing is due; {plural(self.ready, 'new position')}{cost}"
        if self.next_days:
            return f"nothing is due; the next one comes back {days_text(self.next_days)}"
        return ""

    @property
    def row_text(self) -> str:
        """ "3 in a row"; "" for none."""
        return f"{self.row} in a row" if self.row else ""


class Practice:
    """What can be practised now. `read` reads everything; the rest computes. `budget` is for decisions that are judged anew."""

    def __init__(self, shelf: Shelf, history: LearningHistory, budget: AnalysisBudget | None = None) -> None:
        self.shelf: Final = shelf
        self.history: Final = history
        self.budget: Final = budget or budget_of_this_copy()
        self.library = NO_LIBRARY
        self.notices: Final[
            list[str]
        ] = []  # why positions do not come back, if none was left for the course that found out
        self._scheduled: tuple[object, dict[str, Scheduled]] = (None, {})
        self._dues: Final[Dues] = {}

    def read(self, saves: Sequence[SaveInfo] | None = None) -> "Practice":
        """Read all saves and the learning file again; `saves` are those of the shelf and the bin, if they were just read. Slow;
        may run in a thread. Raises SaveError."""
        self.history.reload()
        self.library = read_library(self.shelf, saves)
        return self

    @property
    def now(self) -> float:
        """The Unix time."""
        return self.history.clock()

    def schedule(self) -> dict[str, Scheduled]:
        """The positions that were tried, by id. One whose game was gone comes back with its game. It is computed when there are
        new answers, and every hour."""
        known = (len(self.history.records), int(self.now) // 3600, self.library)
        if self._scheduled[0] != known:
            places = self.library.places
            scheduled = schedule_of(self.history.records, self.now, self._dues)
            for name, each in scheduled.items():
                if each.retired == GONE and name in places:
                    scheduled[name] = each._replace(retired="")
            self._scheduled = (known, scheduled)
        return self._scheduled[1]

    def due(self) -> list[Scheduled]:
        """The positions that have come back, the longest due first. Of some, the game may be gone."""
        scheduled = [each for each in self.schedule().values() if each.is_due(self.now)]
        return sorted(scheduled, key=lambda each: (each.due // DAY, -self._loss_of(each.position), each.position))

    def new(self) -> list[Mistake]:
        """The positions that were never tried, the costliest first."""
        tried = self.schedule()
        found = [place for place in self.library.places.values() if place.position not in tried]
        return sorted(found, key=lambda place: (-place.loss, place.position))

    def standing(self) -> PracticeStanding:
        """What the start screen says."""
        due = [each for each in self.due() if each.position in self.library.places]
        new = self.new()
        losses = [self._loss_of(each.position) for each in due] or [place.loss for place in new]
        coming = [each.due for each in self.schedule().values() if not each.retired]
        next_days = days_until(min(coming), self.now) if coming else 0
        return PracticeStanding(len(due), len(new), max(losses, default=0.0), *rows_of(self.history.records), next_days)

    def kinds(self, game: str = "") -> list[KindSummary]:
        """The kinds of decisions of a game, or of all games, the one that costs most first."""
        totals: dict[tuple[str, str], tuple[int, float]] = {}
        for loss in self.library.losses:
            if game in ("", loss.game):
                decisions, total = totals.get((loss.game, loss.kind), (0, 0.0))
                totals[loss.game, loss.kind] = (decisions + loss.decisions, total + loss.total_loss)
        whole = {name: sum([total for (each, _), (_, total) in totals.items() if each == name]) for name, _ in totals}
        ready: dict[tuple[str, str], int] = {}
        for place in self.library.places.values():
            ready[place.game, place.kind] = ready.get((place.game, place.kind), 0) + 1
        summaries = [
            KindSummary(name, kind, count, total / count, total / (whole[name] or 1.0), ready.get((name, kind), 0))
            for (name, kind), (count, total) in totals.items()
        ]
        return sorted(summaries, key=lambda each: (-each.share * whole[each.game], each.game, each.kind))

    def all_kinds(self, game: str = "") -> list[KindSummary]:
        """The same, and then the kinds that did not occur in the player's games."""
        found = self.kinds(game)
        known = {(kind.game, kind.kind) for kind in found}
        games = [name for name in GAMES if game in ("", name)]
        others = [(name, kind) for name in games for kind in kit_of(GAMES[name]).decision_kinds()]
        return [*found, *[KindSummary(*other, 0, 0.0, 0.0, 0) for other in others if other not in known]]

    def find_kind(self, text: str, game: str = "") -> KindSummary | None:
        """The kind with these words or this id, or else the first one whose words have those of `text` ("buy"). For WORST the one
        that costs most. None if there is none."""
        if text == WORST:
            return next(iter(self.kinds(game)), None)
        kinds, said = self.all_kinds(game), {*text.split()} - LITTLE_WORDS
        exact = (kind for kind in kinds if text in (kind.kind, kind.words))
        return next(exact, next((kind for kind in kinds if said and said <= {*kind.words.split()}), None))

    def before_and_after(self, game: str, kind: str) -> tuple[tuple[int, float], tuple[int, float]]:
        """The decisions of a kind in the player's games and their loss each: in those that ended before the first drill of this
        kind, and in those after it."""
        drills = [record.at for record in self.history.records if _is_drill(record, game, kind)]
        first = min(drills, default=int(self.now) + 1)
        parts = []
        for is_after in (False, True):
            losses = [
                loss
                for loss in self.library.losses
                if (loss.game, loss.kind) == (game, kind) and (loss.last_played >= first) == is_after
            ]
            count = sum([loss.decisions for loss in losses])
            parts.append((count, sum([loss.total_loss for loss in losses]) / max(1, count)))
        return parts[0], parts[1]

    def past_days(self, count: int = 7) -> list[str]:
        """What was practised on the latest days, one line each, the latest first."""
        by_day: dict[int, list[LearningRecord]] = {}
        for record in self.history.records:
            if record.done in TRIED:
                by_day.setdefault(record.at // DAY, []).append(record)
        lines = []
        for day in sorted(by_day, reverse=True)[:count]:
            records = by_day[day]
            right = sum([record.outcome in (RIGHT, HINTED) for record in records])
            date = datetime.fromtimestamp(day * DAY, UTC)
            losses = [record.loss for record in records if record.outcome != SHOWN]
            cost = (
                f", first answers cost {100 * sum(losses) / LOSS_UNIT / len(losses):.1f} in 100 each" if losses else ""
            )
            lines.append(
                f"{date:%a} {date.day} {date:%b}  {plural(len(records), 'position')}, {right} right at the first try{cost}"
            )
        return lines

    def _loss_of(self, position: str) -> float:
        place = self.library.places.get(position)
        return place.loss if place is not None else 0.0


def _is_drill(record: LearningRecord, game: str, kind: str) -> bool:
    return (record.done, record.game, record.kind) == (DRILLED, game, kind)


def rows_of(records: Iterable[LearningRecord]) -> tuple[int, int]:
    """How many positions were right in a row, at the first try and without a hint: now, and at best."""
    now = best = 0
    for record in records:
        if record.done in TRIED:
            now = now + 1 if record.outcome == RIGHT else 0
            best = max(best, now)
    return now, best


def session_positions(practice: Practice, game: str = "") -> list[str]:
    """The ids of the positions of a session, of one game or of all: those that are due, then new ones, the costliest first."""
    due = [each.position for each in practice.due() if game in ("", each.game)]
    return [*due, *[place.position for place in practice.new() if game in ("", place.game)]][:SESSION_SIZE]


def drill_positions(practice: Practice, game: str, kind: str) -> list[str]:
    """The ids of the positions of a drill: those that are due, then new ones, then those that come back later, the soonest
    first."""
    places, schedule = practice.library.places, practice.schedule()
    here = [place.position for place in places.values() if (place.game, place.kind) == (game, kind)]
    tried = sorted([schedule[name] for name in here if name in schedule], key=lambda each: (each.due, each.position))
    tried = [each for each in tried if not each.retired]
    due = [each.position for each in tried if each.is_due(practice.now)]
    new = [place.position for place in practice.new() if (place.game, place.kind) == (game, kind)]
    return [*due, *new, *[each.position for each in tried if each.position not in due]]
