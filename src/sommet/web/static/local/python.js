/** Loads Python for the worker: Pyodide, msgspec and Sommet, from the folder that `make browser` writes. */

/** What `runtime.json` says. @typedef {{ pyodide: string, msgspec: string, sommet: string,
 *   levels: Record<string, string[]>, sizes: Record<string, number>, data: Record<string, string> }} Runtime */

/** Python, as far as the worker uses it. @typedef {{ runPython: (code: string) => any,
 *   unpackArchive: (content: ArrayBuffer, format: string, options?: object) => void,
 *   FS: { mkdirTree: (path: string) => void, writeFile: (path: string, content: Uint8Array) => void } }} Python */

/** Where Python has the games. */
const GAMES = "/sommet/sommet/games";
const START = `
import sys
sys.path.insert(0, "/sommet")
from sommet.local import requests
from sommet.local.host import LocalHost
lambda language, files: (LocalHost(language, files.to_py()), requests.receive)
`;

/** Count the bytes that arrive, here and in Pyodide's own requests.
 * @param {(bytes: number) => void} add */
function countBytes(add) {
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (!answer.ok) throw new Error(`${answer.status}: ${answer.url}`);
    const counted = new TransformStream({
      transform(chunk, stream) {
        add(chunk.length);
        stream.enqueue(chunk);
      },
    });
    return new Response(answer.body?.pipeThrough(counted), { headers: answer.headers });
  };
}

/** @param {string} base the address of the folder
 * @param {(part: number) => void} progress called with the part that has arrived, from 0 to 1
 * @returns {Promise<{ create: (language: string) => any, loadFile: (name: string) => Promise<void> }>}
 *   what creates a host for a language, and loads a file that the host asks for */
export async function loadPython(base, progress) {
  /** @type {Runtime} */
  const runtime = await (await fetch(`${base}runtime.json`, { cache: "no-cache" })).json();
  const total = Object.values(runtime.sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  countBytes((bytes) => {
    loaded += bytes;
    progress(Math.min(1, loaded / total));
  });
  const folder = `${base}${runtime.pyodide}/`;
  const content = (/** @type {string} */ name) => fetch(base + name).then((answer) => answer.arrayBuffer());
  const [python, msgspec, sommet] = await Promise.all([
    import(`${folder}pyodide.mjs`).then(({ loadPyodide }) => loadPyodide({ indexURL: folder })),
    content(runtime.msgspec), content(runtime.sommet),
  ]);
  python.unpackArchive(msgspec, "wheel");
  python.unpackArchive(sommet, "zip", { extractDir: "/sommet" });
  const create = python.runPython(START);
  return {
    create: (language) => create(language, Object.keys(runtime.data)),
    loadFile: async (name) => {
      const path = `${GAMES}/${name}`;
      const file = new Uint8Array(await content(runtime.data[name]));
      python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      python.FS.writeFile(path, file);
    },
  };
}
