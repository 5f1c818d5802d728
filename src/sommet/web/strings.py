"""Texts for the page's scripts, by group and code.

The English text is the key in the catalogues; `{name}` is a parameter. Each game keeps its texts in
its own folder, and error messages are written where they are raised.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GROUPS"]


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


LEVELS = {
    "random": _("Random"),
    "novice": _("Novice"),
    "gentle": _("Gentle"),
    "club": _("Club"),
    "strong": _("Strong"),
    "master": _("Master"),
    "perfect": _("Perfect"),
}

PLAYING = {
    "novice": _("Considers only a few moves."),
    "gentle": _("Plays what looks best now, and rarely considers your reply."),
    "club": _("Looks a little ahead, and slips up now and then."),
    "strong": _("Looks well ahead, and reads any secret from your moves."),
    "master": _("Thinks for up to two seconds per move."),
    "perfect": _("Plays perfectly wherever the game is solved."),
}
"""How each level that people can choose plays."""

BOTS = {
    "badger": _("Badger"),
    "blackbird": _("Blackbird"),
    "dormouse": _("Dormouse"),
    "fox": _("Fox"),
    "hare": _("Hare"),
    "hedgehog": _("Hedgehog"),
    "heron": _("Heron"),
    "jay": _("Jay"),
    "lynx": _("Lynx"),
    "magpie": _("Magpie"),
    "marten": _("Marten"),
    "otter": _("Otter"),
    "owl": _("Owl"),
    "squirrel": _("Squirrel"),
    "swallow": _("Swallow"),
    "wren": _("Wren"),
}
"""Names of the server's own players, by nickname."""

GUESTS = {
    "anemone": _("Anemone"),
    "arnica": _("Arnica"),
    "aspen": _("Aspen"),
    "aster": _("Aster"),
    "brook": _("Brook"),
    "cirrus": _("Cirrus"),
    "clover": _("Clover"),
    "crocus": _("Crocus"),
    "edelweiss": _("Edelweiss"),
    "fern": _("Fern"),
    "gentian": _("Gentian"),
    "heather": _("Heather"),
    "iris": _("Iris"),
    "juniper": _("Juniper"),
    "lichen": _("Lichen"),
    "meadow": _("Meadow"),
    "mint": _("Mint"),
    "poppy": _("Poppy"),
    "primrose": _("Primrose"),
    "rowan": _("Rowan"),
    "sorrel": _("Sorrel"),
    "tansy": _("Tansy"),
    "thistle": _("Thistle"),
    "thyme": _("Thyme"),
    "yarrow": _("Yarrow"),
}
"""Default names of guests. None is a material that boards or pieces are made of."""

PHRASES = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "well_played": _("Well played!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "one_moment": _("One moment, please."),
    "oops": _("Oops!"),
    "goodbye": _("Goodbye!"),
}

EVENTS = {
    "joined": _("{name} joins the table."),
    "left": _("{name} leaves the table."),
    "moved": _("{name}: {move}"),
    "stood_in": _("{name} is away; the machine plays {move}."),
    "resigned": _("{name} resigns."),
    "flagged": _("{name}’s time is up."),
    "warned": _("{name} is away and has been called."),
    "returned": _("{name} is back."),
    "abandoned": _("{name} didn’t come back."),
    "draw_offered": _("{name} offers a draw."),
    "draw_declined": _("{name} declines the draw."),
    "draw_agreed": _("{name} accepts the draw."),
    "takeback_asked": _("{name} asks to undo a move."),
    "takeback_declined": _("{name} declines the undo."),
    "taken_back": _("{name} undoes a move."),
    "rematch_offered": _("{name} asks for a rematch."),
    "rematch_declined": _("{name} declines a rematch."),
    "rematched": _("The rematch begins."),
    "you_resigned": _("You resign."),
    "you_flagged": _("Your time is up."),
    "you_draw_offered": _("You offer a draw."),
    "you_draw_declined": _("You decline the draw."),
    "you_draw_agreed": _("You accept the draw."),
    "you_takeback_asked": _("You ask to undo a move."),
    "you_takeback_declined": _("You decline the undo."),
    "you_taken_back": _("You undo a move."),
    "you_rematch_offered": _("You ask for a rematch."),
    "you_rematch_declined": _("You decline a rematch."),
    "handed_over": _("The server was unavailable: every clock gets {seconds} seconds back."),
    "closed": _("The table is closed."),
    "closed_unmoved": _("Nobody made the first move in time, so there is no result."),
}

