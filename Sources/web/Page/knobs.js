// A slider for every number of the scenario, with its key, its unit and what it means. A slider changes the number in
// the text, where it stands, and nothing else.

const knobs = {
  all: [], actions: [],
  // `text` is the one that their places are of: in another one they lead anywhere.
  isAble: true,

  prepare() {
    state.listen((why) => {
      if (why === "open") this.all = [];
      if (why !== "knob") this.read();
    });
  },

  async read() {
    const text = state.text;
    const reply = await engines.front.ask({ do: "knobs", text }, "knobs");
    if (!reply?.knobs || text !== state.text) return;
    // A text that is being typed may be no JSON for a while: what there was stays in sight, and does nothing.
    this.isAble = reply.knobs.length > 0 || parsed(text) !== undefined;
    if (!this.isAble) {
      for (const one of document.querySelectorAll("#knobs input, #network .handle")) one.disabled = true;
      return;
    }
    // A thumb keeps its scale as long as its number is on it: then its place says something.
    for (const knob of reply.knobs) {
      knob.start = this.all.find((old) => old.path === knob.path)?.start ?? knob.text;
      const [{ low, high }, value] = [this.range(knob), Number(knob.text)];
      if ((value < low || value > high) && knob.text !== this.value(knob, this.position(knob))) knob.start = knob.text;
    }
    // Of very many numbers some have no slider: how many of each group.
    [this.all, this.text, this.left] = [reply.knobs, text, new Map(reply.left)];
    network.read(this.all);
    this.draw();
  },

  draw() {
    this.actions = [member(state.text, "script")].flat().map((action) => typeof action?.do === "string" ? action.do : undefined);
    const groups = new Map();
    for (const knob of this.all) {
      const group = knob.path.split(".")[0];
      groups.set(group, [...groups.get(group) ?? [], knob]);
    }
    const box = byID("knobs");
    const focused = box.contains(document.activeElement) && document.activeElement.id;
    const closed = new Set([...box.querySelectorAll("details:not([open])")].map((group) => group.dataset.name));
    box.replaceChildren(...[...groups].map(([name, list]) => {
      const group = made("details", { className: "knob-group", open: !closed.has(name) }, made("summary", { textContent: name }), ...list.map((knob) => this.row(knob)));
      const left = this.left.get(name);
      if (left) group.append(made("p", { className: "note", textContent: `${left} more numbers of ${name} have no slider: they are in the text.` }));
      group.dataset.name = name;
      return group;
    }));
    if (groups.size === 0) box.append(made("p", { className: "note", textContent: "The scenario has no number." }));
    if (focused) byID(focused)?.focus({ preventScroll: true });
  },

  // The key with what it is in: an action by its name, others by their number.
  label(knob) {
    const steps = knob.path.split(".");
    const isAction = steps.at(-3) === "script" && this.actions[steps.at(-2)];
    if (isAction) return `${isAction} ${steps.at(-1)}`;
    return steps.slice(1).map((step) => /^\d+$/.test(step) ? `[${step}]` : step).join(".").replaceAll(".[", " [") || knob.path;
  },

  row(knob) {
    const [label, about] = [this.label(knob), { "aria-description": knob.about }];
    const id = `knob-${knob.path}`;
    const number = made("input", {
      type: "number", id, value: knob.text, step: "any", min: knob.least, max: knob.most, "aria-label": `${label}, ${knob.unit}`, ...about,
    });
    const [value, valueText] = [this.position(knob), this.words(knob)];
    const slider = made("input", {
      type: "range", id: `${id}-slider`, min: 0, max: 1000, value, "aria-label": `${label}, slider`, "aria-valuetext": valueText, ...about,
    });
    slider.addEventListener("input", () => this.set(knob, this.value(knob, Number(slider.value))));
    slider.addEventListener("change", () => this.read());
    stepped(slider, (position) => Number(this.value(knob, position)), () => Number(knob.text));
    // A wheel that scrolls the page would change what is shown, and not the scenario.
    number.addEventListener("wheel", () => number.blur(), { passive: true });
    number.addEventListener("change", () => {
      const value = Math.max(knob.least, Math.min(knob.most, Number(number.value)));
      // Where there is nothing there is no zero.
      if (number.value && Number.isFinite(value)) this.set(knob, this.exact(value, knob.places));
      this.read();
    });
    return made("div", { className: "knob", title: knob.about },
      made("label", { htmlFor: id, textContent: label }), made("span", {}, number, ` ${knob.unit}`), slider);
  },

  words(knob) { return `${knob.text} ${knob.unit}`; },

  // The part of its range that a slider has: a sixteenth of the number up to sixteen times as much, or what is usual of
  // the unit where it is zero.
  range(knob) {
    const start = Math.max(knob.least, Math.min(knob.most, knob.start));
    const usual = { s: 60, ms: 500, "kbit/s": 20000, "%": 10 }[knob.unit] ?? 10;
    if (start === 0) return { low: Math.max(0, knob.least), high: Math.min(knob.most, usual), isEven: true };
    const [least, most] = start < 0 ? [start * 16, start / 16] : [start / 16, start * 16];
    const [low, high] = [Math.max(knob.least, least), Math.min(knob.most, most)];
    return { low, high, isEven: low <= 0 || knob.places === 0 && start < 16 };
  },

  position(knob) {
    const { low, high, isEven } = this.range(knob);
    const value = Number(knob.text);
    const part = isEven ? (value - low) / (high - low) : Math.log(value / low) / Math.log(high / low);
    return Math.round(1000 * Math.max(0, Math.min(1, part)));
  },

  value(knob, position) {
    const { low, high, isEven } = this.range(knob);
    const value = isEven ? low + (high - low) * position / 1000 : low * (high / low) ** (position / 1000);
    // Three figures are as many as a hand can tell.
    const figures = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
    const rounded = Number(value.toFixed(Math.min(knob.places, figures)));
    return this.exact(Math.max(knob.least, Math.min(knob.most, rounded)), knob.places);
  },

  exact(value, places) { return String(Number(value.toFixed(Math.min(9, places)))); },

  // Writes a number in the place of another, if that is there still. Those behind it on its line move.
  set(knob, text) {
    if (state.text !== this.text) return;
    const place = editor.offset(knob.line, knob.column, state.text);
    const old = /^-?[0-9.]+(?:[eE][-+]?[0-9]+)?/.exec(state.text.slice(place))?.[0];
    // The engine says 1500 where the text has 1.5e3.
    if (Number(old) !== Number(knob.text) || old === text) return;
    for (const other of this.all) {
      if (other.line === knob.line && other.column > knob.column) other.column += text.length - old.length;
    }
    knob.text = text;
    this.text = state.text.slice(0, place) + text + state.text.slice(place + old.length);
    state.change(this.text, "knob", undefined, knob.path);
    const [number, slider] = [byID(`knob-${knob.path}`), byID(`knob-${knob.path}-slider`)];
    number.value = text;
    slider.setAttribute("aria-valuetext", this.words(knob));
    if (slider !== document.activeElement) slider.value = this.position(knob);
    network.draw();
  },
};

// An arrow key on a slider goes as far as the next value, however coarsely values are rounded: `value` says which one a
// place on the slider has, and `now` which one there is.
function stepped(slider, value, now) {
  slider.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    let position = Number(slider.value);
    do position += by; while (position > 0 && position < 1000 && by * (value(position) - now()) <= 0);
    slider.value = position;
    for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name));
  });
}

// What a text is as JSON: nothing, where it is none.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const member = (text, name) => parsed(text)?.[name];
