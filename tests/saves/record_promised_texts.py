"""Records texts of games, exit codes and files of later versions, to which `docs/promises.md` holds, in
`tests/saves/promised/0.9`; `record_promised` records the saves:

    python -m tests.saves.record_promised_texts

It is run once more for each release, into a folder of its own; a folder of a released version never changes.
"""

import json
import struct
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from engine import GAMES
from engine.core.game import Seat, Setup
from engine.core.luck import seeded_hash
from engine.core.match import Match
from saves import Shelf, load
from saves.text import FORMATS, write_game
from tests.saves import raw
from vok_tui.shared.errors import EXIT_MEANINGS

FOLDER: Final = Path(__file__).parent / "promised" / "0.9"
FACTS: Final = "promises.json"
SUFFIXES: Final = {"text": "txt", "json": "jsonl", "line": "line"}
VERSION_PLACE: Final = slice(6, 8)  # of the format number in a save
NEWER: Final = 250  # a number that no version of today has


def recorded_game(game: str, home: Path) -> Path:
    """A finished game with a seed of words, as a closed save."""
    rules = GAMES[game]
    setup = Setup(game, (Seat("Ann"), Seat("Khety", "scribe")), (1 << 60) + len(game))
    match = Match(rules, setup)
    while not match.is_over:
        moves = match.state.legal_moves()
        match.play(rules.action(match.state, moves[seeded_hash(setup.seed, len(match.log)) % len(moves)]))
    with Shelf(home).create(setup, rules, "0.9.0", 1_795_000_000) as file:
        file.keep(match)
    return file.path


def facts_of(match: Match) -> dict[str, Any]:
    """What must be the same whenever a recorded game is read."""
    scores = list(match.game.scores(match.state))
    return {"game": match.game.name(), "rules": match.setup.rules, "decisions": len(match.log) - 1, "scores": scores}


def write_newer_files(folder: Path, save: Path) -> dict[str, str]:
    """Files as later versions may write them, and the words that this version says to each."""
    data = save.read_bytes()
    (folder / "newer-format.bytes").write_bytes(
        data[: VERSION_PLACE.start] + struct.pack(">H", NEWER) + data[VERSION_PLACE.stop :]
    )
    header = load(save, GAMES).header
    from saves.format.header import write_header

    fields = write_header(header)
    (folder / "newer-rules.bytes").write_bytes(raw.save({**fields, "rules": NEWER}))
    (folder / "newer-entry.bytes").write_bytes(raw.save(fields, [60, "a change of a later version", 1]))
    return {"newer-format.bytes": "newer Vok", "newer-rules.bytes": "newer rules", "newer-entry.bytes": "newer Vok"}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts: dict[str, Any] = {}
    with TemporaryDirectory() as folder:
        for game in ("valley", "thieves", "tal"):
            path = recorded_game(game, Path(folder))
            loaded = load(path, GAMES)
            for text_format in FORMATS:
                name = f"{game}.{SUFFIXES[text_format]}"
                text = write_game(loaded.match, loaded.header, text_format, ended=loaded.last_played, with_names=True)
                (FOLDER / name).write_text(text, encoding="utf-8")
                texts[name] = facts_of(loaded.match)
        newer = write_newer_files(FOLDER, path)
    codes = {str(int(code)): meaning for code, meaning in EXIT_MEANINGS.items()}
    facts = {"texts": texts, "newer": newer, "exit codes": codes}
    (FOLDER / FACTS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
