"""The list of saves, for the shelf and for `vok saves`: titles, results, search, order and totals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from ai.bots.player_spec import EQUAL
from engine.core.game import HUMAN, human_seats
from engine.core.wording import plural
from engine.games import GAMES
from saves.clean_text import visible
from saves.save_info import SaveInfo
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.records.daily import daily_date_of
from vok_tui.shared import levels

ALL: Final = "all"
GOES_ON: Final = "goes on"
WON: Final = "won"
LOST: Final = "lost"
SHARED: Final = "shared"
FINISHED: Final = "finished"  # neither won nor lost: not exactly one human played, or nobody could win
TOO_OLD: Final = "old"  # it was made before the first release, and had not ended
TOO_LONG: Final = "long"  # it was not closed, and is too long for the list to read it
DAMAGED: Final = "damaged"
UNREADABLE: Final = "unreadable"
RESULTS: Final = (GOES_ON, WON, LOST, SHARED, FINISHED, TOO_OLD, TOO_LONG, DAMAGED, UNREADABLE)
RESULT_SIGNS: Final[Mapping[str, str]] = {
    GOES_ON: "○", WON: "●", LOST: "●", SHARED: "●", FINISHED: "●", TOO_OLD: "-", TOO_LONG: "?", DAMAGED: "!", UNREADABLE: "!",
}  # fmt: skip

PlayersWithPoints = tuple[tuple[str, int | None], ...]


def result_of(save: SaveInfo) -> str:
    """How a game ended for its only human, or why it has no such result: one of RESULTS."""
    if save.damage:
        return DAMAGED if save.can_be_opened else UNREADABLE
    if save.is_too_old and not save.finished:
        return TOO_OLD
    if save.unread and not save.is_too_old:
        return TOO_LONG
    if not save.finished:
        return GOES_ON
    humans = human_seats(save.seats)
    winners = save.winners
    if len(humans) != 1 or len(save.seats) == 1 or not winners:
        return FINISHED
    if humans[0] not in winners:
        return LOST
    return WON if len(winners) == 1 else SHARED


def unusual_game_text(save: SaveInfo) -> str:
    """What distinguishes a game from the usual one: the date of a daily game, the title of a game that is not the default one,
    and an edition that is not the default one of its game. "" if nothing does."""
    if save.game not in GAMES:
        return ""
    game = GAMES[save.game]
    day = daily_date_of(save.setup) if save.setup is not None else None
    daily = f"daily {day.isoformat()}" if day is not None else ""
    title = game.title() if save.game != GAMES.default else ""
    return ", ".join([text for text in (daily, title, table_kit_of(game).edition_in_save_list(save.edition)) if text])


def edition_filter_name(save: SaveInfo) -> str:
    """The entry for a save in the filter by edition: its edition, after the title of a game that is not the default one. "" for
    an unreadable save."""
    if save.game == GAMES.default or not save.game:
        return visible(save.edition)
    title = GAMES[save.game].title() if save.game in GAMES else save.game
    return visible(f"{title}: {save.edition}")


def players_with_points(save: SaveInfo) -> PlayersWithPoints:
    """The name of each human, then the level of each opponent, with their points; None in a game without points."""
    points = save.scores or (None,) * len(save.seats)
    seats = list(zip(save.seats, points, strict=True))
    humans = [(visible(seat.name), score) for seat, score in seats if seat.level == HUMAN]
    opponents = [(visible(levels.level_or_equal(seat.level)), score) for seat, score in seats if seat.level != HUMAN]
    return tuple([("you" if name == "You" else name, score) for name, score in humans] + opponents)


def players_text(players: Iterable[tuple[str, int | None]]) -> str:
    """ "you 43, scribe 51"."""
    return ", ".join([name if score is None else f"{name} {score}" for name, score in players])


def game_and_points_text(save: SaveInfo) -> str:
    """ "Afterlife, you 43, scribe 51": `unusual_game_text` and the seats with their points."""
    return ", ".join([part for part in (unusual_game_text(save), players_text(players_with_points(save))) if part])


def title_of(save: SaveInfo) -> str:
    """The title of a save: its name if the player gave it one, otherwise "Afterlife, you 43, scribe 51"; the file name of an
    unreadable save."""
    if save.label.name:
        return save.label.name
    text = game_and_points_text(save)
    return f"{text[:1].upper()}{text[1:]}" or visible(save.path.name)


def dated_title(save: SaveInfo, now: datetime) -> str:
    """The title with the day on which the game was last played: "Afterlife, you 43, scribe 51, 22 Nov"."""
    return f"{title_of(save)}, {day_last_played(save, now)}"


def day_last_played(save: SaveInfo, now: datetime) -> str:
    """The day on which a game was last played, with the year unless it is that of `now`."""
    then = datetime.fromtimestamp(save.last_played).astimezone()
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b} {then.year}"


ORDERS: Final[Mapping[str, Callable[[SaveInfo], Any]]] = {
    "latest": lambda save: -save.last_played,
    "oldest": lambda save: save.last_played,
    "name": lambda save: (title_of(save).casefold(), -save.last_played),
    "points": lambda save: (-points_to_sort_by(save), -save.last_played),
    "turn": lambda save: (-save.turn, -save.last_played),
}
"""The sort keys of a list, by the name of the order."""


def points_to_sort_by(save: SaveInfo) -> int:
    """The points of the best human, or of the best seat if no human plays; -1 without points."""
    seats = human_seats(save.seats) or range(len(save.seats))
    return max([save.scores[place] for place in seats if save.scores], default=-1)


@dataclass(frozen=True)
class SaveQuery:
    """A search in a list of saves, and its order. A save matches if its searchable text contains all `words`."""

    words: str = ""
    edition: str = ALL
    result: str = ALL
    order: str = "latest"

    def sorted_matches(self, saves: Iterable[SaveInfo]) -> list[SaveInfo]:
        """The saves that match, sorted by `order`."""
        return sorted([save for save in saves if self._matches(save)], key=ORDERS[self.order])

    def _matches(self, save: SaveInfo) -> bool:
        if self.edition not in (ALL, edition_filter_name(save)) or self.result not in (ALL, result_of(save)):
            return False
        text = searchable_text(save) if self.words else ""
        return all(word in text for word in self.words.casefold().split())


def searchable_text(save: SaveInfo) -> str:
    """Everything that a search looks at: title, game, edition, result, name, note, file, names and levels of the seats,
    and the words for which a game counts apart."""
    seats = [f"{visible(seat.name)} {visible(levels.level_text(seat.level))}" for seat in save.seats]
    texts = (
        title_of(save),
        unusual_game_text(save),
        edition_filter_name(save),
        result_of(save),
        *save.label.texts.values(),
        *save.label.words_apart,
        visible(save.path.name),
    )
    return " ".join([*texts, *seats]).casefold()


def editions_in(saves: Iterable[SaveInfo]) -> dict[str, str]:
    """The editions of these saves for `SaveQuery`, by what players call them, in the order of these names."""
    names = {edition_text(save): edition_filter_name(save) for save in saves if edition_filter_name(save)}
    return dict(sorted(names.items()))


def edition_text(save: SaveInfo) -> str:
    """What players call the edition of a save. That of a game that is not the default one follows its title."""
    if save.game not in GAMES:
        return edition_filter_name(save)
    title, edition = GAMES[save.game].title(), edition_of_game_text(save.game, save.edition)
    return edition if save.game == GAMES.default or edition == title else f"{title}, {edition[:1].lower()}{edition[1:]}"


def edition_of_game_text(game: str, edition: str) -> str:
    """What players of a game call an edition: the title of the game for its first one, "Two sets" for another one."""
    name = visible(table_kit_of(GAMES[game]).edition_in_save_list(edition))
    return f"{name[:1].upper()}{name[1:]}" or GAMES[game].title()


def totals_text(saves: Sequence[SaveInfo]) -> str:
    """ "12 games, 9 finished: 5 won, 3 lost, 1 shared"."""
    results = [result_of(save) for save in saves]
    counts = {result: results.count(result) for result in RESULTS}
    finished = sum([counts[result] for result in (WON, LOST, SHARED, FINISHED)])
    ends = ", ".join([f"{counts[result]} {result}" for result in (WON, LOST, SHARED) if counts[result]])
    damaged = counts[DAMAGED] + counts[UNREADABLE]
    parts = [plural(len(saves), "game")]
    if finished:
        parts.append(f"{finished} finished" + (f" ({ends})" if ends else ""))
    if damaged:
        parts.append(f"{damaged} damaged")
    return ", ".join(parts)


def bin_loss_text(on_shelf: Sequence[SaveInfo], binned: Sequence[SaveInfo]) -> str:
    """What is lost if the bin is emptied: the games themselves, and their effect on statistics and rating."""
    finished = [save for save in binned if save.finished and not save.damage]
    lines = [f"{totals_text(binned)[:1].upper()}{totals_text(binned)[1:]}. They cannot be brought back."]
    if finished:
        lines.append(f"Statistics lose {plural(len(finished), 'finished game')}.")
    for game in sorted({save.game for save in finished}):
        before = levels.rate_player([*on_shelf, *binned], game) if game in GAMES else None
        after = levels.rate_player(on_shelf, game) if game in GAMES else None
        if before is not None and after is not None and before.games != after.games:
            lines.append(
                f"Your rating in {GAMES[game].title()} goes from {_rating_and_games(before)} to {_rating_and_games(after)}."
            )
    return " ".join(lines)


def _rating_and_games(rating: levels.PlayerRating) -> str:
    """ "1,184 (after 24 games)", "none (from 5 games on, 2 so far)"."""
    if rating.games < levels.MIN_RATED_GAMES:
        return f"none ({levels.too_early_text(rating.games)})"
    return f"{rating.rating:,.0f} (after {plural(rating.games, 'game')})"


def opponents_text(save: SaveInfo) -> str:
    """ "against Khety, a priest", "against 3 opponents", "with Ann" or "alone"."""
    opponents = [seat for seat in save.seats if seat.level != HUMAN]
    if len(opponents) == 1 and len(save.seats) == 2:
        level = level_word(opponents[0].level)
        return f"against {visible(opponents[0].name)}{f', {with_article(level)}' if level else ''}"
    if opponents:
        return f"against {plural(len(opponents), 'opponent')}"
    return (
        f"with {visible(save.seats[1].name)}"
        if len(save.seats) == 2
        else "alone"
        if len(save.seats) == 1
        else "with friends"
    )


def level_word(level: str) -> str:
    """The word for a level; "" for an external bot."""
    word = level.partition(":")[0].partition("=")[0]
    return EQUAL if word == EQUAL else word if word.isalpha() else ""


def with_article(word: str) -> str:
    """ "a priest", "an equal"."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"


SeatPoints = tuple[tuple[str, int], ...]  # names and points, in the order of the seats


def seat_points(save: SaveInfo) -> SeatPoints:
    """The names and points of a save; empty for an unreadable one."""
    points = save.scores or (0,) * len(save.seats)
    return tuple((visible(seat.name), score) for seat, score in zip(save.seats, points, strict=True))
