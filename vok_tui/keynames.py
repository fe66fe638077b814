"""The names of keys: which ones a terminal can send, and how people write them.

The names are those of Textual, which is not imported here, so that a config.toml can be checked without a screen.
"""

import string
import unicodedata
from typing import Final

RENAMED: Final = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}


def _named(sign: str) -> str:
    """`question_mark` for `?`; a letter or a digit is its own name."""
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign).lower().replace("-", "_").replace(" ", "_")
    return RENAMED.get(name, name)


SIGNS: Final = {_named(sign): sign for sign in string.punctuation}
SPECIAL: Final = frozenset(
    ["enter", "escape", "space", "tab", "backspace", "insert", "delete", "home", "end", "pageup", "pagedown"]
    + ["up", "down", "left", "right"]
    + [f"f{number}" for number in range(1, 25)]
)
HELD: Final = frozenset(["alt", "ctrl", "shift", "super"])
ALSO: Final = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+left_square_bracket": "escape", "ctrl+h": "backspace"}
"""What a terminal cannot tell from another key, by the name that it comes in under."""
SHOWN: Final = {
    "escape": "Esc",
    "delete": "Del",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
SUGGESTED: Final = (*sorted(SPECIAL), *SIGNS, *(f"ctrl+{letter}" for letter in string.ascii_lowercase))


def sent_as(word: str) -> str:
    """The one name under which a key arrives: "question_mark" for `?`, "tab" for "ctrl+i"; "" for what no terminal sends."""
    word = word.strip()
    if len(word) == 1:
        return _named(word) if word.isprintable() else ""
    *held, key = word.split("+")
    if key in SIGNS.values():
        key = _named(key)
    if not HELD.issuperset(held) or len(set(held)) < len(held):
        return ""
    character = key in SIGNS or (len(key) == 1 and key.isalnum() and key == key.lower())
    if not character and key not in SPECIAL:
        return ""
    if character and held == ["shift"]:  # it is the capital, or another sign, that arrives
        return ""
    name = "+".join([*sorted(held), key])
    return ALSO.get(name, name)


def shown(name: str) -> str:
    """One key as people write it: "Esc", "^P", "?"."""
    name = name.strip()
    if name in SIGNS:
        return SIGNS[name]
    if name in SHOWN:
        return SHOWN[name]
    if name.startswith("ctrl+"):
        return f"^{name.removeprefix('ctrl+').upper()}"
    if name.startswith("f") and name[1:].isdigit():
        return name.upper()
    if name.startswith("shift+"):
        return f"Shift+{shown(name.removeprefix('shift+'))}"
    return name if len(name) == 1 else name.capitalize()
