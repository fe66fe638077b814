r"""The bytes of a save.

First a prefix of eight: a magic word and the number of the format, which every version of Vok, past and future, reads the
same way. Then, from format 3 on, the *seal*, which says how the file ended when it was last closed (below). Then records, each
framed as

    length   4 bytes, big end first; from 1 to `LONGEST`, of record 0 to `HEADER`
    check    4 bytes: the crc32 of this record, going on from that of the record before
    body     one msgpack object

Because the check runs on from record to record, one that was lost, doubled or moved is found as surely as a byte that was
changed. What the bodies say is the matter of `records`; how those of older formats are lifted, of `versions`.

Nothing at the end of a file can tell that its end is missing, so the seal stands in front:

    entries  4 bytes: the number of records behind the header
    check    4 bytes: the check of the last record
    closed   8 bytes: the unix time of closing
    own      4 bytes: the crc32 of these 16 bytes

It is the only part that is written in place, and no running check covers it. It is written after the records are on the disk,
and set to zeros, on the disk too, before any record is added. So a seal never promises more than is there. All zeros mean that
the file was never closed: the game goes on, or its process died.
"""

import struct
import zlib
from typing import Any, Final, NamedTuple

import msgpack  # type: ignore[import-untyped]  # it tells no types

FORMAT: Final = 3
SEALED: Final = 3  # the first format with a seal
MAGIC: Final = b"\x8aVOK\r\n"  # no text begins so, and a transfer that meddles with line ends spoils it
PREFIX: Final = struct.Struct(">6sH")
HEAD: Final = struct.Struct(">II")
SEAL: Final = struct.Struct(">IIQI")
LATEST: Final = 1 << 37  # unix time that no date goes beyond, some 4,000 years from now
OPEN: Final = bytes(SEAL.size)  # the seal of a file that was never closed
LONGEST: Final = 4096  # bytes of a body
TEXT: Final = 160  # bytes of a text in a body
HEADER: Final = 1 << 18  # bytes of the first body and of a text in it: it may hold all cards of a house


class Frame(NamedTuple):
    """A record that was found sound: its body, where it ends, and the check that the next one goes on from."""

    body: bytes
    end: int
    check: int


class Seal(NamedTuple):
    """How a file ended when it was last closed: the number of entries, the check of the last one, the unix time."""

    entries: int
    check: int
    closed: int

    def pack(self) -> bytes:
        """Its bytes, with a check of their own."""
        told = SEAL.pack(self.entries, self.check, self.closed, 0)[:-4]
        return told + zlib.crc32(told).to_bytes(4, "big")


def seal_at(data: bytes) -> Seal | None:
    """The seal that these bytes are; None if the file was never closed. Raises ValueError if it was changed."""
    if data == OPEN:
        return None
    if len(data) != SEAL.size:
        raise ValueError("cut off")
    entries, check, closed, own = SEAL.unpack(data)
    if own != zlib.crc32(data[:-4]):
        raise ValueError("a check that does not fit")
    if closed > LATEST:
        raise ValueError("a date that none is")
    return Seal(entries, check, closed)


def first(version: int) -> int:
    """Where record 0 begins."""
    return PREFIX.size + (SEAL.size if version >= SEALED else 0)


def prefix(version: int = FORMAT) -> bytes:
    """The first bytes of a file; their crc32 is what the check of record 0 goes on from."""
    return PREFIX.pack(MAGIC, version)


def framed(body: bytes, check: int, longest: int = LONGEST) -> tuple[bytes, int]:
    """The record around `body`, and its check; `check` is that of the record before."""
    assert 0 < len(body) <= longest, f"a body of {len(body)} bytes"
    length = len(body).to_bytes(4, "big")
    check = zlib.crc32(body, zlib.crc32(length, check))
    return length + check.to_bytes(4, "big") + body, check


def frame_at(data: bytes, at: int, check: int, longest: int = LONGEST) -> Frame | None:
    """The record that begins at `at`; None if the data ends before it does. Raises ValueError if it was changed."""
    if len(data) - at < HEAD.size:
        return None
    length, told = HEAD.unpack_from(data, at)
    if not 0 < length <= longest:
        raise ValueError("a length that no record has")
    end = at + HEAD.size + length
    if end > len(data):
        return None
    body = data[at + HEAD.size : end]
    check = zlib.crc32(body, zlib.crc32(data[at : at + 4], check))
    if check != told:
        raise ValueError("a check that does not fit")
    return Frame(body, end, check)


def packed(body: object) -> bytes:
    """The bytes of one object."""
    return bytes(msgpack.packb(body))


def unpacked(body: bytes, text: int = TEXT) -> Any:
    """The way back, for the kinds of object that a save has. Raises ValueError. A float still passes here, so whoever reads
    on looks at every type."""
    try:
        return msgpack.unpackb(
            body, strict_map_key=True, max_str_len=text, max_array_len=16, max_map_len=16, max_bin_len=0, max_ext_len=0
        )
    except ValueError as error:  # msgpack's own words are none at times, and never those of a player
        raise ValueError("bytes that mean nothing here") from error
