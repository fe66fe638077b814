"""Tips for new players: the purpose of an answer, until the player has given one like it."""

from vok_tui.table.pointing import Pointing


def tip_about_untried_answer(pointing: Pointing) -> str:
    """The first tip about an answer that is offered now and that the viewer has not yet given in this game; "" if there is
    none."""
    session = pointing.session
    if not pointing.tips or not session.asks_viewer:
        return ""
    offered = {choice.action.verb for choice in pointing.question.choices}
    log, match = session.match.log, session.match
    given = {
        log.actions[node].verb
        for node in log.path(session.node)[1:]
        if match.mover(log.parents[node]) == session.viewer
    }
    return next((text for verb, text in pointing.tips if verb in offered - given), "")
