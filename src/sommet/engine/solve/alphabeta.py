"""One alpha-beta search for all games, compiled for the kernel of the state.

A node is a state at the start of a turn. The search goes to the end of the game, for games that
always end, or to a fixed depth, where the leaves are evaluated. All threads share a transposition
table (`transposition_table.py`); the game's part is behind `search_interface.py`. The steps are
numbered in `search`.

The search can stop after any number of nodes and be resumed, because all its state is in a `Stack`.
A *row* is a state with the search's data about it. A *frame* is a node on the path from the root,
with the rows of its children that haven't been searched yet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sommet.engine.solve.adapter_interface import has_adapter
from sommet.engine.solve.search_interface import (
    EVALUATOR,
    LOSS,
    OPEN,
    UNLIMITED_TURNS,
    WIN,
    evaluate_move,
    expected_value,
    identity,
    is_storable,
    known_bounds,
    move_kind,
    move_kinds,
    no_facts,
    static_value,
    update_facts,
)
from sommet.engine.solve.transposition_table import (
    FACTS,
    find,
    hash_identity,
    hint_from,
    hint_of,
    prefetch_entry,
    put,
)
from sommet.machine.arrays import FLOAT32, INT16, INT32, INT64, UINT64, array_of, zeros
from sommet.machine.bits import Word, u64
from sommet.machine.exports import INT, STATE, WORD, Array, Group, export
from sommet.machine.jit import inlined, njit, np, threaded
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    State,
    canonical_steps,
    is_turn_start,
    load,
    play,
    store,
    turn,
)

__all__ = ["Stack", "begin", "known_value", "search", "stack_for"]

MAX_DEPTH = 64
"""Maximum number of turns from the root to the end of a game."""
DEPTH_LIMITED = UNLIMITED_TURNS - MAX_DEPTH
"""A search with fewer turns left than this has a depth limit."""
MAX_TURN_STEPS = 64
"""Maximum number of steps in a turn."""
MAX_ROWS = 1 << 16
"""Maximum number of children on the stack."""

# Columns of a frame: the row of its state, the rows of its children, the window, the best value so
# far, the node count on entry, the row of the child being searched, the turns left.
ROW, NEXT, END, ALPHA, BETA, BEST, NODES_BEFORE, CURRENT, TURNS_LEFT = range(9)

HINT_BONUS = 1 << 40
"""Added to the score of the hinted move; exceeds all other scores."""

# The counters of a search.
DEPTH, NODES, VALUE, SHARED_DEPTH = range(4)

BUSY_PENALTY = 1 << 50
"""Subtracted from the score of a row that another thread is searching; exceeds HINT_BONUS."""
CHECK_MASK = 1023
"""Every CHECK_MASK + 1 nodes, a thread checks whether others have solved a node on its path."""


class Stack(NamedTuple):
    """Everything that one thread's search needs besides the transposition table."""

    words: Any
    """uint64 (word, row): the states; the root is row 0."""
    keys: Any
    """uint64 (row): their hashed identities; 0 for states that aren't stored in the table."""
    degrees: Any
    """uint64 (row)"""
    kinds: Any
    """int32 (row): the kind of the move that led there."""
    scores: Any
    """int64 (row): the row with the highest score is searched first."""
    frames: Any
    """int64 (depth, column)"""
    counters: Any
    """int64: depth, nodes, the root's value, the depth down to which threads avoid each other."""
    kind_stats: Any
    """float32 (kind, 2): how often moves of each kind were searched, and how often they cut off."""
    turn_states: Any
    """uint64 (word, steps): states within the turn being expanded."""
    turn_steps: Any
    """int16 (steps, choice): the canonical steps in those states."""
    turn_progress: Any
    """int64 (steps, 2): the number of choices, and how many are done."""


