"""Practice: what was missed comes back, whatever happens to the clock, the games and the weights; and drills of one kind."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ai.analysis.decision import Decision
from engine import GAMES
from saves import Shelf, load
from saves.analysis_file import analysis_path, write_analysis
from tests.vok_tui.learning.practised_games import (
    DAY,
    Clock,
    lost_game,
    own_mistakes,
    practice_in,
    stored_analysis,
)
from tests.vok_tui.screens.app_helpers import begin_save
from vok_tui.learning.courses import drill, session
from vok_tui.learning.history import ANSWERED, HINTED, MISSED, RETIRED, RIGHT, LearningHistory, LearningRecord
from vok_tui.learning.practice import (
    CHANGED,
    GONE,
    OUTDATED,
    Library,
    Mistake,
    Practice,
    drill_positions,
    position_id,
    rows_of,
    session_positions,
)
from vok_tui.learning.retry import ENDED, WAITING, Retry
from vok_tui.learning.schedule import Dues, schedule_of
from vok_tui.learning.trial import Attempt
from vok_tui.records.game_stats import stats_of_games


def answers(*given: tuple[str, int]) -> list[LearningRecord]:
    """Answers to one position, each with its day."""
    return [LearningRecord("valley", ANSWERED, "a.1", day * DAY + 60, outcome) for outcome, day in given]


def due_day(records: list[LearningRecord], today: int) -> int:
    return schedule_of(records, today * DAY + 3600)["a.1"].due // DAY


def test_what_was_missed_comes_back_tomorrow_and_what_is_known_ever_later() -> None:
    assert due_day(answers((MISSED, 10)), 10) == 11
    known = [due_day(answers(*[(RIGHT, day) for day in days]), 40) for days in ([10], [10, 12], [10, 12, 23])]
    assert known[0] < known[1] < known[2]
    assert due_day(answers((RIGHT, 10), (RIGHT, 12), (RIGHT, 23), (MISSED, 50)), 50) < 60
    assert due_day(answers((HINTED, 10)), 10) < known[0]


@pytest.mark.parametrize(
    "given",
    [
        [(RIGHT, 10), (RIGHT, 5)],  # the clock was set back between them
        [(MISSED, 9), (RIGHT, 9000)],  # it was far ahead, and is right again
        [(RIGHT, 9000), (RIGHT, 9000), (MISSED, 9000)],
    ],
)
def test_with_a_wrong_clock_a_position_comes_back_too_early_rather_than_never(given: list[tuple[str, int]]) -> None:
    assert due_day(answers(*given), 10) <= 30


def test_a_row_ends_with_the_first_answer_that_was_not_right() -> None:
    assert rows_of(answers((RIGHT, 1), (RIGHT, 1), (MISSED, 1), (RIGHT, 2))) == (1, 2)


def answer_wrong(retry: Retry) -> None:
    retry.accept(Attempt((retry.decision.played_answer.action,), retry.decision.loss))


def answer_right(retry: Retry) -> None:
    retry.accept(Attempt((retry.decision.answers[0].action,), 0.0))


def go_on(retry: Retry) -> None:
    """Go to the next position, as the screen does."""
    retry.go_on()
    while retry.state == WAITING:
        assert retry.course.more is not None
        retry.add(retry.course.more())
        retry.go_on()


def test_a_session_takes_what_is_due_then_new_positions_and_ends(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    ids = [position_id(practice_in(tmp_path, clock).library.saves.popitem()[0], each) for each in own_mistakes(path)]
    retry = session(practice_in(tmp_path, clock))
    assert retry is not None
    assert [retry.position.id, retry.course.count] == [ids[0], 3], "the costliest first, and it says how many"
    answer_wrong(retry)
    assert retry.note == "It comes back tomorrow."
    answer_right(retry)
    assert [result.outcome for result in retry.results] == [MISSED], "only the first answer counts"
    go_on(retry)
    answer_right(retry)
    assert practice_in(tmp_path, clock).standing().due == 0
    clock.pass_days(1)
    standing = practice_in(tmp_path, clock).standing()
    assert (standing.due, standing.ready) == (1, 1)
    assert standing.text.startswith("1 position is due, up to ")
    again = session(practice_in(tmp_path, clock))
    assert again is not None
    assert again.position.id == ids[0], "what was missed"
    answer_right(again)
    go_on(again)
    assert again.position.id == ids[2], "then the one that was never tried"
    again.give_hint()
    answer_right(again)
    go_on(again)
    assert again.state == ENDED
    assert again.course.summary()[0] == "The session is over. 2 positions: 1 right at once, 1 right with a hint."
    assert session(practice_in(tmp_path, clock)) is None


def test_a_session_can_be_about_one_game(tmp_path: Path) -> None:
    lost_game(tmp_path)
    practice = practice_in(tmp_path, Clock())
    assert session_positions(practice, "valley") == session_positions(practice)
    assert session_positions(practice, "tal") == []


def test_a_position_whose_game_is_gone_is_retired_once_with_a_sentence(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    retry = session(practice_in(tmp_path, clock))
    assert retry is not None
    answer_wrong(retry)
    clock.pass_days(1)
    lost_game(tmp_path / "copy")
    Shelf(tmp_path).move_to_bin(path)
    assert practice_in(tmp_path, clock).standing().due == 1, "a game in the bin is not gone"
    Shelf(tmp_path).empty_bin()
    practice = practice_in(tmp_path, clock)
    assert practice.standing().due == 0
    assert session(practice) is None
    retired = [record for record in practice.history.records if record.done == RETIRED]
    assert [record.outcome for record in retired] == [GONE]
    assert practice.notices == ["One position will not come back: its game is gone."], "no course could say it"
    assert session_positions(practice_in(tmp_path, clock)) == []
    (tmp_path / "copy" / "saves").rename(tmp_path / "saves-2")
    for file in (tmp_path / "saves-2").iterdir():
        file.rename(tmp_path / "saves" / file.name)
    assert practice_in(tmp_path, clock).standing().due == 1, "it comes back with its game"


def opened_ids(practice: Practice) -> Iterator[str]:
    retry = session(practice)
    while retry is not None and retry.state != ENDED:
        yield retry.position.id
        go_on(retry)


def fine_decision(save: Path) -> Decision:
    """A decision of Ann that is no mistake, and had another answer."""
    own = [each for each in stored_analysis(save).decisions.values() if each.seat == 0]
    return next(each for each in own if not each.is_marked and len(each.answers) > 1)


def with_other_weights(save: Path, decisions: list[Decision]) -> None:
    """Store an analysis that was made with other weights."""
    analysis = stored_analysis(save)
    analysis.decisions = {each.node: each for each in decisions}
    analysis.key = analysis.key._replace(value="weights of another day")
    write_analysis(save, analysis.pack())


def test_with_other_weights_a_position_stays_as_long_as_its_best_answer_holds(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    mistakes = own_mistakes(path)
    fine = fine_decision(path)
    wrong = replace(fine, answers=fine.answers[::-1], played=len(fine.answers) - 1, loss=0.2, has_chances=True)
    with_other_weights(path, [*mistakes, wrong])
    practice = practice_in(tmp_path, clock)
    assert len(practice.new()) == 4
    opened = list(opened_ids(practice))
    game_id = next(iter(practice.library.saves))
    assert sorted(opened) == sorted([position_id(game_id, each) for each in mistakes])
    retired = [(record.what, record.outcome) for record in practice.history.records if record.done == RETIRED]
    assert retired == [(position_id(game_id, wrong), OUTDATED)]


def test_a_position_that_is_due_stays_due_with_other_weights(tmp_path: Path) -> None:
    """What a player has learned stays, even if today's search would not call it a mistake."""
    clock, path = Clock(), lost_game(tmp_path)
    fine = fine_decision(path)
    wrong = replace(fine, answers=fine.answers[::-1], played=len(fine.answers) - 1, loss=0.2, has_chances=True)
    with_other_weights(path, [wrong])
    practice = practice_in(tmp_path, clock)
    name = position_id(next(iter(practice.library.saves)), wrong)
    practice.history.add("valley", ANSWERED, name, outcome=MISSED, kind=wrong.kind)
    clock.pass_days(1)
    assert practice_in(tmp_path, clock).standing().due == 1
    assert list(opened_ids(practice_in(tmp_path, clock))) == [name]
    done = [record.done for record in practice_in(tmp_path, clock).history.records]
    assert RETIRED not in done


