"""Saves built and parsed from the description of the format, without the package under test."""

import struct
import zlib

import msgpack

PREFIX_BYTES = 8
SEAL_BYTES = 20  # bytes of the seal, which follows the prefix


def play(verb: str, *numbers: int) -> list[object]:
    """The body of an action."""
    return [1, verb, *numbers]


def goto(node: int) -> list[object]:
    """The body of a jump."""
    return [2, "", node]


def save(*bodies: object, version: int = 4) -> bytes:
    """The bytes of a save that was never closed, with correct checks."""
    start = struct.pack(">6sH", b"\x8aVOK\r\n", version)
    check = zlib.crc32(start)
    records = [start, bytes(SEAL_BYTES) if version >= 3 else b""]
    for fields in bodies:
        body = fields if isinstance(fields, bytes) else msgpack.packb(fields)
        check = zlib.crc32(body, zlib.crc32(struct.pack(">I", len(body)), check))
        records.append(struct.pack(">II", len(body), check) + body)
    return b"".join(records)


def record_ends(data: bytes) -> list[int]:
    """The offset of the end of each record, the header first."""
    offsets = []
    offset = PREFIX_BYTES + SEAL_BYTES if data[PREFIX_BYTES - 1] >= 3 else PREFIX_BYTES
    while offset < len(data):
        offset += 8 + struct.unpack_from(">I", data, offset)[0]
        offsets.append(offset)
    return offsets


def sealed(data: bytes, closed_at: int = 0) -> bytes:
    """The same file with a seal, as if it had been closed."""
    offsets = record_ends(data)
    last = data[offsets[-2] :] if len(offsets) > 1 else data[PREFIX_BYTES + SEAL_BYTES :]
    fields = struct.pack(">I4sQ", len(offsets) - 1, last[4:8], closed_at)
    return data[:PREFIX_BYTES] + fields + struct.pack(">I", zlib.crc32(fields)) + data[PREFIX_BYTES + SEAL_BYTES :]


def without_seal(data: bytes) -> bytes:
    """The file without its seal."""
    return data[:PREFIX_BYTES] + data[PREFIX_BYTES + SEAL_BYTES :]


def record_at(data: bytes, offset: int) -> int:
    """The number of the record that contains the byte at `offset`."""
    return next(number for number, end in enumerate(record_ends(data)) if offset < end)


def extended(data: bytes, body: bytes, times: int) -> bytes:
    """The same file, not closed, with `body` appended `times` times as a record."""
    start = record_ends(data)[-2]
    check = int.from_bytes(data[start + 4 : start + 8], "big")
    length = struct.pack(">I", len(body))
    records = []
    for _ in range(times):
        check = zlib.crc32(body, zlib.crc32(length, check))
        records.append(length + check.to_bytes(4, "big") + body)
    return data[:PREFIX_BYTES] + bytes(SEAL_BYTES) + data[PREFIX_BYTES + SEAL_BYTES :] + b"".join(records)
