"""How hypothesis tries the engine: the same examples in every run, however slow the machine."""

from hypothesis import settings

settings.register_profile("engine", derandomize=True, deadline=None)
settings.load_profile("engine")
