// What stands in the page as text: packed with LZMA, or with gzip where the page was built without xz, and the packed
// bytes written seven bits to a character, by Sources/web/Pack/sevens.c. The element that holds the text says which of
// the two it is, and how many bytes come out.

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

// LZMA as `xz --format=lzma` writes it: after 13 bytes of header one stream of bits, each with a probability of its own,
// which is learnt on the way. They spell literals and copies of what came before. Names are those of the LZMA
// specification (https://www.7-zip.org/sdk.html, lzma-specification.txt). The size is known from elsewhere, so that no
// mark of the end is waited for.
class LZMA {
  constructor(packed, size) {
    const properties = packed[0];
    this.literalContextBits = properties % 9;
    this.literalPositionMask = (1 << Math.floor(properties / 9) % 5) - 1;
    this.positionMask = (1 << Math.floor(properties / 45)) - 1;
    this.packed = packed;
    // The first byte of the stream is always 0.
    this.place = 18;
    // The range and the code within it are unsigned: a number of their own kind keeps them so.
    this.coder = Uint32Array.of(0xFFFFFFFF, new DataView(packed.buffer, packed.byteOffset).getUint32(14));
    this.bytes = new Uint8Array(size);
    this.literals = LZMA.chances(0x300 << this.literalContextBits + Math.floor(properties / 9) % 5);
    for (const name of ["isMatch", "isRepeated0Long"]) this[name] = LZMA.chances(12 << 4);
    for (const name of ["isRepeated", "isRepeated0", "isRepeated1", "isRepeated2"]) this[name] = LZMA.chances(12);
    this.slots = LZMA.chances(4 << 6);
    this.positions = LZMA.chances(128);
    this.aligns = LZMA.chances(16);
    this.lengths = LZMA.lengths();
    this.repeatedLengths = LZMA.lengths();
  }

  static chances(count) { return new Uint16Array(count).fill(1024); }

  // Whether it is 8 or more, whether it is 16 or more, and then the rest, by where it begins or not.
  static lengths() {
    return { choice: LZMA.chances(2), low: LZMA.chances(16 << 3), middle: LZMA.chances(16 << 3), high: LZMA.chances(256) };
  }

  bit(chances, index) {
    const coder = this.coder;
    const chance = chances[index];
    const bound = Math.imul(coder[0] >>> 11, chance) >>> 0;
    let bit = 0;
    if (coder[1] < bound) {
      coder[0] = bound;
      chances[index] = chance + (2048 - chance >> 5);
    } else {
      coder[0] -= bound;
      coder[1] -= bound;
      chances[index] = chance - (chance >> 5);
      bit = 1;
    }
    if (coder[0] < 0x1000000) this.normalize();
    return bit;
  }

  normalize() {
    this.coder[0] <<= 8;
    this.coder[1] = this.coder[1] << 8 | this.packed[this.place++];
  }

  // Bits of even chances.
  direct(count) {
    let value = 0;
    for (; count > 0; count--) {
      const half = this.coder[0] >>> 1;
      const bit = this.coder[1] >= half ? 1 : 0;
      this.coder[0] = half;
      if (bit) this.coder[1] -= half;
      value = value << 1 | bit;
      if (this.coder[0] < 0x1000000) this.normalize();
    }
    return value;
  }

  // A number of some bits, each with a chance that depends on those before it: the highest first, or the lowest.
  tree(chances, start, count) {
    let node = 1;
    for (let index = 0; index < count; index++) node = node << 1 | this.bit(chances, start + node);
    return node - (1 << count);
  }

  reverseTree(chances, start, count) {
    let node = 1, value = 0;
    for (let index = 0; index < count; index++) {
      const bit = this.bit(chances, start + node);
      node = node << 1 | bit;
      value |= bit << index;
    }
    return value;
  }

  length(lengths, position) {
    if (this.bit(lengths.choice, 0) === 0) return 2 + this.tree(lengths.low, position << 3, 3);
    if (this.bit(lengths.choice, 1) === 0) return 10 + this.tree(lengths.middle, position << 3, 3);
    return 18 + this.tree(lengths.high, 0, 8);
  }

  distance(length) {
    const slot = this.tree(this.slots, Math.min(length - 2, 3) << 6, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const distance = (2 | slot & 1) << count;
    if (slot < 14) return distance + this.reverseTree(this.positions, distance - slot, count);
    return distance + (this.direct(count - 4) << 4) + this.reverseTree(this.aligns, 0, 4);
  }

  // A byte that was not there before. After a copy it is likely to differ from the one that would have come next.
  literal(at, state, distance) {
    const before = at > 0 ? this.bytes[at - 1] : 0;
    const context = ((at & this.literalPositionMask) << this.literalContextBits) + (before >> 8 - this.literalContextBits);
    const start = 0x300 * context;
    let node = 1;
    if (state >= 7) {
      let other = this.bytes[at - distance - 1];
      while (node < 0x100) {
        const expected = other >> 7 & 1;
        other <<= 1;
        const bit = this.bit(this.literals, start + (1 + expected << 8) + node);
        node = node << 1 | bit;
        if (bit !== expected) break;
      }
    }
    while (node < 0x100) node = node << 1 | this.bit(this.literals, start + node);
    this.bytes[at] = node;
  }

  unpacked() {
    const bytes = this.bytes;
    let [distance, second, third, fourth] = [0, 0, 0, 0];
    // What the last ones were: literals where it is less than 7.
    let state = 0;
    for (let at = 0; at < bytes.length;) {
      const position = at & this.positionMask;
      if (this.bit(this.isMatch, (state << 4) + position) === 0) {
        this.literal(at++, state, distance);
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      let length = 1;
      if (this.bit(this.isRepeated, state) === 0) {
        [fourth, third, second] = [third, second, distance];
        length = this.length(this.lengths, position);
        distance = this.distance(length);
        state = state < 7 ? 7 : 10;
      } else {
        // One of the last four distances, which then is the last; of the very last one byte may be meant alone.
        let isLong = true;
        if (this.bit(this.isRepeated0, state) === 0) {
          isLong = this.bit(this.isRepeated0Long, (state << 4) + position) === 1;
        } else if (this.bit(this.isRepeated1, state) === 0) {
          [distance, second] = [second, distance];
        } else if (this.bit(this.isRepeated2, state) === 0) {
          [distance, second, third] = [third, distance, second];
        } else {
          [distance, second, third, fourth] = [fourth, distance, second, third];
        }
        if (isLong) length = this.length(this.repeatedLengths, position);
        state = isLong ? (state < 7 ? 8 : 11) : state < 7 ? 9 : 11;
      }
      for (const end = Math.min(at + length, bytes.length); at < end; at++) bytes[at] = bytes[at - distance - 1];
    }
    return bytes;
  }
}

async function unpacked(id) {
  const element = document.getElementById(id);
  const { packed, size } = element.dataset;
  const bytes = fromSevens(element.textContent);
  if (packed === "lzma") return new LZMA(bytes, Number(size)).unpacked();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
