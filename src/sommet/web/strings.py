"""What the scripts of the page say, by code: the words that belong to no game and to no fault.

Keys are codes, values are English sentences and what catalogues translate; `{name}` stands for a
parameter. A game's words stand in its folder, those of faults where they are raised.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GROUPS"]


def _(words: str) -> str:
    """Marks a text for the catalogues."""
    return words


LEVELS = {
    "random": _("Dice"),
    "novice": _("Novice"),
    "gentle": _("Gentle"),
    "club": _("Club"),
    "strong": _("Strong"),
    "master": _("Master"),
    "perfect": _("Perfect"),
}

PLAYING = {
    "novice": _("Sees a few of the moves and takes the best of those."),
    "gentle": _("Plays what looks best now, and hardly thinks of your answer."),
    "club": _("Looks a little ahead, and slips now and then."),
    "strong": _("Looks well ahead, and draws conclusions from what you play."),
    "master": _("Thinks about every move for up to two seconds."),
    "perfect": _("Plays what is proven, wherever somebody knows it."),
}
"""How the levels play that people are offered."""

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
"""What players of the house are called, by their nickname."""

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
"""What guests are called until they say otherwise: nothing that boards and pieces are made of."""

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
    "joined": _("{name} sits down."),
    "left": _("{name} stands up."),
    "moved": _("{name}: {move}"),
    "stood_in": _("{name} is away; the house plays {move}."),
    "resigned": _("{name} resigns."),
    "flagged": _("{name}’s time is up."),
    "warned": _("{name} is away and was called."),
    "returned": _("{name} is back."),
    "abandoned": _("{name} stayed away."),
    "draw_offered": _("{name} offers a draw."),
    "draw_declined": _("{name} plays on: no draw."),
    "draw_agreed": _("{name} accepts the draw."),
    "takeback_asked": _("{name} would like to take a move back."),
    "takeback_declined": _("{name} lets the move stand."),
    "taken_back": _("{name} takes a move back."),
    "rematch_offered": _("{name} would like another game."),
    "rematch_declined": _("{name} wants no other game now."),
    "rematched": _("Another game begins."),
    "you_resigned": _("You resign."),
    "you_flagged": _("Your time is up."),
    "you_draw_offered": _("You offer a draw."),
    "you_draw_declined": _("You play on: no draw."),
    "you_draw_agreed": _("You accept the draw."),
    "you_takeback_asked": _("You would like to take a move back."),
    "you_takeback_declined": _("You let the move stand."),
    "you_taken_back": _("You take a move back."),
    "you_rematch_offered": _("You would like another game."),
    "you_rematch_declined": _("You want no other game now."),
    "handed_over": _("The server was away; clocks got {seconds} seconds back."),
    "closed": _("The table is closed."),
    "closed_unmoved": _("Nobody made the first move in time: there is no result."),
}

TABLE = {
    "you_are": _("You are {colours}."),
    "your_turn": _("Your turn."),
    "turn_of": _("{name} is to move."),
    "thinking": _("{name} is thinking …"),
    "thinking_long": _("{name} is thinking, for some {seconds} seconds …"),
    "looking_at": _("Move {number} of {count}."),
    "looking_at_start": _("The start, before {count} moves."),
    "looking_aside": _("How it could have gone on: move {number} of {count}."),
    "waiting_seat": _("Waiting for somebody to sit down …"),
    "waiting_for": _("You have been waiting for {time}."),
    "moment": _("a moment"),
    "minutes": _("{count} min"),
    "hours": _("{count} h"),
    "days": _("{days} d"),
    "days_hours": _("{days} d {hours} h"),
    "you_win": _("You win!"),
    "you_lose": _("You lose this one."),
    "fold": _("Look at the board"),
    "unfold": _("The result"),
    "you_share": _("You share the win with {names}."),
    "you": _("you"),
    "bot": _("Machine, {level}"),
    "program": _("program"),
    "free": _("free"),
    "invited": _("invited"),
    "away": _("away"),
    "here": _("here"),
    "watching": _("{count} watching"),
    "offers_draw": _("{name} offers a draw."),
    "asks_takeback": _("{name} would like to take a move back."),
    "wants_rematch": _("{name} would like another game."),
    "accept": _("Accept"),
    "decline": _("Decline"),
    "hint": _("You could play {move}."),
    "advice": _("You could {deed}."),
    "hinting": _("The machine looks for a move for you …"),
    "copied": _("The link is copied."),
    "curve_of": _("How good it looked for {name}, move by move"),
    "score": _("Score: {points}"),
    "looking": _("The engine looks at each move …"),
    "looked": _("The engine looked at every move."),
    "nothing_turned": _("No single move gave much away."),
    "best": _("Move {number}: {name}’s chances to win"),
    "all_alike": _("Move {number}: all is worth the same to {name}, {worth}"),
    "played": _("played"),
    "turned": _("{cost} Better: {best}."),
    "curtain": _("Hand the device to {name}."),
    "curtain_ready": _("I am {name}"),
    "no_connection": _("The connection is gone. Trying again …"),
    "offline": _("You are offline. The table waits for you."),
    "back": _("Back again."),
    "unsent": _("No connection. Your move is kept and goes out when you are back."),
    "sending": _("Your move is on its way."),
    "no_way": _("There is no way to this table any more."),
    "title_turn": _("Your turn"),
    "title_other": _("{name} is to move"),
    "no_calls": _("Your browser does not let us call you; its settings can change that."),
    "offline_clock": _("You are offline. The table waits for you, but your clock goes on."),
    "no_connection_clock": _("The connection is gone, and your clock goes on. Trying again …"),
    "idle_past": _("This is an earlier move. Go to the last one to play on."),
    "idle_watching": _("You are watching: only those who play can move."),
    "idle_over": _("The game is over."),
    "resign_sure": _("Give the game up?"),
    "resign": _("Resign"),
    "play_on": _("Play on"),
    "led_play": _("Touch a place: it shows what you can do."),
    "led_last": _("The golden ring is what was played last."),
    "led_rules": _("Not sure? Ask for a hint. The rules are behind the game’s name, above."),
    "checked": _("The deal is true: the seed fits the promise made before the game."),
    "proven": _(
        "Salts were added after that promise. So it is proven to {names} that nobody could choose"
        " this deal, not even who ran the table."
    ),
    "proven_less": _(
        "To {names}, who added none, it is proven that the deal was not changed after the promise."
    ),
    "proven_unchanged": _(
        "Nobody added a salt: it is proven to everyone that the deal was not changed after the"
        " promise, but not that who ran the table did not choose it."
    ),
    "false": _("The deal is not what was promised: seed and promise do not fit."),
    "sealed": _("The seed is shown when the game is over."),
    "unreadable": _("This is no record with a seed and a promise."),
    "no_digest": _("This browser checks only on pages that come by https."),
    "deal_false": _("Seed and promise fit, but the deal does not follow from them."),
}

FACTS = {
    "option": _("{option}: {value}"),
    "usual": _("usual rules"),
    "untimed": _("no clock"),
    "minutes": _("{minutes} minutes each"),
    "increment": _("{minutes} minutes, {seconds} seconds a move"),
    "per_move": _("{seconds} seconds a move"),
    "days": _("{days} days a move"),
}

LEARN = {
    "try": _("Try it"),
    "free": _("This board is yours: play both sides."),
    "finish": _("Finish the turn"),
    "task": _("Your turn: play just that."),
    "exercise": _("Your turn: play it on the board."),
    "right": _("That’s it!"),
    "other": _("A legal move, but not this one. Look again."),
    "again": _("Once more"),
    "whole": _("You have done all {count} of this page. Time for a game!"),
    "done": _("{done} of {count} done"),
    "your_move": _("{name} is to move."),
    "over": _("The game is over here."),
    "thinking": _("Thinking …"),
    "alike": _("To the engine these moves are all worth the same: {worth}."),
    "ask_again": _("Ask again"),
    "take_piece": _("Take a piece, from a tray or from the board."),
    "put_piece": _("Now choose where it goes."),
    "not_taken": _("That cannot be taken. Take a piece, from a tray or from the board."),
    "not_there": _("The piece cannot go there. Choose one of the marked places."),
    "position_copied": _("The position is copied."),
    "record_copied": _("The record is copied."),
    "opened": _("The record is open. Step through it, or play on from any move."),
}

WORTH = {
    "wins": _("wins"),
    "wins_in": _("wins in {moves}"),
    "draws": _("draw"),
    "loses": _("loses"),
    "loses_in": _("loses in {moves}"),
    "show": _("show how it goes on"),
    "costs": _("{percent} % given away."),
    "win_gone": _("The win is gone."),
    "draw_gone": _("The draw is gone."),
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
    "beside": _("Beside the board"),
    "empty": _("empty"),
    "group": _("group {name} of {count}"),
    "playable": _("can be played"),
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
