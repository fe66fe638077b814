"""Checks that a save is undamaged, and that replaying it still gives the same positions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.game import Game
from engine.core.match import Match
from engine.core.wording import plural
from saves.clean_text import visible
from saves.errors import Damaged
from saves.format.entries import SaveLabel
from saves.format.header import Header
from saves.match_reader import LoadedSave, load
from saves.save_file import label_of


class Report(NamedTuple):
    """`public_entry_count` is the number of replayed entries of the journal, including jumps, without declined reactions.
    `decision_count` is the number of decisions from the start to the head, as in the list of saves. `agreed_check_count` is the
    number of positions that agreed. `notes` are sentences about harmless differences."""

    path: Path
    header: Header
    match: Match
    public_entry_count: int
    decision_count: int
    agreed_check_count: int
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
                f"{visible(str(self.path))} is sound: {plural(self.public_entry_count, 'move')} replayed, "
                f"steps back and forth included, and {plural(self.agreed_check_count, 'position')} compared; "
                f"the game stands after {plural(self.decision_count, 'decision')}."
            )
        else:
            verdict = str(self.damage)
        return "\n".join([verdict, *self.notes])


def verify(path: Path, games: Mapping[str, Game[Any]]) -> Report:
    """Replay the whole save and compare every position check. Raises what `load` raises."""
    loaded = load(path, games)
    notes = []
    if loaded.lacks_original_cards:
        notes.append("The cards are not those with which this game began.")
    if loaded.skipped_check_count:
        notes.append(
            f"{plural(loaded.skipped_check_count, 'position')} could not be compared, because another version of Vok wrote "
            f"{'its digest' if loaded.skipped_check_count == 1 else 'their digests'}."
        )
    if loaded.label is not None and not _agrees_with_match(loaded.label, loaded):
        notes.append("The summary for the list of saves does not agree with the game; playing on corrects it.")
    match = loaded.match
    return Report(
        path,
        loaded.header,
        match,
        public_entry_count=match.public_entry_count,
        decision_count=match.public_decision_count(match.log.head),
        agreed_check_count=loaded.agreed_check_count,
        damage=loaded.damage,
        notes=tuple(notes),
    )


def _agrees_with_match(label: SaveLabel, loaded: LoadedSave) -> bool:
    """Whether the label agrees with the game, in all fields that it knows."""
    return label.agrees_where_known(label_of(loaded.match, label.ended))
