// What stands in the page as text: packed by Sources/web/Pack/pack.c, and the packed bytes written in characters, 63 bits
// in four, by Sources/web/Pack/units.c. What unpacks, Sources/web/Pack/unpack.c and this, the browser can unpack by itself.
// The engine takes longest: so two workers unpack it, one what its instructions do, and the other what they take, as far
// as it has heard of the first.

// Unpacks one thing, step by step: each method gives the bytes that it has. It is made anew for each thing, because it
// keeps all memory that it has ever taken.
class Unpacker {
  constructor(module) { this.ready = WebAssembly.instantiate(module).then(({ exports }) => { this.exports = exports; }); }

  at(place, size) { return new Uint8Array(this.exports.memory.buffer, place, size); }

  // Characters in the memory of the unpacker.
  put(text) {
    const place = this.exports.allocate(text.length * 2), units = new Uint16Array(this.exports.memory.buffer, place, text.length);
    for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
    return place;
  }

  *text({ text, size }) { yield this.at(this.exports.unpack_text(this.put(text), size), size); }

  // All operations of the engine, part by part, and then what stands behind its functions.
  *operations({ text, size, ending, parts }) {
    const all = this.exports.begin_operations(this.put(text), parts.at(-1).operations, size - ending);
    let first = 0;
    for (const { operations } of parts) {
      this.exports.unpack_operations(first, operations);
      yield this.at(all + first, operations - first);
      first = operations;
    }
    yield this.at(this.exports.unpack_ending(size - ending), size - ending);
  }

  // The engine up to where its functions end. Operations come with `more`, part by part.
  *functions({ text, ending, parts }) {
    this.all = this.exports.begin_functions(this.put(text), parts.at(-1).operations, ending);
    Object.assign(this, { ending, parts, count: 0 });
  }

  *more({ operations }) {
    const [last, next] = [this.parts[this.count - 1] ?? { functions: 0, operations: 0 }, this.parts[this.count++]];
    this.at(this.all + last.operations, operations.length).set(operations);
    const place = this.exports.unpack_functions(last.functions, next.functions);
    if (this.count === this.parts.length) yield this.at(place, this.ending);
  }
}

// The whole of a worker, which is made from its own text and that of the unpacker: it does one thing after another.
function workerOfUnpacker(Unpacker) {
  let unpacker, last = Promise.resolve();
  const answer = async ({ module, step, ...what }) => {
    unpacker ??= new Unpacker(module);
    await unpacker.ready;
    for (const bytes of unpacker[step](what)) self.postMessage(bytes.slice());
  };
  self.onmessage = ({ data }) => { last = last.then(() => answer(data)).catch((error) => self.postMessage({ error: String(error) })); };
}

// Begins a step in a worker of its own, and tells of all bytes that come. What does not end well is told as well.
function unpackBeside(message, hear, fail) {
  const url = URL.createObjectURL(new Blob([`(${workerOfUnpacker})(${Unpacker})`], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = ({ data }) => { if (data.error) fail(new Error(data.error)); else hear(data, worker); };
  worker.onerror = () => fail(new Error("the worker does not begin"));
  worker.postMessage(message);
  return worker;
}

let unpackerModule;

// What is to be unpacked from an element.
async function heldIn(element) {
  const module = await (unpackerModule ??= unzipped("unpacker").then(WebAssembly.compile));
  return { module, text: element.textContent, size: Number(element.dataset.size) };
}

// Comes when one of the engine's workers has nothing more to do: what is less urgent takes its processor.
let tellOfRoom;
const room = new Promise((resolve) => { tellOfRoom = resolve; });

// A text in a worker, so that the page can do something else meanwhile.
async function unpacked(id) {
  await room;
  const message = { ...await heldIn(document.getElementById(id)), step: "text" };
  return new Promise((resolve, reject) => {
    unpackBeside(message, (bytes, worker) => { worker.terminate(); resolve(bytes); }, reject);
  });
}

async function unpackedEngine() {
  const { children: [operations, functions], dataset } = document.getElementById("engine-bytes");
  const parts = dataset.parts.split(" ").map((part) => part.split(":").map(Number)).map(([functions, operations]) => ({ functions, operations }));
  const message = { ending: Number(dataset.ending), parts };
  const engine = new Uint8Array(Number(dataset.size));
  const [first, second] = [await heldIn(operations), await heldIn(functions)];
  await new Promise((resolve, reject) => {
    let [heard, missing] = [0, 2];
    const take = (bytes, place, worker) => {
      engine.set(bytes, place);
      worker.terminate();
      tellOfRoom();
      if (--missing === 0) resolve();
    };
    const other = unpackBeside({ ...second, ...message, step: "functions" }, (bytes, worker) => take(bytes, 0, worker), reject);
    unpackBeside({ ...first, ...message, size: engine.length, step: "operations" }, (bytes, worker) => {
      if (heard++ < parts.length) other.postMessage({ step: "more", operations: bytes });
      else take(bytes, message.ending, worker);
    }, reject);
  });
  return engine;
}

// What the page shows, and its scripts, which run as soon as they are put into it. A report has its scenarios behind
// all else: so that comes first.
async function openPage() {
  const held = await heldIn(document.getElementById("contents"));
  const unpacker = new Unpacker(held.module);
  await unpacker.ready;
  const [bytes] = unpacker.text(held);
  const text = new TextDecoder().decode(bytes);
  if (document.readyState === "loading") {
    await new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });
  }
  document.body.prepend(document.createRange().createContextualFragment(text));
}

openPage().catch(closePage);
