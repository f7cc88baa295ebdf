"""The inner loop of the solver: integers and flat arrays, compiled by Numba at its first call.

`docs/solver.md` says how the search works and why it is exact. Only `solver` uses this file; it is
one file because the cache of compiled code does not notice changes in other files.

Cards are numbered 4 * index + suit, where the index is 0 for the base rank to 12 for the space rank
and the suits are clubs, spades (black, 0 and 1), diamonds, hearts (red, 2 and 3). A set of cards is
an integer with one bit a card. Integers never leave the range of 64 bits signed, or are cut to 63
bits where that matters, so the same functions run uncompiled on plain integers and lists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, ParamSpec, TypeVar, cast

import numba

_P = ParamSpec("_P")
_T = TypeVar("_T")

Words = list[int]  # to the type checker; compiled functions get arrays of 64-bit integers

ALL: Final = (1 << 52) - 1
SPACE_RANK: Final = 0xF << 48
_SUIT: Final = 0x1111111111111
_BLACK: Final = 0x3333333333333
_FIRST_OF_PAIR: Final = 0x5555555555555
_WORD: Final = (1 << 63) - 1

# What a move does with its card: `kind * 64 + card`. A deal has no card.
HOME: Final = 0
BUILD: Final = 1
HEAD: Final = 2
DEAL: Final = 3
_CARD: Final = 63
_MOVE: Final = 255

SAFE_PLAYS: Final = 1
RELAXATION: Final = 2
ALL_CUTS: Final = SAFE_PLAYS | RELAXATION

WON: Final = 1
LOST: Final = 0
PAUSED: Final = -1

# A path never meets a position twice. At most 107 times does a card leave the place where it was
# dealt, go home, or do so from a host, or the stock is dealt; in between only the four cards of the
# space rank go from hosts to spaces and back, through at most 16 states.
MOST_DEPTH: Final = 108 * 16
# Four plays home, 16 cards that are available or head a column, four into a space, the deal.
MOST_MOVES: Final = 32
_FIELDS: Final = 7
STACK_SIZE: Final = MOST_DEPTH * _FIELDS
MOVES_SIZE: Final = MOST_DEPTH * MOST_MOVES

DEPTH: Final = 0
NODES: Final = 1


class Layout(NamedTuple):
    """Where the cards lay at the start of the search; none of it changes.

    `releases[card]` are the cards that are buried until `card`, with all that lies on it, leaves
    the place where the deal put it. `covers[card]` are the cards above it in its reserve, and
    `dealt[stage]` the cards of the reserves and extra places that are there after `stage` deals.
    `bottoms` are the cards at the bottom of a column that are not of the space rank.
    """

    releases: Words
    covers: Words
    dealt: Words
    bottoms: int
    last_stage: int


class State(NamedTuple):
    """A position as the search sees it: sets of cards, and how many deals were made.

    Each card is in one set of five: `home`, `built` (on a host), `heading` (of the space rank, at
    the bottom of a column), `lying` (in a column, where the deal put it, on no host) or `waiting`
    (in a reserve, an extra place or the stock). `buried` are those under a card that is `lying`.
    """

    home: int
    built: int
    heading: int
    lying: int
    waiting: int
    buried: int
    stage: int


class Order(NamedTuple):
    """What to try first: of two moves the one with the smaller number."""

    home: int
    home_by_rank: int
    build: int
    build_freeing_next: int
    build_clearing_column: int
    build_per_card_freed: int
    build_waiting: int
    build_heading: int
    head_lying: int
    head_built: int
    head_waiting: int
    deal: int


class Memory(NamedTuple):
    """The path searched at present and the table of the positions met.

    `table` holds two words a position, zeros where there is none.
    """

    stack: Words
    moves: Words
    counts: Words
    cursors: Words
    progress: Words
    table: Words


def compiled(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Compile `function` for the types of its first call, or take it from the disk."""
    return cast("Callable[_P, _T]", numba.njit(cache=True, nogil=True, forceinline=True)(function))


@compiled
def count(cards: int) -> int:
    """Return how many cards are in a set."""
    cards -= (cards >> 1) & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((cards * 0x0101010101010101) >> 56) & 0x7F


@compiled
def lowest(cards: int) -> int:
    """Return the lowest number in a set that is not empty."""
    return count((cards & -cards) - 1)


@compiled
def children_of(cards: int) -> int:
    """Return the cards that may be built on the pairs in `cards`: one rank below, other colour."""
    lower = (cards >> 4) | ((cards & 0xF) << 48)
    return ((lower & _BLACK) << 2) | ((lower >> 2) & _BLACK)


