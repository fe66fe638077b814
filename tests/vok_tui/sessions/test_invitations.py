"""Who may come in to `vok serve`, as the file of players says."""

from pathlib import Path

import pytest

from vok_tui.sessions import invitations
from vok_tui.sessions.invitations import CODE_CHARS, CODE_DAYS, CODE_SIGNS, FILE, MAX_ENTRIES, Players
from vok_tui.shared.errors import CommandError, UsageError

KEY, OTHER_KEY = "ssh-ed25519 AAAAC3one", "ssh-ed25519 AAAAC3two"


def test_a_code_gives_a_key_to_the_invited_player_once(tmp_path: Path) -> None:
    players = Players(tmp_path)
    code = players.invite("ann")
    assert len(CODE_SIGNS) ** CODE_CHARS >= 1 << 60
    assert players.use_code(f"  {code.replace('-', ' ').upper()} ", KEY) == "ann"
    assert players.use_code(code, OTHER_KEY) == ""
    assert players.name_of_key(f"{KEY} laptop") == "ann"
    assert players.name_of_key(OTHER_KEY) == ""


def test_a_code_is_not_in_the_file_and_ends_after_a_week(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = Players(tmp_path)
    code = players.invite("ann")
    path = tmp_path / FILE
    assert code.replace("-", "") not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    now = invitations.time()
    monkeypatch.setattr(invitations, "time", lambda: now + CODE_DAYS * 86_400 + 2)
    assert players.use_code(code, KEY) == ""
    players.invite("bob")
    assert [entry.name for entry in players.entries()] == ["bob"]


def test_lines_that_are_wrong_are_no_players(tmp_path: Path) -> None:
    good = f"ann key {KEY}"
    bad = ("../bob key ssh-ed25519 A", "bob", "bob key", "bob other a b", "Bob key a b", "# a b c", "bob code “a” 9")
    (tmp_path / FILE).write_text("\n".join([*bad, good, *bad]))
    assert [entry.name for entry in Players(tmp_path).entries()] == ["ann"]
    (tmp_path / FILE).write_text(f"{good}\n" * 2 * MAX_ENTRIES)
    assert len(Players(tmp_path).entries()) == MAX_ENTRIES
    with pytest.raises(CommandError, match="remove some"):
        Players(tmp_path).invite("bob")


def test_a_list_that_was_written_by_hand_still_takes_invitations(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"bob code é 1\nbob code a {'9' * 5000}\nann key {KEY}\n")
    players = Players(tmp_path)
    assert players.use_code("no code", OTHER_KEY) == ""
    assert players.use_code(players.invite("ann"), OTHER_KEY) == "ann"
    assert [entry.name for entry in players.entries()] == ["bob", "ann", "ann"]


def test_a_list_that_cannot_be_read_lets_nobody_in_and_is_not_replaced(tmp_path: Path) -> None:
    players = Players(tmp_path)
    (tmp_path / FILE).mkdir()
    for attempt in (
        lambda: players.name_of_key(KEY),
        lambda: players.use_code("x", KEY),
        lambda: players.invite("ann"),
    ):
        with pytest.raises(CommandError, match="the list of players cannot be read"):
            attempt()
    assert (tmp_path / FILE).is_dir()


def test_players_are_renamed_and_removed_key_by_key(tmp_path: Path) -> None:
    players = Players(tmp_path)
    for key in (KEY, OTHER_KEY):
        players.use_code(players.invite("ann"), key)
    players.use_code(players.invite("bob"), "ssh-rsa AAAAB3")
    with pytest.raises(CommandError, match="there is a player bob already"):
        players.rename("ann", "bob")
    with pytest.raises(UsageError):
        players.rename("ann", "../x")
    players.rename("ann", "anna")
    assert players.name_of_key(KEY) == "anna"
    with pytest.raises(CommandError, match="anna has no key 3"):
        players.remove("anna", 3)
    players.remove("anna", 1)
    assert (players.name_of_key(KEY), players.name_of_key(OTHER_KEY)) == ("", "anna")
    players.remove("anna")
    assert [entry.name for entry in players.entries()] == ["bob"]
    with pytest.raises(CommandError, match="there is no player anna"):
        players.remove("anna")
