"""English texts of the page's scripts, by group and code; `sommet/locale` has the translations.

`{name}` is a parameter. Each game keeps its texts in its own folder, and error messages are written
where they are raised.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GROUPS"]


LEVELS = {
    "random": "Random",
    "novice": "Novice",
    "gentle": "Gentle",
    "club": "Club",
    "strong": "Strong",
    "master": "Master",
    "perfect": "Perfect",
}

PLAYING = {
    "novice": "Considers only a few moves.",
    "gentle": "Plays what looks best now, and rarely considers your reply.",
    "club": "Looks a little ahead, and slips up now and then.",
    "strong": "Looks well ahead, and reads any secret from your moves.",
    "master": "Thinks for up to two seconds per move.",
    "perfect": "Plays perfectly wherever the game is solved.",
}
"""How each level that people can choose plays."""

BOTS = {
    "badger": "Badger",
    "blackbird": "Blackbird",
    "dormouse": "Dormouse",
    "fox": "Fox",
    "hare": "Hare",
    "hedgehog": "Hedgehog",
    "heron": "Heron",
    "jay": "Jay",
    "lynx": "Lynx",
    "magpie": "Magpie",
    "marten": "Marten",
    "otter": "Otter",
    "owl": "Owl",
    "squirrel": "Squirrel",
    "swallow": "Swallow",
    "wren": "Wren",
}
"""Names of the server's own players, by nickname."""

GUESTS = {
    "anemone": "Anemone",
    "arnica": "Arnica",
    "aspen": "Aspen",
    "aster": "Aster",
    "brook": "Brook",
    "cirrus": "Cirrus",
    "clover": "Clover",
    "crocus": "Crocus",
    "edelweiss": "Edelweiss",
    "fern": "Fern",
    "gentian": "Gentian",
    "heather": "Heather",
    "iris": "Iris",
    "juniper": "Juniper",
    "lichen": "Lichen",
    "meadow": "Meadow",
    "mint": "Mint",
    "poppy": "Poppy",
    "primrose": "Primrose",
    "rowan": "Rowan",
    "sorrel": "Sorrel",
    "tansy": "Tansy",
    "thistle": "Thistle",
    "thyme": "Thyme",
    "yarrow": "Yarrow",
}
"""Default names of guests. None is a material that boards or pieces are made of."""

PHRASES = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "one_moment": "One moment, please.",
    "oops": "Oops!",
    "goodbye": "Goodbye!",
}

EVENTS = {
    "joined": "{name} joins the table.",
    "left": "{name} leaves the table.",
    "moved": "{name}: {move}",
    "stood_in": "{name} is away; the machine plays {move}.",
    "resigned": "{name} resigns.",
    "flagged": "{name}’s time is up.",
    "warned": "{name} is away and has been called.",
    "warned_silent": "{name} has been called and has a day to move.",
    "returned": "{name} is back.",
    "abandoned": "{name} didn’t come back.",
    "abandoned_silent": "{name} didn’t move in time.",
    "draw_offered": "{name} offers a draw.",
    "draw_declined": "{name} declines the draw.",
    "draw_agreed": "{name} accepts the draw.",
    "takeback_asked": "{name} asks to undo a move.",
    "takeback_declined": "{name} declines the undo.",
    "taken_back": "{name} undoes a move.",
    "rematch_offered": "{name} asks for a rematch.",
    "rematch_declined": "{name} declines a rematch.",
    "rematched": "The rematch begins.",
    "you_resigned": "You resign.",
    "you_flagged": "Your time is up.",
    "you_warned_silent": "You have been called: move within a day, or the game can be claimed.",
    "you_draw_offered": "You offer a draw.",
    "you_draw_declined": "You decline the draw.",
    "you_draw_agreed": "You accept the draw.",
    "you_takeback_asked": "You ask to undo a move.",
    "you_takeback_declined": "You decline the undo.",
    "you_taken_back": "You undo a move.",
    "you_rematch_offered": "You ask for a rematch.",
    "you_rematch_declined": "You decline a rematch.",
    "handed_over": "The server was unavailable: every clock gets {seconds} seconds back.",
    "closed": "The table is closed.",
    "closed_unmoved": "Nobody made the first move in time, so there is no result.",
}

