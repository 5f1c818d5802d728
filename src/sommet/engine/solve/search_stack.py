"""What a search stands on: the states at which it is busy, and how their children come to stand
there.

A *row* is a state with what the search wants to know of it; a *frame* is a node on the way from the
root down, with the rows of its children that have yet to be looked into.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sommet.engine.solve.search_interface import (
    ENDLESS,
    LOSS,
    OPEN,
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
from sommet.machine.jit import inlined, njit
from sommet.machine.kernel_interface import (
    MOST_STEPS,
    State,
    canonical_steps,
    fresh,
    load,
    play,
    store,
    turn,
)

__all__ = [
    "Stack",
    "bounds_for_mover",
    "expand",
    "for_mover",
    "score",
    "stack_for",
    "swap",
    "weigh",
]

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
        if not fresh(after):
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
