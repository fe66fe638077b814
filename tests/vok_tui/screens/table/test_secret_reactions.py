"""A reaction in hand stays secret until it is used: the table looks the same and waits equally long, whether or not
somebody is asked."""

import pytest
from textual.pilot import Pilot

from ai.bots.player_spec import spec_from_seat_text
from ai.levels import SHABTI
from engine.core.action import Action
from engine.core.game import HUMAN, NOBODY, WAITING_TEXT
from engine.core.match import Match
from engine.valley.game import VALLEY
from engine.valley.state import HAND
from saves.save_file import label_of
from tests.engine.valley.table import table
from tests.tables import each_row
from tests.vok_tui import grids
from tests.vok_tui.screens.table.table_helpers import SilentThinker, TableApp, play, run, sitting_at, travel
from vok_tui.game import opponents
from vok_tui.game.opponents import ReactionWait
from vok_tui.game.sitting import Sitting, WatchedSitting
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.screens.table.question import question_heading

PYRAMID = "Statue of Isis, Urn, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Hapy Canopic Jar, 2 Statue of Thoth"


class DecliningThinker:
    """An opponent that never reacts, and decides at once."""

    async def choose(self, request: Request, report: ReportProgress = ignore_progress) -> Action:
        return Action("pass")


OCCASIONS = {  # the answers of Ann, and the card with which Nefertari may react
    "a purchase": ("buy Statue of Sobek with Box of Food, Box of Food", "Boat"),
    "a sacrifice": ("execute Statue of Anubis", "sacrifice Shabti", "Mummified Cat"),
    "a fall after a sacrifice": (
        "execute Statue of Sobek",
        "sacrifice Urn from the pyramid",
        "let Tyet Amulet fall",
        "Mummified Cat",
    ),
}


def sitting_with_card(card: str, holds: bool, *levels: str, thinker: object = None) -> Sitting:
    """Ann's turn. Nefertari has the card in hand if `holds`, else in her deck; only she may know which."""
    hand, deck = (f"Urn, {card}", "5 Urn, Shabti") if holds else ("Urn, Shabti", f"5 Urn, {card}")
    hands = ("Shabti, Urn, 2 Box of Food, Statue of Anubis, Statue of Sobek", hand)
    s = table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", deck), boneyard="Censer", changed=1)
    return sitting_at(s, *levels, thinker=thinker)


def menu(sitting: Sitting) -> list[Action]:
    """All legal answers, also those of an opponent."""
    return [VALLEY.action(sitting.state, move) for move in sitting.state.legal_moves()]


def visible_to_ann(sitting: Sitting) -> tuple[object, ...]:
    """Everything that Ann can see."""
    story_texts = [sentence.text for turn in sitting.story() for sentence in turn.sentences]
    return (
        sitting.view(),
        question_heading(sitting) if sitting.awaits_reactions or sitting.asks_another_secretly else "",
        story_texts,
        sitting.match.peeked,
    )