TABLE = {
    "you_are": "You are {colours}.",
    "your_turn": "Your turn.",
    "turn_of": "{name}’s turn.",
    "thinking": "{name} is thinking…",
    "thinking_long": "{name} is thinking for about {seconds} seconds…",
    "looking_at": "Move {number} of {count}.",
    "looking_at_start": "Start position (move 0 of {count}).",
    "looking_aside": "Alternative line: move {number} of {count}.",
    "waiting_seat": "Waiting for a player…",
    "waiting_for": "You’ve been waiting for {time}.",
    "moment": "a moment",
    "minutes": "{count} min",
    "hours": "{count} h",
    "days": "{days} d",
    "days_hours": "{days} d {hours} h",
    "you_win": "You won!",
    "you_lose": "You lost.",
    "close_call": "So close: {own} to {best}.",
    "close_call_on": "So close: {own} to {best} on {figure}.",
    "practise": "Practise: {title}",
    "easier": "Easier: {level}",
    "harder": "Harder: {level}",
    "fold": "Show the board",
    "unfold": "Show the result",
    "you_share": "You share the win with {names}.",
    "you": "you",
    "program": "program",
    "free": "free",
    "invited": "invited",
    "away": "away",
    "here": "here",
    "watching": "{count} watching",
    "offers_draw": "{name} offers a draw.",
    "asks_takeback": "{name} asks to undo a move.",
    "wants_rematch": "{name} asks for a rematch.",
    "accept": "Accept",
    "decline": "Decline",
    "hint": "You could play {move}.",
    "advice": "You could {deed}.",
    "hinting": "Looking for a hint…",
    "copied": "Link copied.",
    "curve_of": "{name}’s winning chances, move by move",
    "score": "Score: {points}",
    "looking": "Analysing every move…",
    "looked": "Analysis complete.",
    "nothing_turned": "No big mistakes.",
    "best": "Move {number}: {name}’s winning chances",
    "all_alike": "Move {number}, {name}: every move is equal ({worth})",
    "played": "played",
    "turned": "{cost} Better: {best}.",
    "curtain": "Pass the device to {name}.",
    "curtain_ready": "I’m {name}",
    "no_connection": "Connection lost. Reconnecting…",
    "offline": "You’re offline. The table is waiting for you.",
    "back": "Back online.",
    "unsent": "No connection. Your move is saved and will be sent when you’re back online.",
    "sending": "Sending your move…",
    "no_way": "This table is no longer available.",
    "title_turn": "Your turn",
    "title_other": "{name}’s turn",
    "no_calls": "Notifications are blocked. You can allow them in your browser’s settings.",
    "offline_clock": "You’re offline. The table is waiting for you, but your clock is running.",
    "no_connection_clock": "Connection lost, and your clock is running. Reconnecting…",
    "idle_past": "This is an earlier position. Go to the latest one to play.",
    "idle_watching": "You’re watching: only the players can move.",
    "idle_over": "The game is over.",
    "resign_sure": "Resign this game?",
    "resign": "Resign",
    "play_on": "Keep playing",
    "led_play": "Tap a spot to see your moves.",
    "led_last": "The gold ring marks the last move.",
    "led_rules": "Not sure? Ask for a hint. For the rules, tap the game’s name above.",
    "checked": "The deal is verified: the seed matches the commitment made before the game.",
    "proven": (
        "Salts were added after the commitment. This proves to {names} that nobody could choose"
        " this deal, not even the host."
    ),
    "proven_less": (
        "To {names}, who added none, it proves that the deal wasn’t changed after the commitment."
    ),
    "proven_unchanged": (
        "Nobody added a salt. This proves that the deal wasn’t changed after the commitment, but"
        " not that the host didn’t choose it."
    ),
    "false": "The deal can’t be verified: the seed doesn’t match the commitment.",
    "sealed": "The seed is revealed when the game is over.",
    "unreadable": "This isn’t a record with a seed and a commitment.",
    "no_digest": "This browser can verify deals only on https pages.",
    "deal_false": "The seed matches the commitment but doesn’t lead to this deal.",
}

