"""One alpha-beta for all games: depth first, with a stack of its own, compiled for the kernel that
a state belongs to.

A node stands for a state at the start of a turn. A search goes to the end of the game, which then
must come whatever is played, or so many turns ahead, where a guess stands for the value. What is
found goes into a memory that all threads share (`transposition_table.py`); what belongs to the game
answers the questions of `search_interface.py`. The steps are numbered in `search`.

The search can stop after any number of nodes and go on later, since everything it is in the midst
of lies in its `Stack`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.adapter_interface import (
    ENDLESS,
    LOSS,
    OPEN,
    WIN,
    expected,
    identity,
    judged,
    known,
    learnt,
    nothing,
    settled,
    trait,
    traits,
    worth_keeping,
)
from sommet.engine.solve.transposition_table import (
    FACTS,
    find,
    hint_from,
    hint_of,
    put,
    request,
    stirred,
)
from sommet.machine.bits import Word, u64
from sommet.machine.jit import inlined, njit, threaded
from sommet.machine.kernel_interface import (
    MOST_STEPS,
    State,
    canonical_steps,
    is_turn_start,
    load,
    play,
    store,
    turn,
)

__all__ = ["Stack", "begin", "search", "stack_for"]

DEEPEST = 64
"""Turns from the root to the end of a game, at most."""
LIMITED = ENDLESS - DEEPEST
"""With fewer turns left, a search has a limit."""
LONGEST = 64
"""Steps of one turn, at most."""
ROOM = 1 << 16
"""Children that wait on the stack, at most."""

# The columns of a frame: the row of its state, its children, the window and the best so far, the
# count of nodes when it was entered, the row it is in the midst of, how many turns may follow.
ROW, NEXT, END, ALPHA, BETA, BEST, SINCE, AT, LEFT = range(9)

HINTED = np.int64(1 << 40)
"""What a hint adds to a score: more than anything else."""

# The numbers of a whole search.
DEPTH, NODES, VALUE, SHARED = range(4)

AVOIDED = np.int64(1 << 50)
"""What is taken off the score of a row where another thread is: more than anything adds to it."""
GLANCE = 1023
"""Between so many nodes (a power of two less one) a thread looks whether others have answered what
it is busy with."""


class Stack(NamedTuple):
    """All that one thread's search needs beside the memory."""

    words: Any
    """uint64 (word, row): the states; the root is row 0."""
    marks: Any
    """uint64 (row): their stirred identities; 0 where a state is not worth keeping."""
    degrees: Any
    """uint64 (row)"""
    traits: Any
    """int32 (row): the kind of the move that led there."""
    scores: Any
    """int64 (row): how soon it is to be looked at."""
    frames: Any
    """int64 (depth, column)"""
    numbers: Any
    """int64: depth, nodes, the value once it is known, down to which depth threads keep out of each
    other's way."""
    lore: Any
    """float32 (trait, 2): how often moves of each kind were tried, and how often they were good."""
    partial: Any
    """uint64 (word, steps): states within a turn."""
    choices: Any
    """int16 (steps, choice): what can be done there."""
    marching: Any
    """int64 (steps, 2): how many choices, and how many of them are done."""


def stack_for(root: State) -> Stack:
    """A stack on which nothing has begun."""
    words = len(root)
    return Stack(
        words=np.zeros((ROOM, words), np.uint64).T,
        marks=np.zeros(ROOM, np.uint64),
        degrees=np.zeros(ROOM, np.uint64),
        traits=np.zeros(ROOM, np.int32),
        scores=np.zeros(ROOM, np.int64),
        frames=np.zeros((DEEPEST, 9), np.int64),
        numbers=np.zeros(8, np.int64),
        lore=np.ones((traits(root), 2), np.float32),
        partial=np.zeros((LONGEST, words), np.uint64).T,
        choices=np.zeros((LONGEST, MOST_STEPS), np.int16),
        marching=np.zeros((LONGEST, 2), np.int64),
    )


@inlined
def for_mover(value: int, same: bool) -> int:
    """A value of the player to move after a move, for the one who made it."""
    return value if same else -value


