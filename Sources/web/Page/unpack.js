// What stands in the page as text: packed with LZMA, or with gzip where the page was built without xz, and the packed
// bytes written seven bits to a character, by Sources/web/Pack/sevens.c. The element that holds the text says which of
// the two it is, and how many bytes come out. The unpacker itself, Sources/web/Pack/unpack.c, is not packed.

// The bytes behind a text of seven bits a character, from the highest bit on. Four characters would not come through
// HTML as they are; they have others instead, with the same seven lowest bits.
function fromSevens(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 7 / 8));
  let bits = 0, held = 0, place = 0;
  for (let index = 0; index < text.length; index++) {
    bits = (bits << 7 | text.charCodeAt(index) & 127) & 0x7FFF;
    held += 7;
    if (held >= 8) {
      held -= 8;
      bytes[place++] = bits >> held;
    }
  }
  return bytes;
}

// Bytes in the memory of an unpacker, and the bytes that it makes of them. It is made anew for each thing that is
// unpacked, because it keeps all memory that it has ever taken.
class Unpacker {
  static async begin() {
    Unpacker.module ??= WebAssembly.compile(fromSevens(byID("unpacker").textContent));
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
    const bytes = fromSevens(element.textContent);
    if (packed === "lzma") return this.exports.unpack(this.put(bytes), Number(size));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return this.put(new Uint8Array(await new Response(stream).arrayBuffer()));
  }

  // Puts together again what Sources/web/Pack/split.c has taken apart, and says where it is.
  join(places, size) { return this.exports.join(this.put(new Uint8Array(Uint32Array.from(places).buffer)), size); }
}

async function unpackedScenarios() {
  const element = byID("scenario-bytes");
  const unpacker = await Unpacker.begin();
  return unpacker.at(await unpacker.unpack(element), Number(element.dataset.size));
}

async function unpackedEngine() {
  const element = byID("engine-bytes");
  const unpacker = await Unpacker.begin();
  const places = [];
  for (const stream of element.children) places.push(await unpacker.unpack(stream));
  const size = Number(element.dataset.size);
  return unpacker.at(unpacker.join(places, size), size);
}
