"""How a sentence names a key: what no text may do whose key a player can change."""

import re

NAMED_KEYS = "Enter|Space|Esc|PgUp|PgDn|Backspace|F[0-9]+"
LETTER_THAT_DOES = (
    r"[B-HJ-Zb-z](?= (?:opens|leads|shows|begins|judges|reads|plays|goes|stops|leaves|gives|marks|does|copies)\b)"
)
KEY_IN_SENTENCE = re.compile(rf"(?<![\w'{{(]) (?:{NAMED_KEYS}|{LETTER_THAT_DOES})(?![\w'])")
