"""The footer of a screen: its keys, which can also be clicked."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import reactive
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class KeyFooter(Footer):
    """Textual's footer without the command palette and without groups of keys.

    Textual's footer styles each key four times while the screen opens, twice of these for the compact form, which Vok does not
    use.
    """

    def compose(self) -> ComposeResult:
        if not self._bindings_ready:
            return
        first_keys: dict[str, tuple[Binding, bool, str]] = {}  # of each action
        for _, binding, enabled, tooltip in self.screen.active_bindings.values():
            if binding.show:
                first_keys.setdefault(binding.action, (binding, enabled, tooltip))
        for action, (binding, enabled, tooltip) in first_keys.items():
            display = self.app.get_key_display(binding)
            yield _Key(binding.key, display, binding.description, action, disabled=not enabled, tooltip=tooltip)


class _Key(FooterKey):
    compact = reactive(False, init=False)
