/**
 * Makes the Python of a page of the docs runnable, where the site has what plays in a browser.
 *
 * The blocks share their variables, so a block runs after those above it.
 */

/** @import { Answer } from "./run_worker.js" */

/** The folder that `make browser` writes, next to that of the docs. */
const BASE = new URL("../../browser/", import.meta.url).href;
const blocks = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("div.highlight-python")]);
/** What each block prints. @type {HTMLElement[]} */
const outputs = [];

/** @type {Worker|undefined} */
let worker;
/** How many blocks have been sent to the worker. */
let sent = 0;

/** @param {Answer} answer */
function show({ block, text, done }) {
  const output = outputs[block];
  if (text) output.textContent += text;
  if (!done) return;
  output.removeAttribute("aria-busy");
  if (!output.textContent) output.textContent = "No output.";
}

/** The worker, started for the first block. */
function pythonWorker() {
  if (worker) return worker;
  worker = new Worker(new URL("run_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => show(data);
  worker.postMessage({ base: BASE });
  return worker;
}

/** Run a block, after those above it that haven't run. @param {number} last */
function run(last) {
  for (let index = Math.min(sent, last); index <= last; index += 1) {
    outputs[index].textContent = "";
    outputs[index].hidden = false;
    outputs[index].setAttribute("aria-busy", "true");
    pythonWorker().postMessage({ block: index, code: blocks[index].textContent });
  }
  sent = Math.max(sent, last + 1);
}

/** @param {HTMLElement} block @param {number} index */
function addButton(block, index) {
  const [button, output] = [document.createElement("button"), document.createElement("pre")];
  button.type = "button";
  button.className = "run-button";
  button.textContent = "Run";
  button.addEventListener("click", () => run(index));
  output.className = "run-output";
  output.setAttribute("role", "status");
  output.hidden = true;
  outputs.push(output);
  block.after(button, output);
}

const found = await fetch(`${BASE}runtime.json`).catch(() => null);
if (found?.ok) blocks.forEach(addButton);
