"""Charts of the example learners: `python -m benchmarks.learning_curves cpu.json`.

The file is written by `examples/learner.py --curve`. What the policies of `examples/learner_gpu.py`
won is in `learner_gpu.json`, the curve of `examples/maskable_ppo.py` in `maskable_ppo.json`. The
charts go to docs/pictures.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import sommet
from benchmarks.charts import Point, chart

GPU = Path(__file__).with_name("learner_gpu.json")
SOLO = Path(__file__).with_name("maskable_ppo.json")
PICTURES = Path(__file__).parents[1] / "docs/pictures"


def cpu_chart(file: Path) -> str:
    """The share won against random play, by rounds."""
    points = [(point["rounds"], point["rate"]) for point in json.loads(file.read_text("utf-8"))]
    return chart(
        {"against random play": points},
        "Trièdre, learnt on a CPU",
        "rounds",
        "won",
        most=(points[-1][0], 1.0),
    )


def gpu_chart() -> str:
    """The share won against `gentle` in each game, by seconds; in Pylos also against `club`."""
    curves: dict[str, list[Point]] = {}
    for name, points in json.loads(GPU.read_text("utf-8")).items():
        for level in ("gentle", "club"):
            found = [(point["seconds"], point[level]) for point in points if level in point]
            if len(found) > 1:
                game = sommet.game(name).name
                curves[game if level == "gentle" else f"{game}, {level}"] = found
    longest = max(seconds for points in curves.values() for seconds, _ in points)
    return chart(curves, "Learnt on a GPU, against gentle", "seconds", "won", most=(longest, 1.0))


def solo_chart() -> str:
    """The tokens left in Color Pop alone, by thousands of steps."""
    recorded = json.loads(SOLO.read_text("utf-8"))
    points = [(point["steps"] / 1000, point["left"]) for point in recorded]
    most = (points[-1][0], max(left for _, left in points))
    title = "Color Pop alone, MaskablePPO"
    return chart({"left": points}, title, "thousand steps", "tokens left", most=most)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cpu", type=Path, nargs="?", help="without it, the other charts only")
    asked = parser.parse_args()
    pictures = {"gpu": gpu_chart(), "solo": solo_chart()}
    if asked.cpu:
        pictures["cpu"] = cpu_chart(asked.cpu)
    for name, picture in pictures.items():
        (PICTURES / f"learner-{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
