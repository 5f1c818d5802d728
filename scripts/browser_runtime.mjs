/**
 * Compiles the Python files of zip files in Pyodide, so that a browser needn't:
 *
 *     node scripts/browser_runtime.mjs FOLDER WHEEL SOMMET ZIP…
 *
 * FOLDER is that of the npm package, WHEEL is msgspec's, SOMMET is one of the zips, which are replaced.
 * Prints the levels that each game has there, as JSON.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
import io, marshal, py_compile, sys, zipfile
from importlib import _bootstrap_external as files, util

def compiled(name, source):
    code = compile(source, "/" + name, "exec", dont_inherit=True, optimize=2)
    return bytes(files._code_to_hash_pyc(code, util.source_hash(source), checked=False))

def compile_zip(content):
    made = io.BytesIO()
    with (zipfile.ZipFile(io.BytesIO(content.to_py())) as old,
          zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new):
        for entry in old.infolist():
            data, name = old.read(entry), entry.filename
            if name.endswith(".py"):
                name, data = name + "c", compiled(name, data)
            new.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return made.getbuffer()
compile_zip
`;
const LEVELS = `
import sys, json
sys.path.insert(0, "/sommet")
import sommet
json.dumps({name: list(sommet.levels(name)) for name in sommet.names()})
`;

const [folder, wheel, sommet, ...zips] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), "pyodide.mjs")).href);
const pyodide = await loadPyodide();
const compileZip = pyodide.runPython(COMPILE);
for (const zip of [sommet, ...zips]) {
  const made = compileZip(new Uint8Array(readFileSync(zip)));
  writeFileSync(zip, made.getBuffer("u8").data);
}
pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
pyodide.unpackArchive(new Uint8Array(readFileSync(sommet)), "zip", { extractDir: "/sommet" });
process.stdout.write(pyodide.runPython(LEVELS));
