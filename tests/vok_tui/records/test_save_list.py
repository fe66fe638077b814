"""The list of saves: titles, results, searches and totals."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.core.game import HUMAN, Seat
from saves import SaveInfo, SaveLabel
from tests.tables import each_row
from vok_tui.records.save_list import (
    ORDERS,
    RESULTS,
    SaveQuery,
    bin_loss_text,
    dated_title,
    editions_in,
    result_of,
    title_of,
    totals_text,
)
from vok_tui.shared.levels import rate_player

NOW = datetime(2026, 11, 23, 12).astimezone()  # noon, wherever the machine is
WHEN = datetime(2026, 11, 22, 12).astimezone().timestamp()
YOU = Seat("You", HUMAN)
SCRIBE = Seat("Khety", "scribe")


def info(
    name: str = "a",
    scores: tuple[int, ...] = (43, 51),
    seats: tuple[Seat, ...] = (YOU, SCRIBE),
    edition: str = "afterlife",
    *,
    over: bool = True,
    winners: int = 0,
    when: float = WHEN,
    called: str = "",
    note: str = "",
    damage: str = "",
    turn: int = 20,
) -> SaveInfo:
    label = SaveLabel(turn=turn, over=over, scores=scores, winner_bits=winners, name=called, note=note)
    return SaveInfo(Path(f"/saves/{name}.vok"), when, damage, "valley", edition, seats, label)


@each_row(
    ("save", "title"),
    [
        (info(), "Afterlife, you 43, scribe 51, 22 Nov"),
        (info(edition="base"), "You 43, scribe 51, 22 Nov"),
        (info(seats=(SCRIBE, YOU)), "Afterlife, you 51, scribe 43, 22 Nov"),
        (info(seats=(SCRIBE, Seat("Ann"))), "Afterlife, Ann 51, scribe 43, 22 Nov"),
        (info(seats=(YOU, Seat("Khety", "equal:priest", 300))), "Afterlife, you 43, equal 51, 22 Nov"),
        (info(seats=(Seat("a", "shabti"), SCRIBE), edition="mixed"), "A mixed game, shabti 43, scribe 51, 22 Nov"),
        (info(called="The long evening"), "The long evening, 22 Nov"),
        (info(when=datetime(2024, 2, 3, 12).astimezone().timestamp()), "Afterlife, you 43, scribe 51, 3 Feb 2024"),
        (info(scores=()), "Afterlife, you, scribe, 22 Nov"),
        (SaveInfo(Path("/saves/odd\x1b.vok"), WHEN, "no save"), "odd.vok, 22 Nov"),
        (info(seats=(Seat("\x1b[2JAnn\u202e"), SCRIBE)), "Afterlife, [2JAnn 43, scribe 51, 22 Nov"),
    ],
)
def test_the_title_names_edition_players_points_and_date(save: SaveInfo, title: str) -> None:
    assert dated_title(save, NOW) == title


@pytest.mark.parametrize(("zone", "day"), [("NZST-12", "23 Nov"), ("UTC0", "22 Nov"), ("PST8", "22 Nov")])
def test_the_date_is_that_of_the_clock_of_the_player(
    zone: str, day: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(time.tzset)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        played = info(when=datetime(2026, 11, 22, 12, 30, tzinfo=UTC).timestamp())
        assert dated_title(played, NOW).endswith(day)


@each_row(
    ("save", "result"),
    [
        (info(over=False), "goes on"),
        (info(), "lost"),
        (info(scores=(52, 51)), "won"),
        (info(scores=(51, 51)), "shared"),
        (info(scores=(51, 51), winners=0b01), "won"),
        (info(scores=(51, 51), winners=0b10), "lost"),
        (info(scores=()), "finished"),
        (info(scores=(), winners=0b01), "won"),
        (info(seats=(YOU, Seat("Ann"))), "finished"),
        (info(seats=(YOU,), scores=(43,)), "finished"),
        (info(seats=(SCRIBE, SCRIBE)), "finished"),
        (info(damage="cut off"), "damaged"),
        (SaveInfo(Path("x.vok"), WHEN, "no save"), "unreadable"),
    ],
)
def test_the_result_is_that_of_the_human_player(save: SaveInfo, result: str) -> None:
    assert result_of(save) == result
    assert result in RESULTS


SHELF = [
    info("a", called="The long evening", note="Bob was tired", when=3),
    info("b", (60, 20), edition="base", when=2, turn=30),
    info("c", (10, 20), over=False, edition="base", when=4, turn=3),
    info("d", (30, 31), (Seat("Zoë"), Seat("Merit", "priest")), when=1),
    SaveInfo(Path("/saves/odd.vok"), 5, "no save"),
]


@each_row(
    ("query", "names"),
    [
        (SaveQuery(), "odd c a b d"),
        (SaveQuery(order="oldest"), "d b a c odd"),
        (SaveQuery(order="name"), "d odd a c b"),
        (SaveQuery(order="points"), "b a d c odd"),
        (SaveQuery(order="turn"), "b a d c odd"),
        (SaveQuery("EVENING"), "a"),
        (SaveQuery("tired bob"), "a"),
        (SaveQuery("zoë priest"), "d"),
        (SaveQuery("zoë scribe"), ""),
        (SaveQuery(edition="base"), "c b"),
        (SaveQuery(result="lost"), "a d"),
        (SaveQuery("scribe", "base", "won", "oldest"), "b"),
        (SaveQuery(result="unreadable"), "odd"),
    ],
)
def test_a_query_selects_and_sorts_saves(query: SaveQuery, names: str) -> None:
    assert " ".join(save.path.stem for save in query.sorted_matches(SHELF)) == names
    assert query.order in ORDERS


def test_editions_in_lists_only_played_editions() -> None:
    assert editions_in(SHELF) == {"Afterlife": "afterlife", "Valley of the Kings": "base"}
    assert editions_in([info(edition="mixed")]) == {"A mixed game": "mixed"}
    thieves = [info()._replace(game="thieves", edition=edition) for edition in ("double", "base")]
    assert list(editions_in(thieves)) == ["King of Thieves", "King of Thieves, two sets"]


def test_the_totals_count_every_game_once() -> None:
    assert totals_text(SHELF) == "5 games, 3 finished (1 won, 2 lost), 1 damaged"
    assert totals_text(SHELF[:1]) == "1 game, 1 finished (1 lost)"
    assert totals_text([]) == "0 games"


def test_the_bin_dialog_says_how_the_rating_changes() -> None:
    kept, binned = SHELF[:1], SHELF[1:3]
    text = bin_loss_text(kept, binned)
    before, after = rate_player([*kept, *binned]), rate_player(kept)
    assert "cannot be brought back" in text
    assert (before.games, after.games) == (2, 1)
    assert "from none (from 5 games on, 2 so far) to none (from 5 games on, 1 so far)" in text
    assert "rating" not in bin_loss_text(kept, SHELF[2:3])


def test_the_title_of_an_unknown_game_names_the_players() -> None:
    assert title_of(info()._replace(game="moon")) == "You 43, scribe 51"
