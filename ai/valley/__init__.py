"""Valley of the Kings for the search: kit, evaluators, features and learned values."""
