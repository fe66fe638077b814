"""The kit of Tal der Koenige."""

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Final, cast

from ai.kit import AMOUNT, DONE, OWNED, GameKit, Holding
from ai.levels import MASON, PRIEST, VIZIER
from ai.search.evaluator import Evaluator
from ai.tal.handwritten import HandwrittenTalEvaluator
from ai.tal.learned import COLUMNS, FEATURE_NAMES, LearnedTalEvaluator, TalFeatures
from ai.value_file import CURRENT_VALUES, weights_for, weights_key
from engine.core.action import Action
from engine.core.events import Event
from engine.core.game import State
from engine.core.moves import VERB_MASK
from engine.core.tasks import DEPTH_CELL, MAX_FRAMES, STACK_START, TOP_FRAME_OFFSET
from engine.tal import state as layout
from engine.tal.blocks import COLOUR_COUNT, block_count, colour_count
from engine.tal.board import LAYER_COUNT, PLACE_COUNT, PLACE_NAMES, SITE_COUNT, SPACE_COUNT, BoardPlan
from engine.tal.board_text import SHIPPED
from engine.tal.game import TAL
from engine.tal.state import TalState
from engine.tal.wording import ORDINALS

# In points. There is room for one soft level: with 5 points and more a builder scores no more than the shabti.
TEMPERATURES: Final = {MASON: 1.7}
# With the default shares of missed moves, the priest would be no better than the scribe.
MISSED_SHARES: Final = {PRIEST: 0.12, VIZIER: 0.03}
# What a seat does with each verb.
KINDS: Final = {
    **dict.fromkeys(("lay", "next"), "bidding"),
    **dict.fromkeys(("stop", "claim", "claim_none"), "ordering"),
    **dict.fromkeys(("take", "go"), "moving"),
    "take_over": "taking over",
    "steal": "stealing",
    "build": "building",
    "done": "ending",
}
KIND_WORDS: Final = {
    "bidding": "what to bid",
    "ordering": "where to claim",
    "moving": "where to move",
    "taking over": "what to take over",
    "stealing": "what to steal",
    "building": "where to build",
    "ending": "when to stop",
}
SILENT_VERBS: Final = ("next", "stop", "take", "done")  # the next answer says it, or it only ends something
WEIGHTS_FOR_PLAYERS: Final = 2  # weights learned in games of two builders are used for three and four as well

MAX_SMALL_CHANGE: Final = 2  # of the value of a small pyramid, so that values that were learned with others still fit
MAX_LARGE_CHANGE: Final = 4
MAX_MOVED_SPACES: Final = 18  # that adjoin another area


def learned_weights_for(plan: BoardPlan, values: str = CURRENT_VALUES) -> tuple[float, ...] | None:
    """The weights of a set of values for this board; None if there are none."""
    return weights_for(values, "tal", FEATURE_NAMES, COLUMNS, plan.fingerprint(), WEIGHTS_FOR_PLAYERS)


def borrowed_weights_for(plan: BoardPlan) -> tuple[float, ...] | None:
    """Today's weights for the board of Vok, if this one differs from it in numbers only: the values of pyramids, the suns of
    sites, and the areas that a few spaces adjoin. None if it does not."""
    own, same_borders = plan.fingerprint(), plan._replace(borders=SHIPPED.borders).fingerprint()
    if own == SHIPPED.fingerprint() or own != same_borders:
        return None
    sites = zip(plan.sites, SHIPPED.sites, strict=True)
    moved = sum([a != b for own, shipped in sites for a, b in zip(own.adjoins, shipped.adjoins, strict=True)])
    if moved > MAX_MOVED_SPACES:
        return None
    small = zip(plan.small_values, SHIPPED.small_values, strict=True)
    large = zip(plan.large_values, SHIPPED.large_values, strict=True)
    is_near = all(abs(a - b) <= MAX_SMALL_CHANGE for a, b in small) and all(
        abs(a - b) <= MAX_LARGE_CHANGE for a, b in large
    )
    return learned_weights_for(SHIPPED) if is_near else None


def colour_count_on(state: TalState, site: int, colour: int) -> int:
    """The number of blocks of a colour on a site."""
    layers = int(layout.LAYERS + LAYER_COUNT * site)
    return sum([int(colour_count(state.cells[cell], colour)) for cell in range(layers, layers + int(LAYER_COUNT))])


@lru_cache(8)
def spaces_alike(plan: BoardPlan) -> tuple[int, ...]:
    """For each place, the first one that plays the same: of a site's spaces that adjoin the same area, the lowest."""
    first: dict[tuple[int, int], int] = {}
    alike = []
    sites = [(site, area) for site, declared in enumerate(plan.sites) for area in declared.adjoins]
    for space, site_and_area in enumerate(sites):
        alike.append(first.setdefault(site_and_area, space))
    return (*alike, *range(int(SPACE_COUNT), int(PLACE_COUNT)))


