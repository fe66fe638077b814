"""Prefix, seal and frames: the outer bytes of a save. The package describes them.

Each check continues the check of the previous record. So a record that was lost, duplicated or moved is detected like a changed
byte. But no check can detect that the end of a file is missing. That is what the seal at the beginning is for. It is the only
part that is overwritten: after the records are on the disk. It is set to zeros, on the disk too, before any record is added.
"""

import os
import struct
import time
import zlib
from typing import Any, Final, NamedTuple

import msgpack  # type: ignore[import-untyped]  # it has no type hints

FORMAT_VERSION: Final = 4
MAGIC: Final = b"\x8aVOK\r\n"  # no text begins like this, and a transfer that converts line ends damages it
PREFIX_STRUCT: Final = struct.Struct(">6sH")
FRAME_HEAD: Final = struct.Struct(">II")
SEAL_STRUCT: Final = struct.Struct(">IIQI")
FIRST_RECORD_OFFSET: Final = PREFIX_STRUCT.size + SEAL_STRUCT.size
FIRST_BYTES: Final = PREFIX_STRUCT.size + SEAL_STRUCT.size + FRAME_HEAD.size  # up to the body of record 0
MAX_CLOSING_TIME: Final = 1 << 37  # a unix time about 4,000 years from now
UNSEALED_BYTES: Final = bytes(SEAL_STRUCT.size)  # the seal of a file that was never closed
MAX_NUMBER: Final = (1 << 31) - 1  # the largest value of most numbers in a body
U64_MASK: Final = (1 << 64) - 1  # the largest value of digests and fingerprints
MAX_BODY_BYTES: Final = 4096  # maximum bytes of a body
MAX_TEXT_BYTES: Final = 2000  # maximum bytes of a text in a body
MAX_ITEMS: Final = 32  # maximum items of a list or a map in a body
MAX_HEADER_BYTES: Final = 1 << 18  # maximum bytes of the first body, and of a text in it: it may hold all custom cards


def storable_time(unix_time: float) -> float:
    """The nearest unix time that a save can hold: a clock may stand before 1970, and a file may have any date."""
    return min(max(unix_time, 0.0), float(MAX_CLOSING_TIME))


def time_now() -> int:
    """The current unix time, as far as a save can hold it."""
    return int(storable_time(time.time()))


class FramedRecord(NamedTuple):
    """A sound record: its body, the offset of its end, and its check, which the next record continues."""

    body: bytes
    end: int
    crc: int


class Seal(NamedTuple):
    """How a file ended when it was last closed: the number of entries, the check of the last one, and the unix time."""

    entry_count: int
    crc: int
    closed_at: int

    def pack(self) -> bytes:
        """The bytes of the seal, with their own check at the end."""
        fields = SEAL_STRUCT.pack(self.entry_count, self.crc, self.closed_at, 0)[:-4]
        return fields + zlib.crc32(fields).to_bytes(4, "big")


def read_seal(data: bytes) -> Seal | None:
    """The seal in these bytes; None if the file was never closed. Raises ValueError if it was changed."""
    if data == UNSEALED_BYTES:
        return None
    if len(data) != SEAL_STRUCT.size:
        raise ValueError("cut off")
    entry_count, crc, closed_at, own_crc = SEAL_STRUCT.unpack(data)
    if own_crc != zlib.crc32(data[:-4]):
        raise ValueError("a check that does not fit")
    if closed_at > MAX_CLOSING_TIME:
        raise ValueError("not a date")
    return Seal(entry_count, crc, closed_at)


def end_of_header(data: bytes) -> int:
    """The offset after record 0 of the file that begins with these FIRST_BYTES bytes; -1 if it is no save of this format."""
    if len(data) < FIRST_BYTES or not data.startswith(prefix()):
        return -1
    start = FIRST_RECORD_OFFSET
    return int(start + FRAME_HEAD.size + FRAME_HEAD.unpack_from(data, start)[0])


