/**
 * Bundles the scripts and styles of the page and of the notebook's board: `make bundle`.
 *
 *     node scripts/bundle.mjs [DIR]
 *
 * The output is checked in, so that a clone works without npm. The manifest has the digest of every
 * source: if one has changed since, the server sends the sources instead.
 */

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const esbuild = createRequire(join(root, ".venv", "any.js"))("esbuild");
const sources = join(root, "src", "sommet");
const output = resolve(process.argv[2] ?? sources);
const common = {
  absWorkingDir: sources, bundle: true, minify: true, format: "esm", charset: "utf8", metafile: true,
};

/** The entry points: what the templates name. */
function named() {
  const templates = join(sources, "web", "templates");
  const text = readdirSync(templates).map((name) => readFileSync(join(templates, name), "utf8"));
  const found = text.join().matchAll(/[\w/]*\b(page\/\w+\.js|\w+\.css)"/g);
  return [...new Set([...found].map(([, name]) => `web/static/${name}`))].sort();
}

const folder = join(output, "web", "bundle");
rmSync(folder, { recursive: true, force: true });
const page = await esbuild.build({
  ...common,
  // Tests show results of long games; pages start the worker.
  entryPoints: [...named(), "web/static/page/result.js", "web/static/local/worker.js"],
  outbase: "web/static",
  outdir: folder,
  splitting: true,
  chunkNames: "page/[hash]",
  external: ["*.svg"],
});
const widget = await esbuild.build({
  ...common,
  entryPoints: ["notebook/widget.js", "notebook/widget.css"],
  outdir: join(output, "notebook", "bundle"),
  loader: { ".svg": "dataurl" },
});

/** Every script that a script imports, directly or not. */
function imports(name, found = new Set()) {
  for (const { path } of page.metafile.outputs[name].imports) {
    if (path.endsWith(".js") && !found.has(path)) imports(path, found.add(path));
  }
  return found;
}

const local = (name) => relative(folder, join(sources, name));
const scripts = Object.entries(page.metafile.outputs).filter(([, made]) => made.entryPoint?.endsWith(".js"));
const inputs = Object.keys({ ...page.metafile.inputs, ...widget.metafile.inputs }).sort();
const digest = (name) => createHash("sha256").update(readFileSync(join(sources, name))).digest("hex");
const manifest = {
  imports: Object.fromEntries(scripts.map(([name]) => [local(name), [...imports(name)].map(local)])),
  sources: Object.fromEntries(inputs.map((name) => [name, digest(name)])),
};
writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
