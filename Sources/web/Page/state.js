// What the person works on: versions of a scenario, each a text with its place among the files, and how it came to be.
// Everything else on the page follows from it, and so a link is all of it.

const state = {
  versions: [{ name: "A", file: "scenario.json", text: "" }],
  current: 0,
  against: undefined,
  // Files that were dropped, besides those that are shipped.
  dropped: [],
  undone: [],
  done: [],
  listeners: [],

  get version() { return this.versions[this.current]; },
  get text() { return this.version.text; },

  listen(hear) { this.listeners.push(hear); },
  tell(why) { for (const hear of this.listeners) hear(why); },

  // Sets the text. Changes of one kind in quick succession, as of a slider that is dragged, are undone at once.
  change(text, why) {
    if (text === this.text) return;
    const last = this.done[this.done.length - 1];
    const now = performance.now();
    if (!last || last.why !== why || why === "step" || now - last.at > 800 || last.version !== this.current) {
      this.done.push({ version: this.current, text: this.text, why, at: now });
      if (this.done.length > 500) this.done.shift();
    } else {
      last.at = now;
    }
    this.undone = [];
    this.version.text = text;
    this.tell(why);
  },

  undo() { this.step(this.done, this.undone); },
  redo() { this.step(this.undone, this.done); },
  step(from, to) {
    const last = from.at(-1);
    if (last?.whole) {
      const { whole } = this;
      Object.assign(this, last.whole);
      if (from === whole.done) this.undone = [{ whole }];
      return this.tell("open");
    }
    from.pop();
    if (!last || !this.versions[last.version]) return;
    to.push({ ...last, text: this.versions[last.version].text });
    this.current = last.version;
    if (this.against === this.current) this.against = undefined;
    this.version.text = last.text;
    this.tell("undo");
  },

  get whole() {
    const { versions, current, against, done, undone } = this;
    return { versions, current, against, done, undone };
  },

  // Begins with other scenarios, the first against the second. What there was is a step that can be undone.
  open(file, text, more = []) {
    const done = this.text ? [{ whole: this.whole }] : [];
    const versions = [{ file, text }, ...more].map((one, index) => ({ ...one, name: String.fromCharCode(65 + index) }));
    Object.assign(this, { versions, current: 0, against: more[0] && 1, done, undone: [] });
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

  // Goes on with a copy, and holds it against what there was. Says whether there was room.
  branch(at) {
    if (this.isFull) return false;
    this.against = this.current;
    this.versions.push({ name: this.letter, file: this.version.file, text: this.text, at });
    this.current = this.versions.length - 1;
    this.tell("branch");
    return true;
  },

  // Shows another scenario, and holds it against this one.
  beside(file, text) {
    if (this.isFull) return;
    this.versions.push({ name: this.letter, file, text });
    this.choose(this.versions.length - 1, this.current);
  },

  choose(current, against) {
    [this.current, this.against] = [current, against === current ? undefined : against];
    this.tell("branch");
  },

  // Leaves a version, and those that began in it stay.
  drop(index) {
    if (this.versions.length < 2) return;
    this.versions.splice(index, 1);
    [this.current, this.against, this.done, this.undone] = [Math.max(0, index - 1), undefined, [], []];
    this.tell("branch");
  },
};

// A link: all of this as JSON, compressed, in the letters that an address may have.
const linkLimit = 32 << 20;
const mostVersions = 26;

const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

async function link() {
  const { versions, current, against, dropped } = state;
  const json = new TextEncoder().encode(JSON.stringify({ versions, current, against, dropped }));
  const packed = await new Response(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return base64(new Uint8Array(packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// What a link holds, if it is one: it may come from anybody, so that every part of it is looked at.
async function fromLink(letters) {
  if (letters.length > 4 << 20) throw new Error("the link is too long");
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
  const versions = (Array.isArray(held.versions) ? held.versions : []).slice(0, mostVersions)
    .map((one, index) => ({ name: text(one?.name).slice(0, 400) || String.fromCharCode(65 + index), file: text(one?.file), text: text(one?.text), at: Number(one?.at) || undefined }));
  if (versions.length === 0) throw new Error("the link holds no scenario");
  const place = (value) => Number.isInteger(value) && value >= 0 && value < versions.length ? value : undefined;
  const dropped = (Array.isArray(held.dropped) ? held.dropped : []).slice(0, 100)
    .map((one) => ({
      path: text(one?.path),
      ...(typeof one?.hex === "string" ? { hex: one.hex } : Number.isInteger(one?.size) ? { size: one.size } : { text: text(one?.text) }),
    }));
  return { versions, current: place(held.current) ?? 0, against: place(held.against), dropped };
}
