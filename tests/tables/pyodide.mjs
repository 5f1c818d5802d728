// Calls a Python function in Pyodide: node pyodide.mjs FOLDER MODULE CALLS, where FOLDER is what `make
// browser` wrote, MODULE is a file with a function of the same name in the singular, and CALLS is JSON: a
// list of arguments for each call. Prints the results and how many seconds each part took.

import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, module, calls] = process.argv.slice(2);
const name = basename(module, ".py");
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
for (const [path, file] of Object.entries(runtime.data)) {
  const target = `/sommet/sommet/games/${path}`;
  pyodide.FS.mkdirTree(target.slice(0, target.lastIndexOf("/")));
  pyodide.FS.writeFile(target, content(file));
}
pyodide.FS.writeFile(`/sommet/${name}.py`, new Uint8Array(readFileSync(module)));
pyodide.runPython("import sys; sys.path.insert(0, '/sommet'); import msgspec");
lap("msgspec");
pyodide.runPython(`import json; from ${name} import ${name.slice(0, -1)} as called`);
lap("sommet");
const call = pyodide.runPython("lambda text: json.dumps(called(*json.loads(text)))");
const results = JSON.parse(calls).map((given) => {
  const found = JSON.parse(call(JSON.stringify(given)));
  lap(JSON.stringify(given));
  return found;
});
process.stdout.write(JSON.stringify({ seconds, results }));
