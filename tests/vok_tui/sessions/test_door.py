"""What the door of `vok serve` decides by itself, without a connection; tests/hosting has real logins."""

import asyncio
import json
import os
import socket
import zlib
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from vok_tui.sessions.door import (
    MAX_OF_ADDRESS,
    MAX_PACKET_BYTES,
    MAX_UNREAD_BYTES,
    NEWCOMER,
    BoundedVariables,
    Door,
    Inflate,
    Log,
    address_of,
)
from vok_tui.sessions.invitations import Players
from vok_tui.sessions.relay import FromSession, window_of


@pytest.fixture
def door(tmp_path: Path) -> Door:
    one, other = socket.socketpair()
    other.close()
    return Door(one, asyncssh.generate_private_key("ssh-ed25519"), one, Players(tmp_path), Log(as_json=False))


def test_a_small_packet_that_becomes_a_huge_one_ends_the_connection() -> None:
    packer, unpacker = zlib.compressobj(), Inflate()
    for packet in (b"a key", bytes(MAX_PACKET_BYTES - 1), b"another"):
        assert unpacker.decompress(packer.compress(packet) + packer.flush(zlib.Z_SYNC_FLUSH)) == packet
    huge = packer.compress(bytes(100 * MAX_PACKET_BYTES)) + packer.flush(zlib.Z_SYNC_FLUSH)
    assert unpacker.decompress(huge) is None
    assert Inflate().decompress(b"no packet") is None
    assert Inflate().decompress(zlib.compress(b"")[:2]) == b""


def test_addresses_of_one_customer_count_as_one() -> None:
    assert address_of("::ffff:192.0.2.1") == address_of("192.0.2.1") == "192.0.2.1"
    assert address_of("2001:db8:1:2:3::4") == address_of("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert address_of("fe80::1%eth0") == "fe80::/64"
    assert address_of("2001:db8:1:3::4") != address_of("2001:db8:1:2::4")


def test_a_window_of_any_size_fits_into_the_protocol() -> None:
    sizes = [(0, 0), (1 << 31, 7), (120, 40), (-1, -1)]
    assert [window_of(*size) for size in sizes] == [(80, 24), (0xFFFF, 7), (120, 40), (80, 24)]


def test_of_the_variables_of_a_client_only_those_of_the_terminal_are_kept_and_not_much_of_them() -> None:
    kept = BoundedVariables()
    for name in (b"LANG", b"x" * 200_000, b"VOK_HOME"):
        kept[name] = bytes(10_000)
    assert kept == {b"LANG": bytes(100)}


@pytest.mark.parametrize("window", [64, 1 << 31])
def test_a_stranger_who_types_and_never_reads_fills_no_memory(tmp_path: Path, window: int) -> None:
    async def come() -> int:
        with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as unused, socket.socket() as client:
            listener.setblocking(False)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(listener.getsockname())
            key = asyncssh.generate_private_key("ssh-ed25519")
            door = Door(listener, key, unused, Players(tmp_path), Log(as_json=False))
            accepting = asyncio.create_task(door._accept())
            options: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "client_keys": [key]}
            login: Any = await asyncssh.connect(sock=client, username=NEWCOMER, **options)
            channel, _ = await login.create_session(
                asyncssh.SSHClientSession, term_type="xterm", encoding=None, window=window
            )
            channel.pause_reading()
            login._transport.pause_reading()
            (relay,) = door.relays
            output = relay._channel.get_connection()._transport
            for _ in range(30):
                channel._send_window = 1 << 30  # as if it had read how much it may send
                channel.write(b"a\x7f" * 8_000)
                for _ in range(4):
                    await asyncio.sleep(0)
            login.abort()
            accepting.cancel()
            return int(relay._channel.get_write_buffer_size() + output.get_write_buffer_size())

    assert asyncio.run(come()) < 2 * MAX_UNREAD_BYTES


def test_those_from_the_emptiest_address_have_their_handshake_first_and_nobody_at_once(door: Door) -> None:
    async def come() -> list[str]:
        order: list[str] = []

        async def shake_hands(address: str) -> None:
            await door._wait_for_turn(address)
            order.append(address)

        tasks = [asyncio.create_task(shake_hands(address)) for address in (*["crowd"] * 3, "gone", "friend")]
        for task, address in zip(tasks, (*["crowd"] * 3, "gone", "friend"), strict=True):
            door._strangers[task] = address
        await asyncio.sleep(0)
        tasks[3].cancel()
        await asyncio.sleep(0)
        assert order == ["crowd"]
        door._give_turn()
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        return order

    assert asyncio.run(come()) == ["crowd", "friend"]


def test_each_newcomer_from_a_full_address_takes_the_place_of_one_who_is_silent(tmp_path: Path) -> None:
    async def come() -> list[bytes]:
        with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as unused:
            listener.setblocking(False)
            key = asyncssh.generate_private_key("ssh-ed25519")
            door = Door(listener, key, unused, Players(tmp_path), Log(as_json=False))
            accepting = asyncio.create_task(door._accept())
            crowd = [await asyncio.open_connection(*listener.getsockname()) for _ in range(MAX_OF_ADDRESS)]
            heard = []
            for _ in range(3):
                crowd.append(await asyncio.open_connection(*listener.getsockname()))
                crowd[-1][1].write(b"SSH-2.0-late\r\n")
                heard.append(await crowd[-1][0].readline())
            for _, writer in crowd:
                writer.close()
            accepting.cancel()
            return heard

    assert asyncio.run(come()) == [b"SSH-2.0-Vok\r\n"] * 3


def test_the_last_words_of_a_session_are_heard_though_a_key_comes_too_late_for_it() -> None:
    heard: list[bytes] = []

    class Listener:
        def __init__(self) -> None:
            self.lost = asyncio.get_running_loop().create_future()

        def take(self, data: bytes) -> None:
            heard.append(data)

        def lose_session(self) -> None:
            self.lost.set_result(None)

    async def leave() -> None:
        ours, session = socket.socketpair()
        ours.setblocking(False)
        relay: Any = Listener()
        transport, _ = await asyncio.get_running_loop().create_unix_connection(lambda: FromSession(relay), sock=ours)
        session.send(b"farewell")
        session.close()
        transport.write(b"key")
        await relay.lost

    asyncio.run(leave())
    assert heard == [b"farewell"]


def test_a_flood_is_one_line_of_the_log_and_nobody_waits_for_who_reads_it() -> None:
    reader, writer = os.pipe()
    log = Log(as_json=True, descriptor=writer)
    log.event("login", player="ann")
    for _ in range(500):
        log.drop("192.0.2.1")
    lines = [json.loads(line) for line in os.read(reader, 4096).splitlines()]
    assert [line["event"] for line in lines] == ["login", "dropped"]
    for _ in range(5_000):  # more than fits into the pipe
        log.event("login", player="ann")
    os.close(reader)
    log.event("login", player="ann")
    os.close(writer)
