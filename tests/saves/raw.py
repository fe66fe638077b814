"""Saves made and parsed by the description of the format, without the package that is tested."""

import struct
import zlib

import msgpack

PREFIX = 8
SEAL = 20  # bytes of the seal, which begins behind the prefix


def play(verb: str, *numbers: int) -> list[object]:
    """The body of an action."""
    return [1, verb, *numbers]


def goto(node: int) -> list[object]:
    """The body of a jump."""
    return [2, "", node]


def save(*bodies: object, version: int = 4) -> bytes:
    """A file as anybody could make it who knows how the check is computed. It was never closed."""
    data = start = struct.pack(">6sH", b"\x8aVOK\r\n", version)
    check = zlib.crc32(start)
    data += bytes(SEAL) if version >= 3 else b""
    for told in bodies:
        body = told if isinstance(told, bytes) else msgpack.packb(told)
        check = zlib.crc32(body, zlib.crc32(struct.pack(">I", len(body)), check))
        data += struct.pack(">II", len(body), check) + body
    return data


def ends(data: bytes) -> list[int]:
    """The end of each record, the header first, found by the lengths alone."""
    found = []
    at = PREFIX + SEAL if data[PREFIX - 1] >= 3 else PREFIX
    while at < len(data):
        at += 8 + struct.unpack_from(">I", data, at)[0]
        found.append(at)
    return found


def sealed(data: bytes, closed: int = 0) -> bytes:
    """The same file, closed as it is."""
    stops = ends(data)
    last = data[stops[-2] :] if len(stops) > 1 else data[PREFIX + SEAL :]
    told = struct.pack(">I4sQ", len(stops) - 1, last[4:8], closed)
    return data[:PREFIX] + told + struct.pack(">I", zlib.crc32(told)) + data[PREFIX + SEAL :]


def behind(data: bytes) -> bytes:
    """All of a file except its seal."""
    return data[:PREFIX] + data[PREFIX + SEAL :]


def hit(data: bytes, at: int) -> int:
    """The number of the record that contains the byte at `at`."""
    return next(number for number, end in enumerate(ends(data)) if at < end)


def extended(data: bytes, body: bytes, times: int) -> bytes:
    """A file that was never closed, with the same record this number of times at its end."""
    start = ends(data)[-2]
    check = int.from_bytes(data[start + 4 : start + 8], "big")
    length = struct.pack(">I", len(body))
    records = []
    for _ in range(times):
        check = zlib.crc32(body, zlib.crc32(length, check))
        records.append(length + check.to_bytes(4, "big") + body)
    return data[:PREFIX] + bytes(SEAL) + data[PREFIX + SEAL :] + b"".join(records)
