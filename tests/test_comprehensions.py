"""That no variable of a comprehension or loop has the name of a function, a class or an import of its module.

Python 3.12.0 to 3.12.3, which Ubuntu 24.04 has, puts the comprehensions of a function into it. There one that calls such a
function fails, because it reads the variable of another one.
"""

import re
from itertools import chain

from tests.source_tree import PACKAGES, ROOT, modules

VARIABLES = re.compile(r"for ((?:[\w()*]|, )+) in ")
OF_MODULE = re.compile(r"^(?:def|class) (\w+)|^(?:from [\w.]+ )?import (\([^)]*\)|[\w, ]+$)", re.MULTILINE)
NAME = re.compile(r"\w+")


def shadowed(source: str) -> set[str]:
    """The names of the module that also name variables of its comprehensions or loops."""
    variables = NAME.findall(" ".join(VARIABLES.findall(source)))
    return set(variables) & set(NAME.findall(" ".join(chain.from_iterable(OF_MODULE.findall(source)))))


def test_no_variable_of_a_comprehension_has_a_name_of_its_module():
    violations = [
        f"{path.relative_to(ROOT)}: {', '.join(names)}"
        for package in PACKAGES
        for _, path in modules(package)
        if (names := shadowed(path.read_text(encoding="utf-8")))
    ]
    assert not violations, "\n".join(violations)


def test_functions_classes_and_imports_are_names_of_a_module():
    source = "from a import (\n    one,\n)\nimport two\nclass Three:\n    def no(): ...\ndef four(): ...\nimport b.no\n"
    assert shadowed(source + "[0 for (one, (two, no)), Three, *four in five]") == {"one", "two", "Three", "four"}
