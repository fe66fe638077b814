"""Checks that a save is undamaged, and that replaying it still gives the same positions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.cells.wording import plural
from engine.core.game import Game
from engine.core.history.match import Match
from saves.clean_text import visible
from saves.errors import Damaged
from saves.format.entries import SaveLabel
from saves.format.header import Header
from saves.match_reader import load
from saves.save_file import label_of


class Report(NamedTuple):
    """`moves` is the number of replayed entries of the journal, including jumps, without declined reactions. `decisions` is the
    number of decisions from the start to the head, as in the list of saves. `checks` is the number of positions that agreed.
    `notes` are sentences about harmless differences."""

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
        """One sentence with the result, and one line for each note."""
        if self.damage is None:
            verdict = (
                f"{visible(str(self.path))} is sound: {plural(self.moves, 'move')} replayed, steps back and forth included, "
                f"and {plural(self.checks, 'position')} compared; the game stands after {plural(self.decisions, 'decision')}."
            )
        else:
            verdict = str(self.damage)
        return "\n".join([verdict, *self.notes])


def verify(path: Path, games: Mapping[str, Game[Any]]) -> Report:
    """Replay the whole save and compare every position check. Raises what `load` raises."""
    loaded = load(path, games)
    notes = []
    if loaded.with_original_cards:
        notes.append("Some cards have been corrected since then; the game is played with its original cards.")
    if loaded.with_unknown_cards:
        notes.append("The cards are not those with which this game began.")
    if loaded.skipped_checks:
        notes.append(
            f"{plural(loaded.skipped_checks, 'position')} could not be compared, because another version of Vok wrote "
            f"{'its digest' if loaded.skipped_checks == 1 else 'their digests'}."
        )
    if loaded.label is not None and not _agrees_with_match(loaded.label, loaded.match):
        notes.append("The summary for the list of saves does not agree with the game; playing on corrects it.")
    match = loaded.match
    moves, decisions = match.public_entry_count, match.public_decision_count(match.log.head)
    return Report(path, loaded.header, match, moves, decisions, loaded.checks, loaded.damage, tuple(notes))


def _agrees_with_match(label: SaveLabel, match: Match) -> bool:
    """Whether the label agrees with the game, in all fields that it knows."""
    return label.agrees_where_known(label_of(match, label.ended))
