// What stands in the page as text: packed with LZMA, or with gzip where the page was built without xz, and the packed
// bytes written two to a character, by Sources/web/Pack/units.c. The element that holds the text says which of the two
// it is, how many bytes it holds, and how many come out. Of the page only this is not packed, and what unpacks:
// Sources/web/Pack/unpack.c.

// The bytes that an element holds. Characters that would not come through HTML as they are have their highest bit
// turned, and stand behind one that says so.
function heldBytes(element) {
  const [text, bytes] = [element.textContent, new Uint8Array(Number(element.dataset.bytes))];
  for (let index = 0, place = 0; index < text.length; index++, place += 2) {
    let unit = text.charCodeAt(index);
    if (unit === 0xE000) unit = text.charCodeAt(++index) ^ 0x8000;
    bytes[place] = unit;
    bytes[place + 1] = unit >> 8;
  }
  return bytes;
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

  at(place, size) { return new Uint8Array(this.exports.memory.buffer, place, size); }

  // Unpacks what an element holds, and says where it is.
  async unpack(element) {
    const { packed, size } = element.dataset;
    const bytes = heldBytes(element);
    if (packed === "lzma") return this.exports.unpack(this.put(bytes), Number(size));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
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
