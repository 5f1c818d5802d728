// Plays whole games in Pyodide: node pyodide.mjs FOLDER MODULE GAMES, where FOLDER is what `make browser`
// wrote, MODULE is the file of whole_games, and GAMES is JSON. Prints the messages of each game and how
// many seconds each part of the start took.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, module, games] = process.argv.slice(2);
const runtime = JSON.parse(readFileSync(join(folder, "runtime.json"), "utf8"));
const content = (name) => new Uint8Array(readFileSync(join(folder, name)));
const seconds = {};
let began = performance.now();
const lap = (part) => {
  seconds[part] = (performance.now() - began) / 1000;
  began = performance.now();
};

const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), runtime.pyodide, "pyodide.mjs")).href);
const pyodide = await loadPyodide();
lap("Pyodide");
pyodide.unpackArchive(content(runtime.msgspec), "wheel");
pyodide.unpackArchive(content(runtime.sommet), "zip", { extractDir: "/sommet" });
pyodide.FS.writeFile("/sommet/whole_games.py", new Uint8Array(readFileSync(module)));
pyodide.runPython("import sys; sys.path.insert(0, '/sommet'); import msgspec");
lap("msgspec");
pyodide.runPython("from whole_games import whole_game");
lap("sommet");
const whole = pyodide.runPython("import json; lambda text: json.dumps([whole_game(*each) for each in json.loads(text)])");
const first = pyodide.runPython(`
from sommet.tables.local_table import LocalTable
from sommet.wire.setup import Setup
lambda game: len(LocalTable.open(Setup(game)).receive('{"kind": "hello"}'))
`);
first(JSON.parse(games)[0][0]);
lap("first table");
const messages = JSON.parse(whole(games));
lap("whole games");
process.stdout.write(JSON.stringify({ seconds, messages }));
