"""The two types of the hot path: `i64`, a machine integer, and `vec`, a flat array of them.

Compiled with mypyc, they are exactly that. Interpreted, an `i64` is an `int` and a `vec` is a list. The engine uses only
`vec[i64]([0] * n)`, indexing, slicing and `len`, which mean the same in both builds. Within `engine`, only this
module imports anything beyond the standard library.
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
        """A new vec: `cells` followed by `more`, which may be the same vec. Compiled, this is the fastest way to copy one."""
        return cells + more


__all__ = ["extend", "i64", "mypyc_attr", "vec"]
