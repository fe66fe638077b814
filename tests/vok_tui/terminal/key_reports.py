"""What a terminal sends for a key, by each keyboard protocol: legacy, xterm's modifyOtherKeys, and kitty's with its flags."""

import string
from collections.abc import Iterator

from vok_tui.shared.key_names import PUNCTUATION

PLAIN = "`1234567890-=[]\\;',./" + string.ascii_lowercase
SHIFTED = dict(zip(PLAIN, '~!@#$%^&*()_+{}|:"<>?' + string.ascii_uppercase, strict=True))
UNSHIFTED = {shifted: plain for plain, shifted in SHIFTED.items()}
CONTROL_KEYS = {"enter": 13, "tab": 9, "escape": 27, "backspace": 127, "space": 32}
LETTER_KEYS = {
    "up": "A",
    "down": "B",
    "right": "C",
    "left": "D",
    "home": "H",
    "end": "F",
    "f1": "P",
    "f2": "Q",
    "f4": "S",
}
TILDE_NUMBERS = [2, 3, 5, 6, 13, 15, 17, 18, 19, 20, 21, 23, 24]
TILDE_NAMES = ["insert", "delete", "pageup", "pagedown", *(f"f{number}" for number in (3, *range(5, 13)))]
TILDE_KEYS = dict(zip(TILDE_NAMES, TILDE_NUMBERS, strict=True))
EVENTS, ALTERNATES, ALL_KEYS, TEXT = 2, 4, 8, 16  # flags of kitty's protocol; 1 tells Escape from what begins a report
LOCKS = (0, 64, 128)  # none, Caps Lock, Num Lock


def parted(name: str) -> tuple[int, str]:
    """The modifiers of a key as kitty counts them, less one, and the key without them."""
    *held, key = name.split("+")
    return sum({"shift": 1, "alt": 2, "ctrl": 4}[word] for word in held), key


def legacy(name: str) -> str:
    held, key = parted(name)
    char = PUNCTUATION.get(key, key)
    if name in ("shift+tab", "shift+space"):
        return "\x1b[Z" if key == "tab" else ""
    if key in LETTER_KEYS:
        alone = f"\x1bO{LETTER_KEYS[key]}" if key.startswith("f") else f"\x1b[{LETTER_KEYS[key]}"
        return f"\x1b[1;{held + 1}{LETTER_KEYS[key]}" if held else alone
    if key in TILDE_KEYS:
        return f"\x1b[{TILDE_KEYS[key]};{held + 1}~" if held else f"\x1b[{TILDE_KEYS[key]}~"
    if key in CONTROL_KEYS:
        return "\x7f" if key == "backspace" else chr(CONTROL_KEYS[key])
    return chr(ord(char) & 31) if held == 4 else char


def kitty(name: str, flags: int, lock: int) -> str:
    """What a terminal sends that was asked for these flags; "" where it cannot say which key it is."""
    held, key = parted(name)
    char = PUNCTUATION.get(key, key)
    if len(char) == 1 and char in UNSHIFTED:
        held, base = held | 1, UNSHIFTED[char]
    else:
        base = char
    event = ":1" if flags & EVENTS else ""
    modifiers = f";{held + lock + 1}{event}" if held or lock or event else ""
    if key in LETTER_KEYS:
        return f"\x1b[{'1' if modifiers else ''}{modifiers}{LETTER_KEYS[key]}"
    if key in TILDE_KEYS:
        return f"\x1b[{TILDE_KEYS[key]}{modifiers}~"
    if key in CONTROL_KEYS and key != "space":
        alone = legacy(name) if key != "escape" and not held and not flags & ALL_KEYS else ""
        return alone or f"\x1b[{CONTROL_KEYS[key]}{modifiers}u"
    char, base = (" ", " ") if key == "space" else (char, base)
    if not flags & ALL_KEYS and not held & ~1:
        return char if not held or char != base else f"\x1b[32{modifiers}u"
    if lock == 64 and char.isalpha() and not held & 4:
        return ""  # Caps Lock makes another letter of it
    shifted = f":{ord(char)}" if flags & ALTERNATES and held & 1 and char != base else ""
    if held & 1 and not held & 4 and not shifted and not flags & TEXT and not char.isalpha() and char != " ":
        return ""
    text = f";{ord(char)}" if flags & TEXT and not held & ~1 else ""
    return f"\x1b[{ord(base)}{shifted}{modifiers or (';' if text else '')}{text}u"


def other_keys(name: str) -> str:
    """What xterm sends with `modifyOtherKeys: 2`, or a terminal multiplexer that speaks so."""
    held, key = parted(name)
    char = PUNCTUATION.get(key, key)
    if key in LETTER_KEYS or key in TILDE_KEYS:
        return legacy(name)
    held |= 1 if len(char) == 1 and char in UNSHIFTED else 0
    code = CONTROL_KEYS[key] if key in CONTROL_KEYS else ord(char)
    return f"\x1b[27;{held + 1};{code}~" if held else legacy(name)


def protocols(name: str) -> Iterator[tuple[str, str]]:
    yield "legacy", legacy(name)
    yield "modifyOtherKeys", other_keys(name)
    for flags in range(1, 32, 2):
        for lock in LOCKS:
            yield f"kitty {flags} with lock {lock}", kitty(name, flags, lock)
