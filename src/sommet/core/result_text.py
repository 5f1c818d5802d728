"""Players and results in words: who won, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sommet.core.game import Game
from sommet.core.i18n import english_texts, group, join_names, translate
from sommet.core.outcome import Outcome

__all__ = ["headline", "reason", "result", "seat_name"]


def seat_name(game: Game[Any], seat: int, language: str = "en") -> str:
    """The game's name for a player: Light, Dark, Player 3."""
    names = group(language, "seats", game.id)
    return names.get(str(seat + 1), names["player"]).format(number=seat + 1)


def headline(
    game: Game[Any], outcome: Outcome, name: Callable[[int], str], language: str = "en"
) -> str:
    """A sentence that says who won."""
    names = [name(seat) for seat in outcome.winners]
    return translate(language, "results", result(game, outcome), names=join_names(names, language))


def result(game: Game[Any], outcome: Outcome) -> str:
    """The code of a result: `wins`, `win` (a team), `share`, `draw` or `lost`."""
    winners = outcome.winners
    if not winners:
        return "lost"
    if len(winners) == 1:
        return "wins"
    if len(winners) == game.seats and game.draws:
        return "draw"
    return "win" if winners in game.sides else "share"


def reason(
    game: Game[Any], outcome: Outcome, name: Callable[[int], str], language: str = "en"
) -> str:
    """A sentence that says why the game is over. A reason may have variants by the figure that
    decided (`reason.figure`). In the text, a figure's name stands for the winners' value and `won`
    for the number of figures they won; its plural may depend on these, or on how many people the
    parameters `winners`, `losers` and `leavers` name."""
    texts = english_texts("reasons", game.id)
    code = str(outcome.reason)
    shared = "shared" if result(game, outcome) == "share" else ""
    by_figure = f"{code}.{outcome.decided or shared}"
    code = by_figure if by_figure in texts else code
    losers = [seat for seat in range(game.seats) if seat not in outcome.winners]
    people = {"winners": outcome.winners, "losers": losers, "leavers": outcome.leavers}
    listed = {role: join_names([*map(name, seats)], language) for role, seats in people.items()}
    won = sum(seat in outcome.winners for _, seat in game.figure_winners(outcome))
    numbers = {"won": won} | {
        figure: values[seat] for seat in outcome.winners[:1] for figure, values in outcome.figures
    }
    return translate(
        language,
        "reasons",
        code,
        game=game.id,
        counts=numbers | {role: len(seats) for role, seats in people.items()},
        **listed,
        **numbers,
    )
