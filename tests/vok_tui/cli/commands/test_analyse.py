"""`vok analyse`: the report, the file beside the save, and what it refuses; and `vok calibrate`."""

import json
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ai.analysis.calibration import parse_calibration
from ai.analysis.decision import AnalysisBudget
from engine.core.game import HUMAN, Seat, Setup
from engine.core.match import Match
from engine.core.setup import Variant
from engine.games import GAMES
from engine.thieves.pieces import PieceSet
from engine.thieves.pieces_text import write_pieces
from engine.thieves.shipped import SHIPPED
from saves import Shelf, load
from saves.analysis_file import analysis_path
from tests.vok_tui.records.analysed_games import nearly_analysed
from tests.vok_tui.run_vok import RunVok
from vok_tui import __version__
from vok_tui.cli.commands import analyse
from vok_tui.cli.game_options import read_custom_cards
from vok_tui.records.helped import NOT_IN_DAILY, NOT_IN_SERIOUS
from vok_tui.shared.errors import ExitCode

TINY = AnalysisBudget(screening=2, comparison=2, confirmation=2, pairs=1, continuation=1)


@pytest.fixture(autouse=True)
def tiny_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreted search is slow, and the numbers do not matter here. Without --workers, no process is started."""
    monkeypatch.setattr(analyse, "budget_of_this_copy", lambda: TINY)
    monkeypatch.setattr("ai.process.limits.core_count", lambda: 0)


def saved_game(game: str, *seats: Seat, choices: tuple[str, ...] = (), moves: int = 10_000, cards: str = "") -> Path:
    """A save in which the moves in the middle of the menus were played."""
    rules = GAMES[game]
    setup = Setup(game, seats, 5, Variant(rules.editions()[0].name, choices, cards))
    match = Match(rules, setup)
    with Shelf().create(setup, rules, __version__, 1_700_000_000) as file:
        while not match.is_over and match.depth(match.log.head) < moves:
            legal = match.state.legal_moves()
            match.play(rules.action(match.state, legal[len(legal) // 2]))
        file.keep(match)
    return file.path


def short_game(moves: int = 10_000) -> Path:
    """A short game of Ann against a priest."""
    seats = (Seat("Ann", HUMAN), Seat("Khety", "priest"))
    return saved_game("thieves", *seats, choices=("10", "1", "normal"), moves=moves)


def test_an_analysis_with_more_work_is_printed_and_stays(vok: RunVok):
    save = nearly_analysed(short_game(), left=0, budget=TINY.scaled(8.0))
    before = analysis_path(save).read_bytes()
    code, out, _ = vok("analyse", str(save), "--json")
    assert (code, json.loads(out)["budget"]["screening"]) == (0, 16)
    assert analysis_path(save).read_bytes() == before


def test_a_game_is_analysed_kept_and_printed_again_at_once(vok: RunVok):
    save = saved_game("thieves", Seat("Ann", HUMAN), Seat("Khety", "priest"))
    before = save.read_bytes()
    code, out, err = vok("analyse", str(save), "--workers", "1")
    assert code == 0
    assert err.count("\n") == 1
    assert "not compiled" in err
    lines = out.splitlines()
    assert lines[0].startswith("King of Thieves: ")
    assert "Loss per decision, in 100 games between equals" in lines
    assert any(line.startswith("▸ You ") for line in lines)
    assert any(line.startswith("  Khety ") and line.endswith("a priest") for line in lines)
    assert save.read_bytes() == before
    assert vok("analyze", str(save)) == (0, out, "")

    code, out, err = vok("analyse", str(save), "--json")
    facts = json.loads(out)
    match = load(save, GAMES).match
    assert (code, err) == (0, "")
    assert (facts["format"], facts["complete"], facts["budget"]["screening"]) == (1, True, 2)
    nodes = [node for node in match.log.path(match.log.head)[:-1] if match.at(node).move_count > 1]
    assert [decision["node"] for decision in facts["decisions"]] == nodes
    for decision in facts["decisions"]:
        assert decision["answers"][decision["played"]]["action"] == match.log.actions[decision["node"] + 1].pack()
        assert decision["mark"] in ("", "~", "?!", "?", "??")
        best = decision["answers"][0]
        is_played_out = decision["turn"] is not None and best["margin"].is_integer()  # its plans end the game
        assert 0 <= best["chance"] <= 1
        assert best["chance"] not in (0, 1) or decision["state"] == "solved" or is_played_out
    assert sum(seat["decisions"] for seat in facts["seats"]) == len(nodes)
    marks = [decision for decision in facts["decisions"] if decision["mark"] in ("?!", "?", "??")]
    assert sum(seat["marked"] for seat in facts["seats"]) == len(marks)
    solved = [decision for decision in facts["decisions"] if decision["state"] == "solved"]
    assert [decision["node"] for decision in solved] == nodes[-2:]
    assert [seat["solved"] for seat in facts["seats"]] == [2, 0]
    for decision in solved:
        assert {answer["error"] for answer in decision["answers"]} == {0.0}
        best = decision["answers"][0]
        assert (best["chance"], best["margin"]) == (1.0, 3.0)
    assert any("marked" in line and "2 solved exactly" in line for line in lines)


def test_without_a_calibration_no_chance_is_printed_or_on_a_page(vok: RunVok, tmp_path: Path):
    page = tmp_path / "a.html"
    code, out, _ = vok("analyse", str(short_game()), "--quick", "--html", str(page))
    assert code == 0
    assert "Nothing is known about chances in such a game, so no losses can be given." in out
    assert "in 100" not in out
    assert "Nothing is known about chances" in page.read_text(encoding="utf-8")


def test_a_damaged_analysis_is_ignored_with_a_sentence_and_made_again(vok: RunVok):
    save = short_game()
    whole = vok("analyse", str(save), "--quick")[1]
    analysis_path(save).write_bytes(b"nonsense")
    code, out, err = vok("analyse", str(save), "--quick")
    assert (code, out) == (0, whole)
    assert "is ignored" in err
    assert vok("analyse", str(save), "--quick") == (0, whole, "")


def test_the_analysis_of_another_game_is_ignored_with_a_sentence(vok: RunVok):
    save, other = (
        short_game(),
        saved_game("tal", Seat("Ann", HUMAN), Seat("Khety", "priest"), choices=("short",), moves=6),
    )
    vok("analyse", str(save), "--quick")
    other_file = analysis_path(other)
    other_file.write_bytes(analysis_path(save).read_bytes())
    assert analyse.stored_analysis(load(other, GAMES).match, other) is None


def test_a_game_that_goes_on_is_not_analysed(vok: RunVok):
    save = short_game(moves=5)
    code, out, err = vok("analyse", str(save))
    assert (code, out) == (1, "")
    assert "is not over yet" in err
    assert err.count("\n") == 1
    assert not analysis_path(save).exists()


@pytest.mark.nightly(reason="plays games to calibrate", instead="test_a_calibration_that_cannot_be_repeated_is_refused")
def test_a_calibration_is_written_and_kept_and_used_until_it_is_damaged(vok: RunVok, home: Path, tmp_path: Path):
    """From the command to the report, which a process of its own has computed."""
    first, *others = SHIPPED.guardians
    guardians = (first._replace(strength=first.strength + 4), *others)  # too far for the chances of Vok
    cards = tmp_path / "cards.toml"
    cards.write_text(write_pieces(PieceSet(SHIPPED.tombs, guardians, SHIPPED.cards)))
    line = ["calibrate", "--game", "thieves", "--option", "tombs=1", "--games", "5", "--level", "scribe"]
    line += ["--tree-sample", "4", "--deep", "16", "--workers", "1", "--keep"]
    assert vok(*line)[0] == ExitCode.USAGE  # without cards of the player's own
    usual = ["calibrate", "--game", "thieves", "--games", "4", "--level", "shabti", "--tree-sample", "60"]
    code, out, err = vok(*usual, "--deep", "16", "--workers", "1", "--errors", str(tmp_path / "errors.json"))
    assert (code, err) == (0, "")
    assert "Error of an answer by the size of its tree" in out
    assert list(json.loads((tmp_path / "errors.json").read_text())["errors"]) == ["1", "4", "16"]
    calibrate = [*line, "--cards", str(cards), "--out", str(tmp_path / "a.json")]
    code, out, err = vok(*calibrate)
    assert (code, err) == (0, "")
    assert "better than the lead in points" in out
    fields = json.loads((tmp_path / "a.json").read_text())
    assert parse_calibration(fields, fields["value"]) is not None
    assert fields["made"].startswith(
        f"vok-lab calibrate --game thieves --option tombs=1 --cards {shlex.quote(str(cards))} "
    )
    (kept,) = (home / "own-cards").iterdir()
    assert f"now use {kept}" in out
    seats = (Seat("Ann", HUMAN), Seat("Khety", "priest"))
    save = saved_game("thieves", *seats, choices=("10", "1", "normal"), moves=7, cards=cards.read_text())
    line = ["analyse", str(save), "--unfinished", "--quick", "--workers", "1"]
    facts = json.loads(vok(*line, "--json")[1])
    assert facts["own_calibration"]
    assert {decision["loss"] is not None for decision in facts["decisions"]} == {True}
    kept.unlink()
    kept.mkdir()
    assert f"{kept} is not an ordinary file" in vok(*calibrate)[2], "before any game is played"
    kept.rmdir()
    kept.write_text("{")
    code, out, _ = vok(*line)
    assert code == 0
    assert f"Your calibration {kept} is damaged, so it is not used." in out
    assert "Nothing is known about chances" in out


def test_a_calibration_that_cannot_be_repeated_is_refused(vok: RunVok):
    assert vok("calibrate", "--level", "priest:50ms") == (
        2,
        "",
        "vok: calibrate: games of a level with a time budget or of a bot cannot be repeated\n",
    )


def test_the_own_decisions_of_a_game_that_goes_on_make_it_helped_and_say_nothing_of_others(vok: RunVok):
    save = short_game(moves=9)
    code, out, _ = vok("analyse", str(save), "--unfinished", "--quick", "--json")
    assert code == 0
    match = load(save, GAMES).match
    assert match.log.is_helped
    seats = {decision["seat"] for decision in json.loads(out)["decisions"]}
    humans = {place for place, seat in enumerate(match.setup.seats) if seat.level == HUMAN}
    assert seats == humans
    code, out, _ = vok("analyse", str(save), "--unfinished", "--quick")
    assert code == 0
    assert "your decisions so far; the game goes on, and counts as helped" in out
    assert not analysis_path(save).exists()
    other = next(seat.name for seat in match.setup.seats if seat.level != HUMAN)
    code, out, err = vok("analyse", str(save), "--unfinished", "--seat", other)
    assert (code, out) == (1, "")
    assert "cannot be seen before this game is over" in err


def test_the_daily_game_is_not_analysed_before_its_end(vok: RunVok, home: Path):
    from vok_tui.records.daily import daily_setup, today_in_utc

    setup = daily_setup(today_in_utc(), "valley")
    with Shelf(home).create(setup, GAMES["valley"], "tests", 0) as file:
        match = Match(GAMES["valley"], setup)
        file.keep(match)
        path = file.path
    code, out, err = vok("analyse", str(path), "--unfinished")
    assert (code, out) == (1, "")
    assert NOT_IN_DAILY.removesuffix(".") in err
    assert not load(path, GAMES).match.log.is_helped


def test_a_game_without_looking_back_is_not_analysed_before_its_end(vok: RunVok, home: Path):
    """The settings that forbid hints forbid this too, with the same sentence."""
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text("[table]\nundo_past_reveals = false\n")
    save = short_game(moves=9)
    code, out, err = vok("analyse", str(save), "--unfinished", "--quick")
    assert (code, out) == (1, "")
    assert NOT_IN_SERIOUS.removesuffix(".") in err
    assert not load(save, GAMES).match.log.is_helped


class PageReader(HTMLParser):
    """Reads a page strictly: its texts, and what could load or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in ("meta", "line", "rect", "polyline"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.texts.append(data)

    def close(self) -> None:
        super().close()
        assert not self._open


def test_a_page_to_send_is_closed_escaped_and_without_names(vok: RunVok, tmp_path: Path):
    """The names are hostile; nothing of them may become a tag, and by default nothing of them is there at all."""
    names = ("<script>Ann</script>", 'Khety"&amp;<b>')
    save = saved_game("thieves", Seat(names[0], HUMAN), Seat(names[1], "priest"))
    for with_names in (False, True):
        check_page(vok, save, tmp_path, with_names=with_names)


def check_page(vok: RunVok, save: Path, folder: Path, *, with_names: bool) -> None:
    page, picture = folder / "a.html", folder / "a.svg"
    line = ["analyse", str(save), "--quick", "--html", str(page), "--svg", str(picture)]
    assert vok(*line, *(["--names"] if with_names else []))[0] == 0
    reader = PageReader()
    reader.feed(page.read_text(encoding="utf-8"))
    reader.close()
    text = " ".join(reader.texts)
    assert reader.tags.isdisjoint({"script", "b", "a", "img", "link", "iframe", "object", "image", "use"})
    assert reader.attributes.isdisjoint({"src", "href", "onload", "onclick"})
    assert "default-src 'none'" in page.read_text(encoding="utf-8")
    assert ("Ann" in text, "Khety" in text) == (with_names, with_names)
    assert ("Player 1" in text) != with_names
    assert "in 100" in text
    drawn = ET.fromstring(picture.read_text(encoding="utf-8"))
    curve_texts = [element.text or "" for element in drawn.iter() if element.tag.endswith("text")]
    assert any(one.startswith("<script>Ann" if with_names else "Player 1") for one in curve_texts)
    assert [element for element in drawn.iter() if element.tag.endswith("polyline")]


def test_a_page_that_cannot_be_written_is_said_before_any_work(vok: RunVok, tmp_path: Path):
    code, out, err = vok("analyse", str(short_game()), "--html", str(tmp_path / "none" / "a.html"))
    assert (code, out) == (2, "")
    assert "there is no folder" in err


@pytest.mark.nightly(
    reason="analyses several games", instead="test_without_a_calibration_no_chance_is_printed_or_on_a_page"
)
def test_each_unusual_game_says_what_can_be_shown(vok: RunVok, tmp_path: Path):
    """A damaged save, one of several people, one of nobody, and one alone."""
    people, nobody = (
        saved_game("thieves", Seat("Ann", level), Seat("Ben", level), choices=("10", "1", "normal"), moves=moves)
        for level, moves in ((HUMAN, 10_000), ("priest", 10_000))
    )
    for save in (people, nobody):
        code, out, err = vok("analyse", str(save), "--quick")
        assert (code, "won  (Ann, Ben" in out, "Nothing is known about chances" in out) == (0, True, True), err
        code, out, _ = vok("analyse", str(save), "--quick", "--json")
        assert {decision["seat"] for decision in json.loads(out)["decisions"]} == {0, 1}
    whole = people.read_bytes()
    damaged = tmp_path / "damaged.vok"
    damaged.write_bytes(whole[: len(whole) - 60])
    for line in (["analyse", str(damaged)], ["analyse", str(damaged), "--unfinished"]):
        code, out, err = vok(*line)
        assert (code, out) == (ExitCode.DAMAGED, "")
        assert "breaks off" in err
        assert "Only a whole game is analysed." in err
    assert damaged.read_bytes() == whole[: len(whole) - 60], "nothing is written into it"
    running = saved_game("thieves", Seat("Ann", HUMAN), Seat("Ben", HUMAN), choices=("10", "1", "normal"), moves=4)
    code, out, err = vok("analyse", str(running), "--unfinished")
    assert (code, out) == (1, "")
    assert "Several people play here" in err


def test_a_game_as_text_is_no_save_and_the_way_to_one_is_said(vok: RunVok, tmp_path: Path):
    text = tmp_path / "game.txt"
    text.write_text(vok("export", str(short_game()))[1], encoding="utf-8")
    code, out, err = vok("analyse", str(text))
    assert (code, out) == (1, "")
    assert "vok import" in err
    imported = vok("import", str(text))[1]
    name = re.search(r"vok open (\S+)", imported)
    assert name is not None
    assert vok("analyse", name[1], "--quick")[0] == 0


def test_a_game_alone_has_points_and_an_order_but_nobody_has_won(vok: RunVok, tmp_path: Path):
    setup = Setup("valley", (Seat("Ann", HUMAN),), 5, Variant("solitaire", ()))
    match = Match(GAMES["valley"], setup)
    with Shelf().create(setup, GAMES["valley"], __version__, 1_700_000_000) as file:
        while not match.is_over:
            match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        file.keep(match)
    page = tmp_path / "page.html"
    code, out, _ = vok("analyse", str(file.path), "--quick", "--html", str(page))
    assert code == 0
    assert out.splitlines()[0] == f"Valley of the Kings: alone, {match.scores(match.log.head)[0]} points"
    assert "Nothing is known about chances" in out
    assert "won" not in out + page.read_text(encoding="utf-8").partition("What the numbers mean")[0]


@pytest.mark.parametrize(("entered", "has_chances"), [("gold 3", True), ("gold 7", False)])
def test_own_cards_have_the_chances_of_those_of_vok_if_only_numbers_differ_and_it_is_said(
    vok: RunVok, home: Path, entered: str, has_chances: bool
):
    """From the line of `vok cards own` to the report. A number that is far off has no chances."""
    assert vok("cards", "own", "outer", "sarcophagus", *entered.split())[0] == 0
    cards = read_custom_cards("valley", home / "own-cards" / "valley.toml")
    setup = Setup("valley", (Seat("Ann", HUMAN), Seat("Khety", "priest")), 5, Variant("base", (), cards))
    match = Match(GAMES["valley"], setup)
    with Shelf().create(setup, GAMES["valley"], __version__, 1_700_000_000) as file:
        for _ in range(4):
            match.play(match.game.action(match.state, match.state.legal_moves()[-1]))
        file.keep(match)
    line = ["analyse", str(file.path), "--unfinished", "--quick"]
    code, out, _ = vok(*line)
    assert code == 0
    assert ("This game is played with other numbers than those of Vok." in out) == has_chances
    assert ("Nothing is known about chances" in out) != has_chances
    facts = json.loads(vok(*line, "--json")[1])
    assert facts["borrowed"] == has_chances
    assert {decision["loss"] is not None for decision in facts["decisions"]} == {has_chances}
