// Whether what is packed in the page comes out as it was: node packed.mjs FOLDER CLONE
// FOLDER has autowait.html and engine.wasm, CLONE the scenarios.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, clone] = process.argv.slice(2);
const page = readFileSync(join(folder, "autowait.html"), "utf16le");
const own = (name) => readFileSync(new URL(`../Page/${name}.js`, import.meta.url), "utf8");
function fail(words) {
  console.log(`FAIL packed: ${words}`);
  process.exit(1);
}
// What HTML changes within <script>, and UTF-16: https://html.spec.whatwg.org/multipage/parsing.html#script-data-state
const isPlain = page[0] === "\uFEFF" && !/[\0\r\uD800-\uDFFF]/.test(page);
if (!isPlain) fail("the page has characters that HTML takes for others");

// As much of a document as unpacking needs: its elements by their id, and those within the engine's.
const attributes = (text) => Object.fromEntries([...text.matchAll(/ data-(\w+)="([\w: ]+)"/g)].map((found) => found.slice(1)));
const elements = (text) => [...text.matchAll(/<script type="text\/plain"([^>]*)>([^<]*)<\/script>/g)]
  .map(([, names, textContent]) => ({ names, dataset: attributes(names), textContent }));
const document = {
  getElementById(id) {
    const found = elements(page).find(({ names }) => names.includes(` id="${id}"`));
    if (found) return found;
    const held = page.match(new RegExp(`<div id="${id}"([^>]*)>([^]*?)</div>`));
    if (!held) fail(`there is no ${id}`);
    return { dataset: attributes(held[1]), children: elements(held[2]) };
  },
};
// And as much of a worker, by the text that it is made of.
class Worker {
  constructor({ text }) {
    this.self = { postMessage: (data) => queueMicrotask(() => this.onmessage({ data })) };
    new Function("self", text)(this.self);
  }

  postMessage(data) { queueMicrotask(() => this.self.onmessage({ data })); }

  terminate() {}
}
const URLs = { createObjectURL: (blob) => blob, revokeObjectURL() {} };
class Texts extends Blob {
  constructor(parts, options) { super(parts, options); [this.text] = parts; }
}
// The scripts without what begins all.
const idle = (name, beginning) => own(name).split(`\n${beginning}`)[0];
const scripts = [idle("open", 'unzipped("unpacking")'), idle("unpack", "openPage()"), own("gallery")].join("\n");
const body = `${scripts} return { unzipped, unpacked, unpackedEngine, gallery };`;
const parts = new Function("document", "Worker", "URL", "Blob", body)(document, Worker, URLs, Texts);

const since = performance.now();
const engine = await parts.unpackedEngine();
const took = Math.round(performance.now() - since);
if (Buffer.compare(Buffer.from(engine), readFileSync(join(folder, "engine.wasm"))) !== 0) fail("the engine is another");
const contents = new TextDecoder().decode(await parts.unpacked("contents"));
const unpacking = new TextDecoder().decode(await parts.unzipped("unpacking"));
for (const name of ["engine", "gallery", "main", "unpack"]) {
  const bare = own(name).replace(/^ *\/\/ .*\n/gm, "");
  if (!contents.includes(bare) && unpacking !== bare) fail(`${name}.js is another`);
}
await parts.gallery.load();
const { files, scenarios } = parts.gallery;
for (const { path, text } of files) if (text !== readFileSync(join(clone, path), "utf8")) fail(`${path} is another`);
if (scenarios.length < 100) fail(`the gallery has ${scenarios.length} scenarios`);
console.log(`packed: ${files.length} files and the engine come out as they were, the engine after ${took} ms`);
