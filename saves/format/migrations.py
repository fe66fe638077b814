"""Reads older formats: each step converts one format to the next.

A file of format 0 goes through all steps in order, and the result is read as if it had been written today. A step knows only its
own format and the next one. It gets the header and then each entry, unpacked but not yet checked, and it may remember what it has
seen. Never change a step after a version of Vok was released with it. Prefix and frames are the same in all formats;
`frames.first_record_offset` tells where record 0 begins.

**To add a format**: raise `FORMAT_VERSION`, write the class for the step from the one before, append it to `MIGRATIONS`, and
test it with a file of the old format whose bytes are written out in the test.

Format 0, from before the first release, differed in this:

- the header had `players`, a list of names, instead of `seats`: all players were human;
- the header had no `created`, which becomes 0;
- undo was `["undo"]`, without a number: one step up from the head. It becomes a `goto`.

Format 1 knew one game with one set of cards:

- the header had neither `choices` nor `cards`, because there were neither options nor custom cards.

Format 2 had no seal, so it could not be detected that the end of a file was missing:

- the header had no `rules`: there was only one set of rules, number 1;
- the header had no `from`: a finished game was continued in its own file. Such a game is finished if the variation that was
  visited last has ended, and otherwise goes on, even if another variation has ended.

Format 3 wrote every entry as an action, a verb and numbers:

- a jump was `["goto", node]`, a level that took over a seat `["seat:LEVEL", seat, simulations]`, a check `["@check", digest]`;
- the label was `["@sum", decisions, turn, over, *scores]`. It did not say whether somebody peeked, nor when the game ended;
- an entry of a later version looked like damage.
"""

from typing import Any, Final, Protocol

from engine.core.action import Action
from engine.core.errors import UnknownNode
from engine.core.game import FIRST_RULES, HUMAN
from engine.core.log import Log


class MigrationStep(Protocol):
    """Converts one format to the next. Both methods raise ValueError for anything that the old format did not allow."""

    def migrate_header(self, fields: dict[str, Any]) -> dict[str, Any]: ...

    def migrate_entry(self, packed: list[Any]) -> list[Any]: ...


class Format0To1:
    """Keeps a log, because what an undo means depends on the tree and the head."""

    def __init__(self) -> None:
        self._log = Log()

    def migrate_header(self, fields: dict[str, Any]) -> dict[str, Any]:
        players = fields.get("players")
        if fields.get("format") != 0 or not isinstance(players, list) or "seats" in fields or "created" in fields:
            raise ValueError("fields")
        migrated = {field: value for field, value in fields.items() if field != "players"}
        return {**migrated, "format": 1, "created": 0, "seats": [[name, HUMAN, 0] for name in players]}

    def migrate_entry(self, packed: list[Any]) -> list[Any]:
        if packed == ["undo"]:
            packed = ["goto", self._log.parents[self._log.head]]
        entry = Action.from_packed(packed)
        if entry.verb == "goto" and len(entry.arguments) == 1:
            self._goto(entry.arguments[0])
        elif not entry.verb.startswith("@"):
            self._log.play(entry)
        return packed

    def _goto(self, node: int) -> None:
        try:
            self._log.goto(node)
        except UnknownNode as error:
            raise ValueError(str(error)) from None


class Format1To2:
    """The entries are the same."""

    def migrate_header(self, fields: dict[str, Any]) -> dict[str, Any]:
        if fields.get("format") != 1 or "choices" in fields or "cards" in fields:
            raise ValueError("fields")
        return {**fields, "format": 2, "choices": [], "cards": ""}

    def migrate_entry(self, packed: list[Any]) -> list[Any]:
        return packed


class Format2To3:
    """The entries are the same."""

    def migrate_header(self, fields: dict[str, Any]) -> dict[str, Any]:
        if fields.get("format") != 2 or "rules" in fields or "from" in fields:
            raise ValueError("fields")
        return {**fields, "format": 3, "rules": FIRST_RULES, "from": []}

    def migrate_entry(self, packed: list[Any]) -> list[Any]:
        return packed


class Format3To4:
    """The header is the same."""

    def migrate_header(self, fields: dict[str, Any]) -> dict[str, Any]:
        if fields.get("format") != 3:
            raise ValueError("fields")
        return {**fields, "format": 4}

    def migrate_entry(self, packed: list[Any]) -> list[Any]:
        action = Action.from_packed(packed)
        verb, numbers = action.verb, action.arguments
        if verb == "goto" and len(numbers) == 1:
            return [2, "", *numbers]
        if verb.startswith("seat:") and len(numbers) == 2:
            return [64, verb.removeprefix("seat:"), *numbers]
        if verb == "@check" and len(numbers) == 1:
            return [65, "", *numbers, 1]
        if verb == "@sum" and len(numbers) >= 3:
            decisions, turn, over, *scores = numbers
            return [66, "", decisions, turn, int(over != 0), 2, 0, 0, len(scores), *scores]
        if verb.startswith("@"):
            raise ValueError("no such entry")
        return [1, verb, *numbers]


MIGRATIONS: Final[tuple[type[MigrationStep], ...]] = (Format0To1, Format1To2, Format2To3, Format3To4)


class FormatMigrator:
    """Converts headers and entries of one format to the current one, step by step."""

    def __init__(self, version: int) -> None:
        self._steps: list[MigrationStep] = [step() for step in MIGRATIONS[version:]]

    def migrate_header(self, fields: Any) -> Any:
        """The fields of a header in the current format. Raises ValueError."""
        for step in self._steps:
            if not isinstance(fields, dict):
                raise ValueError("fields")
            fields = step.migrate_header(fields)
        return fields

    def migrate_entry(self, packed: Any) -> Any:
        """An entry in the current format. Pass the entries in order. Raises ValueError."""
        for step in self._steps:
            if not isinstance(packed, list):
                raise ValueError("an entry is a list")
            packed = step.migrate_entry(packed)
        return packed
