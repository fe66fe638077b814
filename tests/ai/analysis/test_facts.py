"""The verdict on a finished game: what is counted, and what is said."""

import re
from itertools import pairwise

import pytest

from ai.analysis.facts import UNTOLD, change_since, count_facts, facts_of, shipped_facts, verdict
from ai.countable import Counts, SeatFacts
from ai.measured import FACTS, all_tables, measured_names
from engine.core.game import NOBODY, Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from engine.games import GAMES

NAMES = ("Nora", "Khety", "Merit", "Senmut")
GAMES_TO_PLAY = [
    ("valley", "base", 2), ("valley", "mixed", 3), ("valley", "solitaire", 1),
    ("thieves", "base", 2), ("thieves", "base", 4), ("tal", "base", 2), ("tal", "base", 3),
]  # fmt: skip


def played(game: str, edition: str, players: int, seed: int = 1, *, lazy: int = NOBODY) -> Match:
    """A game that was played at random to its end. The seat `lazy` always gives the last answer of the menu."""
    rules = GAMES[game]
    match = Match(rules, Setup(game, tuple([Seat(name, "shabti") for name in NAMES[:players]]), seed, edition))
    while not match.is_over:
        moves = match.state.legal_moves()
        last = match.state.mover == lazy
        match.play(rules.action(match.state, moves[-1 if last else seeded_hash(seed, len(match.log)) % len(moves)]))
    return match


@pytest.mark.parametrize(("game", "edition", "players"), GAMES_TO_PLAY)
def test_every_seat_of_every_game_hears_something_true_and_something_kind(game: str, edition: str, players: int):
    match = played(game, edition, players)
    counted = count_facts(match, match.log.head)
    assert len(counted) == players
    for seat in range(players):
        said = verdict(match, seat, NAMES[:players], seat, counted=counted)
        assert said is not None
        assert said.well_done.startswith(("Well done: ", "Best of it: "))
        assert 0 < len(said.facts) <= 3
        assert not better_or_equal(match, counted, seat, said.names), "no seat that lost hears what it did better"
        assert len(said.ranges) == len(said.facts)
        for sentence in said.sentences(with_ranges=True):
            assert sentence.endswith("."), sentence
            assert "None" not in sentence
            assert not re.search(r"\b1 (cards|points|turns|tombs|blocks|sites|rounds)\b", sentence), sentence
        others = " ".join(verdict(match, seat, NAMES[:players], NOBODY, counted=counted).sentences())  # type: ignore[union-attr]
        assert not re.search(r"\b[Yy]ou", others), others


def better_or_equal(match: Match, counted: list[SeatFacts], seat: int, names: tuple[str, ...]) -> list[str]:
    """The facts of these names in which a seat that lost was not behind the best winner."""
    rewards, scores = match.game.rewards(match.state), match.scores(match.log.head)
    if len(counted) == 1 or rewards[seat] > 0.0:
        return []
    winner = max(range(len(counted)), key=lambda other: (rewards[other], scores[other], -other))
    kinds = {kind.name: kind for kind in facts_of(match).kinds}  # type: ignore[union-attr]
    own, other = counted[seat].counts, counted[winner].counts
    return [name for name in names if kinds[name].sign * (kinds[name].measure(other) - kinds[name].measure(own)) <= 0.0]


def test_where_no_count_tells_why_it_says_so():
    """A seat that did all that is counted as well as the winner hears no fact about itself as if it were bad."""
    match = played("valley", "base", 2, seed=3, lazy=0)
    said = verdict(match, 0, NAMES[:2], 0, counted=[count_facts(match, match.log.head)[1]] * 2)
    assert said is not None
    assert said.facts == (UNTOLD,)
    assert said.next_time == ""


def test_where_nothing_was_as_good_as_winners_do_it_what_came_nearest_is_the_best_of_it():
    counts: Counts = {
        "turns": 20.0, "executed": 21.0, "gold left": 40.0, "entombed": 16.0, "entombed late": 6.0, "idle turns": 4.0,
        "late starters": 4.0, "largest set": 4.0, "large sets": 1.0, "alone": 2.0, "outside": 8.0,
    }  # fmt: skip
    kinds = facts_of(played("valley", "base", 2)).kinds  # type: ignore[union-attr]
    better = counts | {"executed": 50.0, "gold left": 10.0, "entombed": 30.0, "entombed late": 14.0, "idle turns": 0.0}
    better |= {"late starters": 0.0, "largest set": 7.0, "large sets": 4.0, "alone": 0.0, "outside": 0.0}
    match = played("valley", "base", 2)
    loser = match.game.rewards(match.state).index(0.0)
    both = [SeatFacts(counts), SeatFacts(better)]
    said = verdict(match, loser, NAMES[:2], loser, counted=both if loser == 0 else both[::-1])
    assert said is not None
    assert said.well_done.startswith("Best of it: ")
    assert ", nearest to the winners (" in said.well_done
    assert any(kind.short in said.well_done for kind in kinds)