@compiled
def pairs_with_a_free_host(hosts: int, built: int) -> int:
    """Return the pairs (both cards of a rank and colour) with more `hosts` than `built` on them.

    Of the cards built on a pair it does not matter which lies on which host: two runs on sisters
    can always change places, or be put where the other could be.
    """
    higher = ((built << 4) | (built >> 48)) & ALL
    on_them = ((higher & _BLACK) << 2) | ((higher >> 2) & _BLACK)
    two_taken, one_taken = on_them & (on_them >> 1), on_them | (on_them >> 1)
    two_there, one_there = hosts & (hosts >> 1), hosts | (hosts >> 1)
    free = ((two_there & ~two_taken) | (one_there & ~one_taken)) & _FIRST_OF_PAIR
    return free | (free << 1)


@compiled
def tops_of_reserves(waiting: int, stage: int, layout: Layout) -> int:
    """Return the cards of reserves and extra places that can be played after `stage` deals."""
    there = waiting & layout.dealt[stage]
    tops = 0
    left = there
    while left:
        card = left & -left
        left ^= card
        if layout.covers[lowest(card)] & there == 0:
            tops |= card
    return tops


@compiled
def open_cards(state: State) -> int:
    """Return the cards of the columns that a run at the top of a column holds."""
    return (state.built | state.heading | state.lying) & ~state.buried


@compiled
def spaces(state: State, layout: Layout) -> int:
    """Return how many columns are empty: the others hold a bottom card that never moved, or S."""
    return 7 - count(state.heading) - count(state.lying & layout.bottoms)


@compiled
def next_cards(home: int) -> int:
    """Return the next card of each foundation (R2)."""
    return ((home << 4) | 0xF) & ALL & ~home


@compiled
def free_pairs(state: State) -> int:
    """Return the pairs with a host that a card can be built on now."""
    return pairs_with_a_free_host(open_cards(state), state.built & ~state.buried)


@compiled
def plays_home(state: State, free: int, singles: int) -> int:
    """Return the cards that can go home now, be it after what lies on one moves to its sister.

    A pair in `free` has a host that is free, or that can be made so: the run on the one that is to
    go home moves to the other. `singles` are the `tops_of_reserves`.
    """
    return next_cards(state.home) & ((open_cards(state) & free) | singles)


@compiled
def is_safe(card: int, home: int) -> bool:
    """Tell whether the next card of a foundation may go home at once without losing a win.

    It may when whatever could be built on it can go home instead, whenever it is free:

    - The base rank is never safe: the space rank, the last to go home, is built on it.
    - Index 1 carries only the base rank of the other colour: safe once both of those are home.
    - A higher index i carries index i - 1 of the other colour, which is next on its foundation once
      both foundations of that colour have i - 1 cards. On that lies at most index i - 2 of this
      colour: home in the card's own suit, and in its sister suit home or next once that foundation
      has i - 2 cards, though for i = 2 it must be home. And on that lies nothing that is not home.

    So take any way to win and play `card` home first. Whenever that way builds on `card`, play what
    it builds home instead, the card on it first. All other moves stay possible: cards gone home
    early uncover and empty more, and are hosts of nothing that still has to be built.
    """
    index, suit = card >> 2, card & 3
    others, sister = 2 - (suit & 2), suit ^ 1
    lower = min(count(home & (_SUIT << others)), count(home & (_SUIT << (others + 1))))
    same = count(home & (_SUIT << sister))
    if index < 3:
        return (index == 1 and lower >= 1) or (index == 2 and lower >= 1 and same >= 1)
    return lower >= index - 1 and same >= index - 2


@compiled
def safe_play(state: State, layout: Layout) -> int:
    """Return the lowest of the cards that can go home and are safe there, or no card."""
    singles = tops_of_reserves(state.waiting, state.stage, layout)
    plays = plays_home(state, free_pairs(state), singles)
    while plays:
        card = plays & -plays
        if is_safe(lowest(card), state.home):
            return card
        plays ^= card
    return 0


@compiled
def moved(state: State, layout: Layout, move: int) -> State:
    """Return the state after a move that is possible there."""
    home, built, heading, lying, waiting, buried, stage = state
    kind, number = move >> 6, move & _CARD
    if kind == DEAL:
        return State(home, built, heading, lying, waiting, buried, stage + 1)
    card = 1 << number
    if lying & card:
        buried &= ~layout.releases[number]
    home, built, heading = home & ~card, built & ~card, heading & ~card
    if kind == HOME:
        home |= card
    elif kind == BUILD:
        built |= card
    else:
        heading |= card
    return State(home, built, heading, lying & ~card, waiting & ~card, buried, stage)


