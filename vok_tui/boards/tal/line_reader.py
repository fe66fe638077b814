"""Tal der Koenige, read aloud. A place is "place 10B" (speech takes a free "A" for a word), a heap of blocks "2 black, 1 red"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.core.game import Question
from engine.core.wording import plural
from engine.tal.blocks import COLOUR_LETTERS
from engine.tal.board import PLACE_NAMES
from engine.tal.view import OrderView, SiteView, TalView
from vok_tui.boards.line_reader import LineAnswer, LineReader, Names, Topic, capitalised, player_words, with_role
from vok_tui.boards.tal.board import TalBoard
from vok_tui.boards.tal.builders import LOT, SEAT
from vok_tui.boards.tal.combined import ALL
from vok_tui.boards.tal.movement import PLACE, SITE
from vok_tui.boards.tal.pages import bid_in_words
from vok_tui.boards.tal.worth import block_count, colour_words
from vok_tui.game.story import Choice
from vok_tui.painting.grid import Target
from vok_tui.panes.scene import Answer

SPACE: Final = re.compile(r"\b(?:place )?(\d{1,2})/([A-F])\b")
AREA: Final = re.compile(
    r"\b((?:worker|overseer|second|go) to|(?:worker|overseer) from|(?:overseer|stop|now) at|stops in|adjoins) (1[6-9]|2[0-2])\b",
    re.IGNORECASE,
)
"""An area in the sentences that name a place. Other numbers, such as "in 16 pairs of deals", count something."""
WAY_TO_AREA: Final = re.compile(r"\b(from (?:place|area) \w+ to) (1[6-9]|2[0-2])\b")
HEAP: Final = re.compile(rf"(?<![a-z])[{COLOUR_LETTERS}]{{3,}}(?![a-z])")
LOT_HEAP: Final = re.compile(rf"(lot \d), ([{COLOUR_LETTERS}]{{3,}})(?![a-z])")
ADJOINING: Final = re.compile(r"(, )?\b([A-F]{1,6}) (1[6-9]|2[0-2])\b")
DRAWN_LOTS: Final = re.compile(r"The lots: ([a-z, ]*)\.")
FRACTION: Final = re.compile(r"(\d+)/(\d+)")
BEGUN_SITE: Final = re.compile(r"\b(\d+) \((\d+)/(\d+)\)")
COMPLETE_SITE: Final = re.compile(r"\b(\d+) \((\d+)\)")
COSTS: Final = re.compile(r", costs (?=[1-9])")
BLOCK: Final = re.compile(r"^an? (\w+) block(?= at site)")
FREE: Final = ", costs 0"
BIDDING: Final = re.compile(r"Which tablet beside lot (\d) with .*")
SCREEN_SIGN: Final = re.compile(r" \(\d[a-z]\)")  # "(4b)", as the screen writes four blanks
REPEATED: Final = re.compile(
    r"^(?:Stop at|Go to|Move a worker|Claim(?= site)|Lay(?! no)|Place(?= an? \w+ block)) | beside lot \d$|(?<=^Lay no more) here"
)
"""What an answer repeats of its question."""
AREA_NUMBER: Final = re.compile(r"(?<=[:,] )(1[6-9]|2[0-2])(?=,|$| claims )")


class TalLineReader(LineReader):
    """Reads the sites, the lots and the builders."""

    echo_verbs = frozenset({"wrote", "moved"})

    def __init__(self, board: TalBoard) -> None:
        super().__init__(board)
        self._tal_board: Final = board

    @property
    def topics(self) -> Mapping[str, Topic]:
        return {
            "sites": Topic("the sites with blocks or an owner", self._site_lines, self._sites),
            "lots": Topic("the lots and the bids on them", self._lot_lines, self._lots),
            "builders": Topic("all builders and their figures", self._builder_lines, self._builders),
            "deck": Topic("the bag and the pharaoh's pyramid", self._bag_lines),
        }

    @property
    def other_words(self) -> Mapping[str, str]:
        return {"board": "sites", "pyramid": "sites", "site": "sites", "lot": "lots", "hand": "builders",
                "opponents": "builders", "bag": "deck", "pharaoh": "deck"}  # fmt: skip

    def say(self, text: str) -> str:
        if drawn := DRAWN_LOTS.fullmatch(text):
            text = " ".join([f"Lot {number}: {heap}." for number, heap in enumerate(drawn[1].split(", "), 1)])
        if text.startswith(("Overseers: ", "Workers: ", "Order: ")):
            text = AREA_NUMBER.sub(r"area \1", text)
        elif text.startswith(("adjoins: ", "Adjoins: ")):
            text = ADJOINING.sub(
                lambda found: f"{'; ' if found[1] else ''}{', '.join(found[2])} at area {found[3]}", text
            )
        elif text.startswith("Complete: "):
            text = COMPLETE_SITE.sub(r"site \1 for \2 points", text)
        text = SCREEN_SIGN.sub("", text)
        text = BEGUN_SITE.sub(r"site \1 with \2 of \3 blocks", text)
        text = SPACE.sub(lambda found: f"place {found[1]}{found[2]}", text)
        text = WAY_TO_AREA.sub(r"\1 area \2", AREA.sub(r"\1 area \2", text))
        text = LOT_HEAP.sub(r"\1 with \2", text)
        text = HEAP.sub(lambda found: colour_words(found[0]), text)
        return super().say(FRACTION.sub(r"\1 of \2", text))

    def state_sentence(self, view: TalView, names: Names) -> str:
        if view.mover < 0:
            return ""
        disc = "you have" if view.disc_seat == view.viewer else f"{names[view.disc_seat]} has"
        return f"Round {view.round}, {view.phase}; {disc} the disc."

    def question_text(self, view: TalView, question: Question) -> str:
        text = super().question_text(view, question)
        if asked := BIDDING.fullmatch(text):
            bids = view.lots[int(asked[1]) - 1].bids
            if any(bid.count for bid in bids if bid.seat == view.viewer):  # the blocks were read with the first tablet
                return f"Which tablet beside lot {asked[1]}?"
        if view.movement_left is None or view.mover != view.viewer or text.startswith("Where does the worker"):
            return text  # how many points are left was said with the worker
        return f"{text.removesuffix('?')}, {plural(view.movement_left, 'movement point')} left?"

    def list_answers(self, view: TalView, choices: list[Choice], names: Names) -> list[LineAnswer]:
        by_action = {choice.action: choice for choice in choices}
        listed = []
        for answer in self.board.answers(view, choices, None, names):
            if answer.action is not None and not answer.then:
                line = self.line_answer(view, by_action[answer.action], note=answer.note)
                short = COSTS.sub(" for ", REPEATED.sub("", line.text)).removesuffix(FREE).lstrip()
                short = capitalised(BLOCK.sub(r"\1", short).replace(", for up to", ", up to"))
                echo = short.partition(", ")[0] if answer.action.verb in ("lay", "build") else line.echo
                listed.append(replace(with_role(line, answer.role), text=short, full_text=line.text, echo=echo))
        return listed

    def all_at_once(self, view: TalView, choices: list[Choice], names: Names) -> Answer | None:
        return next((each for each in self.board.answers(view, choices, None, names) if each.role == ALL), None)

    def things(self, view: TalView) -> Sequence[Target]:
        return [
            *(Target(SITE, site.number) for site in view.sites),
            *(Target(PLACE, n) for n in range(len(PLACE_NAMES))),
        ]

    # -- the parts of the table

    def _sites(self, view: TalView) -> list[Target]:
        return [Target(SITE, site.number) for site in view.sites]

    def _lots(self, view: TalView) -> list[Target]:
        return [Target(LOT, lot.number) for lot in view.lots]

    def _builders(self, view: TalView) -> list[Target]:
        return [Target(SEAT, builder.seat) for builder in view.seats]

    def _site_lines(self, view: TalView, names: Names, levels: Names) -> Sequence[str]:
        del levels
        lines = [self._site_sentence(view, site, names) for site in view.sites if site.owner >= 0 or block_count(site)]
        free = [
            str(site.number + 1) for site in view.sites if site.in_game and site.owner < 0 and not block_count(site)
        ]
        return [*lines, *([f"Free sites: {', '.join(free)}."] if free else [])]

    def _site_sentence(self, view: TalView, site: SiteView, names: Names) -> str:
        owner = player_words(site.owner, view.viewer, names) if site.owner >= 0 else "nobody"
        size = "small" if site.is_small else "large"
        if site.is_complete:
            return f"Site {site.number + 1}, {size}, {owner}: complete, {site.pyramid_class}, {site.value} points."
        layers = [
            f"layer {number} has {len(layer)} of {layer_size} blocks, {colour_words(layer)}"
            for number, (layer, layer_size) in enumerate(zip(site.layers, site.layer_sizes, strict=True), 1)
            if layer
        ]
        return f"Site {site.number + 1}, {size}, {owner}: {'; '.join(layers) or 'no blocks'}."

    def _lot_lines(self, view: TalView, names: Names, levels: Names) -> Sequence[str]:
        del levels
        lines = []
        for lot in view.lots:
            bids = [
                f"{player_words(bid.seat, view.viewer, names)} {self.say(bid_in_words(bid))}"
                for bid in lot.bids
                if bid.count
            ]
            winner = f", won by {player_words(lot.winner, view.viewer, names)}" if lot.winner >= 0 else ""
            winner = winner.replace("by You", "by you")
            shown = "".join([f"; {bid}" for bid in bids])
            lines.append(f"Lot {lot.number + 1}{winner}: {colour_words(lot.blocks)}{shown}.")
        mine = view.seats[view.viewer] if view.viewer >= 0 else None
        if mine is not None and mine.tablets_left is not None:
            valued = ", ".join([str(tablet) for tablet in mine.tablets_left if tablet]) or "none with a number"
            lines.append(f"Your tablets left: {valued}, and {plural(mine.tablets_left.count(0), 'blank')}.")
        return lines

    def _builder_lines(self, view: TalView, names: Names, levels: Names) -> Sequence[str]:
        lines = []
        for builder in view.seats:
            who = player_words(builder.seat, view.viewer, names)
            level = f", {levels[builder.seat]}" if builder.seat != view.viewer else ""
            blocks = colour_words(builder.held_blocks) or "no blocks"
            workers = ", ".join(_counted_places(builder.workers))
            lines.append(
                f"{who}{level}: {plural(builder.points, 'point')}, {plural(builder.scarabs_left, 'scarab')}, blocks: {blocks}."
            )
            overseers = ", ".join(_counted_places(builder.overseers))
            lines.append(f"Overseers: {overseers}; workers: {workers}.")
            orders = [self._order_words(order) for order in builder.orders or () if order.stop >= 0]
            if orders:
                lines.append(f"Orders: {'; '.join(orders)}.")
        return lines

    def _order_words(self, order: OrderView) -> str:
        claim = f", claim site {order.claim + 1}" if order.claim >= 0 else ""
        return f"to {place_words(order.stop)}{claim}"

    def _bag_lines(self, view: TalView, names: Names, levels: Names) -> Sequence[str]:
        del names, levels
        bag = colour_words(view.bag_blocks) or "nothing"
        pyramid = colour_words(view.pharaoh_blocks) or "nothing"
        return [
            f"The bag: {plural(view.bag_count, 'block')}: {bag}.",
            f"The pharaoh's pyramid: {view.pharaoh_count} of {view.pharaoh_pyramid_size} blocks: {pyramid}.",
        ]


def place_words(place: int) -> str:
    """A place as it is said: "place 10B", "area 16"."""
    name = PLACE_NAMES[place]
    return f"place {name.replace('/', '')}" if "/" in name else f"area {name}"


def _counted_places(places: Sequence[int]) -> list[str]:
    return [
        f"{places.count(place)} at {place_words(place)}" if places.count(place) > 1 else place_words(place)
        for place in dict.fromkeys(places)
    ]
