"""The example notebooks run from start to end and can be exported."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
@pytest.mark.filterwarnings("ignore")  # warnings of the notebook runner about itself
def test_a_notebook_runs_and_its_boards_are_exported_as_pictures(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), (
        "notebooks are stored without outputs"
    )
    NotebookClient(notebook, timeout=600, store_widget_state=False).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    boards = [
        output
        for output in outputs
        if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    ]
    assert boards, "the notebook has a board"
    page, _ = HTMLExporter().from_notebook_node(notebook)
    pictures = sum("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert page.count("data:image/svg+xml") >= pictures >= len(boards)
    assert "widget-view+json" not in page, "the exported page needs no widget scripts"


def test_there_are_three_notebooks() -> None:
    assert [file.stem for file in NOTEBOOKS] == [
        "analysing-a-game",
        "first-steps",
        "solving-something-small",
    ]