@inlined
def bounds_for_mover(least: int, most: int, same: bool) -> tuple[int, int]:
    """The same for the least and the most that it can be."""
    if same:
        return least, most
    return -most, -least


@njit
def expand(
    state: State, table: Any, salt: Word, stack: Stack, guide: Any, frame: Any, left: int
) -> Any:
    """Write the states that a turn can lead to as the frame's rows, but for those that are settled;
    `left` turns may follow them. Returns the end of the rows and the best of the settled values for
    the mover; stops at once when that is the frame's beta or more."""
    best, end, seat, keeping = LOSS, frame[NEXT], turn(state), worth_keeping(state)
    level = 0
    store(state, stack.partial, 0)
    stack.marching[0, 0] = canonical_steps(state, stack.choices[0])
    stack.marching[0, 1] = 0
    while level >= 0:
        done = stack.marching[level, 1]
        if done == stack.marching[level, 0]:
            level -= 1
            continue
        stack.marching[level, 1] = done + 1
        step = stack.choices[level, done]
        after = play(load(state, stack.partial, level), step)
        if not is_turn_start(after):
            level += 1
            store(after, stack.partial, level)
            stack.marching[level, 0] = canonical_steps(after, stack.choices[level])
            stack.marching[level, 1] = 0
            continue
        value = settled(after)
        if value != OPEN:
            best = max(best, for_mover(value, turn(after) == seat))
            if best >= frame[BETA]:
                return end, best
            continue
        if end == ROOM:
            raise IndexError
        store(after, stack.words, end)
        stack.traits[end] = trait(state, after)
        if keeping:
            word, degree = identity(after, left, guide)
            mark = stirred(word, salt)
            stack.marks[end] = mark
            stack.degrees[end] = degree
            request(table, mark)
        else:
            stack.marks[end] = u64(0)
        end += 1
    return end, best


@inlined
def score(stack: Stack, row: int, hope: int) -> None:
    """Say how soon a row is to be looked at: how good it looks, and how good its kind was."""
    kind = stack.traits[row]
    chance = stack.lore[kind, 1] / stack.lore[kind, 0]
    stack.scores[row] = np.int64(chance * 1000000.0) + hope


@njit
def weigh(root: State, state: State, table: Any, stack: Stack, guide: Any, frame: Any) -> None:
    """What the memory knows of a frame's rows, or what is seen of them at a glance, before any is
    looked into. Rows that are answered go, all of them where no turn is left; the others are told
    how soon they are looked at."""
    seat, words, leaf = turn(state), len(root), frame[LEFT] == 1
    hint = hint_of(find(table, stack.marks[frame[ROW]]))
    at = frame[NEXT]
    while at < frame[END] and frame[BEST] < frame[BETA]:
        after, mark, degree = load(root, stack.words, at), stack.marks[at], stack.degrees[at]
        same = turn(after) == seat
        data = find(table, mark)
        facts = data & FACTS if data else nothing(root)
        least, most = known(root, facts, degree)
        least, most = bounds_for_mover(least, most, same)
        if least < frame[BETA] and most > max(frame[BEST], frame[ALPHA]):
            hope = for_mover(expected(root, facts), same) if data else OPEN
            if abs(hope) == OPEN:
                sure, most_sure, hope = judged(state, after, guide)
                guess = for_mover(hope, same)
                if sure == most_sure:
                    least, most = sure, sure
                if sure == most_sure or frame[LEFT] < LIMITED:
                    _, degree = identity(after, ENDLESS if sure == most_sure else 0, guide)
                    put(table, mark, learnt(root, facts, degree, guess, guess), 1, hint_of(data))
            if leaf and least < most:
                least, most = hope, hope
            score(stack, at, hope)
        frame[BEST] = max(frame[BEST], least)
        frame[AT] = at
        if most <= max(frame[BEST], frame[ALPHA]):
            frame[BEST] = max(frame[BEST], most)
            if leaf:
                at += 1
            else:
                frame[END] -= 1
                swap(stack, at, frame[END], words)
        else:
            if hint and hint_from(mark) == hint:
                stack.scores[at] += HINTED
            at += 1
    if leaf:
        frame[END] = frame[NEXT]