STACK = Group(
    Stack,
    (
        *(Array(UINT64, 2, "F"), Array(UINT64), Array(UINT64), Array(INT32)),
        *(Array(INT64), Array(INT64, 2), Array(INT64), Array(FLOAT32, 2)),
        *(Array(UINT64, 2, "F"), Array(INT16, 2), Array(INT64, 2)),
    ),
)
TABLE = Array(UINT64, 2)


def stack_for(root: State) -> Stack:
    """A new stack for states of this type."""
    words, kinds = len(root), move_kinds(root)
    return Stack(
        words=zeros(UINT64, MAX_ROWS, words),
        keys=zeros(UINT64, MAX_ROWS),
        degrees=zeros(UINT64, MAX_ROWS),
        kinds=zeros(INT32, MAX_ROWS),
        scores=zeros(INT64, MAX_ROWS),
        frames=zeros(INT64, MAX_DEPTH, 9),
        counters=zeros(INT64, 8),
        kind_stats=array_of(FLOAT32, [1.0] * (2 * kinds), kinds, 2),
        turn_states=zeros(UINT64, MAX_TURN_STEPS, words),
        turn_steps=zeros(INT16, MAX_TURN_STEPS, MAX_STEPS),
        turn_progress=zeros(INT64, MAX_TURN_STEPS, 2),
    )


@inlined
def for_mover(value: int, same: bool) -> int:
    """Convert a value for the player to move after a move to one for the player who moved."""
    return value if same else -value


@inlined
def bounds_for_mover(lower: int, upper: int, same: bool) -> tuple[int, int]:
    """The same for a lower and an upper bound."""
    if same:
        return lower, upper
    return -upper, -lower


@njit
def expand(
    state: State, table: Any, salt: Word, stack: Stack, evaluator: Any, frame: Any, turns_left: int
) -> Any:
    """Write the states after every turn, except those with a static value, to the frame's rows.

    `turns_left` is that of the children. Returns the end of the rows and the best static value for
    the mover. Stops early once that reaches the frame's beta.
    """
    best, end, seat, storable = LOSS, frame[NEXT], turn(state), is_storable(state)
    level = 0
    store(state, stack.turn_states, 0)
    stack.turn_progress[0, 0] = canonical_steps(state, stack.turn_steps[0])
    stack.turn_progress[0, 1] = 0
    while level >= 0:
        done = stack.turn_progress[level, 1]
        if done == stack.turn_progress[level, 0]:
            level -= 1
            continue
        stack.turn_progress[level, 1] = done + 1
        step = stack.turn_steps[level, done]
        after = play(load(state, stack.turn_states, level), step)
        if not is_turn_start(after):
            level += 1
            store(after, stack.turn_states, level)
            stack.turn_progress[level, 0] = canonical_steps(after, stack.turn_steps[level])
            stack.turn_progress[level, 1] = 0
            continue
        value = static_value(after)
        if value != OPEN:
            best = max(best, for_mover(value, turn(after) == seat))
            if best >= frame[BETA]:
                return end, best
            continue
        if end == MAX_ROWS:
            raise IndexError
        store(after, stack.words, end)
        stack.kinds[end] = move_kind(state, after)
        if storable:
            word, degree = identity(after, turns_left, evaluator)
            key = hash_identity(word, salt)
            stack.keys[end] = key
            stack.degrees[end] = degree
            prefetch_entry(table, key)
        else:
            stack.keys[end] = u64(0)
        end += 1
    return end, best


@inlined
def set_score(stack: Stack, row: int, estimate: int) -> None:
    """Set a row's place in the move order, from its estimate and the statistics of its kind."""
    kind = stack.kinds[row]
    chance = stack.kind_stats[kind, 1] / stack.kind_stats[kind, 0]
    stack.scores[row] = np.int64(chance * 1000000.0) + estimate