@compiled
def after_safe_plays(state: State, layout: Layout) -> State:
    """Return the state after all safe plays home (`is_safe`), the lowest card first."""
    card = safe_play(state, layout)
    while card:
        state = moved(state, layout, HOME * 64 + lowest(card))
        card = safe_play(state, layout)
    return state


@compiled
def is_hopeless(state: State, layout: Layout) -> bool:
    """Tell whether some card can never go home, however well the others go.

    Goes through the stages of the stock and lets every card leave its place that might. All it
    supposes is in favour of the player: hosts once uncovered stay, cards stay free once they are,
    one space is space for all. So what really happens in any line of play is among it, move by
    move: the first move of a line that were not would have to use a host, a space or a free card
    that is not supposed, and they came from earlier moves. Two things are not given away:

    - A card built on a pair takes a place there for ever unless it can go home or into a space.
    - What cannot leave its reserve before a deal is covered by that deal.
    """
    home, left, on_columns, columns = state.home, 0, 0, open_cards(state)
    space = spaces(state, layout) > 0
    bottoms = (layout.bottoms & state.lying) | state.heading
    for stage in range(state.stage, layout.last_stage + 1):
        singles = (left & state.waiting) | tops_of_reserves(state.waiting & ~left, stage, layout)
        while True:
            takers, taken = columns | on_columns, state.built & columns & ~home
            if space:
                taken &= ~SPACE_RANK
            free = pairs_with_a_free_host(takers, taken)
            movable = (columns | singles) & children_of(free)
            if space:
                movable |= (columns | singles) & SPACE_RANK
            homeward = next_cards(home) & (singles | (columns & free))
            leaving = (movable | home | homeward) & (columns | singles) & ~left
            arriving = movable & state.waiting & ~on_columns
            if homeward == 0 and leaving == 0 and arriving == 0:
                break
            home |= homeward
            left |= leaving
            on_columns |= arriving
            space = space or leaving & bottoms != 0
            columns |= released(leaving & state.lying, layout)
            if leaving & state.waiting:
                singles |= tops_of_reserves(state.waiting & ~left, stage, layout)
        if home == ALL:
            return False
    return True


@compiled
def released(leaving: int, layout: Layout) -> int:
    """Return the cards that are not buried any more once those `leaving` have left."""
    cards = 0
    while leaving:
        card = leaving & -leaving
        leaving ^= card
        cards |= layout.releases[lowest(card)]
    return cards


@compiled
def is_new(state: State, table: Words) -> bool:
    """Enter the state in the table, and tell whether it was not there.

    The two words written hold all of the state: `lying`, `waiting` and `buried` follow from the
    layout. So no two states are ever taken for one.
    """
    first = state.built | state.stage << 52 | 1 << 62
    second = state.home | (state.heading >> 48) << 52
    slot = find(first, second, table)
    if table[slot]:
        return False
    table[slot], table[slot + 1] = first, second
    return True


@compiled
def find(first: int, second: int, table: Words) -> int:
    """Return where the two words stand in a table that is not full, or could be entered.

    The length of a table is a power of two.
    """
    mixed = (first * 0x2545F4914F6CDD1D) & _WORD
    mixed ^= mixed >> 29
    mixed = ((mixed + second) * 0x1B03738712FAD5C9) & _WORD
    mixed ^= mixed >> 32
    mixed = (mixed * 0x369DEA0F31A53F85) & _WORD
    mixed ^= mixed >> 31
    slot = 2 * mixed & (len(table) - 1)
    while table[slot] and (table[slot] != first or table[slot + 1] != second):
        slot = (slot + 2) & (len(table) - 1)
    return slot


@compiled
def copy_table(old: Words, new: Words) -> None:
    """Enter the states of one table in a larger one."""
    for slot in range(0, len(old), 2):
        if old[slot]:
            place = find(old[slot], old[slot + 1], new)
            new[place], new[place + 1] = old[slot], old[slot + 1]


@compiled
def add_move(moves: Words, first: int, end: int, key: int, move: int) -> int:
    """Put a move in its place by key among those from `first` on; return the new end.

    Moves with the same key stay in the order in which they came.
    """
    entry = ((key * MOST_MOVES + end - first) << 8) | move
    place = end
    while place > first and moves[place - 1] > entry:
        moves[place] = moves[place - 1]
        place -= 1
    moves[place] = entry
    return end + 1


@compiled
def add_moves_home(cards: int, order: Order, moves: Words, first: int) -> int:
    """Put the plays of `cards` to foundations first; return the end."""
    end = first
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        key = 8 * order.home + (card >> 3) * order.home_by_rank
        end = add_move(moves, first, end, key, HOME * 64 + card)
    return end