@inlined
def swap(stack: Stack, one: int, other: int, words: int) -> None:
    """Let two rows change places."""
    if one == other:
        return
    for word in range(words):
        kept = stack.words[word, one]
        stack.words[word, one] = stack.words[word, other]
        stack.words[word, other] = kept
    stack.marks[one], stack.marks[other] = stack.marks[other], stack.marks[one]
    stack.degrees[one], stack.degrees[other] = stack.degrees[other], stack.degrees[one]
    stack.traits[one], stack.traits[other] = stack.traits[other], stack.traits[one]
    stack.scores[one], stack.scores[other] = stack.scores[other], stack.scores[one]


@inlined
def answered(root: State, table: Any, stack: Stack, row: int) -> Any:
    """The least and the most that a row's state can be worth, for its own player to move."""
    data = find(table, stack.marks[row])
    if data == u64(0):
        return LOSS, WIN
    return known(root, data & FACTS, stack.degrees[row])


@inlined
def keep(root: State, table: Any, stack: Stack, frame: Any, value: int, nodes: int) -> None:
    """Remember the value of a frame's state (at the edges of its window: that it is no less, or no
    more), and where a good move led to."""
    row, mark = frame[ROW], stack.marks[frame[ROW]]
    data = find(table, mark)
    facts, hint = data & FACTS if data else nothing(root), hint_of(data)
    least = LOSS if value <= frame[ALPHA] else value
    most = WIN if value >= frame[BETA] else value
    if value >= frame[BETA] and frame[AT] >= 0 and stack.marks[frame[AT]]:
        hint = hint_from(stack.marks[frame[AT]])
    put(table, mark, learnt(root, facts, stack.degrees[row], least, most), nodes, hint)


@inlined
def remember(stack: Stack, row: int, nodes: int, good: bool) -> None:
    """Learn from a move how good its kind is."""
    kind = stack.traits[row]
    stack.lore[kind, 0] += np.float32(1)
    if good:
        stack.lore[kind, 1] += np.float32(1)
    if stack.lore[kind, 0] > np.float32(5000):
        stack.lore[kind, 0] *= np.float32(0.5)
        stack.lore[kind, 1] *= np.float32(0.5)


@inlined
def next_row(stack: Stack, first: int, end: int, busy: Any, others: bool) -> int:
    """The most promising row; one that another thread is at only where there is no other."""
    found, best = first, np.int64(-(1 << 60))
    for row in range(first, end):
        score = stack.scores[row]
        if others:
            mark = stack.marks[row]
            if mark and busy[mark & u64(len(busy) - 1)] == mark:
                score -= AVOIDED
        if score > best:
            found, best = row, score
    return found


@njit
def begin(
    root: State, salt: Word, stack: Stack, guide: Any, left: int, alpha: int, beta: int
) -> None:
    """Put a root on the stack that is not settled, to be searched `left` turns ahead (ENDLESS: to
    the end) for a value between alpha and beta; outside, only that it is no more or no less."""
    store(root, stack.words, 0)
    word, degree = identity(root, left, guide)
    stack.marks[0] = stirred(word, salt)
    stack.degrees[0] = degree
    stack.numbers[DEPTH] = 0
    stack.numbers[VALUE] = OPEN
    enter(stack, 0, 0, 1, alpha, beta, left)


@inlined
def enter(stack: Stack, depth: int, row: int, first: int, alpha: int, beta: int, left: int) -> None:
    frame = stack.frames[depth]
    frame[ROW] = row
    frame[NEXT] = first
    frame[END] = -1
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[BEST] = LOSS
    frame[SINCE] = stack.numbers[NODES]
    frame[AT] = -1
    frame[LEFT] = left


