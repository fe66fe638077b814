"""Who holds a reaction stays unknown until it is used: the table looks the same and waits equally long, whether or not anybody
was asked."""

import pytest
from textual.pilot import Pilot

from ai.bots.levels import SHABTI
from engine.core.action import Action
from engine.core.game import HUMAN, NOBODY, WAITING_TEXT
from engine.core.history.match import Match
from engine.valley.game import VALLEY
from engine.valley.state.valley_state import HAND
from saves.save_file import label_of
from tests.engine.valley.table import table
from tests.vok_tui import grids
from tests.vok_tui.table.setting import SilentThinker, TableApp, at, play, run
from vok_tui.game.session import Session
from vok_tui.game.thinker import ReportProgress, Request, ignore_progress
from vok_tui.game.watched import WatchedSession
from vok_tui.table.answering.current_question import question_heading

PYRAMID = "Statue of Isis, Urn, Statue of Sobek / Tyet Amulet, Statue of Anubis / Censer"
STOCK = "2 Book of Gates, Ka Figurine, Hapy Canopic Jar, 2 Statue of Thoth"


class Declining:
    """An opponent that never reacts, and decides at once."""

    async def choose(self, request: Request, heard: ReportProgress = ignore_progress) -> Action:
        return Action("pass")


OCCASIONS = {  # what Ann does, and the card with which Nefertari may react
    "a purchase": ("buy Statue of Sobek with Box of Food, Box of Food", "Boat"),
    "a sacrifice": ("execute Statue of Anubis", "sacrifice Shabti", "Mummified Cat"),
}


def two(card: str, holds: bool, *levels: str, thinker: object = None) -> Session:
    """Ann's turn. Nefertari owns the card, in hand or not; only she may know which."""
    hand, deck = (f"Urn, {card}", "5 Urn, Shabti") if holds else ("Urn, Shabti", f"5 Urn, {card}")
    hands = ("Shabti, Urn, 2 Box of Food, Statue of Anubis", hand)
    s = table(hands=hands, pyramid=PYRAMID, stock=STOCK, deck=("9 Urn", deck), boneyard="Censer", changed=1)
    return at(s, *levels, thinker=thinker)  # type: ignore[arg-type]


def menu(session: Session) -> list[Action]:
    """All that may be answered, also by an opponent."""
    return [VALLEY.action(session.state, move) for move in session.state.legal_moves()]  # type: ignore[arg-type]


def look(session: Session) -> tuple[object, ...]:
    """Everything that Ann is shown and told."""
    told = [told.text for turn in session.story() for told in turn.sentences]
    return (
        session.view(),
        question_heading(session) if session.awaits_reactions or session.asks_in_secret else "",
        told,
        session.match.peeked,
    )


def pair(occasion: str, **options: object) -> list[Session]:
    """The table where she holds the card, and the one where she does not, after what Ann did."""
    *texts, card = OCCASIONS[occasion]
    sessions = [two(card, holds, HUMAN, SHABTI, **options) for holds in (True, False)]  # type: ignore[arg-type]
    for session in sessions:
        play(session, *texts)
    assert [VALLEY.asks_secretly(session.state) for session in sessions] == [True, False]  # type: ignore[arg-type]
    return sessions


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_while_somebody_may_react_the_table_shows_the_same_step(occasion: str) -> None:
    sessions = pair(occasion)
    assert [session.last_step_may_cause_reaction for session in sessions] == [True, True]
    for session in sessions:
        session.hold_view_before_step()
    assert look(sessions[0]) == look(sessions[1])
    assert question_heading(sessions[0]) == question_heading(sessions[1]) == WAITING_TEXT
    assert "Nefertari" not in question_heading(sessions[0])


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_question_that_is_asked_secretly_is_neutral_for_all_others(occasion: str) -> None:
    asked, _ = pair(occasion)
    for viewer in (0, NOBODY):
        view = VALLEY.view(asked.state, viewer)  # type: ignore[arg-type]
        assert (view.mover, view.question.text, view.question.card) == (0, WAITING_TEXT, "")
    assert VALLEY.view(asked.state, 1).question.card == OCCASIONS[occasion][-1]  # type: ignore[arg-type]
    assert asked.question().text == WAITING_TEXT


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_declined_reaction_leaves_no_trace_in_log_listings_and_undo(occasion: str) -> None:
    asked, spared = pair(occasion)
    play(asked, "pass")
    before = [match.public_decision_count(match.log.head) for match in (asked.match, spared.match)]
    assert before[0] == before[1] == asked.match.depth(asked.match.log.head) - 1
    assert label_of(asked.match) == label_of(spared.match)
    assert asked.match.public_entry_count == spared.match.public_entry_count
    assert look(asked) == look(spared)
    for go in ("undo", "undo", "redo", "redo"):
        for session in (asked, spared):
            getattr(session, go)()
        assert look(asked) == look(spared)
        assert asked.match.public_decision_count(asked.node) == spared.match.public_decision_count(spared.node)


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_who_looks_on_goes_past_a_declined_reaction_in_one_step(occasion: str) -> None:
    *texts, card = OCCASIONS[occasion]
    steps = []
    for holds in (True, False):
        session = two(card, holds, SHABTI, SHABTI)
        play(session, *texts, *(["pass"] if holds else []))
        steps.append(0)
        while session.can_undo:
            session.undo()
            steps[-1] += 1
        while session.can_redo:
            session.redo()
            steps[-1] += 100
    assert steps[0] == steps[1]


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_going_back_past_a_reaction_that_was_used_is_peeked_and_past_a_declined_one_is_not(occasion: str) -> None:
    used, _ = pair(occasion)
    react = next(
        text for text in (VALLEY.say(used.state, VALLEY.action(used.state, m)) for m in used.state.legal_moves())
    )  # type: ignore[arg-type]
    play(used, react)
    used.match.goto(0)
    assert used.match.peeked
    declined, _ = pair("a purchase")
    play(declined, "pass")
    declined.match.goto(0)
    assert not declined.match.peeked


