"""The inner loop of `par`: best-first search over the states of the solver's kernel.

A move into a column costs 1, all others nothing, for their number is the same in every win.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.engine._kernel import (
    ALL,
    BUILD,
    HEAD,
    MOST_MOVES,
    Layout,
    Order,
    State,
    Words,
    add_moves,
    after_safe_plays,
    compiled,
    count,
    is_hopeless,
    lowest,
    moved,
    next_cards,
)
from games.engine._kernel import ALL_CUTS as ALL_CUTS
from games.engine._kernel import write_line as write_line

_ONE_SUIT: Final = 0x1111111111111
_MIX: Final = 0x2545F4914F6CDD1D
_WORD: Final = (1 << 63) - 1

# Places in `Memory.progress`.
NODES: Final = 0
ENTRIES: Final = 1
BUCKET: Final = 2
BEST: Final = 3
WIN_PARENT: Final = 4
WIN_MOVE: Final = 5
WIN_COST: Final = 6
PROGRESS_SIZE: Final = 7

FOUND: Final = 1
EXHAUSTED: Final = 0
PAUSED: Final = -1

_LEVELS: Final = 64
_MOST_PRIORITY: Final = 512
BUCKETS: Final = _LEVELS * _MOST_PRIORITY
_MOVE: Final = 255


class Memory(NamedTuple):
    """The states met, each with its cost so far, and the queue of those to go on from.

    State `n` is the words `firsts[n]` and `seconds[n]`; it was reached from state `parents[n]` by
    the move `moves[n]`. `table` holds numbers of states plus 1, 0 where there is none. A bucket of
    the queue is a list of entries, linked by `nexts`, its first entry plus 1 in `buckets`.
    """

    firsts: Words
    seconds: Words
    costs: Words
    parents: Words
    moves: Words
    table: Words
    entries: Words
    entry_costs: Words
    nexts: Words
    buckets: Words
    progress: Words
    generated: Words


class Goal(NamedTuple):
    """What the search looks for, and how greedily.

    `above[card]` are the cards over a card in its column, each at the bottom of a run, or in its
    reserve. `weight` is the weight in halves of the bound against the cost so far.
    """

    start: State
    above: Words
    weight: int


@compiled
def blockers(card: int, state: State, layout: Layout, above: Words) -> int:
    """Return the cards that must leave their places before a card can leave its own."""
    bit = 1 << card
    if state.waiting & bit:
        return above[card] & state.waiting & layout.dealt[state.stage]
    if state.buried & bit:
        return above[card] & state.lying
    return 0


@compiled
def self_blocking(state: State, layout: Layout, above: Words) -> int:
    """Return the cards that lie over a lower card of their suit: each must move to a column."""
    cards = 0
    left = state.buried | (state.waiting & layout.dealt[state.stage])
    while left:
        card = lowest(left)
        left &= left - 1
        higher = (_ONE_SUIT << (card & 3)) & ~((2 << card) - 1)
        cards |= blockers(card, state, layout, above) & higher
    return cards


@compiled
def next_of(suit: int, home: int) -> int:
    """Return the next card of a suit's foundation as a set, empty once it is complete."""
    return next_cards(home) & (_ONE_SUIT << suit)


@compiled
def holding_up(suit: int, home: int, gone: int, state: State, layout: Layout, above: Words) -> int:
    """Return the cards that keep the next card of a suit from going home, but for those `gone`."""
    following = next_of(suit, home)
    if not following:
        return 0
    return blockers(lowest(following), state, layout, above) & ~(home | gone)


@compiled
def one_of_suit(cards: int, suit: int) -> int:
    """Return the lowest card of a suit in a set, as a set."""
    cards &= _ONE_SUIT << suit
    return cards & -cards


@compiled
def ring(home: int, gone: int, state: State, layout: Layout, above: Words) -> int:
    """Return cards that hold one another up: the first waits for the second, and so on around.

    Every suit that is not complete is held up, by cards of other such suits. So a walk from suit
    to suit that holds it up comes back to a suit in at most four steps; pairs are tried first.
    """
    for suit in range(4):
        held = holding_up(suit, home, gone, state, layout, above)
        for other in range(suit + 1, 4):
            first = one_of_suit(held, other)
            if first:
                back = holding_up(other, home, gone, state, layout, above)
                second = one_of_suit(back, suit)
                if second:
                    return first | second
    suit = 0
    while not next_of(suit, home):
        suit += 1
    for _ in range(4):
        held = holding_up(suit, home, gone, state, layout, above)
        suit = lowest(held) & 3
    cards, start = 0, suit
    while True:
        held = holding_up(suit, home, gone, state, layout, above)
        card = held & -held
        cards |= card
        suit = lowest(card) & 3
        if suit == start:
            return cards


@compiled
def bound(state: State, layout: Layout, above: Words) -> int:
    """Return a number of moves into columns that every win from `state` needs.

    A card over a lower card of its suit cannot go home first, so it must move to a column. Of
    cards that hold one another up (`ring`), one must. The sets of cards counted are disjoint, and
    no move into a column takes two cards from where the deal put them: those count each.
    """
    home, gone = state.home, self_blocking(state, layout, above)
    total = count(gone)
    while True:
        reached = home
        for suit in range(4):
            following = next_of(suit, home)
            if following and not holding_up(suit, home, gone, state, layout, above):
                home |= following
        if home == ALL:
            return total
        if home == reached:
            gone |= ring(home, gone, state, layout, above)
            total += 1


