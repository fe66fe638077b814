"""Cards of the house: a catalogue as a TOML text, for an owner of the printed cards to correct. `read` takes one up, `faults`
tells all that is wrong with it, `write` writes one. Reading runs nothing: a card's action is a list of parts by name."""

from engine.valley.house.fields import Fault
from engine.valley.house.reading import MAX_FAULTS, faults, read
from engine.valley.house.writing import write

__all__ = ["MAX_FAULTS", "Fault", "faults", "read", "write"]