def sittings_with_and_without_card(occasion: str, **options: object) -> list[Sitting]:
    """The sitting in which Nefertari holds the card and the one in which she does not, after Ann's answers."""
    *texts, card = OCCASIONS[occasion]
    sittings = [sitting_with_card(card, holds, HUMAN, SHABTI, **options) for holds in (True, False)]
    for sitting in sittings:
        play(sitting, *texts)
    assert [VALLEY.asks_secretly(sitting.state) for sitting in sittings] == [True, False]
    return sittings


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_the_table_shows_the_same_step_while_somebody_may_react(occasion: str) -> None:
    sittings = sittings_with_and_without_card(occasion)
    assert [sitting.hold_view_if_others_may_react() for sitting in sittings] == [True, True]
    assert visible_to_ann(sittings[0]) == visible_to_ann(sittings[1])
    assert question_heading(sittings[0]) == question_heading(sittings[1]) == WAITING_TEXT
    assert "Nefertari" not in question_heading(sittings[0])


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_secret_question_is_neutral_for_all_others(occasion: str) -> None:
    asked, _ = sittings_with_and_without_card(occasion)
    for viewer in (0, NOBODY):
        view = VALLEY.view(asked.state, viewer)
        assert (view.mover, view.question.text, view.question.card) == (0, WAITING_TEXT, "")
    assert VALLEY.view(asked.state, 1).question.card == OCCASIONS[occasion][-1]
    assert asked.question().text == WAITING_TEXT


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_declined_reaction_leaves_no_trace_in_log_listings_and_undo(occasion: str) -> None:
    asked, spared = sittings_with_and_without_card(occasion)
    play(asked, "pass")
    before = [match.public_decision_count(match.log.head) for match in (asked.match, spared.match)]
    assert before[0] == before[1] == asked.match.depth(asked.match.log.head) - 1
    assert label_of(asked.match) == label_of(spared.match)
    assert asked.match.public_entry_count == spared.match.public_entry_count
    assert visible_to_ann(asked) == visible_to_ann(spared)
    for go in ("undo", "undo", "redo", "redo"):
        for sitting in (asked, spared):
            travel(sitting, go)
        assert visible_to_ann(asked) == visible_to_ann(spared)
        assert asked.match.public_decision_count(asked.node) == spared.match.public_decision_count(spared.node)


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_spectator_passes_a_declined_reaction_in_one_step(occasion: str) -> None:
    *texts, card = OCCASIONS[occasion]
    steps = []
    for holds in (True, False):
        sitting = sitting_with_card(card, holds, SHABTI, SHABTI)
        play(sitting, *texts, *(["pass"] if holds else []))
        steps.append(0)
        while sitting.can_go("undo"):
            travel(sitting, "undo")
            steps[-1] += 1
        while sitting.can_redo:
            travel(sitting, "redo")
            steps[-1] += 100
    assert steps[0] == steps[1]


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_undoing_a_used_reaction_is_peeking_and_a_declined_one_is_not(occasion: str) -> None:
    used, _ = sittings_with_and_without_card(occasion)
    react = next(
        text for text in (VALLEY.say(used.state, VALLEY.action(used.state, m)) for m in used.state.legal_moves())
    )
    play(used, react)
    used.match.goto(0)
    assert used.match.peeked
    declined, _ = sittings_with_and_without_card("a purchase")
    play(declined, "pass")
    declined.match.goto(0)
    assert not declined.match.peeked


def test_undoing_a_shown_offering_table_is_peeking() -> None:
    s = table(hands=("Qebehsenuef Canopic Jar", "Offering Table, Urn"), deck=("9 Urn", "9 Urn"))
    sitting = sitting_at(s, HUMAN, SHABTI)
    play(sitting, "execute Qebehsenuef Canopic Jar", "show Offering Table")
    sitting.match.goto(0)
    assert sitting.match.peeked


def test_human_players_at_one_keyboard_are_asked_openly() -> None:
    sitting = sitting_with_card("Boat", True, HUMAN, HUMAN)
    play(sitting, OCCASIONS["a purchase"][0])
    assert (sitting.asks_another_secretly, sitting.hold_view_if_others_may_react()) == (False, False)
    assert (sitting.mover, sitting.question().card) == (1, "Boat")


@pytest.mark.parametrize("holds", [True, False], ids=["asked", "nobody asked"])
def test_the_table_does_not_change_until_the_time_for_reactions_is_over(
    holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "MIN_REACTION_SECONDS", 3600.0)
    sitting = sitting_with_card("Boat", holds, HUMAN, SHABTI, thinker=DecliningThinker())

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = sitting.view()
        app_table = app.screen
        sitting.answer(sitting.node, VALLEY.parse(sitting.state, OCCASIONS["a purchase"][0]))
        app_table.show_and_continue()
        await pilot.press("down")
        await pilot.pause()
        assert sitting.awaits_reactions
        assert sitting.view() == shown
        assert grids.text(app).splitlines()[0].endswith(" Waiting ■■■■■")

    run(sitting, test, reaction=3600.0)


@pytest.mark.parametrize("holds", [True, False], ids=["asked", "nobody asked"])
def test_the_game_continues_after_the_time_for_reactions(holds: bool) -> None:
    sitting = sitting_with_card("Boat", holds, HUMAN, SHABTI, thinker=DecliningThinker())
    play(sitting, OCCASIONS["a purchase"][0])

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        while sitting.awaits_reactions:
            await pilot.pause()
        assert sitting.asks_viewer

    run(sitting, test)


