"""Measurements that need a checkout: two commits, a key, marks and losses. `lab/bench/results.md` holds the figures."""