def test_going_back_past_an_offering_table_that_was_shown_is_peeked() -> None:
    s = table(hands=("Qebehsenuef Canopic Jar", "Offering Table, Urn"), deck=("9 Urn", "9 Urn"))
    session = at(s, HUMAN, SHABTI)
    play(session, "execute Qebehsenuef Canopic Jar", "show Offering Table")
    session.match.goto(0)
    assert session.match.peeked


def test_people_at_one_keyboard_are_exempt() -> None:
    session = two("Boat", True, HUMAN, HUMAN)
    play(session, OCCASIONS["a purchase"][0])
    assert (session.asks_in_secret, session.last_step_may_cause_reaction) == (False, False)
    assert (session.mover, session.question().card) == (1, "Boat")


@pytest.mark.parametrize("holds", [True, False], ids=["asked", "nobody asked"])
def test_the_table_holds_still_until_the_time_for_reactions_is_over(holds: bool) -> None:
    session = two("Boat", holds, HUMAN, SHABTI, thinker=Declining())

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        shown = session.view()
        app_table = app.screen
        session.answer(session.node, VALLEY.parse(session.state, OCCASIONS["a purchase"][0]))  # type: ignore[arg-type]
        app_table.show_and_continue()  # type: ignore[attr-defined]
        await pilot.press("down")
        await pilot.pause()
        assert session.awaits_reactions
        assert session.view() == shown
        assert grids.text(app).splitlines()[0].endswith(" Waiting ■■■■■")

    run(session, test, reaction=3600.0)


@pytest.mark.parametrize("holds", [True, False], ids=["asked", "nobody asked"])
def test_then_the_game_goes_on(holds: bool) -> None:
    session = two("Boat", holds, HUMAN, SHABTI, thinker=Declining())
    play(session, OCCASIONS["a purchase"][0])

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        while session.awaits_reactions:
            await pilot.pause()
        assert session.asks_viewer

    run(session, test)


class LocalWatcher:
    """Watches a match of this process, in which one of `texts` is played before each poll."""

    def __init__(self, match: Match, texts: list[str]) -> None:
        self.match = match
        self._texts = iter(texts)

    def poll(self) -> None:
        for text in [next(self._texts)]:
            if text:
                self.match.play(VALLEY.parse(self.match.state, text))


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_a_spectator_sees_the_same_steps_equally_long(occasion: str) -> None:
    *texts, card = OCCASIONS[occasion]
    seen: list[list[object]] = []
    for holds in (True, False):
        watcher = LocalWatcher(two(card, holds, HUMAN, SHABTI).match, [*texts, "pass" if holds else ""])
        watched = WatchedSession(watcher, NOBODY)  # type: ignore[arg-type]
        shown: list[object] = []

        async def test(
            app: TableApp, pilot: Pilot[None], watched: WatchedSession = watched, shown: list[object] = shown
        ) -> None:
            for _ in (*texts, "the reaction"):
                if changed := watched.poll():
                    app.table.show_and_continue()
                await pilot.pause()
                shown.append((changed, watched.awaits_reactions, look(watched), grids.text(app)))
            assert watched.awaits_reactions
            watched.release_view()
            app.table.pointing.update_question()
            app.table.repaint()
            await pilot.pause()
            shown.append((look(watched), grids.text(app)))

        run(watched, test, reaction=3600.0)
        seen.append(shown)
    assert seen[0] == seen[1]


def test_who_does_not_answer_in_time_declines() -> None:
    session = two("Boat", True, HUMAN, SHABTI, thinker=SilentThinker())
    play(session, OCCASIONS["a purchase"][0])

    async def test(app: TableApp, pilot: Pilot[None]) -> None:
        while session.awaits_reactions:
            await pilot.pause()
        assert session.asks_viewer
        assert "Boat" in [session.state.catalogue.cards[kind].name for kind in session.state.kinds(HAND + 1)]  # type: ignore[attr-defined]

    run(session, test, reaction=0.01)
