"""The bytes of a save: frames, records, older formats, opening and appending."""
