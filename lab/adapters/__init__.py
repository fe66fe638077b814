"""Our games for OpenSpiel and PettingZoo. Each needs the extra of the same name."""