@njit
def probe_children(
    root: State, state: State, table: Any, stack: Stack, evaluator: Any, frame: Any
) -> None:
    """Look up a frame's children in the table, or evaluate them, before any is searched.

    Children that can't raise the frame's value are removed, all of them when no turn is left; the
    others get their place in the move order.
    """
    seat, words, leaf = turn(state), len(root), frame[TURNS_LEFT] == 1
    hint = hint_of(find(table, stack.keys[frame[ROW]]))
    child = frame[NEXT]
    while child < frame[END] and frame[BEST] < frame[BETA]:
        after, key, degree = load(root, stack.words, child), stack.keys[child], stack.degrees[child]
        same = turn(after) == seat
        data = find(table, key)
        facts = data & FACTS if data else no_facts(root)
        lower, upper = known_bounds(root, facts, degree)
        lower, upper = bounds_for_mover(lower, upper, same)
        if lower < frame[BETA] and upper > max(frame[BEST], frame[ALPHA]):
            estimate = for_mover(expected_value(root, facts), same) if data else OPEN
            if abs(estimate) == OPEN:
                exact_lower, exact_upper, estimate = evaluate_move(state, after, evaluator)
                guess = for_mover(estimate, same)
                if exact_lower == exact_upper:
                    lower, upper = exact_lower, exact_lower
                if exact_lower == exact_upper or frame[TURNS_LEFT] < DEPTH_LIMITED:
                    _, degree = identity(
                        after, UNLIMITED_TURNS if exact_lower == exact_upper else 0, evaluator
                    )
                    put(
                        table,
                        key,
                        update_facts(root, facts, degree, guess, guess),
                        1,
                        hint_of(data),
                    )
            if leaf and lower < upper:
                lower, upper = estimate, estimate
            set_score(stack, child, estimate)
        frame[BEST] = max(frame[BEST], lower)
        frame[CURRENT] = child
        if upper <= max(frame[BEST], frame[ALPHA]):
            frame[BEST] = max(frame[BEST], upper)
            if leaf:
                child += 1
            else:
                frame[END] -= 1
                swap(stack, child, frame[END], words)
        else:
            if hint and hint_from(key) == hint:
                stack.scores[child] += HINT_BONUS
            child += 1
    if leaf:
        frame[END] = frame[NEXT]


@inlined
def swap(stack: Stack, one: int, other: int, words: int) -> None:
    """Swap two rows."""
    if one == other:
        return
    for word in range(words):
        kept = stack.words[word, one]
        stack.words[word, one] = stack.words[word, other]
        stack.words[word, other] = kept
    stack.keys[one], stack.keys[other] = stack.keys[other], stack.keys[one]
    stack.degrees[one], stack.degrees[other] = stack.degrees[other], stack.degrees[one]
    stack.kinds[one], stack.kinds[other] = stack.kinds[other], stack.kinds[one]
    stack.scores[one], stack.scores[other] = stack.scores[other], stack.scores[one]


@inlined
def stored_bounds(root: State, table: Any, stack: Stack, row: int) -> Any:
    """The bounds that the table has for a row's state, for the player to move there."""
    data = find(table, stack.keys[row])
    if data == u64(0):
        return LOSS, WIN
    return known_bounds(root, data & FACTS, stack.degrees[row])


@inlined
def store_value(root: State, table: Any, stack: Stack, frame: Any, value: int, nodes: int) -> None:
    """Store the value of a frame's state, as a bound if it is outside the window, and the move that
    caused a cutoff as a hint."""
    row, key = frame[ROW], stack.keys[frame[ROW]]
    data = find(table, key)
    facts, hint = data & FACTS if data else no_facts(root), hint_of(data)
    lower = LOSS if value <= frame[ALPHA] else value
    upper = WIN if value >= frame[BETA] else value
    if value >= frame[BETA] and frame[CURRENT] >= 0 and stack.keys[frame[CURRENT]]:
        hint = hint_from(stack.keys[frame[CURRENT]])
    put(table, key, update_facts(root, facts, stack.degrees[row], lower, upper), nodes, hint)


