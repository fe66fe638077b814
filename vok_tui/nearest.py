"""The nearest right name to a wrong one, for error messages."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(wrong: str, names: Iterable[str]) -> str:
    """`; did you mean "saves"?`, or `; known are: ...` where nothing comes near. To be put behind a clause."""
    known = {name.casefold(): name for name in sorted(names)}
    near = get_close_matches(wrong.casefold(), known, n=1, cutoff=0.5)
    if near:
        return f'; did you mean "{known[near[0]]}"?'
    return f"; known are: {', '.join(known.values())}" if known else ""