@threaded
def search(
    root: State, table: Any, salt: Word, busy: Any, stack: Stack, guide: Any, budget: int
) -> int:
    """Go on for so many nodes, or until the value of the root is known; OPEN while it is not.

    `busy` holds the identities that threads are at: uint64 (a power of two), shared.
    """
    frames, numbers, words = stack.frames, stack.numbers, len(root)
    until = numbers[NODES] + budget
    depth = numbers[DEPTH]
    while numbers[VALUE] == OPEN:
        frame = frames[depth]
        row, value = frame[ROW], OPEN

        if frame[END] < 0:
            if numbers[NODES] >= until:
                break
            # 1. A new node. Now and then look whether others have answered one further up.
            numbers[NODES] += 1
            if numbers[NODES] & GLANCE == 0:
                for above in range(depth + 1):
                    if stack.marks[frames[above, ROW]]:
                        least, most = answered(root, table, stack, frames[above, ROW])
                        if least >= frames[above, BETA] or most <= frames[above, ALPHA]:
                            for gone in range(above + 1, depth + 1):
                                release(busy, stack.marks[frames[gone, ROW]])
                            depth = above
                            value = least if least >= frames[above, BETA] else most
                            break
            if value == OPEN:
                # 2. All that a turn can lead to; a settled state may end the matter at once.
                state = load(root, stack.words, row)
                end, best = expand(state, table, salt, stack, guide, frame, frame[LEFT] - 1)
                frame[END] = end
                frame[BEST] = best
                if best >= frame[BETA]:
                    value = best
                elif worth_keeping(state):
                    # 3. What is known of them, and what is seen at a glance.
                    weigh(root, state, table, stack, guide, frame)
                    if frame[BEST] >= frame[BETA]:
                        value = frame[BEST]
                    else:
                        frame[AT] = -1
                else:  # so late that looking it up would take longer
                    for child in range(frame[NEXT], end):
                        after = load(root, stack.words, child)
                        score(stack, child, judged(state, after, guide)[2])

        elif frame[BEST] >= frame[BETA]:
            # 4. The child just left was good enough: the rest need not be looked at.
            value = frame[BEST]

        if value == OPEN and frame[NEXT] == frame[END]:
            # 5. Nothing is left to look at: the best so far is the value.
            value = frame[BEST]

        if value == OPEN:
            # 6. Down into the most promising child, unless it is answered by now.
            first = frame[NEXT]
            sharing = depth < numbers[SHARED]
            best_row = next_row(stack, first, frame[END], busy, sharing and frame[AT] >= 0)
            swap(stack, first, best_row, words)
            frame[AT] = first
            frame[NEXT] = first + 1
            child = load(root, stack.words, first)
            same = turn(child) == turn(load(root, stack.words, row))
            if stack.marks[first]:
                least, most = answered(root, table, stack, first)
                least, most = bounds_for_mover(least, most, same)
                if least >= frame[BETA] or most <= max(frame[BEST], frame[ALPHA]):
                    frame[BEST] = max(frame[BEST], least if least >= frame[BETA] else most)
                    continue
                if sharing:
                    busy[stack.marks[first] & u64(len(busy) - 1)] = stack.marks[first]
            alpha = max(frame[ALPHA], frame[BEST])
            left = frame[LEFT] - 1
            if same:
                enter(stack, depth + 1, first, frame[END], alpha, frame[BETA], left)
            else:
                enter(stack, depth + 1, first, frame[END], -frame[BETA], -alpha, left)
            depth += 1
            continue

        # 7. A value: remember it, learn from it, and hand it up.
        frame = frames[depth]
        row = frame[ROW]
        nodes = numbers[NODES] - frame[SINCE]
        if stack.marks[row]:
            keep(root, table, stack, frame, value, nodes)
            if depth <= numbers[SHARED]:
                release(busy, stack.marks[row])
        if depth == 0:
            numbers[VALUE] = value
            break
        depth -= 1
        above = frames[depth]
        same = turn(load(root, stack.words, row)) == turn(load(root, stack.words, above[ROW]))
        value = for_mover(value, same)
        above[BEST] = max(above[BEST], value)
        remember(stack, row, nodes, value >= above[BETA])
    numbers[DEPTH] = depth
    return int(numbers[VALUE])


@inlined
def release(busy: Any, mark: Word) -> None:
    """Say that nobody is at a state any more."""
    if busy[mark & u64(len(busy) - 1)] == mark:
        busy[mark & u64(len(busy) - 1)] = u64(0)
