"""One key for all that was learned or measured about a table, and one rule for what stands in."""

from ai import measured
from ai.measured import KINDS, MEASURED_FOLDER, TableKey, all_tables, measured_table, table_of
from engine.core.game import Seat, Setup
from engine.core.setup import Variant
from engine.games import GAMES
from lab.commands.missing import HERE, NONE, state_of

VALLEY, THIEVES = TableKey("valley", "base", 2), TableKey("thieves", "base", 2)


def test_every_shipped_file_is_named_after_a_table():
    tables = {table.name: table for table in all_tables()}
    assert sorted(path.name for path in MEASURED_FOLDER.iterdir()) == sorted(KINDS)
    for kind in KINDS:
        for path in (MEASURED_FOLDER / kind).iterdir():
            assert measured_table(kind, tables[path.stem]) == tables[path.stem], path


def test_the_list_of_what_is_missing_tells_what_is_used():
    assert state_of("ratings", THIEVES) == HERE
    assert state_of("ratings", TableKey("thieves", "double", 5)) == "thieves-base-4"
    assert state_of("facts", TableKey("thieves", "double", 5)) == NONE
    assert state_of("tree-errors", VALLEY) == HERE
    assert state_of("tree-errors", VALLEY._replace(seats=4)) == "valley-base-2"


def test_options_that_are_the_defaults_are_no_part_of_a_key():
    edition = GAMES["thieves"].edition("base")
    goal = next(word for word in edition.options[0].words if word != edition.options[0].default)
    chosen = (goal, *edition.default_choices[1:])
    for choices, options in (((), ()), (edition.default_choices, ()), (chosen, (f"goal={goal}",))):
        setup = Setup("thieves", (Seat("a"), Seat("b")), 1, Variant("base", choices))
        assert table_of(setup) == THIEVES._replace(options=options)


def test_what_stands_in_where_nothing_was_measured(monkeypatch):
    """Other options for all kinds; other seats and editions only for some, the nearest first."""
    monkeypatch.setattr(
        measured, "measured_names", lambda _: {"valley-base-2", "valley-base-4", "thieves-base-2-goal=5"}
    )
    for kind, table, expected in (
        ("facts", VALLEY, "valley-base-2"),
        ("facts", VALLEY._replace(options=("x=1",)), "valley-base-2"),
        ("facts", VALLEY._replace(seats=3), None),
        ("facts", THIEVES._replace(options=("goal=5",)), "thieves-base-2-goal=5"),
        ("ratings", VALLEY._replace(seats=3), "valley-base-2"),
        ("ratings", VALLEY._replace(seats=1), "valley-base-2"),
        ("tree-errors", VALLEY._replace(seats=3), "valley-base-2"),
        ("ratings", TableKey("valley", "mixed", 6), "valley-base-4"),
        ("ratings", THIEVES, None),
        ("ratings", TableKey("no such game", "base", 2), None),
    ):
        found = measured_table(kind, table)
        assert (found.name if found else None) == expected, (kind, table)