class TalKit(GameKit):
    """A handwritten evaluator for any board and number of builders, and a learned one for the shipped board."""

    def evaluator(self, state: State, values: str = "") -> Evaluator[TalState]:
        """The learned evaluator if there are weights for this board, else the handwritten one."""
        state = cast(TalState, state)
        weights = learned_weights_for(state.board.plan, values or CURRENT_VALUES)
        if weights is None:
            return self.handwritten_evaluator(state)
        # With more builders it was not tried.
        return LearnedTalEvaluator(self.game, weights, moves_recur=state.seat_count == 2)

    def handwritten_evaluator(self, state: State, horizon: int = 0) -> Evaluator[TalState]:
        del state
        return HandwrittenTalEvaluator(self.game, horizon)

    def missed_share(self, level: str) -> float:
        return MISSED_SHARES.get(level, super().missed_share(level))

    def temperature(self, level: str) -> float:
        return TEMPERATURES.get(level, 0.0)

    @property
    def judges_turns(self) -> bool:
        return True

    def turn_word(self) -> str:
        return "phase"

    def plan_tries(self) -> int:
        """A phase of the workers has up to ten steps with 20 to 46 answers each."""
        return 8

    def value_key(self, state: State) -> str:
        plan = cast(TalState, state).board.plan
        weights, board = learned_weights_for(plan) or borrowed_weights_for(plan), plan.fingerprint()
        return weights_key(weights, board) if weights is not None else f"handwritten-{board & 0xFFFFFFFF:08x}"

    def calibration_key(self, state: State) -> str:
        """That of the board of Vok if this one differs from it in numbers only."""
        borrowed = borrowed_weights_for(cast(TalState, state).board.plan)
        return self.value_key(state) if borrowed is None else weights_key(borrowed, SHIPPED.fingerprint())

    def analysis_evaluator(self, state: State) -> Evaluator[TalState]:
        """With values that were learned on the board of Vok if this one differs from it in numbers only. Opponents do not use
        them, because their strength was measured without."""
        borrowed = borrowed_weights_for(cast(TalState, state).board.plan)
        return self.evaluator(state) if borrowed is None else LearnedTalEvaluator(self.game, borrowed)

    def progress(self, state: State) -> float:
        """Rounds done as a share of rounds done and expected rounds left."""
        state = cast(TalState, state)
        features = TalFeatures()
        features.prepare(state)
        rounds_done = float(state.cells[layout.ROUND])
        return rounds_done / max(1.0, rounds_done + features.rounds_left)

    def position_key(self, state: State) -> Hashable:
        """Two spaces of a site that adjoin the same area play the same."""
        state = cast(TalState, state)
        cells = [int(cell) for cell in state.cells[: layout.CELL_COUNT]]
        alike = spaces_alike(state.board.plan)
        depth = cells[DEPTH_CELL]
        if depth and state.menu[0] & VERB_MASK == layout.SEND_WORKER:
            cells[TOP_FRAME_OFFSET + 3 * depth + 2] = alike[state.top_subject()]
        for seat in range(int(state.seat_count)):
            workers = int(layout.WORKERS + layout.WORKERS_EACH * seat)
            workers_end = workers + int(layout.WORKERS_EACH)
            cells[workers:workers_end] = sorted([alike[place] for place in cells[workers:workers_end]])
            first = int(layout.OVERSEERS + layout.OVERSEERS_EACH * seat)
            orders = int(layout.WRITTEN_ORDERS + layout.ORDER_CELLS * seat)
            for cell in (first, first + 1, orders, orders + 2):  # an order is a stop and a claim
                if cells[cell] >= 0:
                    cells[cell] = alike[cells[cell]]
        cells[layout.TAKEN_SPACES : layout.TAKEN_SPACES + 2] = []  # they follow from the figures
        return (*cells[: STACK_START + 3 * depth], *cells[STACK_START + 3 * MAX_FRAMES :])

    def decision_kind(self, state: State, move: int, better_move: int) -> str:
        del state, better_move
        return KINDS[layout.MOVE_CODEC.verb_names[move & VERB_MASK]]

    def step_words(self, state: State, action: Action, *, in_full: bool) -> str:
        """A worker's way is one step, and so is what is written for an overseer."""
        del in_full
        state = cast(TalState, state)
        verb, arguments = action.verb, action.arguments
        if verb in SILENT_VERBS:
            return ""
        if verb == "go":
            return f"move a worker from {PLACE_NAMES[state.top_subject()]} to {PLACE_NAMES[arguments[0]]}"
        if verb in ("claim", "claim_none"):
            order = layout.WRITTEN_ORDERS + layout.ORDER_CELLS * state.mover + 2 * arguments[0]
            sent = f"{ORDINALS[arguments[0]]} overseer to {PLACE_NAMES[state.cells[order]]}"
            return sent if verb == "claim_none" else f"{sent}, claiming site {arguments[1] + 1}"
        return self.game.say(state, action)

    def decision_kinds(self) -> dict[str, str]:
        return KIND_WORDS

    def holdings(self, state: State, seat: int) -> dict[Holding, float]:
        """Points, sites and pyramids by name, blocks of the main colour and others on unfinished sites, and workers there."""
        state = cast(TalState, state)
        found = {Holding(AMOUNT, "points"): float(self.game.scores(state)[seat])}
        main = others = at_work = 0
        for site in range(int(SITE_COUNT)):
            if state.cells[layout.SITE_OWNERS + site] != seat:
                continue
            if state.is_complete(site):
                found[Holding(OWNED, f"the pyramid on site {site + 1}")] = 1.0
                continue
            found[Holding(OWNED, f"site {site + 1}")] = 1.0
            blocks = int(state.blocks_on(site))
            of_main = max([colour_count_on(state, site, colour) for colour in range(int(COLOUR_COUNT))])
            main, others = main + of_main, others + blocks - of_main
            at_work += int(state.workers_at(seat, site))
        found[Holding(AMOUNT, "blocks of the main colour on unfinished sites")] = float(main)
        found[Holding(AMOUNT, "blocks of other colours on unfinished sites", is_bad=True)] = float(others)
        found[Holding(AMOUNT, "workers at own unfinished sites")] = float(at_work)
        return found

    def rests_to_confirm(self) -> int:
        """One: where a round begins the value is off by the same amount in all deals, so only the next round shows it."""
        return 1

    def deeds(self, events: Sequence[Event], seat: int) -> dict[Holding, float]:
        """Blocks that were placed, stolen, lost and given to the pharaoh."""
        mine = [event for event in events if event.seat == seat]
        stolen = [event for event in events if event.verb == "stole"]
        given = [block_count(event.arguments[0]) for event in mine if event.verb == "gave"]
        return {
            Holding(DONE, "placed {} blocks"): float([event.verb for event in mine].count("built")),
            Holding(DONE, "stole {} blocks"): float([event.seat for event in stolen].count(seat)),
            Holding(DONE, "lost {} blocks to others", is_bad=True): float(
                [event.arguments[2] for event in stolen].count(seat)
            ),
            Holding(DONE, "gave {} blocks to the pharaoh", is_bad=True): float(sum(given)),
        }

    def count_pieces_by_kind(self, state: State) -> list[int]:
        """The number of blocks of each colour, then for each seat the numbers of its workers, overseers and scarabs."""
        state = cast(TalState, state)
        cells, seats = state.cells, range(int(state.seat_count))
        heaps = [
            layout.BAG,
            layout.PHARAOH_BLOCKS,
            *range(layout.LAYERS, layout.LAYERS + LAYER_COUNT * SITE_COUNT),
            *[layout.HELD_BLOCKS + seat for seat in seats],
        ]
        heaps += range(layout.LOTS, layout.LOTS + layout.MAX_LOTS) if cells[layout.PHASE] == layout.BIDDING else []
        blocks = [sum([int(colour_count(cells[cell], colour)) for cell in heaps]) for colour in range(COLOUR_COUNT)]
        figures: list[int] = []
        for seat in seats:
            for start, count in (
                (layout.WORKERS + layout.WORKERS_EACH * seat, layout.WORKERS_EACH),
                (layout.OVERSEERS + layout.OVERSEERS_EACH * seat, layout.OVERSEERS_EACH),
            ):
                places = [int(cells[cell]) for cell in range(start, start + count)]
                figures.append(sum([place >= SPACE_COUNT or state.is_space_taken(place) for place in places]))
            placed_scarabs = [int(cells[layout.SITE_OWNERS + site]) for site in range(SITE_COUNT)].count(seat)
            figures.append(int(state.scarabs_left(seat)) + placed_scarabs)
        return [*blocks, *figures]


TAL_KIT: Final = TalKit(
    TAL,
    table="vok_tui.boards.tal.kit:TAL_TABLE",
    adapter="lab.tal.adapter:TAL_SPEC",
    statistics="lab.tal.statistics:TalStatistics",
    facts="ai.tal.facts:TAL_FACTS",
)