def prefix(version: int = FORMAT_VERSION) -> bytes:
    """The first bytes of a file. The check of record 0 continues their crc32."""
    return PREFIX_STRUCT.pack(MAGIC, version)


def frame_record(body: bytes, crc: int, max_bytes: int = MAX_BODY_BYTES) -> tuple[bytes, int]:
    """The bytes of a record, and its check. `crc` is the check of the previous record."""
    assert 0 < len(body) <= max_bytes, f"a body of {len(body)} bytes"
    length = len(body).to_bytes(4, "big")
    crc = zlib.crc32(body, zlib.crc32(length, crc))
    return length + crc.to_bytes(4, "big") + body, crc


def read_frame_if_whole(data: bytes, start: int, crc: int, max_bytes: int = MAX_BODY_BYTES) -> FramedRecord | None:
    """The record at the offset `start`; None if the data ends before the record does. Raises ValueError if it was changed."""
    if len(data) - start < FRAME_HEAD.size:
        return None
    length, expected = FRAME_HEAD.unpack_from(data, start)
    if not 0 < length <= max_bytes:
        raise ValueError("a length that no record has")
    end = start + FRAME_HEAD.size + length
    if end > len(data):
        return None
    body = data[start + FRAME_HEAD.size : end]
    crc = zlib.crc32(body, zlib.crc32(data[start : start + 4], crc))
    if crc != expected:
        raise ValueError("a check that does not fit")
    return FramedRecord(body, end, crc)


def last_record_and_count(data: bytes, crc: int) -> tuple[FramedRecord, int]:
    """The last whole record of `data`, and the number of whole records. `data` begins with a record; `crc` is the check of the
    previous one. Raises ValueError if a record was changed. The same as repeated `read_frame_if_whole`, but faster."""
    unpack_head, crc32, size, head_size = FRAME_HEAD.unpack_from, zlib.crc32, len(data), FRAME_HEAD.size
    max_length, last_head = MAX_BODY_BYTES, size - head_size
    last_start = next_start = records = 0
    while next_start <= last_head:
        length, expected = unpack_head(data, next_start)
        if not 0 < length <= max_length:
            raise ValueError("a length that no record has")
        body_start = next_start + head_size
        end = body_start + length
        if end > size:
            break
        crc = crc32(data[body_start:end], crc32(data[next_start : next_start + 4], crc))
        if crc != expected:
            raise ValueError("a check that does not fit")
        last_start, next_start = next_start, end
        records += 1
    return FramedRecord(data[last_start + FRAME_HEAD.size : next_start], next_start, crc), records


def find_last_body(fd: int, file_bytes: int, crc: int) -> bytes:
    """The body of the last record of an open file, found by its check `crc`. The records before it are not read. Raises
    ValueError if there is no such record."""
    data = os.pread(fd, FRAME_HEAD.size + MAX_BODY_BYTES, max(0, file_bytes - FRAME_HEAD.size - MAX_BODY_BYTES))
    position = len(data)
    while (position := data.rfind(crc.to_bytes(4, "big"), 0, position)) >= 4:
        if int.from_bytes(data[position - 4 : position], "big") == len(data) - position - 4:
            return data[position + 4 :]
        position += 3
    raise ValueError("no such record")


def pack(body: object) -> bytes:
    """An object as msgpack."""
    return bytes(msgpack.packb(body))


def unpack(body: bytes, max_text_bytes: int = MAX_TEXT_BYTES) -> Any:
    """The object in msgpack bytes, if a save can contain it. Raises ValueError. Floats are not refused here, so the caller must
    check all types."""
    try:
        return msgpack.unpackb(
            body,
            strict_map_key=True,
            max_str_len=max_text_bytes,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_ITEMS,
            max_bin_len=0,
            max_ext_len=0,
        )
    except ValueError as error:  # its messages are sometimes empty, and not meant for players
        raise ValueError("not the msgpack of a save") from error