@inlined
def update_kind_stats(stack: Stack, row: int, good: bool) -> None:
    """Update the statistics of a move's kind."""
    kind = stack.kinds[row]
    stack.kind_stats[kind, 0] += np.float32(1)
    if good:
        stack.kind_stats[kind, 1] += np.float32(1)
    if stack.kind_stats[kind, 0] > np.float32(5000):
        stack.kind_stats[kind, 0] *= np.float32(0.5)
        stack.kind_stats[kind, 1] *= np.float32(0.5)


@inlined
def next_row(stack: Stack, first: int, end: int, busy: Any, others: bool) -> int:
    """The row with the highest score; rows that another thread is searching come last."""
    found, best = first, np.int64(-(1 << 60))
    for row in range(first, end):
        score = stack.scores[row]
        if others:
            key = stack.keys[row]
            if key and busy[key & u64(len(busy) - 1)] == key:
                score -= BUSY_PENALTY
        if score > best:
            found, best = row, score
    return found


@export("begin_search", STATE, WORD, STACK, EVALUATOR, INT, INT, INT, serves=has_adapter)
@njit
def begin(
    root: State, salt: Word, stack: Stack, evaluator: Any, turns_left: int, alpha: int, beta: int
) -> None:
    """Set up a search of a root without a static value: `turns_left` turns deep (UNLIMITED_TURNS:
    to the end of the game), in the window from alpha to beta. Outside it, a value is a bound."""
    store(root, stack.words, 0)
    word, degree = identity(root, turns_left, evaluator)
    stack.keys[0] = hash_identity(word, salt)
    stack.degrees[0] = degree
    stack.counters[DEPTH] = 0
    stack.counters[VALUE] = OPEN
    push_frame(stack, 0, 0, 1, alpha, beta, turns_left)


@inlined
def push_frame(
    stack: Stack, depth: int, row: int, first: int, alpha: int, beta: int, turns_left: int
) -> None:
    frame = stack.frames[depth]
    frame[ROW] = row
    frame[NEXT] = first
    frame[END] = -1
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[BEST] = LOSS
    frame[NODES_BEFORE] = stack.counters[NODES]
    frame[CURRENT] = -1
    frame[TURNS_LEFT] = turns_left


