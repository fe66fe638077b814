"""The two types of the hot path: `i64`, a machine integer, and `vec`, a flat array of them.

Compiled with mypyc both are what they say. Interpreted, an `i64` is an `int` and a `vec` is a list, so that one source
is read by both builds: whatever is written in the engine with `vec[i64]([0] * n)`, indexing, slicing and `len` means the
same in either. All that the engine needs beyond the standard library comes in through this door.
"""

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from librt.vecs import extend, vec
else:

    class vec:
        """Interpreted, `vec[i64](cells)` is a new list of the cells."""

        def __class_getitem__(cls, item):
            return list

    def extend(cells, more):
        """A vec of these cells and more behind them. Compiled, it is the quickest copy of a vec, and may be `cells` itself."""
        return cells + more


__all__ = ["extend", "i64", "mypyc_attr", "vec"]
