"""Every theme is readable on all screens."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorSystem
from textual.command import CommandList, CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen
from textual.theme import BUILTIN_THEMES, Theme
from textual.widgets import Input

from ai.analysis.decision import AnalysisBudget
from ai.analysis.game_analysis import JUDGING, GameAnalysis, new_analysis, run_analysis
from engine.core.game import HUMAN, Seat, Setup
from engine.core.journal import BAD, COMMENT, GOOD, MARK, TURNING_POINT, Annotated
from engine.core.match import Match
from engine.games import GAMES
from engine.valley.editions import MIXED, shipped_catalogue
from engine.valley.game import VALLEY
from saves import Shelf
from tests.vok_tui import grids
from tests.vok_tui.contrast import BLANK, Paint, contrast, is_safe, paints, text
from tests.vok_tui.grids import cells
from tests.vok_tui.painted_tables import painted_tables
from tests.vok_tui.records.analysed_games import DECISION
from tests.vok_tui.records.finished_games import many_games
from tests.vok_tui.screens.app_helpers import LARGE, SMALL, run, until
from tests.vok_tui.screens.pictured import FOLDER, NOW, SAVES, finished_match, summary_with_rating
from tests.vok_tui.screens.played_days import NoLevels
from tests.vok_tui.screens.start_pages import start_with_game
from tests.vok_tui.screens.table.mid_game import mid_game, sitting_mid_game
from tests.vok_tui.screens.table.table_helpers import SilentThinker, end_turn, play, travel
from vok_tui.boards.keymap import all_shortcuts
from vok_tui.boards.own_data import OwnData
from vok_tui.boards.table_kit import table_kit_of
from vok_tui.boards.valley.card_list import card_list
from vok_tui.boards.valley.kit import VALLEY_TABLE
from vok_tui.boards.valley.lesson import VALLEY_LESSON
from vok_tui.boards.valley.score_sheet import score_sheet
from vok_tui.coordinator.config import Config, load_config
from vok_tui.coordinator.start_options import StartOptions
from vok_tui.coordinator.start_page import offered_games
from vok_tui.game.autosave import OpenGame
from vok_tui.game.sitting import Sitting
from vok_tui.learning.goal_counts import GoalCounter
from vok_tui.learning.guide import Guide
from vok_tui.learning.history import LearningHistory
from vok_tui.learning.notes import ReviewNotes
from vok_tui.learning.practice import Practice, is_practisable
from vok_tui.learning.retry import Retry, positions_of_game
from vok_tui.learning.review import Review
from vok_tui.records.game_stats import stats_of_games
from vok_tui.records.loss_report import BestLine
from vok_tui.records.new_game import lesson_setup
from vok_tui.screens.app import VokApp
from vok_tui.screens.base import SafeClosingScreen
from vok_tui.screens.best_lines import BestLinesScreen
from vok_tui.screens.cards import CardsScreen
from vok_tui.screens.command_palette import Palette
from vok_tui.screens.daily import DailyScreen
from vok_tui.screens.dialog import Dialog, DialogOption, TextDialog, TryAnswerDialog
from vok_tui.screens.goals import GoalsScreen
from vok_tui.screens.help import HelpScreen
from vok_tui.screens.loss_stats import LossStatsScreen
from vok_tui.screens.own_cards import OwnCardsScreen
from vok_tui.screens.play_on import PlayOnDialog
from vok_tui.screens.practice import PracticeScreen
from vok_tui.screens.review.compare import CompareScreen, Comparison, comparable_variation_starts
from vok_tui.screens.review.expected_line import ExpectedLineScreen, expected_steps
from vok_tui.screens.review.screen import ReviewScreen
from vok_tui.screens.score import ScoreScreen
from vok_tui.screens.settings import SettingsScreen
from vok_tui.screens.setup import SetupScreen
from vok_tui.screens.shelf import ShelfScreen
from vok_tui.screens.stats import StatsScreen
from vok_tui.screens.table.retry import RetryScreen
from vok_tui.screens.table.screen import TableScreen
from vok_tui.screens.welcome import WelcomeScreen
from vok_tui.shared.detection import Terminal
from vok_tui.terminal.theme import THEMES, VOK_COLORS, make_theme, with_vok_colors

KIT = table_kit_of(GAMES[GAMES.default])

MIN_CONTRAST = 4.5  # of text
VERY_LARGE = (160, 45)
TextsByPaint = dict[Paint, set[str]]
"""The texts on a screen by their paint."""


def sitting_after_opponents() -> Sitting:
    """The start of a turn after opponents have played."""
    sitting = mid_game(3)
    play(sitting, "entomb Shabti", "buy Statue of Isis with Box of Food, Statue of Bastet")
    end_turn(sitting)
    play(sitting, "entomb Urn", "execute Shabti", "sacrifice Boat from the pyramid")
    end_turn(sitting)
    play(sitting, "execute Box of Food", "entomb Shabti")
    end_turn(sitting)
    return sitting


def sitting_with_thinking_opponent() -> Sitting:
    """An opponent's turn."""
    sitting = mid_game(4)
    end_turn(sitting)
    return sitting


