// What the person works on: versions of a scenario, each a text with its place among the files, and how it came to be.
// Everything else on the page follows from it, and so a link is all of it, with where one looks.

const state = {
  versions: [{ name: "A", file: "scenario.json", text: "" }],
  current: 0,
  against: undefined,
  // Files that were dropped, besides those that are shipped: each with a number, which all of one folder share, and its
  // path in that. What a report or an old link has brought has a place instead, and no number.
  dropped: [],
  undone: [],
  done: [],
  listeners: [],

  get version() { return this.versions[this.current]; },
  get text() { return this.version.text; },

  // The number of what is dropped next. A scenario keeps that of when it was opened.
  get nextPart() { return 1 + (this.dropped.at(-1)?.part ?? 0); },

  listen(hear) { this.listeners.push(hear); },
  tell(why) { for (const hear of this.listeners) hear(why); },

  // All that a step takes back. Versions are written into, so that these are copies.
  get whole() {
    const { versions, current, against, dropped } = this;
    return { versions: versions.map((one) => ({ ...one })), current, against, dropped };
  },

  // Keeps what there is, or was before, as a step that can be undone.
  keep(why, before = this.whole, what = undefined) {
    this.done.push({ whole: before, why, what, when: performance.now() });
    if (this.done.length > 500) this.done.shift();
    this.undone = [];
  },

  // Sets the text. Changes of one kind in quick succession, as of a slider that is dragged, are undone at once, where they
  // are of the same number.
  change(text, why, before, what) {
    if (text === this.text) return;
    const last = this.done.at(-1);
    const now = performance.now();
    const isOne = last?.why === why && last.what === what && why !== "step" && now - last.when < 800 && last.whole.current === this.current;
    if (isOne) [last.when, this.undone] = [now, []]; else this.keep(why, before, what);
    this.version.text = text;
    this.tell(why);
  },

  undo() { this.step(this.done, this.undone); },
  redo() { this.step(this.undone, this.done); },
  step(from, to) {
    const last = from.pop();
    if (!last) return;
    to.push({ whole: this.whole, why: last.why });
    Object.assign(this, last.whole);
    this.tell(/open|address/.test(last.why) ? "open" : "undo");
  },

  // Begins with other scenarios, the first against the second. What there was is a step that can be undone.
  open(file, text, more = [], before = undefined) {
    if (this.text) this.keep("open", before);
    const since = before ? 0 : this.nextPart;
    const versions = [{ file, text, since }, ...more].map((one, index) => ({ ...one, name: String.fromCharCode(65 + index) }));
    Object.assign(this, { versions, current: 0, against: more[0] && 1 });
    this.tell("open");
  },

  // As many as a link holds, and letters name.
  get isFull() {
    if (this.versions.length < mostVersions) return false;
    toast(`The page holds ${mostVersions} scenarios: leave one first.`);
    return true;
  },

  // The first letter that no version has: one may have been left.
  get letter() {
    let code = 65;
    while (this.versions.some((one) => one.name === String.fromCharCode(code))) code++;
    return String.fromCharCode(code);
  },

  // Goes on with a copy, or with what was made of one, and holds it against what there was.
  branch(at, text = this.text) { this.add({ ...this.version, text, at }); },

  // Shows another scenario, and holds it against this one.
  beside(file, text) { this.add({ file, text, since: this.nextPart }); },

  add(version) {
    if (this.isFull) return;
    this.keep("branch");
    this.versions.push({ ...version, name: this.letter });
    this.choose(this.versions.length - 1, this.current);
  },

  choose(current, against) {
    [this.current, this.against] = [current, against === current ? undefined : against];
    this.tell("branch");
  },

  // Leaves a version, and those that began in it stay.
  drop(index) {
    if (this.versions.length < 2) return;
    this.keep("branch");
    this.versions.splice(index, 1);
    this.choose(Math.max(0, index - 1));
  },
};

// A link: all of this as JSON, compressed, in the letters that an address may have. Chromium takes addresses of 2 MB.
const linkLimit = 32 << 20;
const mostLetters = (2 << 20) - 4096;
const mostVersions = 26;

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

// Nothing, where it would be more than can be opened.
async function link() {
  const { versions, current, against, dropped } = state;
  const { player, at, pins } = lanes.begins ?? lanes;
  const json = new TextEncoder().encode(JSON.stringify({ versions, current, against, dropped, begins: { player, at, pins } }));
  if (json.length > linkLimit) return undefined;
  const packed = await new Response(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  const letters = base64(new Uint8Array(packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return letters.length > mostLetters ? undefined : letters;
}

// What a link holds, if it is one: it may come from anybody, so that every part of it is looked at.
async function fromLink(letters) {
  if (letters.length > mostLetters) throw new Error("the link is too long");
  const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > linkLimit) throw new Error("the link holds too much");
    parts.push(part.value);
  }
  const held = JSON.parse(await new Blob(parts).text());
  const text = (value) => typeof value === "string" ? value : "";
  const whole = (value) => Number.isSafeInteger(value) && value > 0 ? value : 0;
  const versions = (Array.isArray(held.versions) ? held.versions : []).slice(0, mostVersions).map((one, index) => ({
    name: text(one?.name).slice(0, 400) || String.fromCharCode(65 + index), file: text(one?.file), text: text(one?.text), at: Number.isSafeInteger(one?.at) && one.at >= 0 ? one.at : undefined, since: whole(one?.since),
  }));
  if (versions.length === 0) throw new Error("the link holds no scenario");
  const place = (value) => Number.isInteger(value) && value >= 0 && value < versions.length ? value : undefined;
  const dropped = (Array.isArray(held.dropped) ? held.dropped : []).map((one) => ({
    part: whole(one?.part), path: text(one?.path),
    ...(typeof one?.hex === "string" ? { hex: one.hex } : Number.isInteger(one?.size) ? { size: one.size } : { text: text(one?.text) }),
  }));
  const { player, at, pins } = held.begins ?? {};
  const begins = { player: whole(player), at: whole(at), pins: (Array.isArray(pins) ? pins : []).slice(0, 2).map(whole) };
  return { versions, current: place(held.current) ?? 0, against: place(held.against), dropped, begins };
}
