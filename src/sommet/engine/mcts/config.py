"""Configurations of the tree search."""

from __future__ import annotations

from dataclasses import dataclass, replace

__all__ = ["PLAIN", "ROLE_AWARE", "SEARCH_CONFIGS", "WITH_NETWORK", "SearchConfig"]


@dataclass(frozen=True)
class SearchConfig:
    """The parameters of a search. In games without hidden information only `exploration`,
    `playout_candidates`, `prior_weight` and `network_exploration` matter."""

    use_roles: bool
    """Whether each seat plays for what it holds, rather than for the average of what it may
    hold."""
    inference_simulations: int
    """Most simulations per role for inferring roles from one past move; 0 disables inference."""
    exploration: float
    """The exploration constant of UCB1."""
    playout_candidates: int
    """Random turns from which each turn of a playout is chosen by evaluation."""
    prior_weight: float
    """The weight of a step's static evaluation, which fades with its visits."""
    network_exploration: float
    """The exploration constant where a value network evaluates leaves; 0 disables networks."""
    concealment: float
    """By how much less than the best, as a share, a move may have been visited and still be played
    because it reveals less about the searcher's role; 0: always the best move."""


PLAIN = SearchConfig(
    use_roles=False,
    inference_simulations=0,
    exploration=0.5,
    playout_candidates=1,
    prior_weight=0.0,
    network_exploration=0.0,
    concealment=0.0,
)
"""One tree for all worlds, all equally likely, with random playouts."""
ROLE_AWARE = SearchConfig(
    use_roles=True,
    inference_simulations=8000,
    exploration=0.5,
    playout_candidates=4,
    prior_weight=0.1,
    network_exploration=0.0,
    concealment=0.2,
)
"""The strongest measured configuration with playouts."""
WITH_NETWORK = replace(ROLE_AWARE, network_exploration=0.3)
"""The strongest measured configuration."""

SEARCH_CONFIGS = {
    "plain": PLAIN,
    "role_aware": ROLE_AWARE,
    "no_inference": replace(ROLE_AWARE, inference_simulations=0),
    "network": WITH_NETWORK,
    "network_no_inference": replace(WITH_NETWORK, inference_simulations=0),
    "network_no_roles": replace(WITH_NETWORK, use_roles=False),
    "network_no_concealment": replace(WITH_NETWORK, concealment=0.0),
}
"""The configurations by the names that level definitions use."""