@export(
    *("search", STATE, TABLE, WORD, Array(UINT64), STACK, EVALUATOR, INT),
    returns=(INT,),
    serves=has_adapter,
)
@threaded
def search(
    root: State, table: Any, salt: Word, busy: Any, stack: Stack, evaluator: Any, budget: int
) -> int:
    """Search for at most `budget` nodes; returns the root's value, or OPEN if it isn't known yet.

    `busy` has the keys of the states that threads are searching: uint64, its length a power of two,
    shared by all threads.
    """
    frames, counters, words = stack.frames, stack.counters, len(root)
    node_limit = counters[NODES] + budget
    depth = counters[DEPTH]
    while counters[VALUE] == OPEN:
        frame = frames[depth]
        row, value = frame[ROW], OPEN

        if frame[END] < 0:
            if counters[NODES] >= node_limit:
                break
            # 1. A new node. From time to time, check whether another thread has solved an ancestor.
            counters[NODES] += 1
            if counters[NODES] & CHECK_MASK == 0:
                for above in range(depth + 1):
                    if stack.keys[frames[above, ROW]]:
                        lower, upper = stored_bounds(root, table, stack, frames[above, ROW])
                        if lower >= frames[above, BETA] or upper <= frames[above, ALPHA]:
                            for below in range(above + 1, depth + 1):
                                release(busy, stack.keys[frames[below, ROW]])
                            depth = above
                            value = lower if lower >= frames[above, BETA] else upper
                            break
            if value == OPEN:
                # 2. Generate the children; a static value may cause a cutoff at once.
                state = load(root, stack.words, row)
                end, best = expand(
                    state, table, salt, stack, evaluator, frame, frame[TURNS_LEFT] - 1
                )
                frame[END] = end
                frame[BEST] = best
                if best >= frame[BETA]:
                    value = best
                elif is_storable(state):
                    # 3. Look them up in the table, or evaluate them.
                    probe_children(root, state, table, stack, evaluator, frame)
                    if frame[BEST] >= frame[BETA]:
                        value = frame[BEST]
                    else:
                        frame[CURRENT] = -1
                else:  # so late in the game that a lookup takes longer than a search
                    for child in range(frame[NEXT], end):
                        after = load(root, stack.words, child)
                        set_score(stack, child, evaluate_move(state, after, evaluator)[2])

        elif frame[BEST] >= frame[BETA]:
            # 4. The last child caused a cutoff.
            value = frame[BEST]

        if value == OPEN and frame[NEXT] == frame[END]:
            # 5. No children are left: the best value is the node's.
            value = frame[BEST]

        if value == OPEN:
            # 6. Search the best remaining child, unless the table has its value by now.
            first = frame[NEXT]
            shared = depth < counters[SHARED_DEPTH]
            best_row = next_row(stack, first, frame[END], busy, shared and frame[CURRENT] >= 0)
            swap(stack, first, best_row, words)
            frame[CURRENT] = first
            frame[NEXT] = first + 1
            child = load(root, stack.words, first)
            same = turn(child) == turn(load(root, stack.words, row))
            if stack.keys[first]:
                lower, upper = stored_bounds(root, table, stack, first)
                lower, upper = bounds_for_mover(lower, upper, same)
                if lower >= frame[BETA] or upper <= max(frame[BEST], frame[ALPHA]):
                    frame[BEST] = max(frame[BEST], lower if lower >= frame[BETA] else upper)
                    continue
                if shared:
                    busy[stack.keys[first] & u64(len(busy) - 1)] = stack.keys[first]
            alpha = max(frame[ALPHA], frame[BEST])
            turns_left = frame[TURNS_LEFT] - 1
            if same:
                push_frame(stack, depth + 1, first, frame[END], alpha, frame[BETA], turns_left)
            else:
                push_frame(stack, depth + 1, first, frame[END], -frame[BETA], -alpha, turns_left)
            depth += 1
            continue

        # 7. Store the node's value, update the statistics, and return to the parent.
        frame = frames[depth]
        row = frame[ROW]
        nodes = counters[NODES] - frame[NODES_BEFORE]
        if stack.keys[row]:
            store_value(root, table, stack, frame, value, nodes)
            if depth <= counters[SHARED_DEPTH]:
                release(busy, stack.keys[row])
        if depth == 0:
            counters[VALUE] = value
            break
        depth -= 1
        above = frames[depth]
        same = turn(load(root, stack.words, row)) == turn(load(root, stack.words, above[ROW]))
        value = for_mover(value, same)
        above[BEST] = max(above[BEST], value)
        update_kind_stats(stack, row, value >= above[BETA])
    counters[DEPTH] = depth
    return int(counters[VALUE])


@export("known_value", STATE, TABLE, WORD, EVALUATOR, returns=(INT,), serves=has_adapter)
@njit
def known_value(state: State, table: Any, salt: Word, evaluator: Any) -> int:
    """The value of a state, if it is static or in the table, else OPEN."""
    value = static_value(state)
    if value != OPEN:
        return value
    word, degree = identity(state, UNLIMITED_TURNS, evaluator)
    data = find(table, hash_identity(word, salt))
    if data == u64(0):
        return OPEN
    lower, upper = known_bounds(state, data & FACTS, degree)
    return lower if lower == upper else OPEN


@inlined
def release(busy: Any, key: Word) -> None:
    """Mark a state as no longer being searched."""
    if busy[key & u64(len(busy) - 1)] == key:
        busy[key & u64(len(busy) - 1)] = u64(0)
