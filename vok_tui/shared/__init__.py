"""What every floor above uses: paths, levels, keys by name, errors in one sentence."""
