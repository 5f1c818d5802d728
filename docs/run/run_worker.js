/** Runs the blocks of a page in the Python that plays in a browser. */

/** What the page sends: first where Python is, then blocks.
 * @typedef {{ base: string } | { block: number, code: string }} Question */
/** What the page receives: what a block prints, and that it's done.
 * @typedef {{ block: number, text?: string, done?: boolean }} Answer */

/** @type {Promise<any>} */
let loading;
/** The block that runs. */
let current = 0;

/** @param {Answer} answer */
const tell = (answer) => postMessage(answer);

/** @param {string} base the address of the folder with Pyodide, msgspec and Sommet */
async function loadPython(base) {
  const runtime = await (await fetch(`${base}runtime.json`)).json();
  const folder = `${base}${runtime.pyodide}/`;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: folder });
  const content = (/** @type {string} */ name) => fetch(base + name).then((answer) => answer.arrayBuffer());
  python.unpackArchive(await content(runtime.msgspec), "wheel");
  python.unpackArchive(await content(runtime.sommet), "zip", { extractDir: "/sommet" });
  python.runPython("import sys; sys.path.insert(0, '/sommet')");
  python.setStdout({ batched: (/** @type {string} */ line) => tell({ block: current, text: `${line}\n` }) });
  return python;
}

/** @param {number} block @param {string} code */
async function run(block, code) {
  try {
    const python = await loading;
    current = block;
    python.runPython(code);
    tell({ block, done: true });
  } catch (error) {
    tell({ block, text: String(error), done: true });
  }
}

onmessage = ({ data }) => {
  /** @type {Question} */
  const question = data;
  if ("base" in question) loading = loadPython(question.base);
  else run(question.block, question.code);
};

export {};