@compiled
def find(first: int, second: int, memory: Memory) -> int:
    """Return where the number of a state stands in the table, or could be entered."""
    table = memory.table
    mixed = (first * _MIX) & _WORD
    mixed ^= mixed >> 29
    mixed = ((mixed + second) * _MIX) & _WORD
    mixed ^= mixed >> 32
    slot = mixed & (len(table) - 1)
    while table[slot]:
        number = table[slot] - 1
        if memory.firsts[number] == first and memory.seconds[number] == second:
            break
        slot = (slot + 1) & (len(table) - 1)
    return slot


@compiled
def state_of(number: int, start: State, layout: Layout, memory: Memory) -> State:
    """Return a state from its two words."""
    first, second = memory.firsts[number], memory.seconds[number]
    home, built, heading = second & ALL, first & ALL, (second >> 52) << 48
    lying = start.lying & ~(home | built | heading)
    buried = 0
    left = lying
    while left:
        buried |= layout.releases[lowest(left)]
        left &= left - 1
    waiting = start.waiting & ~(home | built | heading)
    return State(home, built, heading, lying, waiting, buried, first >> 52)


@compiled
def push(number: int, estimate: int, goal: Goal, memory: Memory) -> None:
    """Queue a state by its cost so far and `estimate`; of equals, the one with most cards home."""
    home = count(memory.seconds[number] & ALL)
    priority = 2 * memory.costs[number] + goal.weight * estimate
    bucket = min(priority, _MOST_PRIORITY - 1) * _LEVELS + 52 - home
    entry = memory.progress[ENTRIES]
    memory.progress[ENTRIES] = entry + 1
    memory.entries[entry] = number
    memory.entry_costs[entry] = memory.costs[number]
    memory.nexts[entry] = memory.buckets[bucket]
    memory.buckets[bucket] = entry + 1
    memory.progress[BUCKET] = min(memory.progress[BUCKET], bucket)


@compiled
def pop(memory: Memory) -> int:
    """Return the number of the next state to go on from, -1 if there is none."""
    bucket = memory.progress[BUCKET]
    while bucket < BUCKETS:
        while memory.buckets[bucket]:
            entry = memory.buckets[bucket] - 1
            memory.buckets[bucket] = memory.nexts[entry]
            number = memory.entries[entry]
            if memory.entry_costs[entry] == memory.costs[number]:
                memory.progress[BUCKET] = bucket
                return number
        bucket += 1
    memory.progress[BUCKET] = bucket
    return -1


@compiled
def reach(
    state: State,
    cost: int,
    parent: int,
    move: int,
    goal: Goal,
    layout: Layout,
    memory: Memory,
) -> None:
    """Note a state reached at a cost; queue it if a cheaper win than the best may follow."""
    progress = memory.progress
    state = after_safe_plays(state, layout)
    if state.home == ALL:
        if cost < progress[WIN_COST]:
            progress[WIN_PARENT], progress[WIN_MOVE], progress[WIN_COST] = parent, move, cost
        return
    first = state.built | state.stage << 52
    second = state.home | (state.heading >> 48) << 52
    slot = find(first, second, memory)
    number = memory.table[slot] - 1
    if number < 0:
        number = progress[NODES]
        progress[NODES] = number + 1
        memory.table[slot] = number + 1
        memory.firsts[number], memory.seconds[number] = first, second
        memory.costs[number] = -1 if is_hopeless(state, layout) else cost + 1
    if memory.costs[number] <= cost:
        return
    memory.costs[number], memory.parents[number], memory.moves[number] = cost, parent, move
    estimate = bound(state, layout, goal.above)
    if cost + estimate < progress[BEST]:
        push(number, estimate, goal, memory)


@compiled
def best_first(goal: Goal, layout: Layout, order: Order, memory: Memory, limit: int) -> int:
    """Search on for wins that cost less than `memory.progress[BEST]`.

    Return FOUND (with the win in `memory.progress`), EXHAUSTED (there is no other), or PAUSED at
    the `limit` of states or when the queue is full.
    """
    progress, generated = memory.progress, memory.generated
    most_entries = len(memory.entries) - MOST_MOVES
    while progress[NODES] < limit and progress[ENTRIES] < most_entries:
        number = pop(memory)
        if number < 0:
            return EXHAUSTED
        state = state_of(number, goal.start, layout, memory)
        cost = memory.costs[number]
        if cost + bound(state, layout, goal.above) >= progress[BEST]:
            continue
        progress[WIN_COST] = progress[BEST]
        for place in range(add_moves(state, layout, order, generated, 0)):
            move = generated[place] & _MOVE
            step = int(move >> 6 == BUILD or move >> 6 == HEAD)
            reach(moved(state, layout, move), cost + step, number, move, goal, layout, memory)
        if progress[WIN_COST] < progress[BEST]:
            return FOUND
    return PAUSED


@compiled
def least_open(goal: Goal, layout: Layout, memory: Memory) -> int:
    """Return the least cost that a win by way of the queue can have, at most the cost to beat."""
    least = memory.progress[BEST]
    for bucket in range(memory.progress[BUCKET], BUCKETS):
        entry = memory.buckets[bucket] - 1
        while entry >= 0:
            number = memory.entries[entry]
            cost = memory.costs[number]
            if memory.entry_costs[entry] == cost and cost < least:
                state = state_of(number, goal.start, layout, memory)
                least = min(least, cost + bound(state, layout, goal.above))
            entry = memory.nexts[entry] - 1
    return least
