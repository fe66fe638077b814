"""King of Thieves for search and contests: kit, evaluators and bots."""
