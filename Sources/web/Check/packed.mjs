// Whether what is packed in the page comes out as it was: node packed.mjs FOLDER CLONE TOOLS
// FOLDER has autowait.html and engine.wasm, CLONE the scenarios, TOOLS what packs.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [folder, clone, tools] = process.argv.slice(2);
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
const body = `${scripts} return { unzipped, unpacked, unpackedEngine, gallery, Unpacker };`;
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

// A text whose tree has as many lines of nodes as any: 110 symbols come eight times as often as 144 others.
const drawn = [...Array(254).keys()].flatMap((symbol) => Array(symbol < 110 ? 8 : 1).fill(symbol));
const wide = Uint8Array.from({ length: 4096 }, (_, place) => drawn[place * 389 % drawn.length]);
execFileSync(join(tools, "pack"), ["text", join(tools, "packed")], { input: wide });
const text = execFileSync(join(tools, "units"), ["bytes"], { input: readFileSync(join(tools, "packed")) }).toString("utf16le");
const unpacker = new parts.Unpacker(await WebAssembly.compile(await parts.unzipped("unpacker")));
await unpacker.ready;
const [bytes] = unpacker.text({ text, size: wide.length });
if (Buffer.compare(bytes, wide) !== 0) fail("a text with the widest of trees is another");

// What was written anew once stays as it is.
const recast = (input) => spawnSync(join(tools, "recast"), { input, maxBuffer: 1 << 26 });
if (Buffer.compare(recast(engine).stdout, Buffer.from(engine)) !== 0) fail("the engine can be written anew");

// Modules with a section of types that has fewer bytes than a type in it, and one of functions, of a type that no module has.
const header = [0, 97, 115, 109, 1, 0, 0, 0], many = [255, 255, 255, 127];
for (const sections of [[1, 6, 1, 96, ...many], [1, 1, 1], [1, 4, 1, 96, 0, 0, 3, 5, 1, ...many, 10, 4, 1, 2, 0, 11]]) {
  const files = ["operations", "functions"].map((name) => join(tools, name));
  const input = Uint8Array.from([...header, ...sections]);
  for (const { status, stderr } of [recast(input), spawnSync(join(tools, "pack"), ["module", ...files], { input })]) {
    if (status !== 1 || !/^(pack|recast): .*\n$/.test(stderr)) fail(`a damaged module is not refused: ${sections}`);
  }
}
console.log(`packed: ${files.length} files and the engine come out as they were, the engine after ${took} ms`);
