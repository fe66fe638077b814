"""What a list of saves says of each game, and which of them it shows in which order: for the shelf and for `vok saves`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from engine.core.game import HUMAN
from engine.games import GAMES
from saves.clean_text import plural, visible
from saves.save_info import SaveInfo
from vok_tui.boards import table_kit_of
from vok_tui.levels import equal_level
from vok_tui.records.daily import date_of

ALL: Final = "all"
GOES_ON: Final = "goes on"
WON: Final = "won"
LOST: Final = "lost"
SHARED: Final = "shared"
FINISHED: Final = "finished"  # without a single person, who could have won or lost it
DAMAGED: Final = "damaged"
UNREADABLE: Final = "unreadable"
RESULTS: Final = (GOES_ON, WON, LOST, SHARED, FINISHED, DAMAGED, UNREADABLE)
RESULT_SIGNS: Final[Mapping[str, str]] = {
    GOES_ON: "○", WON: "●", LOST: "●", SHARED: "●", FINISHED: "●", DAMAGED: "!", UNREADABLE: "!",
}  # fmt: skip

PlayerPoints = tuple[tuple[str, int | None], ...]


def result_of(save: SaveInfo) -> str:
    """How a game ended for the person who played it, or how it stands: one of RESULTS."""
    if save.damage:
        return DAMAGED if save.game else UNREADABLE
    if not save.finished:
        return GOES_ON
    people = [place for place, seat in enumerate(save.seats) if seat.level == HUMAN]
    winners = save.winners
    if len(people) != 1 or len(save.seats) == 1 or not winners:
        return FINISHED
    if people[0] not in winners:
        return LOST
    return WON if len(winners) == 1 else SHARED


def unusual_game_text(save: SaveInfo) -> str:
    """What is unusual about the game: that it is a daily game, the game unless it is the default one, and the edition
    unless it is the default one of the game; "" for a usual game."""
    if save.game not in GAMES:
        return ""
    game = GAMES[save.game]
    day = date_of(save.setup) if save.setup is not None else None
    daily = f"daily {day.isoformat()}" if day is not None else ""
    title = game.title() if save.game != GAMES.default else ""
    return ", ".join([text for text in (daily, title, table_kit_of(game).edition_in_save_list(save.edition)) if text])


def edition_filter_name(save: SaveInfo) -> str:
    """What the filter by edition calls it: the edition; with its game if that is not the usual one. "" for an unreadable file."""
    if save.game == GAMES.default or not save.game:
        return visible(save.edition)
    title = GAMES[save.game].title() if save.game in GAMES else save.game
    return visible(f"{title}: {save.edition}")


def names_or_levels_with_points(save: SaveInfo) -> PlayerPoints:
    """People by their names and opponents by their levels, people first, each with points; None in a game that counts none."""
    points = save.scores or (None,) * len(save.seats)
    everybody = list(zip(save.seats, points, strict=True))
    people = [(visible(seat.name), score) for seat, score in everybody if seat.level == HUMAN]
    others = [
        (visible(equal_level.level_or_equal(seat.level)), score) for seat, score in everybody if seat.level != HUMAN
    ]
    return tuple([("you" if name == "You" else name, score) for name, score in people] + others)


def seats_text(seats: Iterable[tuple[str, int | None]]) -> str:
    """ "you 43, scribe 51"."""
    return ", ".join([name if score is None else f"{name} {score}" for name, score in seats])


def unusual_game_and_points(save: SaveInfo) -> str:
    """ "Afterlife, you 43, scribe 51": the game if it is not the usual one, and who plays with how many points."""
    return ", ".join(
        [part for part in (unusual_game_text(save), seats_text(names_or_levels_with_points(save))) if part]
    )


def title_of(save: SaveInfo) -> str:
    """What a save is called: the name that it was given, or else "Afterlife, you 43, scribe 51". An unreadable one is called by
    its file."""
    if save.label.name:
        return save.label.name
    text = unusual_game_and_points(save)
    return f"{text[:1].upper()}{text[1:]}" or visible(save.path.name)


def dated_title(save: SaveInfo, now: datetime) -> str:
    """The title with the day on which the game was played: "Afterlife, you 43, scribe 51, 22 Nov"."""
    return f"{title_of(save)}, {day_of(save, now)}"


def day_of(save: SaveInfo, now: datetime) -> str:
    """The day on which a game was played last, with the year if that is not this year's."""
    then = datetime.fromtimestamp(save.modified).astimezone()
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b} {then.year}"


