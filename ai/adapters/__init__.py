"""Our games as other libraries know games: OpenSpiel, PettingZoo. What those need is installed with an extra of that name."""
