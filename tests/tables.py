"""Tables of cases: one test with many rows, where a failure names its row."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any


def each_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but as one test, which costs less and counts once. All rows share its fixtures."""
    arguments = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    table = [tuple(row) if len(arguments) > 1 else (row,) for row in rows]
    assert table, "a table without rows tests nothing"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run_rows(**fixtures: Any) -> None:
            for row in table:
                values = dict(zip(arguments, row, strict=True))
                try:
                    test(**fixtures, **values)
                except Exception as error:
                    error.add_note(f"in the row {values}")
                    raise

        parameters = inspect.signature(test).parameters
        run_rows.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [parameter for name, parameter in parameters.items() if name not in arguments]
        )
        del run_rows.__wrapped__  # type: ignore[attr-defined]
        return run_rows

    return decorate
