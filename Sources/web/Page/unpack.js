// What stands in the page as text: packed with LZMA, or with gzip where the page was built without xz, and the packed
// bytes written in characters, 63 bits in four, by Sources/web/Pack/units.c. The element that holds the text says which
// of the two it is, how many bytes it holds, and how many come out. Of the page only this is not packed, and what
// unpacks: Sources/web/Pack/unpack.c.

// The bytes of the unpacker itself, which reads all others faster.
function heldBytes({ textContent: text, dataset }) {
  const digit = (place) => {
    let unit = text.charCodeAt(place);
    if (unit >= 0xE000) unit -= 0x800;
    return BigInt(unit - (unit > 60) - (unit > 13) - (unit > 10) - 1);
  };
  const bytes = [];
  let [bits, left] = [0n, 0n];
  for (let place = 0; place < text.length; place += 4) {
    const group = [3, 2, 1, 0].reduce((sum, index) => sum * 63484n + digit(place + index), 0n);
    bits = (bits & ((1n << left) - 1n)) << 63n | group;
    for (left += 63n; left >= 8n; bytes.push(Number(bits >> left & 255n))) left -= 8n;
  }
  return new Uint8Array(bytes).subarray(0, Number(dataset.bytes));
}

// Bytes in the memory of an unpacker, and the bytes that it makes of them. It is made anew for each thing that is
// unpacked, because it keeps all memory that it has ever taken.
class Unpacker {
  static async begin() {
    Unpacker.module ??= WebAssembly.compile(heldBytes(document.getElementById("unpacker")));
    const unpacker = new Unpacker();
    unpacker.exports = (await WebAssembly.instantiate(await Unpacker.module)).exports;
    return unpacker;
  }

  put(bytes) {
    const place = this.exports.allocate(bytes.length);
    this.at(place, bytes.length).set(bytes);
    return place;
  }

  // The bytes that an element holds.
  read({ textContent: text, dataset }) {
    const place = this.exports.allocate(text.length * 2), units = new Uint16Array(this.exports.memory.buffer, place, text.length);
    for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
    return this.exports.read(place, Number(dataset.bytes));
  }

  at(place, size) { return new Uint8Array(this.exports.memory.buffer, place, size); }

  // Unpacks what an element holds, and says where it is.
  async unpack(element) {
    const { packed, size, bytes } = element.dataset;
    const place = this.read(element);
    if (packed === "lzma") return this.exports.unpack(place, Number(size));
    const stream = new Blob([this.at(place, Number(bytes))]).stream().pipeThrough(new DecompressionStream("gzip"));
    return this.put(new Uint8Array(await new Response(stream).arrayBuffer()));
  }

  // Puts together again what Sources/web/Pack/split.c has taken apart, and says where it is.
  join(places, size) { return this.exports.join(this.put(new Uint8Array(Uint32Array.from(places).buffer)), size); }
}

async function unpacked(id) {
  const element = document.getElementById(id);
  const unpacker = await Unpacker.begin();
  return unpacker.at(await unpacker.unpack(element), Number(element.dataset.size));
}

async function unpackedEngine() {
  const element = document.getElementById("engine-bytes");
  const unpacker = await Unpacker.begin();
  const places = [];
  for (const stream of element.children) places.push(await unpacker.unpack(stream));
  const size = Number(element.dataset.size);
  return unpacker.at(unpacker.join(places, size), size);
}

// What the page shows, and its scripts, which run as soon as they are put into it. A report has its scenarios behind
// all else: so that comes first.
async function openPage() {
  const text = new TextDecoder().decode(await unpacked("contents"));
  if (document.readyState === "loading") {
    await new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });
  }
  document.body.prepend(document.createRange().createContextualFragment(text));
}
