"""King of Thieves for the search: kit, evaluators, and how thieves are expected to play."""
