"""Every word that scripts say and every code that rules and server speak, in one place.

Keys are codes, values are English sentences and what catalogues translate; `{name}` stands for a
parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sommet.core.errors import IllegalMove, SommetError, TextError
from sommet.web.languages import catalogue

__all__ = ["GROUPS", "explained", "said", "spoken"]


def _(words: str) -> str:
    """Marks a text for the catalogues."""
    return words


LEVELS = {
    "random": _("Dice"),
    "gentle": _("Gentle"),
    "club": _("Club"),
    "strong": _("Strong"),
    "perfect": _("Perfect"),
}

OPTIONS = {
    "variant": _("Variant"),
    "takeback": _("Balls taken back"),
    "empty_reserve": _("Empty reserve"),
    "chain": _("Chains"),
    "players": _("Players"),
    "deal": _("Deal"),
    "edition": _("Edition"),
    "colours": _("Colours"),
    "joker_groups": _("Groups of jokers"),
}

VALUES = {
    "children": _("children"),
    "standard": _("standard"),
    "expert": _("expert"),
    "1-2": _("one or two"),
    "0-2": _("none, one or two"),
    "loses": _("loses"),
    "may_raise": _("may still raise"),
    "on": _("yes"),
    "off": _("no"),
    "random": _("by lot"),
    "equal": _("equal"),
    "later": _("later"),
    "earlier": _("earlier"),
    "classic": _("classic"),
    "two_colours": _("two colours each"),
    "teams": _("teams"),
    "solo": _("alone"),
}

COLOURS = {
    "L": _("light"),
    "D": _("dark"),
    "B": _("blue"),
    "O": _("orange"),
    "G": _("green"),
    "P": _("pink"),
    "Y": _("yellow"),
    "V": _("violet"),
    "*": _("joker"),
    "?": _("hidden"),
}

PIECES = {
    "ball": _("ball"),
    "cube": _("cube"),
    "pyramid": _("pyramid"),
    "token": _("token"),
}

REASONS = {
    "summit": _("{winners} put the ball on the summit."),
    "reserve_empty": _("{losers} has no ball left to play."),
    "repetition": _("The same position stood for the third time."),
    "faces": _("{winners} holds at least two of the three faces."),
    "majority": _("Most locations decide, then most piles, then the highest pile."),
    "cleared": _("No token of {winners} is left on the board."),
    "fewest_left": _("No group is left, and {winners} left fewest tokens of their colour."),
    "stuck": _("No group is left, and some of your tokens are still there."),
    "resignation": _("{losers} resigned."),
    "time": _("{losers} ran out of time."),
    "abandonment": _("{losers} left the game."),
    "agreement": _("The players agreed on a draw."),
}

FIGURES = {
    "reserve": _("balls in reserve"),
    "X": _("squares on face X"),
    "Y": _("squares on face Y"),
    "Z": _("squares on face Z"),
    "locations": _("locations of their colour"),
    "piles": _("piles of their colour"),
    "highest": _("highest of these piles"),
    "left": _("own tokens left"),
    "taken": _("own tokens taken"),
}

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
    "abandoned": _("{name} stayed away."),
    "draw_offered": _("{name} offers a draw."),
    "draw_declined": _("{name} plays on: no draw."),
    "draw_agreed": _("{name} accepts the draw."),
    "takeback_asked": _("{name} would like to take a move back."),
    "takeback_declined": _("{name} lets the move stand."),
    "taken_back": _("{name} takes a move back."),
    "rematch_offered": _("{name} would like another game."),
    "rematched": _("Another game begins."),
    "handed_over": _("The server was away; clocks got {seconds} seconds back."),
    "closed": _("The table is closed."),
}

DEEDS = {
    "ball_placed": _("{name} places a ball on {cell}."),
    "ball_placed_1": _("{name} places a ball on {cell} and takes one back."),
    "ball_placed_2": _("{name} places a ball on {cell} and takes two back."),
    "ball_raised": _("{name} raises a ball from {from} to {cell}."),
    "ball_raised_1": _("{name} raises a ball from {from} to {cell} and takes one back."),
    "ball_raised_2": _("{name} raises a ball from {from} to {cell} and takes two back."),
    "cube_put": _("{name} puts {cube} on {cell}."),
    "cube_put_and_filled": _("{name} puts {cube} on {cell} and has to fill {cells} too."),
    "pyramid_put": _("{name} puts {pyramid} on {number}."),
    "pyramid_covers": _("{name} puts {pyramid} on {number}, over {under}."),
    "pyramid_cancels": _("{name} puts {pyramid} on {number}: it cancels the pair."),
    "tokens_popped": _("{name} pops {tokens}."),
    "tokens_and_jokers": _("{name} pops {tokens} and {jokers}."),
    "cube.L": _("a light cube"),
    "cube.D": _("a dark cube"),
    "pyramid.B": _("a blue pyramid"),
    "pyramid.O": _("an orange pyramid"),
    "pyramid.G": _("a green pyramid"),
    "pyramid.P": _("a pink pyramid"),
    "pyramid.Y": _("a yellow pyramid"),
    "pyramid.V": _("a violet pyramid"),
    "token.B": _("a blue token"),
    "token.O": _("an orange token"),
    "token.G": _("a green token"),
    "token.P": _("a pink token"),
    "token.Y": _("a yellow token"),
    "tokens.B": _("{count} blue tokens"),
    "tokens.O": _("{count} orange tokens"),
    "tokens.G": _("{count} green tokens"),
    "tokens.P": _("{count} pink tokens"),
    "tokens.Y": _("{count} yellow tokens"),
    "token.*": _("a joker"),
    "tokens.*": _("{count} jokers"),
}
"""What moves do, and the things they do it with."""

TABLE = {
    "your_turn": _("Your turn."),
    "turn_of": _("{name} is to move."),
    "thinking": _("{name} is thinking …"),
    "go_on_place": _("Choose where it goes, or take it back."),
    "go_on_tray": _("One more piece has to follow: choose it, or take it back."),
    "go_on_board": _("Now take a piece of yours off the board, or take your turn back."),
    "may_end_board": _("Take one more off, or finish your turn."),
    "may_end": _("Finish your turn, or take it back."),
    "looking_at": _("You are looking at move {number}."),
    "looking_at_start": _("You are looking at the start."),
    "waiting_seat": _("Waiting for somebody to sit down …"),
    "you_win": _("You win!"),
    "you_lose": _("You lose this one."),
    "wins": _("{names} wins."),
    "win": _("{names} win."),
    "share": _("{names} share the win."),
    "draw": _("A draw."),
    "lost": _("The game is lost."),
    "and": _("{first} and {last}"),
    "you": _("you"),
    "bot": _("Machine, {level}"),
    "free": _("free"),
    "invited": _("invited"),
    "seat": _("Player {number}"),
    "away": _("away"),
    "here": _("here"),
    "watching": _("{count} watching"),
    "offers_draw": _("{name} offers a draw."),
    "asks_takeback": _("{name} would like to take a move back."),
    "wants_rematch": _("{name} would like another game."),
    "accept": _("Accept"),
    "decline": _("Decline"),
    "hint": _("The machine would play {move}."),
    "hint_told": _("The machine would play {move}: {deed}"),
    "copied": _("The link is copied."),
    "plot": _("What the engine gave each player after their own moves:"),
    "looking": _("The engine looks at each move …"),
    "nothing_turned": _("No single move gave much away."),
    "best": _("Move {number} was {played}. The engine would think of:"),
    "turned": _("Move {number}: {played}; the engine likes {best} better."),
    "curtain": _("Hand the device to {name}."),
    "curtain_ready": _("I am {name}"),
    "no_connection": _("The connection is gone. Trying again …"),
    "offline": _("You are offline. The table waits for you."),
    "back": _("Back again."),
    "no_way": _("There is no way to this table any more."),
    "title_turn": _("Your turn"),
    "title_other": _("{name} is to move"),
    "no_calls": _("Your browser does not let us call you; its settings can change that."),
    "resign_sure": _("Give the game up?"),
    "checked": _("The deal is true: the seed fits the promise made before the game."),
    "false": _("The deal is not what was promised: seed and promise do not fit."),
    "sealed": _("The seed is shown when the game is over."),
    "unreadable": _("This is no record with a seed and a promise."),
    "no_digest": _("This browser checks only on pages that come by https."),
    "deal_false": _("Seed and promise fit, but the deal does not follow from them."),
}

LEARN = {
    "try": _("Try it"),
    "free": _("This board is yours: play both sides."),
    "finish": _("Finish the turn"),
    "task": _("Your turn: play just that."),
    "right": _("That’s it!"),
    "other": _("A legal move, but not this one. Look again."),
    "again": _("Once more"),
    "whole": _("You have done all {count} of this page. Time for a game!"),
    "done": _("{done} of {count} done"),
    "your_move": _("Player {number} is to move."),
    "player": _("Player {number}"),
    "over": _("The game is over here."),
    "thinking": _("Thinking …"),
    "opened": _("The record is open. Step through it, or play on from any move."),
}

WHERE = {
    "line": _("Line {number}: {why}"),
    "character": _("Character {number}: {why}"),
}

BOARD = {
    "board": _("Board"),
    "choose": _("Which one?"),
    "level": _("Level {number}"),
    "beside": _("Beside the board"),
    "empty": _("empty"),
    "piece": _("{colour} {kind}"),
    "playable": _("can be played"),
}

REFUSALS = {
    # the rules
    "lone_token": _("A lone token may not be taken: {cell}."),
    "no_group": _("Nobody may pass: say which group is taken."),
    "one_group": _("One group is taken in a turn."),
    "no_token": _("There is no token on {cell}."),
    "other_colour": _("The token on {cell} is {there}, not {colour}."),
    "no_colour": _("No {colour} token is joined to the joker on {cell}."),
    "jokers_alone": _("These jokers cannot be taken alone."),
    "just_played": _("The last move was played on location {number}: choose another."),
    "no_piece": _("A turn is one piece on one location."),
    "no_location": _("A turn is one piece on one location."),
    "too_long": _("That is too long."),
    "not_in_stock": _("There is no {colour} piece in your stock."),
    "own_case": _("A piece may not go on a bare case of its own colour."),
    "nowhere_higher": _("There is no higher place for {cell}."),
    "no_support": _("{cell} would float: it needs support beneath."),
    "carries_another": _("The ball on {cell} carries another."),
    "not_yours": _("There is no ball of yours on {cell}."),
    "no_move": _("A turn is compulsory: place or raise a ball."),
    "reserve_empty": _("No ball is left in reserve: raise one."),
    "no_target": _("Say where the ball on {cell} goes."),
    "occupied": _("{cell} is taken already."),
    "not_higher": _("A raised ball goes to a higher level."),
    "must_take_back": _("Take back one or two balls after a square or line."),
    "nothing_earned": _("No square or line was made: no ball is taken back."),
    "two_at_most": _("No more than two balls are taken back."),
    "not_forced": _("{cell} is not a cell to be filled now."),
    "must_fill": _("{cells} must be filled at once."),
    "none_left": _("No cube of that colour is left."),
    "no_cube": _("A turn puts a cube: say its colour."),
    "no_cell": _("Say where the cube goes."),
    "nothing_forced": _("No further cube is to be put."),
    "move": _("This is not how a move is written here."),
    "light_starts": _("Light starts."),
    # what can be set
    "unknown_game": _("There is no such game."),
    "unknown_option": _("{game} has no option {option}."),
    "bad_value": _("{game} has no {option}={value}."),
    "players_of_variant": _("This variant is for another number of players."),
    "colours_of_solo": _("The number of colours is for playing alone."),
    "equal_for_four": _("Four players cannot have an equal deal: choose one by lot."),
    "unknown_level": _("There is no such level."),
    "bad_first": _("There is no such seat."),
    "bad_clock": _("This clock may have from {low} to {high}, not {value}."),
    "bad_seed": _("This cannot be a seed."),
    "bad_salt": _("A salt is printable text without double quotes."),
    "chairs": _("{game} needs {seats} chairs here, not {found}."),
    # people
    "no_name": _("A name needs at least one letter."),
    "bad_link": _("This link is not valid."),
    "old_link": _("This link is too old; make a new one."),
    "banned": _("You are not welcome here any more."),
    "who_are_you": _("Tell your name first."),
    "bad_token": _("This token is not valid."),
    "foreign_page": _("Come from our own page, please."),
    "nobody_there": _("Nobody else sits there."),
    # tables
    "no_table": _("There is no such table."),
    "not_found": _("There is no such page."),
    "no_such_move": _("The game has {moves} moves."),
    "not_started": _("The game has not started: a seat is free."),
    "started": _("The game has started."),
    "still_on": _("The game is still on."),
    "game_over": _("The game is over."),
    "table_closed": _("The table is closed."),
    "table_full": _("Every seat is taken."),
    "seat_taken": _("Seat {player} is taken."),
    "no_such_seat": _("There is no seat {player}."),
    "invitation_only": _("The free seats need an invitation."),
    "used_link": _("This invitation has been used."),
    "bad_invitation": _("This invitation is not for this table."),
    "not_seated": _("Only who sits at this table may do that."),
    "not_your_seat": _("Seat {player} is not yours."),
    "not_your_turn": _("It is not your turn."),
    "stale": _("The table has changed meanwhile; look again."),
    "time_up": _("Your time is up."),
    "no_draws": _("{game} has no draws."),
    "no_offer": _("Nobody offers you a draw."),
    "offered_already": _("A draw is on offer already."),
    "bots_play_on": _("A machine plays on: it takes no draws."),
    "secrets_stay": _("A game with secrets takes no move back."),
    "asked_already": _("You have asked already."),
    "no_question": _("Nobody asks you to take a move back."),
    "somebody_left": _("Somebody has left: no move is taken back."),
    "nothing_to_take_back": _("You have not moved yet."),
    "nobody_away": _("Nobody keeps you waiting."),
    "warn_first": _("Call player {player} first."),
    "too_early": _("Wait {seconds} seconds more, please."),
    "next_game": _("The next game has begun."),
    "left_already": _("You have left this game."),
    "nothing_said": _("Say something."),
    "unknown_phrase": _("There is no such phrase."),
    "no_hints": _("No hints while people play each other."),
    "bad_position": _("This is not a position of the game. {why}"),
    "bad_record": _("This record cannot be read. {why}"),
    "being_played": _("You are playing this with somebody."),
    # trouble
    "malformed": _("The server did not understand the page."),
    "wrong_method": _("That cannot be done here."),
    "broken": _("That broke something on our side."),
    "busy": _("Too much happens at this table; please try again."),
    "room_full": _("Too many people watch this table."),
    "too_many": _("There are too many connections."),
    "too_often": _("That was too much at once; please wait."),
    "hello_again": _("We have met."),
    "hello_first": _("The server did not understand the page."),
}

GROUPS: Mapping[str, Mapping[str, str]] = {
    "levels": LEVELS,
    "options": OPTIONS,
    "values": VALUES,
    "colours": COLOURS,
    "pieces": PIECES,
    "reasons": REASONS,
    "figures": FIGURES,
    "phrases": PHRASES,
    "events": EVENTS,
    "deeds": DEEDS,
    "table": TABLE,
    "learn": LEARN,
    "where": WHERE,
    "board": BOARD,
    "refusals": REFUSALS,
}


def said(language: str, group: str, code: str, **parameters: Any) -> str:
    """A code in words; one without words speaks for itself."""
    words = GROUPS[group].get(code)
    if words is None:
        return code.replace("_", " ")
    return catalogue(language).gettext(words).format_map(_Known(parameters))


def spoken(language: str, *groups: str) -> dict[str, dict[str, str]]:
    """Groups of words in a language, for the scripts of a page."""
    gettext = catalogue(language).gettext
    return {
        group: {code: gettext(words) for code, words in GROUPS[group].items()} for group in groups
    }


def explained(language: str, error: SommetError) -> str:
    """What is wrong with a text, in a language: where, and why.

    Texts of positions and records have too many ways to be wrong for codes of their own here: the
    English sentence of the error is what catalogues translate.
    """
    parameters = dict(error.parameters)
    behind = error.__context__
    if "why" in parameters and isinstance(behind, SommetError):
        parameters["why"] = explained(language, behind)
    if not isinstance(error, TextError):
        words = said(language, "refusals", error.code, **parameters)
        return f"{words} ({error.clause})" if isinstance(error, IllegalMove) else words
    why = catalogue(language).gettext(error.words).format(**parameters)
    if error.line is not None:
        return said(language, "where", "line", number=error.line, why=why)
    if error.at is not None:
        return said(language, "where", "character", number=error.at + 1, why=why)
    return why


class _Known(dict[str, Any]):
    """A parameter that is not known stays as it is written."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"