TABLE = {
    "you_are": _("You are {colours}."),
    "your_turn": _("Your turn."),
    "turn_of": _("{name}’s turn."),
    "thinking": _("{name} is thinking…"),
    "thinking_long": _("{name} is thinking for about {seconds} seconds…"),
    "looking_at": _("Move {number} of {count}."),
    "looking_at_start": _("Start position (move 0 of {count})."),
    "looking_aside": _("Alternative line: move {number} of {count}."),
    "waiting_seat": _("Waiting for a player…"),
    "waiting_for": _("You’ve been waiting for {time}."),
    "moment": _("a moment"),
    "minutes": _("{count} min"),
    "hours": _("{count} h"),
    "days": _("{days} d"),
    "days_hours": _("{days} d {hours} h"),
    "you_win": _("You won!"),
    "you_lose": _("You lost."),
    "fold": _("Show the board"),
    "unfold": _("Show the result"),
    "you_share": _("You share the win with {names}."),
    "you": _("you"),
    "program": _("program"),
    "free": _("free"),
    "invited": _("invited"),
    "away": _("away"),
    "here": _("here"),
    "watching": _("{count} watching"),
    "offers_draw": _("{name} offers a draw."),
    "asks_takeback": _("{name} asks to undo a move."),
    "wants_rematch": _("{name} asks for a rematch."),
    "accept": _("Accept"),
    "decline": _("Decline"),
    "hint": _("You could play {move}."),
    "advice": _("You could {deed}."),
    "hinting": _("Looking for a hint…"),
    "copied": _("Link copied."),
    "curve_of": _("{name}’s winning chances, move by move"),
    "score": _("Score: {points}"),
    "looking": _("Analysing every move…"),
    "looked": _("Analysis complete."),
    "nothing_turned": _("No big mistakes."),
    "best": _("Move {number}: {name}’s winning chances"),
    "all_alike": _("Move {number}, {name}: every move is equal ({worth})"),
    "played": _("played"),
    "turned": _("{cost} Better: {best}."),
    "curtain": _("Pass the device to {name}."),
    "curtain_ready": _("I’m {name}"),
    "no_connection": _("Connection lost. Reconnecting…"),
    "offline": _("You’re offline. The table is waiting for you."),
    "back": _("Back online."),
    "unsent": _("No connection. Your move is saved and will be sent when you’re back online."),
    "sending": _("Sending your move…"),
    "no_way": _("This table is no longer available."),
    "title_turn": _("Your turn"),
    "title_other": _("{name}’s turn"),
    "no_calls": _("Notifications are blocked. You can allow them in your browser’s settings."),
    "offline_clock": _("You’re offline. The table is waiting for you, but your clock is running."),
    "no_connection_clock": _("Connection lost, and your clock is running. Reconnecting…"),
    "idle_past": _("This is an earlier position. Go to the latest one to play."),
    "idle_watching": _("You’re watching: only the players can move."),
    "idle_over": _("The game is over."),
    "resign_sure": _("Resign this game?"),
    "resign": _("Resign"),
    "play_on": _("Keep playing"),
    "led_play": _("Tap a spot to see your moves."),
    "led_last": _("The gold ring marks the last move."),
    "led_rules": _("Not sure? Ask for a hint. For the rules, tap the game’s name above."),
    "checked": _("The deal is verified: the seed matches the commitment made before the game."),
    "proven": _(
        "Salts were added after the commitment. This proves to {names} that nobody could choose"
        " this deal, not even the host."
    ),
    "proven_less": _(
        "To {names}, who added none, it proves that the deal wasn’t changed after the commitment."
    ),
    "proven_unchanged": _(
        "Nobody added a salt. This proves that the deal wasn’t changed after the commitment, but"
        " not that the host didn’t choose it."
    ),
    "false": _("The deal can’t be verified: the seed doesn’t match the commitment."),
    "sealed": _("The seed is revealed when the game is over."),
    "unreadable": _("This isn’t a record with a seed and a commitment."),
    "no_digest": _("This browser can verify deals only on https pages."),
    "deal_false": _("The seed matches the commitment but doesn’t lead to this deal."),
}

FACTS = {
    "option": _("{option}: {value}"),
    "usual": _("standard rules"),
    "untimed": _("no clock"),
    "minutes": _("{minutes} each"),
    "increment": _("{minutes} + {seconds} per move"),
    "per_move": _("{seconds} per move"),
    "days": _("{days} per move"),
}

LEARN = {
    "try": _("Try it"),
    "free": _("Try anything: you play both sides."),
    "finish": _("End turn"),
    "task": _("Your turn: make this move."),
    "exercise": _("Your turn: play it on the board."),
    "right": _("That’s it!"),
    "other": _("That’s legal, but it’s not the move here. Look again."),
    "again": _("Try again"),
    "whole": _("You’ve done all {count} exercises on this page. Time for a game!"),
    "done": _("{done} of {count} done"),
    "your_move": _("{name}’s turn."),
    "over": _("The game is over."),
    "thinking": _("Thinking…"),
    "alike": _("Every move here: {worth}."),
    "ask_again": _("Ask again"),
    "take_piece": _("Take a piece from a tray or from the board."),
    "put_piece": _("Now choose where it goes."),
    "not_taken": _("You can’t take that. Take a piece from a tray or from the board."),
    "not_there": _("The piece can’t go there. Choose one of the marked spots."),
    "position_copied": _("Position copied."),
    "record_copied": _("Record copied."),
    "opened": _("Record opened. Step through it, or play on from any move."),
}

WORTH = {
    "wins": _("wins"),
    "wins_in": _("wins in {moves}"),
    "draws": _("draws"),
    "loses": _("loses"),
    "loses_in": _("loses in {moves}"),
    "show": _("show the continuation"),
    "costs": _("Costs {percent} %."),
    "win_gone": _("Gives away the win."),
    "draw_gone": _("Gives away the draw."),
    "mistake": _("mistake"),
    "proven": _("proven"),
}

CHOOSING = {
    "changes": _("Changes “{option}” to {value}."),
    "changed": _("“{option}” is now {value} instead of {before}."),
}

BOARD = {
    "board": _("Board"),
    "choose": _("Which one?"),
    "level": _("Level {number}"),
    "beside": _("Next to the board"),
    "empty": _("empty"),
    "group": _("group {name} of {count}"),
    "playable": _("playable"),
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
    "learn": LEARN,
    "worth": WORTH,
    "choosing": CHOOSING,
    "board": BOARD,
}