def test_what_winners_reach_has_the_unit_of_the_fact():
    counts: Counts = dict.fromkeys(("turns", "executed", "gold left", "entombed late", "alone", "large sets"), 1.0)
    counts |= {
        "turns": 20.0,
        "executed": 0.0,
        "entombed": 20.0,
        "idle turns": 0.0,
        "late starters": 1.0,
        "outside": 1.0,
    }
    other = {**counts, "executed": 40.0}
    match = played("valley", "base", 2)
    loser = match.game.rewards(match.state).index(0.0)
    both = [SeatFacts({**counts, "largest set": 4.0}), SeatFacts({**other, "largest set": 4.0})]
    said = verdict(match, loser, NAMES[:2], loser, counted=both if loser == 0 else both[::-1])
    assert said is not None
    rival = NAMES[1 - loser]
    assert f"You executed 0 cards in 20 turns, {rival} 40 (winners 1.6 to 2.2 per turn)." in said.sentences(
        with_ranges=True
    )
    assert said.next_time == "Next time: execute more cards before you pay with them."


def test_the_facts_of_valley_are_what_the_story_tells():
    """Counted again from the sentences of the story and from the score sheet, by other code."""
    match = played("valley", "base", 2, seed=7)
    path = match.log.path(match.log.head)
    for seat, facts in enumerate(count_facts(match, match.log.head)):
        name = NAMES[seat]
        told = [
            match.game.describe_event(match.state, event, NOBODY, NAMES[:2])
            for node in path[1:]
            for event in match.events_on_step_to(node)
        ]
        executed = [line for line in told if re.match(rf"{name} (executes|repeats) (?!the revealed)", line)]
        assert facts.counts["executed"] == len(executed)
        view = match.game.view(match.state, seat)
        mine = view.seats[seat]
        sizes = [tomb_set.distinct_kinds for tomb_set in mine.sets]
        assert facts.counts["largest set"] == max(sizes)
        assert facts.counts["large sets"] == sum([size >= 3 for size in sizes])
        assert facts.counts["alone"] == sizes.count(1)
        assert facts.counts["entombed"] == mine.tomb_count
        turns = {match.chapter(node).number for node in path[:-1] if match.chapter(node).seat == seat}
        assert facts.counts["turns"] == len(turns)
        assert facts.counts["idle turns"] == len(turns - chapters_of_growth(match, path, seat))


def chapters_of_growth(match: Match, path: list[int], seat: int) -> set[int]:
    """The turns of a seat at whose end its tomb was larger than at their start."""
    sizes: dict[int, list[int]] = {}
    for parent, node in pairwise(path):
        turn = match.chapter(parent).number
        view = match.game.view(match.at(parent), seat)
        sizes.setdefault(turn, [view.seats[seat].tomb_count])
        after = match.game.view(match.at(node), seat)
        if match.chapter(node).number == turn:
            sizes[turn].append(after.seats[seat].tomb_count)
    return {turn for turn, counts in sizes.items() if counts[-1] > counts[0]}


def test_who_has_entombed_next_to_nothing_is_not_praised_for_what_is_not_there():
    match = played("valley", "base", 2, seed=5, lazy=0)
    counts = count_facts(match, match.log.head)[0].counts
    said = verdict(match, 0, NAMES[:2], 0)
    assert counts["largest set"] == 0
    assert said is not None
    assert counts["entombed"] < 5
    assert not re.search(r"alone|second half|set card", said.well_done)


def test_what_no_winner_shows_is_said_first():
    """A seat that never buys, executes or entombs: two of these stand at the head, with both numbers."""
    match = played("valley", "base", 2, seed=3, lazy=0)
    said = verdict(match, 0, NAMES[:2], 0)
    assert said is not None
    assert match.game.rewards(match.state)[0] == 0.0
    assert len(said.facts) == 2
    assert len({kind.group for kind in facts_of(match).kinds if kind.name in said.names}) == 2  # type: ignore[union-attr]
    assert all("Khety" in sentence for sentence in said.facts)
    assert said.next_time.startswith("Next time: ")


def test_shipped_facts_fit_what_the_games_declare():
    tables = [table for table in all_tables() if table.name in measured_names(FACTS)]
    assert tables
    for table in tables:
        game, name = table.game, table.name
        declared = facts_of(Match(GAMES[game], Setup(game, (Seat("a"), Seat("b")), 1)))
        assert declared is not None
        measured = shipped_facts(table)
        assert set(measured) == {kind.name for kind in declared.kinds}, name
        assert sum([fact.agrees for fact in measured.values()]) >= 3, name
        for fact in measured.values():
            assert fact.weight >= 0.0
            assert list(fact.winners) == sorted(fact.winners)


def test_from_the_third_game_on_a_change_is_said():
    match = played("valley", "base", 2, seed=3)
    own = count_facts(match, match.log.head)[0].counts
    earlier = {**own, "executed": own["executed"] + 5 * own["turns"]}
    assert change_since(match, 0, [earlier]) == ""
    assert change_since(match, 0, [earlier, earlier]).startswith(
        "Worse than in your last 2 games: cards executed per turn "
    )