ORDERS: Final[Mapping[str, Callable[[SaveInfo], Any]]] = {
    "latest": lambda save: -save.modified,
    "oldest": lambda save: save.modified,
    "name": lambda save: (title_of(save).casefold(), -save.modified),
    "points": lambda save: (-points_to_sort_by(save), -save.modified),
    "turn": lambda save: (-save.turn, -save.modified),
}
"""How a list can be sorted."""


def points_to_sort_by(save: SaveInfo) -> int:
    """The points of the only person; if several or none play, the most that anybody has; -1 without points."""
    people = [place for place, seat in enumerate(save.seats) if seat.level == HUMAN] or range(len(save.seats))
    return max([save.scores[place] for place in people if save.scores], default=-1)


@dataclass(frozen=True)
class SaveQuery:
    """Which saves a list shows, and in which order. `words` are all to be found in what the list says of a save."""

    words: str = ""
    edition: str = ALL
    result: str = ALL
    order: str = "latest"

    def select(self, saves: Iterable[SaveInfo]) -> list[SaveInfo]:
        """The saves that fit, in order."""
        return sorted([save for save in saves if self._fits(save)], key=ORDERS[self.order])

    def _fits(self, save: SaveInfo) -> bool:
        if self.edition not in (ALL, edition_filter_name(save)) or self.result not in (ALL, result_of(save)):
            return False
        text = searched_text(save) if self.words else ""
        return all(word in text for word in self.words.casefold().split())


def searched_text(save: SaveInfo) -> str:
    """All that a search looks into: names, levels, edition, result, name, note and file."""
    seats = [f"{visible(seat.name)} {visible(equal_level.level_text(seat.level))}" for seat in save.seats]
    texts = (
        title_of(save),
        unusual_game_text(save),
        edition_filter_name(save),
        result_of(save),
        save.label.note,
        visible(save.path.name),
    )
    return " ".join([*texts, *seats]).casefold()


def editions_in(saves: Iterable[SaveInfo]) -> list[str]:
    """The editions of these saves, by name."""
    return sorted({edition_filter_name(save) for save in saves} - {""})


def totals_text(saves: Sequence[SaveInfo]) -> str:
    """ "12 games, 9 finished: 5 won, 3 lost, 1 shared"."""
    results = [result_of(save) for save in saves]
    counts = {result: results.count(result) for result in RESULTS}
    finished = sum([counts[result] for result in (WON, LOST, SHARED, FINISHED)])
    ends = ", ".join([f"{counts[result]} {result}" for result in (WON, LOST, SHARED) if counts[result]])
    odd = counts[DAMAGED] + counts[UNREADABLE]
    parts = [plural(len(saves), "game")]
    if finished:
        parts.append(f"{finished} finished" + (f" ({ends})" if ends else ""))
    if odd:
        parts.append(f"{odd} damaged")
    return ", ".join(parts)


def bin_loss_text(kept: Sequence[SaveInfo], binned: Sequence[SaveInfo]) -> str:
    """What is lost if the bin is emptied: the games, and what they say about the rating."""
    ends = [save for save in binned if save.finished and not save.damage]
    lines = [f"{totals_text(binned)[:1].upper()}{totals_text(binned)[1:]}. They cannot be brought back."]
    if ends:
        lines.append(f"Statistics lose {plural(len(ends), 'finished game')}.")
    for game in sorted({save.game for save in ends}):
        before = equal_level.rate_player([*kept, *binned], game) if game in GAMES else None
        after = equal_level.rate_player(kept, game) if game in GAMES else None
        if before is not None and after is not None and before.games != after.games:
            lines.append(
                f"Your rating in {GAMES[game].title()} goes from {before.rating:,.0f} (after {plural(before.games, 'game')}) "
                f"to {after.rating:,.0f} (after {plural(after.games, 'game')})."
            )
    return " ".join(lines)