def sitting_after_peek() -> Sitting:
    """A turn after an undo that is peeking."""
    sitting = mid_game()
    play(sitting, "execute Box of Food")
    travel(sitting, "undo")
    return sitting


def sitting_with_both_games() -> Sitting:
    """A game with the cards of both games."""
    return Sitting(
        Match(VALLEY, Setup("valley", (Seat("Ann"), Seat("Khety", "priest")), 1, MIXED)), None, SilentThinker()
    )


def score_screen() -> ScoreScreen:
    match = finished_match(4, 3)
    return ScoreScreen(
        score_sheet(VALLEY.view(match.state, 0), [seat.name for seat in match.setup.seats], 0),
        [seat.name for seat in match.setup.seats],
        match.setup.seed,
        {},
    )


def guided_table() -> TableScreen:
    """The first step of a guided game."""
    lesson = VALLEY_LESSON
    sitting = Sitting(Match(VALLEY, lesson_setup(lesson, "Ann")), None, SilentThinker())
    return TableScreen(sitting, guide=Guide(lesson, sitting, LearningHistory(Path("/nowhere"))))


def setup_screen() -> SetupScreen:
    return SetupScreen(StartOptions(players=4, levels=("priest", "shabti", HUMAN), names=("Ann",), first=3))


def review_screen(hands: bool = False) -> ReviewScreen:
    """A review of a finished game with a variation, at its middle."""
    match = finished_match(3, 12, names=("You", "Khety", "Merit"))
    end = match.log.head
    match.goto(match.log.path(end)[-9])
    for _ in range(5):
        match.play(VALLEY.action(match.state, match.state.legal_moves()[0]))
    match.goto(end)
    for number, value in enumerate((GOOD, BAD, TURNING_POINT)):
        match.log.annotate(Annotated(MARK, match.log.path(end)[-20 - number], value=value))
    match.log.annotate(Annotated(COMMENT, match.log.path(end)[-30], "Here I lost it"))
    review = Review(match, 0, end)
    screen = ReviewScreen(review, ReviewNotes(OpenGame(Sitting(match))))
    if hands:
        review.try_toggle_hands()
    return screen


def compare_screen() -> CompareScreen:
    screen = review_screen()
    review = screen.review
    return CompareScreen(
        Comparison(review, screen.page.turn_lines, comparable_variation_starts(review)), screen.page.kit
    )


def score_screen_with_look_back() -> ScoreScreen:
    """A score sheet with the points by turn and what the cards did."""
    match = finished_match(2, 3)
    names = [seat.name for seat in match.setup.seats]
    sheet = score_sheet(VALLEY.view(match.state, 0), names, 0)
    return ScoreScreen(sheet, names, 3, {}, game_summary=summary_with_rating(match))


ScreenWithKeys = tuple[Callable[[], Screen[Any]], str]
"""A function that makes a screen, and the keys to press on it."""


