"""The games that statistics count: those that exactly one human finished here.

Games in the bin count until it is emptied. Imported games do not, because somebody else may have played them. In a game with
several humans, it is unknown which of them looks at the statistics.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from ai.bots.levels import LEVELS
from ai.bots.player_spec import EQUAL, PlayerSpec, spec_from_seat_text
from engine.core.cells.wording import plural
from engine.core.game import HUMAN
from saves.clean_text import visible
from saves.save_info import SaveInfo
from vok_tui.levels.equal_level import human_victory_share

PEEKED: Final = "peeked"  # a step that revealed something was taken back, or the game branches off a finished one
RESHUFFLED: Final = "reshuffled"  # hidden cards were drawn again
ALONE: Final = "alone"  # the group of games without opponents


class FinishedGame(NamedTuple):
    """A finished game, from the player's side.

    `victory_share` is 1 for a win, 1/n for a victory shared by n players, otherwise 0; None where nobody could win, as in a
    solitaire game. In a game without points, `points` is None and `other_points` is empty. `why_kept_apart` is PEEKED,
    RESHUFFLED or "".
    """

    save: SaveInfo
    victory_share: float | None
    points: int | None
    other_points: tuple[int, ...]
    why_kept_apart: str

    @property
    def margin(self) -> int | None:
        """The points more than the best opponent, negative if less; None without opponents or points."""
        return self.points - max(self.other_points) if self.points is not None and self.other_points else None

    @property
    def opponent_levels_text(self) -> str:
        """The levels of the opponents, the weakest first: "scribe", "scribe + priest"."""
        specs = {opponent_level_text(seat.level, seat.simulations) for seat in self.save.seats if seat.level != HUMAN}
        return " + ".join(sorted(specs, key=level_sort_key)) or ALONE

    @property
    def player_count_text(self) -> str:
        """ "2 players"."""
        return plural(len(self.save.seats), "player")

    @property
    def edition(self) -> str:
        return visible(self.save.edition)

    @property
    def month(self) -> str:
        """The month in which the game ended, as "2026-11"."""
        return f"{datetime.fromtimestamp(self.save.last_played).astimezone():%Y-%m}"


def counted_finished_games(saves: Iterable[SaveInfo], game: str) -> list[FinishedGame]:
    """The games of these saves that count, in the order in which they ended."""
    counted = [finished_game(save) for save in saves if save.game == game and counts_in_statistics(save)]
    return sorted(counted, key=lambda played: played.save.last_played)


def counts_in_statistics(save: SaveInfo) -> bool:
    """Whether statistics count a save."""
    humans = sum([seat.level == HUMAN for seat in save.seats])
    has_points_of_all = len(save.scores) in (0, len(save.seats))
    return save.finished and humans == 1 and has_points_of_all and not (save.damage or save.is_imported)


def opponent_level_text(level: str, simulations: int = 0) -> str:
    """An opponent as on the command line: "priest", "priest:400", "equal". The default simulations of a level are left out."""
    player = spec_from_seat_text(level, simulations)
    if player.adaptive:
        return EQUAL
    known = LEVELS.get(player.level)
    if known is not None and player.budget == known.budget:
        return player.level
    return visible(PlayerSpec(player.level, player.budget).text)


def level_sort_key(name: str) -> tuple[int, str]:
    """A sort key: levels by strength, then everything else by name."""
    level = name.partition(":")[0]
    return (list(LEVELS).index(level) if level in LEVELS else len(LEVELS), name)


def finished_game(save: SaveInfo) -> FinishedGame:
    """The finished game of a save. The save must count; see `counts_in_statistics`."""
    own = next(place for place, seat in enumerate(save.seats) if seat.level == HUMAN)
    return FinishedGame(
        save,
        human_victory_share(save) if len(save.seats) > 1 and save.winners else None,
        save.scores[own] if save.scores else None,
        tuple([points for place, points in enumerate(save.scores) if place != own]),
        RESHUFFLED if save.label.reshuffled else PEEKED if save.label.peeked or save.origin else "",
    )
