"""The notebooks of the examples run from their first cell to their last, and print on paper."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore")  # of what runs notebooks, about itself
def test_a_notebook_runs_and_its_boards_are_pictures_in_an_exported_page(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "it is kept without results"
    NotebookClient(notebook, timeout=600, store_widget_state=False).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    boards = [
        output
        for output in outputs
        if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    ]
    assert boards, "there is a board to play on"
    page, _ = HTMLExporter().from_notebook_node(notebook)
    pictures = sum("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert page.count("data:image/svg+xml") >= pictures >= len(boards)
    assert "widget-view+json" not in page, "nothing there waits for another host"


def test_there_are_three_of_them() -> None:
    assert [file.stem for file in NOTEBOOKS] == [
        "analysing-a-game",
        "first-steps",
        "solving-something-small",
    ]
