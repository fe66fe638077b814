"""The analysis of a game, in a file of its own beside the save: `NAME.vok.analysis`.

It is no save: it can be thrown away and made again, and nothing in the save depends on it. Because its name begins with that
of the save, it follows the save to the bin and back, and is removed with it. It holds plain values
(`ai.analysis.game_analysis` makes them): MAGIC, a check of what follows, and zlib-compressed msgpack.
"""

import os
import zlib
from pathlib import Path
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # it has no type hints

from saves.clean_text import visible
from saves.errors import CannotWrite, SaveError
from saves.format.file_start import open_for_reading
from saves.whole_file import replace_file

ANALYSIS_SUFFIX: Final = ".analysis"
MAGIC: Final = b"Vok analysis 1\n"
MAX_FILE_BYTES: Final = 500_000  # a game of 200 decisions takes about 8,000
MAX_UNPACKED_BYTES: Final = 1_000_000
MAX_ITEMS: Final = 6000
MAX_TEXT_BYTES: Final = 200


class BadAnalysis(SaveError):
    """The file beside a save is no analysis, is damaged, or belongs to another game. It is ignored, and replaced by the next
    analysis."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, f"{visible(str(path))} is ignored ({reason}): analyse the game again.")


def analysis_path(save: Path) -> Path:
    return save.with_name(save.name + ANALYSIS_SUFFIX)


def read_analysis(save: Path) -> dict[str, Any] | None:
    """What `write_analysis` wrote, with nothing checked but its sizes and that it is a table; None if there is no analysis.
    Raises BadAnalysis."""
    path = analysis_path(save)
    if not os.path.lexists(path):
        return None
    try:
        with open_for_reading(path) as fd:
            data = os.pread(fd, MAX_FILE_BYTES + 1, 0)
    except SaveError:
        raise BadAnalysis(path, "it cannot be read") from None
    if not data.startswith(MAGIC):
        raise BadAnalysis(path, "it is no analysis of this version")
    if len(data) > MAX_FILE_BYTES:
        raise BadAnalysis(path, "it is longer than any analysis")
    check, packed = data[len(MAGIC) : len(MAGIC) + 4], data[len(MAGIC) + 4 :]
    if zlib.crc32(packed).to_bytes(4, "big") != check:
        raise BadAnalysis(path, "it is damaged")
    return _unpacked(path, packed)


def write_analysis(save: Path, fields: dict[str, Any]) -> None:
    """Write the analysis of a save, replacing an earlier one atomically. Does nothing if the save is no longer there. Raises
    CannotWrite; then the earlier one is unchanged."""
    path = analysis_path(save)
    packed = zlib.compress(bytes(msgpack.packb(fields)), 9)
    try:
        save.stat()  # from Python 3.14 on, Path.exists says no if it cannot find out
        replace_file(path, MAGIC + zlib.crc32(packed).to_bytes(4, "big") + packed)
    except FileNotFoundError:
        return
    except OSError as error:
        raise CannotWrite(path, error) from None


def _unpacked(path: Path, packed: bytes) -> dict[str, Any]:
    """The table in the compressed part of a file. Raises BadAnalysis."""
    try:
        decompressor = zlib.decompressobj()
        body = decompressor.decompress(packed, MAX_UNPACKED_BYTES)
        if not decompressor.eof:
            raise BadAnalysis(path, "it is longer than any analysis")
        fields = msgpack.unpackb(
            body,
            strict_map_key=True,
            max_str_len=MAX_TEXT_BYTES,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_ITEMS,
            max_bin_len=0,
            max_ext_len=0,
        )
    except (ValueError, zlib.error, RecursionError):
        raise BadAnalysis(path, "it is damaged") from None
    if not isinstance(fields, dict):
        raise BadAnalysis(path, "it is damaged")
    return fields
