"""What the player's decisions have cost over many games: by month, by kind and by stage, beside what the levels lose.

The numbers come from the analyses beside the saves. Losses of different engines must not be mixed, and a calibration belongs to
one edition and number of players. So each group has games of one edition and number of players, analysed by one engine; analyses
by others are only counted. Games that are kept apart from all other statistics are kept apart here too.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, NamedTuple

from ai.analysis.decision import BLUNDER, INACCURACY, MISTAKE, STAGES, Decision
from ai.analysis.game_analysis import EngineKey, GameAnalysis
from ai.analysis.level_losses import LevelLoss, between_text, level_losses, levels_like, like_text, losses_key
from ai.analysis.report import MIN_OPEN_TURNS, PointsLost, points_lost
from ai.kit import kit_of
from engine.core.game import human_seats
from engine.core.wording import plural
from engine.games import GAMES
from saves.analysis_file import BadAnalysis, read_analysis
from vok_tui.records.game_stats import FinishedGame

MAX_GAMES: Final = 400  # of which analyses are read, the latest first
RECENT_GAMES: Final = 5  # that are compared with those before them
MIN_TREND_Z: Final = 1.0  # standard errors from which a kind has become better or worse
MAX_STRENGTH_GAMES: Final = 10  # that say how strong the player is, the latest
MIN_TREND_GAMES: Final = 3
MIN_SURE_TREND: Final = 2.0  # standard errors from which a change needs no "perhaps"
MIN_COSTLY_SHARE: Final = 0.5  # of all loss: the kinds that make it up are named
COSTLIEST_COUNT: Final = 3


class CostlyOne(NamedTuple):
    """A costly decision of one game."""

    game: FinishedGame
    decision: Decision


class LossOf(NamedTuple):
    """The decisions of a kind, a stage or a month: how many, in how many games, and their loss per decision, a chance from 0 to
    1."""

    name: str
    games: int
    decisions: int
    loss: float
    share: float  # of the loss of all decisions


@dataclass(frozen=True)
class AnalysedGame:
    """A finished game, and the analysed decisions of its player."""

    played: FinishedGame
    key: EngineKey
    decisions: Sequence[Decision]


@dataclass(frozen=True)
class LossStats:
    """The losses of the player in games of one edition and number of players, analysed by one engine, in the order in which they
    ended. `other_engines` is the number of games that another engine has analysed, `not_analysed` of those that none has."""

    name: str
    games: Sequence[AnalysedGame]
    levels: Sequence[LevelLoss]
    other_engines: int
    not_analysed: int

    @property
    def game(self) -> str:
        return self.games[-1].played.save.game

    @property
    def decisions(self) -> list[Decision]:
        """All decisions of the player with a choice."""
        return [decision for game in self.games for decision in game.decisions]

    @property
    def loss(self) -> float:
        """The loss per decision."""
        return loss_of(self.decisions)

    @property
    def error(self) -> float:
        """Its standard error, by game."""
        return error_by_game([game.decisions for game in self.games])

    @property
    def like(self) -> str:
        """Which levels lose as much: "like a scribe", or "between a shabti and a scribe" if turns were judged; "" if nothing can
        be told."""
        if self.strength is not None:
            return between_text(self.strength.points, self.strength.error, self.levels)
        return like_text(self.loss, self.error, len(self.decisions), self.levels)

    @property
    def by_turns(self) -> bool:
        """Whether turns were judged, and not single answers."""
        return any(decision.turn is not None for decision in self.games[-1].decisions)

    @property
    def turn_word(self) -> str:
        """What the game calls what was judged: "turn" or "phase"."""
        return kit_of(GAMES[self.game]).turn_word()

    @property
    def strength(self) -> "Strength | None":
        """What the points lost in open turns of the last games say; None if single answers were judged, or with too few turns."""
        if not self.by_turns:
            return None
        means = [
            (lost.mean, lost.open_turns) for lost in map(points_of, self.games[-MAX_STRENGTH_GAMES:]) if lost.losses
        ]
        return strength_of(means)

    @property
    def nearest_level(self) -> LevelLoss | None:
        """The level that stands beside each kind: the weakest of those that lose as much, or else the one with the nearest
        loss."""
        like = levels_like(self.loss, self.error, len(self.decisions), self.levels)
        if like:
            return next(level for level in self.levels if level.level == like[-1])
        return min(self.levels, key=lambda level: abs(level.loss - self.loss), default=None)

    def months(self) -> list[LossOf]:
        """The losses by the month in which the games ended, the earliest first."""
        return self._losses([(game.played.month, game) for game in self.games])

    def kinds(self) -> list[LossOf]:
        """The losses by kind of decision, the kind that has cost most first."""
        kinds = sorted({decision.kind for decision in self.decisions})
        parts = [(kind, _part(game, kind=kind)) for kind in kinds for game in self.games]
        return sorted(self._losses(parts), key=lambda kind: (-kind.share, -kind.decisions))

    def stages(self) -> list[LossOf]:
        """The losses by the third of the game."""
        return self._losses([(stage, _part(game, stage=stage)) for stage in STAGES for game in self.games])

    def costly_kinds(self) -> list[LossOf]:
        """The fewest kinds that make up MIN_COSTLY_SHARE of the loss; [] without a loss."""
        costly: list[LossOf] = []
        for kind in self.kinds():
            if kind.loss and sum([other.share for other in costly]) < MIN_COSTLY_SHARE:
                costly.append(kind)
        return costly

    def trend(self, kind: str) -> str:
        """How the last RECENT_GAMES differ from those before: "better", "worse" or "same"; "" if there are too few games."""
        early, late = self.games[:-RECENT_GAMES], self.games[-RECENT_GAMES:]
        if len(early) < RECENT_GAMES:
            return ""
        then, now = ([_part(game, kind=kind).decisions for game in part] for part in (early, late))
        error = sqrt(error_by_game(then) ** 2 + error_by_game(now) ** 2)
        change = loss_of([one for game in now for one in game]) - loss_of([one for game in then for one in game])
        if abs(change) <= MIN_TREND_Z * error or not any(now):
            return "same"
        return "better" if change < 0 else "worse"

    def marks_by_game(self) -> list[int]:
        """The number of marked decisions of each game."""
        return [sum([decision.is_marked for decision in game.decisions]) for game in self.games]

    def costliest(self) -> list[CostlyOne]:
        """The costliest decisions of all games, the costliest first."""
        marked = [
            CostlyOne(game.played, decision) for game in self.games for decision in game.decisions if decision.is_marked
        ]
        return sorted(marked, key=lambda one: -one.decision.loss)[:COSTLIEST_COUNT]

    def to_dict(self) -> dict[str, Any]:
        """All numbers as JSON values."""

        def rows(losses: Sequence[LossOf], name: str) -> list[dict[str, Any]]:
            return [
                {
                    name: row.name,
                    "games": row.games,
                    "decisions": row.decisions,
                    "loss_per_decision": round(row.loss, 5),
                    "share": round(row.share, 3),
                }
                for row in losses
            ]

        key, strength = self.games[-1].key, self.strength
        marks = [decision.mark for decision in self.decisions if decision.is_marked]
        return {
            "group": self.name,
            "games": len(self.games),
            "decisions": len(self.decisions),
            "loss_per_decision": round(self.loss, 5),
            "error": round(self.error, 5),
            "judged": "turns" if self.by_turns else "answers",
            "like": [] if self.by_turns else list(levels_like(self.loss, self.error, len(self.decisions), self.levels)),
            "points_per_open_turn": strength and round(strength.points, 3),
            "points_error": strength and round(strength.error, 3),
            "open_turns": strength and strength.open_turns,
            "points_change_per_game": strength and round(strength.change, 3),
            "points_change_error": strength and round(strength.change_error, 3),
            "marks": {mark: marks.count(mark) for mark in (BLUNDER, MISTAKE, INACCURACY)},
            "levels": [
                {"level": level.level, "points_per_open_turn" if self.by_turns else "loss_per_decision": level.loss}
                for level in self.levels
            ],
            "by_month": rows(self.months(), "month"),
            "by_kind": rows(self.kinds(), "kind"),
            "by_stage": rows(self.stages(), "stage"),
            "engine": {"version": key.version, "value": key.value, "calibration": key.calibration},
            "analysed_by_other_engines": self.other_engines,
            "not_analysed": self.not_analysed,
        }

    def _losses(self, parts: Iterable[tuple[str, AnalysedGame]]) -> list[LossOf]:
        """One row for each name."""
        total = sum([decision.loss for decision in self.decisions])
        by_name: dict[str, list[AnalysedGame]] = {}
        for name, game in parts:
            by_name.setdefault(name, []).append(game)
        rows = []
        for name, games in by_name.items():
            own = [decision for game in games for decision in game.decisions]
            if own:
                share = sum([decision.loss for decision in own]) / total if total else 0.0
                count = sum([bool(game.decisions) for game in games])
                rows.append(LossOf(name, count, len(own), loss_of(own), share))
        return rows


@dataclass(frozen=True)
class Strength:
    """Points lost per open turn over the last games, with the standard error by game, and how they change from game to game (0.0
    with fewer than three games)."""

    games: int
    open_turns: int
    points: float
    error: float
    change: float = 0.0
    change_error: float = 0.0

    @property
    def trend_words(self) -> str:
        """ "falling, by 0.5 ± 0.2 a game"; with "perhaps" if that is less than twice its error; "" if nothing can be told."""
        if abs(self.change) <= self.change_error or not self.change_error:
            return ""
        word = "falling" if self.change < 0 else "rising"
        perhaps = "perhaps " if abs(self.change) < MIN_SURE_TREND * self.change_error else ""
        return f"{perhaps}{word}, by {abs(self.change):.1f} ± {self.change_error:.1f} per game"


def points_of(game: AnalysedGame) -> PointsLost:
    """The points that the player has lost in the open turns of a game."""
    return points_lost(game.decisions)


def strength_of(means: Sequence[tuple[float, int]]) -> Strength | None:
    """The strength that games show, each with its points lost per open turn and the number of these turns, in their order; None
    with fewer than MIN_OPEN_TURNS in all."""
    turns = sum([count for _, count in means])
    if turns < MIN_OPEN_TURNS:
        return None
    points = sum([mean * count for mean, count in means]) / turns
    games = len(means)
    squares = sum([(count * (mean - points)) ** 2 for mean, count in means])
    error = sqrt(squares * games / (games - 1)) / turns if games > 1 else 0.0
    if games < MIN_TREND_GAMES:
        return Strength(games, turns, points, error)
    middle = sum([place * count for place, (_, count) in enumerate(means)]) / turns
    width = sum([count * (place - middle) ** 2 for place, (_, count) in enumerate(means)])
    change = sum([count * (place - middle) * (mean - points) for place, (mean, count) in enumerate(means)]) / width
    left = sum([count * (mean - points - change * (place - middle)) ** 2 for place, (mean, count) in enumerate(means)])
    return Strength(games, turns, points, error, change, sqrt(left / (games - 2) / width))


def _part(game: AnalysedGame, kind: str = "", stage: str = "") -> AnalysedGame:
    """The same game with the decisions of one kind or stage alone."""
    kept = [one for one in game.decisions if (not kind or one.kind == kind) and (not stage or one.stage == stage)]
    return AnalysedGame(game.played, game.key, kept)


def loss_of(decisions: Sequence[Decision]) -> float:
    """The mean loss; 0 without decisions."""
    return sum([decision.loss for decision in decisions]) / max(1, len(decisions))


def error_by_game(games: Sequence[Sequence[Decision]]) -> float:
    """The standard error of the mean loss of all decisions. Decisions of one game depend on each other, so it is by game; 0 for
    fewer than two games."""
    count = sum(map(len, games))
    if len(games) < 2 or not count:
        return 0.0
    mean = loss_of([decision for game in games for decision in game])
    squares = sum([(sum([one.loss for one in game]) - mean * len(game)) ** 2 for game in games])
    return sqrt(squares * len(games) / (len(games) - 1)) / count


def loss_stats(finished: Sequence[FinishedGame]) -> list[LossStats]:
    """The losses in these games of the player, one group for each edition and number of players: the one with most analysed games
    first. Reads the analyses of the latest MAX_GAMES. [] if none is analysed."""
    counted = [played for played in finished if not played.why_kept_apart][-MAX_GAMES:]
    groups: dict[str, list[tuple[FinishedGame, AnalysedGame | None]]] = {}
    for played in counted:
        name = f"{played.edition}, {plural(len(played.save.seats), 'player')}"
        groups.setdefault(name, []).append((played, analysed_game(played)))
    found = []
    for name, games in groups.items():
        analysed = [game for _, game in games if game is not None]
        if analysed:
            engine = losses_key(analysed[-1].key)
            own = [game for game in analysed if losses_key(game.key) == engine]
            setup = own[-1].played.save.setup
            levels = level_losses(setup, own[-1].key) if setup is not None else ()
            found.append(LossStats(name, own, levels, len(analysed) - len(own), len(games) - len(analysed)))
    return sorted(found, key=lambda stats: (-len(stats.games), stats.name))


def analysed_game(played: FinishedGame) -> AnalysedGame | None:
    """The analysed decisions of the player of a finished game; None without a finished and sound analysis that knows chances."""
    save = played.save
    with suppress(BadAnalysis, ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError):
        fields = read_analysis(save.path)
        if fields is None:
            return None
        analysis = GameAnalysis.from_packed(fields)
        seat = human_seats(save.seats)[0]
        own = [decision for _, decision in sorted(analysis.decisions.items()) if decision.seat == seat]
        if analysis.is_finished and own and all(decision.has_chances for decision in own):
            return AnalysedGame(played, analysis.key, own)
    return None