FACTS = {
    "option": "{option}: {value}",
    "usual": "standard rules",
    "untimed": "no clock",
    "minutes": "{minutes} each",
    "increment": "{minutes} + {seconds} per move",
    "per_move": "{seconds} per move",
    "days": "{days} per move",
}

DEVICE = {
    "opened_elsewhere": "This game is open in another tab.",
    "no_such_table": "This game isn’t on this device.",
    "not_loaded": "A part of the game couldn’t be loaded. Check your connection and try again.",
    "old_browser": "This browser can’t run games by itself. Please update it or use another one.",
    "broken": "Something went wrong, but your moves are saved.",
    "not_stored": "This browser doesn’t store games, perhaps because the window is private.",
    "your_turn": "Your turn",
    "running": "in progress",
    "won": "won",
    "lost": "lost",
    "drawn": "drawn",
    "over": "finished",
    "moves": "{day} · {count} moves",
    "delete_sure": "Delete this game? It’s only on this device.",
    "delete": "Delete",
    "keep": "Keep it",
    "no_record": "This file isn’t a record of a game.",
}
"""For tables that run in the browser."""

LEARN = {
    "try": "Try it",
    "free": "Try anything: you play both sides.",
    "finish": "End turn",
    "task": "Your turn: make this move.",
    "exercise": "Your turn: play it on the board.",
    "right": "That’s it!",
    "other": "That’s legal, but it’s not the move here. Look again.",
    "again": "Try again",
    "whole": "You’ve done all {count} exercises on this page. Time for a game!",
    "done": "{done} of {count} done",
    "your_move": "{name}’s turn.",
    "over": "The game is over.",
    "thinking": "Thinking…",
    "alike": "Every move here: {worth}.",
    "ask_again": "Ask again",
    "take_piece": "Take a piece from a tray or from the board.",
    "put_piece": "Now choose where it goes.",
    "not_taken": "You can’t take that. Take a piece from a tray or from the board.",
    "not_there": "The piece can’t go there. Choose one of the marked spots.",
    "position_copied": "Position copied.",
    "record_copied": "Record copied.",
    "opened": "Record opened. Step through it, or play on from any move.",
}

WORTH = {
    "wins": "wins",
    "wins_in": "wins in {moves}",
    "draws": "draws",
    "loses": "loses",
    "loses_in": "loses in {moves}",
    "show": "show the continuation",
    "costs": "Costs {percent} %.",
    "win_gone": "Gives away the win.",
    "draw_gone": "Gives away the draw.",
    "mistake": "mistake",
    "proven": "proven",
}

CHOOSING = {
    "changes": "Changes “{option}” to {value}.",
    "changed": "“{option}” is now {value} instead of {before}.",
}

BOARD = {
    "board": "Board",
    "choose": "Which one?",
    "again": "Tap again",
    "level": "Level {number}",
    "beside": "Next to the board",
    "empty": "empty",
    "group": "group {name} of {count}",
    "playable": "playable",
}

GROUPS: Mapping[str, Mapping[str, str]] = {
    "levels": LEVELS,
    "bots": BOTS,
    "guests": GUESTS,
    "playing": PLAYING,
    "phrases": PHRASES,
    "events": EVENTS,
    "table": TABLE,
    "facts": FACTS,
    "device": DEVICE,
    "learn": LEARN,
    "worth": WORTH,
    "choosing": CHOOSING,
    "board": BOARD,
}
