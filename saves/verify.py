"""Checks that a save is unchanged, and that it plays today as it did when it was written."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.game import Game
from engine.core.history.match import Match
from saves.clean_text import plural, visible
from saves.errors import Damaged
from saves.format.entries import SaveLabel
from saves.format.header import Header
from saves.match_reader import load
from saves.save_file import label_of


class Report(NamedTuple):
    """`moves` counts the entries of the journal that were played again, gotos too, but for reactions that were declined;
    `decisions` lead from the start to where the game stands, as in the list of saves; `checks` counts the positions that agreed.
    `notes` are sentences about harmless oddities."""

    path: Path
    header: Header
    match: Match
    moves: int
    decisions: int
    checks: int
    damage: Damaged | None
    notes: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is damaged."""
        return self.damage is None

    def __str__(self) -> str:
        """A sentence for the reader, and one for each note."""
        if self.damage is None:
            verdict = (
                f"{visible(str(self.path))} is sound: {plural(self.moves, 'move')} played again, steps back and forth among "
                f"them, and {plural(self.checks, 'position')} compared; {plural(self.decisions, 'decision')} to where the game "
                "stands."
            )
        else:
            verdict = str(self.damage)
        return "\n".join([verdict, *self.notes])


def verify(path: Path, games: Mapping[str, Game[Any]]) -> Report:
    """Play the whole save again and compare every check. Raises what `load` raises."""
    loaded = load(path, games)
    notes = []
    if loaded.with_original_cards:
        notes.append("Some cards have been corrected since; the game is played with those that it was begun with.")
    if loaded.with_unknown_cards:
        notes.append("The cards are not those that this game was begun with.")
    if loaded.skipped_checks:
        notes.append(
            f"{plural(loaded.skipped_checks, 'position')} could not be compared: another version of Vok described "
            f"{'it' if loaded.skipped_checks == 1 else 'them'} in a way of its own."
        )
    if loaded.label is not None and not _is_true(loaded.label, loaded.match):
        notes.append("The label for the list of saves does not tell what the game tells; playing on renews it.")
    match = loaded.match
    moves, decisions = match.public_entry_count, match.public_decision_count(match.log.head)
    return Report(path, loaded.header, match, moves, decisions, loaded.checks, loaded.damage, tuple(notes))


def _is_true(label: SaveLabel, match: Match) -> bool:
    """Whether the label agrees with the game, in all that it tells."""
    return label.agrees_where_known(label_of(match, label.ended))