@compiled
def building_key(number: int, state: State, layout: Layout, order: Order) -> int:
    """Return the key of building a card on a host, or the run headed by it."""
    card = 1 << number
    if state.heading & card:
        return 8 * order.build_heading
    if state.waiting & card:
        return 8 * order.build_waiting
    freed = layout.releases[number]
    key = order.build_freeing_next if freed & next_cards(state.home) else order.build
    if layout.bottoms & card:
        key = order.build_clearing_column
    return 8 * key - min(7, order.build_per_card_freed * count(freed))


@compiled
def add_moves_to_hosts(
    cards: int, state: State, layout: Layout, order: Order, moves: Words, first: int, end: int
) -> int:
    """Add the moves of `cards`, which lie on no host, or of the runs they head, to hosts."""
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        key = building_key(card, state, layout, order)
        end = add_move(moves, first, end, key, BUILD * 64 + card)
    return end


@compiled
def add_moves_to_spaces(
    cards: int, state: State, order: Order, moves: Words, first: int, end: int
) -> int:
    """Add the moves of `cards` of the space rank, or of the runs they head, to a space."""
    while cards:
        card = cards & -cards
        cards ^= card
        key = order.head_waiting if state.waiting & card else order.head_lying
        if state.built & card:
            key = order.head_built
        end = add_move(moves, first, end, 8 * key, HEAD * 64 + lowest(card))
    return end


@compiled
def add_moves(state: State, layout: Layout, order: Order, moves: Words, first: int) -> int:
    """Put all moves from `state`, ordered, at `first` and after; return how many."""
    free, singles = free_pairs(state), tops_of_reserves(state.waiting, state.stage, layout)
    end = add_moves_home(plays_home(state, free, singles), order, moves, first)
    lone = (open_cards(state) & ~state.built) | singles
    end = add_moves_to_hosts(lone & children_of(free), state, layout, order, moves, first, end)
    if spaces(state, layout):
        cards = (open_cards(state) | singles) & SPACE_RANK & ~state.heading
        end = add_moves_to_spaces(cards, state, order, moves, first, end)
    if state.stage < layout.last_stage:
        end = add_move(moves, first, end, 8 * order.deal, DEAL * 64)
    return end - first


@compiled
def enter(state: State, layout: Layout, order: Order, cuts: int, memory: Memory) -> bool:
    """Make a state the end of the path unless it is cut off. Return True if it is won.

    Cut off are states met before and those that `is_hopeless`.
    """
    if cuts & SAFE_PLAYS:
        state = after_safe_plays(state, layout)
    if state.home == ALL:
        return True
    if not is_new(state, memory.table):
        return False
    memory.progress[NODES] += 1
    if cuts & RELAXATION and is_hopeless(state, layout):
        return False
    depth = memory.progress[DEPTH]
    for field in range(_FIELDS):
        memory.stack[depth * _FIELDS + field] = state[field]
    memory.counts[depth] = add_moves(state, layout, order, memory.moves, depth * MOST_MOVES)
    memory.cursors[depth] = 0
    memory.progress[DEPTH] = depth + 1
    return False


@compiled
def search(layout: Layout, order: Order, cuts: int, memory: Memory, limit: int) -> int:
    """Search on from the path in `memory`, to which the start was `enter`ed.

    Return WON (the last moves taken on the path win), LOST (there is no path left), or PAUSED at
    the first state that would be more than the `limit` of nodes.
    """
    stack = memory.stack
    while memory.progress[DEPTH]:
        if memory.progress[NODES] >= limit:
            return PAUSED
        end = memory.progress[DEPTH] - 1
        cursor = memory.cursors[end]
        if cursor == memory.counts[end]:
            memory.progress[DEPTH] = end
            continue
        memory.cursors[end] = cursor + 1
        at = end * _FIELDS
        state = State(
            stack[at],
            stack[at + 1],
            stack[at + 2],
            stack[at + 3],
            stack[at + 4],
            stack[at + 5],
            stack[at + 6],
        )
        move = memory.moves[end * MOST_MOVES + cursor] & _MOVE
        if enter(moved(state, layout, move), layout, order, cuts, memory):
            return WON
    return LOST


@compiled
def write_line(start: State, layout: Layout, cuts: int, chosen: Words, line: Words) -> int:
    """Write the moves `chosen` to `line`, with the safe plays between them; return how many."""
    state, length = start, 0
    for turn in range(len(chosen) + 1):
        card = safe_play(state, layout) if cuts & SAFE_PLAYS else 0
        while card:
            line[length] = HOME * 64 + lowest(card)
            state = moved(state, layout, line[length])
            length += 1
            card = safe_play(state, layout)
        if turn < len(chosen):
            line[length] = chosen[turn]
            state = moved(state, layout, line[length])
            length += 1
    return length
