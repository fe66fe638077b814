"""Suggests the nearest known name in error messages."""

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion_clause(wrong_name: str, known_names: Iterable[str]) -> str:
    """`; did you mean "saves"?`, or `; known are: ...` if nothing is near. The end of an error sentence."""
    known = {name.casefold(): name for name in sorted(known_names)}
    matches = get_close_matches(wrong_name.casefold(), known, n=1, cutoff=0.5)
    if matches:
        return f'; did you mean "{known[matches[0]]}"?'
    return f"; known are: {', '.join(known.values())}" if known else ""
