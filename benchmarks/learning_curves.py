"""Charts of the two example learners: `python -m benchmarks.learning_curves cpu.json gpu.json`.

The files are written by `examples/learner.py --curve` and `examples/learner_gpu.py --curve`; the
charts go to docs/pictures.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.charts import Point, chart

PICTURES = Path(__file__).parents[1] / "docs/pictures"


def curve(file: Path, across: str) -> list[Point]:
    """The share of wins against one of the recorded figures."""
    return [(point[across], point["rate"]) for point in json.loads(file.read_text("utf-8"))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cpu", type=Path)
    parser.add_argument("gpu", type=Path)
    arguments = parser.parse_args()
    for name, file, across, against in (
        ("cpu", arguments.cpu, "rounds", "random play"),
        ("gpu", arguments.gpu, "seconds", "gentle"),
    ):
        points = curve(file, across)
        picture = chart(
            {f"against {against}": points},
            f"Trièdre, learnt on a {name.upper()}",
            across,
            "won",
            most=(points[-1][0], 1.0),
        )
        (PICTURES / f"learner-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