class LocalWatcher:
    """A watcher of a match in this process. Each poll plays the next of `texts`."""

    def __init__(self, match: Match, texts: list[str]) -> None:
        self.match = match
        self._texts = iter(texts)

    def poll(self) -> None:
        for text in [next(self._texts)]:
            if text:
                self.match.play(VALLEY.parse(self.match.state, text))


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_spectator_sees_the_same_steps_for_the_same_time(occasion: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "MIN_REACTION_SECONDS", 3600.0)
    *texts, card = OCCASIONS[occasion]
    shown_in_both: list[list[object]] = []
    for holds in (True, False):
        watcher = LocalWatcher(sitting_with_card(card, holds, HUMAN, SHABTI).match, [*texts, "pass" if holds else ""])
        watched = WatchedSitting(watcher, NOBODY)
        shown: list[object] = []

        async def test(
            app: TableApp, pilot: Pilot[None], watched: WatchedSitting = watched, shown: list[object] = shown
        ) -> None:
            for _ in (*texts, "the reaction"):
                if changed := watched.poll():
                    app.table.show_and_continue()
                await pilot.pause()
                shown.append((changed, watched.awaits_reactions, visible_to_ann(watched), grids.text(app)))
            assert watched.awaits_reactions
            watched.release_view()
            app.table.pointing.update_question()
            app.table.repaint()
            await pilot.pause()
            shown.append((visible_to_ann(watched), grids.text(app)))

        run(watched, test, reaction=3600.0)
        shown_in_both.append(shown)
    assert shown_in_both[0] == shown_in_both[1]


def test_a_reaction_is_declined_when_the_time_is_over() -> None:
    sitting = sitting_with_card("Boat", True, HUMAN, SHABTI, thinker=SilentThinker())
    play(sitting, OCCASIONS["a purchase"][0])

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        while sitting.awaits_reactions:
            await pilot.pause()
        assert sitting.asks_viewer
        assert "Boat" in [sitting.state.catalogue.cards[kind].name for kind in sitting.state.kinds(HAND + 1)]

    run(sitting, test, reaction=0.01)


def test_the_time_for_reactions_does_not_run_while_nobody_sees_the_table() -> None:
    sitting = sitting_with_card("Boat", True, HUMAN, SHABTI, thinker=SilentThinker())

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        app.table.opponents.rest()
        sitting.answer(sitting.node, VALLEY.parse(sitting.state, OCCASIONS["a purchase"][0]))
        app.table.show_and_continue()
        node = sitting.node
        for _ in range(5):  # longer than the time for reactions
            await pilot.pause(0.02)
        assert (sitting.node, sitting.awaits_reactions) == (node, True)
        app.table.opponents.wake()
        while sitting.awaits_reactions:
            await pilot.pause()

    run(sitting, test, reaction=0.01)


@each_row(
    ("levels", "open_seconds", "wait"),
    [
        (("scribe",), [], 0.4),
        (("priest",), [], 1.2),  # nobody knows yet how fast this machine is
        (("scribe", "priest"), [0.05], 0.4),
        (("priest",), [0.05, 0.4], 0.8),  # interpreted
        (("priest",), [3.0], 1.2),
        (("pharaoh",), [], 0.4),  # it can be hurried
        (("pharaoh", "priest"), [0.1], 0.4),
        (("mine:Bot",), [0.05], 1.2),
    ],
)
def test_the_wait_for_reactions_is_as_short_as_the_open_decisions_allow(
    levels: tuple[str, ...], open_seconds: list[float], wait: float
) -> None:
    players = [spec_from_seat_text(level) for level in levels]
    reaction_wait = ReactionWait(1.2)
    for seconds in open_seconds:
        reaction_wait.note_open_decision(players[-1], seconds)
    assert reaction_wait.seconds_for(players) == wait


def test_a_level_that_thinks_by_the_clock_is_hurried_and_one_that_counts_simulations_is_not() -> None:
    for level, hurried in (("pharaoh", [True]), ("priest", [])):
        thinker = HurriedThinker()
        sitting = sitting_with_card("Boat", True, HUMAN, level, thinker=thinker)
        play(sitting, OCCASIONS["a purchase"][0])

        async def test(app: TableApp, pilot: Pilot[None], sitting: Sitting = sitting) -> None:
            while sitting.awaits_reactions:
                await pilot.pause()

        run(sitting, test, reaction=0.02)
        assert thinker.hurried == hurried


class HurriedThinker(SilentThinker):
    """An opponent that decides only when it is hurried."""

    def __init__(self) -> None:
        self.hurried: list[bool] = []

    def hurry(self) -> None:
        self.hurried.append(True)