@cache
def analysed_game() -> tuple[Match, GameAnalysis]:
    """A short game of King of Thieves, with an analysis up to two mistakes of a player."""
    game = GAMES["thieves"]
    setup = Setup("thieves", (Seat("You", HUMAN), Seat("Khety", "priest")), 5, game.editions()[0].name)
    match = Match(game, setup)
    while not match.is_over:
        legal = match.state.legal_moves()
        match.play(game.action(match.state, legal[len(legal) // 2]))
    budget = AnalysisBudget(screening=8, comparison=8, confirmation=8, pairs=2, continuation=2)
    analysis = new_analysis(match, budget)
    for _ in run_analysis(match, analysis, processes=0, phases=(JUDGING,)):
        if sum(decision.seat == 0 and is_practisable(decision) for decision in analysis.decisions.values()) == 2:
            break
    return match, analysis


def retry_screen() -> RetryScreen:
    """The costliest decision of a player is tried again."""
    match, analysis = analysed_game()
    retry = Retry(positions_of_game(match, 0, analysis, "game"))
    retry.go_to(0)
    return RetryScreen(retry)


def expected_line_screen() -> ExpectedLineScreen:
    """The line after the costliest decision of a player."""
    match, analysis = analysed_game()
    decision = next(one for one in analysis.decisions.values() if one.answers and one.answers[0].line)
    page = ReviewScreen(Review(match, 0, decision.node), ReviewNotes(OpenGame(Sitting(match)))).page
    return ExpectedLineScreen(page, decision, expected_steps(match, decision, decision.answers[0]))


SCREENS: tuple[ScreenWithKeys, ...] = (
    (start_with_game, ""),
    (lambda: ShelfScreen(SAVES, FOLDER, NOW), "down down"),
    (lambda: TableScreen(sitting_after_opponents(), 0.0), "l"),
    (guided_table, "x"),
    (lambda: TableScreen(sitting_with_both_games(), 0.0), "tab"),
    (lambda: CardsScreen(card_list(shipped_catalogue("base")), "Statue of Bastet"), "slash"),
    (lambda: TableScreen(sitting_with_thinking_opponent(), 0.0), ""),
    (lambda: TableScreen(sitting_mid_game("tal", 3), 0.0), "tab"),
    (setup_screen, "tab"),  # in a name, all of it selected
    (score_screen, "right"),
    (lambda: TableScreen(mid_game(), 0.0), "4 space"),
    (lambda: TableScreen(sitting_after_peek(), 0.0), "z"),
    (lambda: TableScreen(sitting_mid_game("thieves", 4), 0.0), "tab"),
    (review_screen, "left_square_bracket left_square_bracket plus left"),
    (lambda: review_screen(hands=True), "left_square_bracket left_square_bracket t"),
    (compare_screen, ""),
    (retry_screen, ""),
    (expected_line_screen, "right"),
    (lambda: StatsScreen(stats_of_games(many_games(12))), ""),
    (score_screen_with_look_back, ""),
    (lambda: WelcomeScreen(offered_games(), "valley", {"valley": 10}), ""),
    (lambda: PlayOnDialog("Play on from here?", (Seat("Ann"), Seat("Khety", "priest")), "valley"), "down"),
    (lambda: TryAnswerDialog("Which answer?", ("Buy Boat", "Entomb Urn")), "down"),
    (lambda: TextDialog("A comment", "What is to be said?", "Here I lost it", 80), ""),
    (lambda: HelpScreen(VALLEY_TABLE, {}), ""),
    (lambda: SettingsScreen(Config, lambda *_: None), "down"),
)
EXPECTED_TEXTS = {
    "a guided game of 8 minutes",
    "The guided game",
    "○ goes on",
    "! damaged",
    "Watch ◂",
    "Your equal is a priest.",
    "other colours",
    "Mummified Cat",
    "Which worker moves?",
    "random",
    "Unique artifacts",
    "peeked",
    "King of Thieves",
    "click or drag to jump",
}
"""Some texts on these screens."""


def screens_of_player(shelf: Shelf) -> tuple[ScreenWithKeys, ...]:
    """The screens that read what is on the shelf and beside it."""
    history = LearningHistory(shelf.folder.parent)
    return (
        (lambda: LossStatsScreen(stats_of_games(many_games(12))), ""),
        (lambda: GoalsScreen(GoalCounter(shelf, history)), ""),
        (lambda: DailyScreen(shelf, "thieves", NOW.date, NoLevels), ""),
        (lambda: PracticeScreen(Practice(shelf, history), lambda *_: None), ""),
        (lambda: OwnCardsScreen(OwnData("valley", shelf.folder.parent)), ""),
        (lambda: BestLinesScreen("a game", [BestLine(DECISION, ("You buy Urn.",))]), ""),
    )


async def open_screens(app: VokApp, pilot: Pilot[None], screens: tuple[ScreenWithKeys, ...]) -> list[Screen[Any]]:
    """Push all screens, one over the other, with toasts and a dialog on top. Returns the screens."""
    opened: list[Screen[Any]] = []
    if screens is SCREENS:
        screens = (*screens, *screens_of_player(app.shelf))
    for make, keys in screens:
        screen = make()
        app.push_screen(screen)
        await pilot.pause()
        await pilot.press(*keys.split())
        await pilot.pause()
        assert app.screen is screen
        opened.append(screen)
    await pilot.click(offset=(30, 10), times=2)  # selects a text
    dialog = Dialog(
        "Somebody is playing", "It is being played by Ann.", (DialogOption("a", "Watch"), DialogOption("b", "Back"))
    )
    app.push_screen(dialog)
    await pilot.pause()
    return [*opened, app.screen]


async def show_notices(app: VokApp, pilot: Pilot[None]) -> None:
    """Show a notice of each kind, over all that is open: they wait while anything is opened over them."""
    for severity in ("information", "warning", "error"):
        app.notify("Your equal is a priest.", timeout=1000, severity=severity)
    await pilot.pause()


async def open_palette(app: VokApp, pilot: Pilot[None]) -> CommandPalette:
    """Open the command palette with some results. The mouse is over one of them."""
    palette = Palette()
    app.push_screen(palette)
    await pilot.pause()
    palette.query_one(Input).cursor_blink = False
    await pilot.press("e")
    while palette.query_one(CommandList).option_count < 3:
        await pilot.pause()
    await pilot.hover(CommandList, offset=(5, 3))
    return palette


def named_colors() -> dict[str, str]:
    """A colour for each name of ours, each of them different."""
    return {name: f"#{0x101820 + 0x05090B * number:06x}" for number, name in enumerate(VOK_COLORS)}


def paints_of_all_screens(opened: Iterable[Screen[Any]]) -> TextsByPaint:
    """All texts on these screens by their paint."""
    by_paint: TextsByPaint = defaultdict(set)
    for screen in opened:
        for stretch, paint in paints(screen):
            by_paint[paint].add(stretch)
    return by_paint


def missing_texts(shown: Collection[str]) -> set[str]:
    """The expected texts that are on no screen."""
    return {expected for expected in EXPECTED_TEXTS if not any(expected in stretch for stretch in shown)}


def readable_text(texts: Iterable[str]) -> str:
    """One of the texts without blanks and frames; "" if there is none."""
    return next(filter(None, map(text, sorted(texts))), "")


def painted_pairs(home: Path, size: tuple[int, int]) -> dict[tuple[str, str], str]:
    """The names of the colours of all texts and their backgrounds on all screens, and on tables of all games, with one of the
    texts. They are read from the screens in a theme with a different colour for each name."""
    names = {value: name for name, value in named_colors().items()}
    pairs: dict[tuple[str, str], str] = {}
    all_texts: set[str] = set()

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.register_theme(make_theme("names", named_colors(), dark=True))
        app.theme = "names"
        opened = [*await open_screens(app, pilot, SCREENS), await open_palette(app, pilot)]
        await show_notices(app, pilot)
        by_paint = paints_of_all_screens(opened)
        app.pop_screen()
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        for stretch, paint in paints(app.screen):
            by_paint[paint].add(stretch)
        shown = {type(screen) for screen in (*opened, app.screen)}
        assert own_screens() - shown == set(), "a screen is missing in SCREENS"
        for paint, texts in by_paint.items():
            all_texts.update(texts)
            if sample := readable_text(texts):
                assert not paint.dim, sample
                pairs[names.get(paint.ink, paint.ink), names.get(paint.ground, paint.ground)] = sample

    run(home, steps, size=size, notifications=True)
    assert size != LARGE or missing_texts(all_texts) == set()
    return {**pairs_of_tables(), **pairs}


def pairs_of_tables() -> dict[tuple[str, str], str]:
    """The pairs of colours on the tables of all games, with the cell that has it and where it is."""
    pairs: dict[tuple[str, str], str] = {}
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for table in painted_tables():
        new = {cell for row in table.grid.rows for cell in row} - seen
        seen |= new
        for char, ink in sorted(new):
            if text(char):
                colors = ["sand", *[name for name in ink if name in VOK_COLORS]]
                grounds = ["night", *[name.removeprefix("on-") for name in ink if name.startswith("on-")]]
                pairs.setdefault((colors[-1], grounds[-1]), f"{char} in {table.where}")
    return pairs


def own_screens() -> set[type[Screen[Any]]]:
    """All classes of screens of the program that are shown, as far as they are imported."""
    found: set[type[Screen[Any]]] = set()
    todo: list[type[Screen[Any]]] = [SafeClosingScreen]
    while todo:
        subclasses = todo.pop().__subclasses__()
        found |= {screen for screen in subclasses if not screen.__subclasses__()}
        todo += subclasses
    return {screen for screen in found if screen.__module__.startswith("vok_tui.")}


def all_themes(*, in_256_colors: bool = False) -> list[Theme]:
    """All themes with colours of their own."""
    return [
        with_vok_colors(theme, in_256_colors=in_256_colors)
        for theme in (*BUILTIN_THEMES.values(), *THEMES)
        if not theme.ansi
    ]


def shown(color: str, *, in_256_colors: bool) -> str:
    """A colour as the terminal gets it."""
    found = Color.parse(color.lower())
    return (found.downgrade(ColorSystem.EIGHT_BIT) if in_256_colors else found).get_truecolor().hex


@pytest.mark.nightly(reason="opens every screen once more", keep="120x40")
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_every_painted_pair_of_colours_is_readable_in_every_theme(tmp_path: Path, size: tuple[int, int]) -> None:
    pairs = painted_pairs(tmp_path, size)
    unnamed = {pair: sample for pair, sample in pairs.items() if not set(pair) <= VOK_COLORS.keys()}
    assert unnamed == {}, "a colour that is none of ours may be unreadable in another theme"
    faint = []
    for rounds in (False, True):
        for theme in all_themes(in_256_colors=rounds):
            colors = {name: shown(theme.variables[name], in_256_colors=rounds) for name in VOK_COLORS}
            for (ink, ground), sample in pairs.items():
                paint = Paint(colors[ink], colors[ground], False, False, False)
                if contrast(paint) < MIN_CONTRAST:
                    faint.append((theme.name, rounds, ink, ground, sample, round(contrast(paint), 2)))
    assert faint == []


def test_a_terminal_with_256_colours_gets_no_colour_that_it_must_round(tmp_path: Path) -> None:
    grounds: list[Any] = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(TableScreen(mid_game(), 0.0))
        await pilot.pause()
        grounds.extend({paint.ground for _, paint in paints(app.screen)})

    start = StartOptions(config=Config(theme="atom-one-light"))
    run(tmp_path, steps, start, terminal=Terminal(has_256_colors=True))
    theme = with_vok_colors(BUILTIN_THEMES["atom-one-light"], in_256_colors=True)
    assert set(grounds) <= {color.lower() for color in theme.variables.values()}
    assert theme.variables["deep"].lower() in grounds


@pytest.mark.nightly(
    reason="opens every screen once more", instead="test_every_painted_pair_of_colours_is_readable_in_every_theme"
)
def test_every_screen_is_readable_in_any_colours_of_the_terminal(tmp_path: Path) -> None:
    unsafe: list[tuple[str, Paint, str]] = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        opened = await open_screens(app, pilot, SCREENS)
        for name in ("vok-16", "ansi-light"):  # ansi-dark has the colours of vok-16
            app.theme = name
            await pilot.pause()
            await pilot.pause()
            palette = await open_palette(app, pilot)
            await show_notices(app, pilot)
            by_paint = paints_of_all_screens((*opened, palette))
            assert missing_texts([stretch for texts in by_paint.values() for stretch in texts]) == set()
            app.pop_screen()
            unsafe.extend((name, paint, sorted(texts)[-1]) for paint, texts in by_paint.items() if not is_safe(paint))

    run(tmp_path, steps, size=VERY_LARGE, notifications=True)
    assert unsafe == []


def test_no_two_themes_look_the_same(tmp_path: Path) -> None:
    looks: dict[str, list[str]] = defaultdict(list)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.show_only(TableScreen(mid_game(), 0.0))
        await pilot.pause()
        for name, theme in app.available_themes.items():
            if not theme.ansi:
                app.theme = name
                await pilot.pause()
                await pilot.pause()
                looks[str(cells(app))].append(name)

    run(tmp_path, steps)
    assert not [names for names in looks.values() if len(names) > 1]


@pytest.mark.nightly(reason="changes the theme six times", instead="test_an_open_palette_takes_on_a_new_theme")
def test_the_chosen_line_of_a_list_looks_different(tmp_path: Path) -> None:
    alike = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for name in ("vok", "nord", "atom-one-light", "vok-16", "ansi-dark", "ansi-light"):
            app.theme = name
            await pilot.pause()
            await pilot.pause()
            await open_palette(app, pilot)
            before = cells(app)
            await pilot.press("down")
            await pilot.pause()
            changed = sum(old != new for old, new in zip(before, cells(app), strict=True))
            if changed < 4:  # two lines of the old choice, two of the new one
                alike.append(name)
            app.pop_screen()

    run(tmp_path, steps)
    assert not alike


@pytest.mark.parametrize("make_screen", [lambda: ShelfScreen(SAVES, FOLDER, NOW), score_screen], ids=["shelf", "score"])
def test_changing_the_theme_looks_like_starting_with_it(
    tmp_path: Path, make_screen: Callable[[], Screen[None]]
) -> None:
    looks = []
    for first_theme in ("ansi-dark", "ansi-light"):

        async def steps(app: VokApp, pilot: Pilot[None]) -> None:
            app.show_only(make_screen())
            await pilot.pause()
            app.theme = "ansi-light"
            await pilot.pause()
            await pilot.pause()
            looks.append(cells(app))

        run(tmp_path, steps, StartOptions(config=Config(theme=first_theme)))
    assert looks[0] == looks[1]


def test_an_open_palette_takes_on_a_new_theme(tmp_path: Path) -> None:
    looks = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        palette = await open_palette(app, pilot)
        for name in ("vok", "atom-one-light"):
            app.theme = name
            await app.workers.wait_for_complete()
            await until(pilot, lambda: palette.query_one(CommandList).option_count > 2)
            await pilot.pause()
            await pilot.pause()
        looks.append(
            [
                [(char, style if char != BLANK else style.partition("on ")[2]) for char, style in row]
                for row in cells(app)
            ]
        )

    for first_theme in ("vok", "atom-one-light"):
        run(tmp_path, steps, StartOptions(config=Config(theme=first_theme)))
    assert looks[0] == looks[1]
    light = {style for row in looks[0] for char, style in row if char.strip()}
    dark_colors = [VOK_COLORS[name] for name in ("night", "stone", "sand", "dune")]
    assert not [style for style in light if any(color in style for color in dark_colors)]


def test_a_theme_chosen_in_the_palette_is_there_at_the_next_start(tmp_path: Path) -> None:
    config_file = tmp_path / "config.toml"
    config_file.write_text("[table]\npace = 0.2  # fast\n")
    start = StartOptions(config=load_config(config_file), config_file=config_file, new=True)

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        app.search_themes()
        await pilot.pause()
        await pilot.press(*"nord")
        await app.workers.wait_for_complete()
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count > 0)
        await pilot.press("down", "enter")
        await until(pilot, lambda: not isinstance(app.screen, Palette))
        await until(pilot, lambda: app.theme == "nord")

    run(tmp_path, steps, start)
    assert load_config(config_file) == Config(theme="nord", pace=0.2)
    assert "# fast" in config_file.read_text()


NAMED = r"(?:Enter|Space|Esc|PgUp|PgDn|Backspace|F1)"
OLD_KEYS = re.compile(rf"(?<![\w'^])(?:{NAMED}|[a-zB-HJ-Z] (?:opens|shows|begins|leads))(?![\w'])")
FIXED = ("Esc to drop", "Enter: type it", "PgUp PgDn")


@pytest.mark.nightly(
    reason="it opens all screens",
    instead="tests/vok_tui/test_keys.py::test_no_text_names_a_key_that_the_player_can_change",
)
def test_every_picture_follows_the_keys_of_the_configuration(tmp_path: Path) -> None:
    ids = [shortcut.id for shortcuts in all_shortcuts().values() for shortcut in shortcuts]
    keymap = {shortcut_id: f"ctrl+f{number}" for number, shortcut_id in enumerate(ids, 1)}
    start = StartOptions(config=replace(Config(), keys=keymap))

    found: list[tuple[str, str]] = []

    async def steps(app: VokApp, pilot: Pilot[None]) -> None:
        for make, _ in (*SCREENS, *screens_of_player(app.shelf)):
            screen = make()
            if isinstance(screen, HelpScreen):
                continue
            app.push_screen(screen)
            await pilot.pause()
            old = [line for line in grids.text(app).splitlines() if OLD_KEYS.search(line)]
            found.extend([(type(screen).__name__, line) for line in old if not any(fixed in line for fixed in FIXED)])

    run(tmp_path, steps, start, LARGE)
    assert found == []