def test_a_position_that_its_game_does_not_have_any_more_is_retired(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    fields = stored_analysis(path).pack()
    path.unlink()
    with begin_save(tmp_path, 0) as file:  # the same deal, begun in the same second, but other moves
        match = load(file.path, GAMES).match
        while not match.is_over:
            moves = match.state.legal_moves()
            match.play(match.game.action(match.state, moves[len(moves) // 2]))
        file.keep(match)
    write_analysis(file.path, fields)
    practice = practice_in(tmp_path, clock)
    assert len(practice.new()) == 3
    list(opened_ids(practice))
    assert CHANGED in [record.outcome for record in practice.history.records if record.done == RETIRED]


def test_a_position_of_a_game_that_was_damaged_is_retired_and_nothing_breaks(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    retry = session(practice_in(tmp_path, clock))
    assert retry is not None
    answer_wrong(retry)
    clock.pass_days(1)
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 1
    path.write_bytes(data)
    practice = practice_in(tmp_path, clock)
    list(opened_ids(practice))
    retired = {record.outcome for record in practice.history.records if record.done == RETIRED}
    assert retired <= {CHANGED, GONE}
    assert practice_in(tmp_path, clock).standing().due == 0


def test_two_programs_that_practise_see_each_others_answers(tmp_path: Path) -> None:
    clock, _ = Clock(), lost_game(tmp_path)
    one, other = practice_in(tmp_path, clock), practice_in(tmp_path, clock)
    retry = session(one)
    assert retry is not None
    answer_right(retry)
    assert len(other.read().new()) == 2


def test_a_drill_is_about_one_kind_of_the_own_games(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    before = (Shelf(tmp_path).list_saves(GAMES), stats_of_games(Shelf(tmp_path).list_saves_and_bin(GAMES)))
    practice = practice_in(tmp_path, clock)
    worst = practice.find_kind("worst")
    assert worst is not None
    own = [each for each in own_mistakes(path) if each.kind == worst.kind]
    retry = drill(practice, "valley", worst.kind)
    assert retry is not None
    for _ in own:
        assert retry.decision.kind == worst.kind
        answer_right(retry)
        go_on(retry)
    assert retry.state == ENDED
    summary = " ".join(retry.course.summary())
    assert "right at once" in summary
    assert f"before the first drill ({worst.decisions} decisions)" in summary
    assert (Shelf(tmp_path).list_saves(GAMES), stats_of_games(Shelf(tmp_path).list_saves_and_bin(GAMES))) == before
    assert drill(practice_in(tmp_path, clock), "valley", "reacting") is None, "nothing of this kind was missed"


def test_a_drill_has_what_is_due_then_new_positions_then_what_comes_back_later(tmp_path: Path) -> None:
    clock = Clock()
    practice = practice_in(tmp_path, clock)
    places = [Mistake(f"own.{number}", "valley", tmp_path, "buying", 0.1) for number in range(3)]
    practice.library = Library({place.position: place for place in places}, (), {})
    practice.history.add("valley", ANSWERED, "own.1", outcome=MISSED, kind="buying")
    clock.pass_days(1)
    practice.history.add("valley", ANSWERED, "own.0", outcome=MISSED, kind="buying")
    assert drill_positions(practice, "valley", "buying") == ["own.1", "own.2", "own.0"]


def test_a_drill_says_what_its_kind_has_cost_before_and_since(tmp_path: Path) -> None:
    clock, path = Clock(), lost_game(tmp_path)
    practice = practice_in(tmp_path, clock)
    kind = own_mistakes(path)[0].kind
    assert practice.before_and_after("valley", kind)[1] == (0, 0.0)
    clock.now = 1_000_000  # long before the game ended
    retry = drill(practice, "valley", kind)
    assert retry is not None
    answer_wrong(retry)
    before, after = practice_in(tmp_path, clock).before_and_after("valley", kind)
    assert before == (0, 0.0)
    assert after[0] > 0
    assert after[1] > 0
    retry.course.stop.set()


def test_answers_that_cannot_be_written_count_until_the_program_ends(tmp_path: Path) -> None:
    (tmp_path / "learning.jsonl").mkdir()
    history = LearningHistory(tmp_path)
    history.add("valley", ANSWERED, "a.1", outcome=MISSED, loss=0.125)
    history.reload()
    assert [(record.outcome, record.loss) for record in history.records] == [(MISSED, 1250)]


def test_it_says_why_there_is_nothing_to_practise(tmp_path: Path) -> None:
    assert "finish a game" in practice_in(tmp_path, Clock()).library.why_empty
    save = lost_game(tmp_path)
    file = analysis_path(save)
    file.write_bytes(file.read_bytes()[:-5])
    assert "The analysis of 1 game cannot be read" in practice_in(tmp_path, Clock()).library.why_empty
    file.unlink()
    assert "1 finished game has no analysis" in practice_in(tmp_path, Clock()).library.why_empty


def test_an_answer_changes_the_due_time_of_its_position_alone() -> None:
    records = [LearningRecord("valley", ANSWERED, f"a.{n % 7}", 1000 * n + 1, RIGHT, "buying") for n in range(40)]
    dues: Dues = {}
    before = schedule_of(records, 10 * DAY, dues)
    kept = dict(dues)
    records.append(LearningRecord("valley", ANSWERED, "a.3", 50_000, MISSED, "buying"))
    after = schedule_of(records, 10 * DAY, dues)
    assert after == schedule_of(records, 10 * DAY)
    assert {name for name in after if after[name] != before[name]} == {"a.3"}
    assert all(dues[name] is kept[name] for name in kept if name != "a.3")
