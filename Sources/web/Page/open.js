// All of the page that is not packed: it reads the bytes that an element holds in its characters, 63 bits in four, has the
// browser unpack them, and hands over to unpack.js.

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

// What an element holds that was packed with gzip.
async function unzipped(id) {
  const stream = new Blob([heldBytes(document.getElementById(id))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

function closePage(error) {
  document.body.textContent = `This page cannot be unpacked here (${error.message}): it takes Chrome 111, Firefox 121 or Safari 16.4, or one after it, and the whole file.`;
}

unzipped("unpacking").then((bytes) => {
  // Of all that the scripts use, browsers have learned this last: where it is not, that is said before they begin.
  new CompressionStream("deflate-raw");
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(bytes);
  document.head.append(script);
}).catch(closePage);
