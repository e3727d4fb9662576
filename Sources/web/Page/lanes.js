// The lanes: what the engine has drawn, on one axis, under one cursor. Which instants there are, and what holds at one,
// comes from the engine; here they are only found on the screen.

const second = 1e9;
const byID = (id) => document.getElementById(id);
const made = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in element && name !== "list") element[name] = value; else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

// What stays the same is not laid out anew.
const say = (id, words) => { if (byID(id).textContent !== words) byID(id).textContent = words; };

// 1.25 s, past a minute 1:02.345, and past an hour 1:01:02.345.
function clock(nanoseconds) {
  const milliseconds = Math.round(nanoseconds / 1e6);
  if (milliseconds < 60000) return `${milliseconds / 1000} s`;
  const [hours, minutes] = [Math.floor(milliseconds / 3600000), String(Math.floor(milliseconds / 60000) % 60)];
  return `${hours > 0 ? `${hours}:${minutes.padStart(2, "0")}` : minutes}:${(milliseconds % 60000 / 1000).toFixed(3).padStart(6, "0")}`;
}

// Drawings of the engine are its own markup, with every word of a scenario escaped there: they are read as XML, which
// runs nothing, and then taken over.
function drawing(markup) {
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  return document.adoptNode(root);
}

const lanes = {
  window: [0, 1], end: second, at: 0, pins: [], hears: [],
  // The run that is shown, and the one that it is held against.
  shown: undefined, against: undefined, chosen: 0,
  cursor: made("div", { className: "rule is-cursor" }), cover: made("div", { className: "veil" }),
  // Where a link has the cursor, the pins and the player, until its run is there.
  begins: undefined,

  // The width of all lanes. It is told when it changes: whoever asks a page that was changed makes it lay all out anew.
  width: 0,

  get length() { return this.window[1] - this.window[0]; },
  part(at) { return (at - this.window[0]) / this.length; },
  // A run that is held against one with other players shows the one that was chosen, if it has that.
  of(run) { return run?.players[this.chosen] ?? run?.players[0]; },
  get player() { return this.shown && !this.shown.players[this.chosen] ? 0 : this.chosen; },
  set player(index) { this.chosen = index; },
  get one() { return this.of(this.shown); },

  show(reply, against) {
    const isFirst = !this.shown || this.isNew;
    // A quick reply is about the scenario that is there already.
    if (isFirst) Object.assign(this, { isNew: false, at: 0, pins: [], player: 0 }, this.begins, { begins: undefined });
    const isWhole = this.window[0] === 0 && this.window[1] === this.end;
    if (reply.isQuick) {
      // What a quick reply leaves out stays as it was until the whole one comes.
      reply.players = reply.players.map((player, index) => ({ ...this.shown?.players[index], ...player }));
    }
    // A run of no length has the axis of a second, as it is drawn.
    for (const player of [...reply.players, ...against?.players ?? []]) player.end ||= second;
    [this.shown, this.against] = [reply, against];
    this.drawnFor = this.stretch;
    panel.begin();
    this.end = Math.max(this.one.end, this.of(against)?.end ?? 0);
    // What a slider takes away while it is dragged may come back.
    if (!reply.isQuick) this.pins = this.pins.filter((pin) => pin <= this.end);
    if (isFirst || isWhole) this.window = [0, this.end];
    this.window[1] = Math.min(this.window[1], this.end);
    this.window[0] = Math.max(0, Math.min(this.window[0], this.window[1] - second / 1000));
    this.at = Math.min(this.at, this.end);
    byID("drawings").replaceChildren(...[against, reply].filter(Boolean).map((whole) => {
      const [run, isAgainst] = [this.of(whole), whole === against];
      const element = made("div", { className: isAgainst ? "drawn is-against" : "drawn" }, drawing(run.timeline));
      const version = state.versions[isAgainst ? state.against : state.current]?.name ?? "";
      const textContent = whole.players.length > 1 ? `${version}: ${run.name}` : version;
      if (against) element.prepend(made("span", { className: "name", textContent }));
      element.dataset.end = run.end;
      for (const title of element.querySelectorAll("title")) title.remove();
      return element;
    }));
    if (!reply.isQuick) this.showFetched();
    this.showOverview();
    this.place();
    this.move(this.at);
  },

  showFetched() {
    const one = this.one;
    byID("fetched").textContent = one.fetched + (one.ownAxis ? `. ${one.ownAxis}` : "");
    byID("waterfall").replaceChildren(...(one.waterfall ? [drawing(one.waterfall)] : []));
    byID("waterfall").dataset.end = one.ownAxis ? "" : one.end;
  },

  showOverview() {
    const box = byID("overview");
    for (const band of [...box.querySelectorAll("i")]) band.remove();
    const add = (name, from, to) => {
      const band = made("i", { className: `is-${name}` });
      [band.style.left, band.style.width] = [`${100 * from / this.end}%`, `${100 * (to - from) / this.end}%`];
      box.prepend(band);
      return band;
    };
    const pixel = this.end / Math.max(1, this.width);
    // In each column of pixels the times of those that are too short to be seen beside each other.
    const columns = new Map();
    for (const [from, to, status, isStall] of this.one.stretches ?? []) {
      const name = isStall ? "stall" : status === "Playing" ? "playing" : status === "Paused" ? "paused" : "waiting";
      if (to - from >= 2 * pixel) add(name, from, to);
      for (let at = from; to - from < 2 * pixel && at < to;) {
        const column = Math.floor(at / pixel + 1e-6);
        const end = Math.min(to, (column + 1) * pixel);
        const times = columns.get(column) ?? {};
        times[name] = (times[name] ?? 0) + end - at;
        columns.set(column, times);
        at = end;
      }
    }
    const colours = { stall: "var(--alarm)", waiting: "#c79a3a", playing: "var(--accent)", paused: "var(--quiet)" };
    for (const [column, times] of columns) {
      const [names, all] = [Object.keys(colours).filter((name) => times[name]), Object.values(times)];
      const band = add(names.length > 1 ? "mixed" : names[0], column * pixel, (column + 1) * pixel);
      box.lastElementChild.before(band);
      if (names.length === 1) continue;
      // Their shares, one above the other, of which none is too low to be seen.
      const share = (name) => Math.max(20, 100 * times[name] / all.reduce((sum, time) => sum + time));
      const sum = names.reduce((sum, name) => sum + share(name), 0);
      let height = 0;
      const stops = names.map((name) => `${colours[name]} ${height}% ${height += 100 * share(name) / sum}%`);
      band.style.background = `linear-gradient(0deg, ${stops.join(", ")})`;
    }
    // What is shown in between is no wait; only the drawing tells them apart.
    for (const shown of document.querySelectorAll("#drawings .drawn:not(.is-against) rect.interstitial")) {
      const band = made("i", { className: "is-interstitial" });
      for (const [side, name] of [["left", "x"], ["width", "width"]]) {
        band.style[side] = `${parseFloat(shown.getAttribute(name)) * this.one.end / this.end}%`;
      }
      box.lastElementChild.before(band);
    }
  },

  // Puts the part of the time that is shown on the screen.
  place() {
    const [from, to] = this.window;
    for (const element of document.querySelectorAll("#drawings .drawn, #waterfall")) {
      const svg = element.querySelector("svg");
      if (!svg || !element.dataset.end) continue;
      const width = Number(element.dataset.end) / (to - from);
      for (const time of svg.querySelectorAll(":scope > svg.time")) {
        time.setAttribute("x", `${-100 * from / (to - from)}%`);
        time.setAttribute("width", `${100 * width}%`);
      }
      // A run that is held against a longer one has the room of a narrow page.
      svg.classList.toggle("far", element.id !== "waterfall" && this.width * width < 640);
      svg.classList.toggle("near", element.id !== "waterfall" && this.width * width >= 3360);
      this.addTicks(svg, Number(element.dataset.end));
    }
    const box = byID("overview");
    box.classList.toggle("is-whole", this.length >= this.end);
    const frame = box.querySelector(".window");
    frame.style.left = `${100 * from / this.end}%`;
    frame.style.width = `${100 * this.length / this.end}%`;
    this.rules();
    network.place();
  },

  // Which ticks are shown is known from their names, as drawing.css has it: whoever asks what they look like waits.
  addTicks(svg, end) {
    const [isNear, isFar] = ["near", "far"].map((name) => svg.classList.contains(name));
    const isNarrow = isFar || innerWidth < 640;
    const view = { start: 0, end: end / second, from: this.window[0] / end, to: Math.min(this.window[1] / end, 1) };
    addTicks(svg, view, this.width, ({ classList }) =>
      isNear || !classList.contains("not-wide") && !(isNarrow && classList.contains("not-narrow")));
  },

  // The fine lines over the drawings: the cursor, what is pinned, and what was found.
  rules() {
    for (const old of document.querySelectorAll("#drawings :is(.rule, .span, .veil)")) old.remove();
    const add = (name, at, words = "") => {
      const part = this.part(at);
      if (part < 0 || part > 1) return;
      const rule = made("div", { className: `rule ${name}${part > 0.5 ? " is-late" : ""}` });
      rule.style.left = `${100 * part}%`;
      if (words) rule.append(made("span", { textContent: words }));
      byID("drawings").append(rule);
    };
    for (const pin of this.pins) add("is-pin", pin);
    for (const [at, words] of others.hairs) add("is-hair", at, words);
    if (branches.difference !== undefined) add("is-difference", branches.difference, "first difference");
    if (this.pins.length === 2) {
      const [left, right] = [...this.pins].sort((one, other) => one - other).map((pin) => Math.max(0, Math.min(1, this.part(pin))));
      const span = made("div", { className: "span" });
      [span.style.left, span.style.width] = [`${100 * left}%`, `${100 * (right - left)}%`];
      byID("drawings").append(span);
    }
    byID("drawings").append(this.cursor, this.cover);
    this.point();
  },

  // The cursor, and what covers the time that real time has not come to: no other line moves where these do.
  point() {
    const part = this.part(this.at);
    this.cursor.hidden = part < 0 || part > 1;
    this.cursor.style.left = `${100 * part}%`;
    this.cover.hidden = !(this.veil < this.end);
    this.cover.style.left = `${100 * Math.max(0, Math.min(1, this.part(this.veil)))}%`;
  },

  // How high the plots are drawn, in hundredths: a large screen has room, and its words stay as large as they are.
  get stretch() { return innerWidth < 1900 ? 100 : Math.max(100, Math.min(300, Math.round((innerHeight - 620) / 2.6 / 10) * 10)); },

  listen(hear) { this.hears.push(hear); },

  move(at) {
    this.at = Math.max(0, Math.min(this.end, Math.round(at)));
    if (this.at < this.window[0] || this.at > this.window[1]) {
      this.look(this.at - this.length / 2, this.at + this.length / 2);
    } else {
      this.point();
    }
    const slider = byID("drawings");
    slider.setAttribute("aria-valuemax", this.end / second);
    slider.setAttribute("aria-valuenow", this.at / second);
    for (const hear of this.hears) hear(this.at);
  },

  // Shows another part of the time.
  look(from, to) {
    const length = Math.min(this.end, Math.max(second / 1000, to - from));
    from = Math.max(0, Math.min(this.end - length, from));
    this.window = [from, from + length];
    this.place();
  },

  zoom(factor, around = this.at) {
    const middle = around >= this.window[0] && around <= this.window[1] ? around : (this.window[0] + this.window[1]) / 2;
    const left = (middle - this.window[0]) / this.length;
    const length = Math.min(this.end, Math.max(second / 1000, this.length * factor));
    this.look(middle - left * length, middle + (1 - left) * length);
  },

  // Which instant is the last that is not later: a day has thousands.
  last(at) {
    const all = this.one?.instants ?? [];
    let [low, high] = [-1, all.length];
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (all[middle][0] <= at) low = middle; else high = middle;
    }
    return low;
  },

  // To the next instant at which anything on the panel changes, or the status does.
  step(direction, isStatus) {
    const all = this.one?.instants ?? [];
    const isNext = ([at, status], index) => direction * (at - this.at) > 0 && (!isStatus || all[index - 1]?.[1] !== status);
    const next = direction > 0 ? all.find(isNext) : all.findLast(isNext);
    this.move(next?.[0] ?? (direction > 0 ? this.end : 0));
  },

  // A second pin measures what lies between; a third is a new first.
  pin(at) {
    this.pins = this.pins.length === 1 && this.pins[0] !== at ? [this.pins[0], at] : [at];
    this.rules();
    this.move(at);
  },

  // An instant under the pointer: that of an event, where one is as near as the hand can tell.
  under(event) {
    const box = byID("drawings").getBoundingClientRect();
    const at = this.window[0] + Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * this.length;
    const reach = 4 / box.width * this.length;
    const [all, index] = [this.one?.instants ?? [], this.last(at)];
    const [before, after] = [all[index]?.[0] ?? -Infinity, all[index + 1]?.[0] ?? this.end];
    const near = after - at < at - before ? after : before;
    return Math.abs(near - at) <= reach ? near : Math.round(at / 1e6) * 1e6;
  },

  prepare() {
    const box = byID("drawings");
    this.width = box.clientWidth;
    new ResizeObserver(([entry]) => {
      if (entry.contentRect.width === this.width) return;
      this.width = entry.contentRect.width;
      if (!this.shown) return;
      this.showOverview();
      this.place();
    }).observe(box);
    box.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.grip = { x: event.clientX, at: this.under(event), window: [...this.window] };
      if (event.pointerType === "mouse") box.setPointerCapture(event.pointerId);
    });
    box.addEventListener("pointermove", (event) => {
      if (stage.isLive) return;
      if (!this.grip || event.pointerType !== "mouse") return this.move(this.under(event));
      const moved = (event.clientX - this.grip.x) / box.clientWidth * (this.grip.window[1] - this.grip.window[0]);
      if (Math.abs(event.clientX - this.grip.x) > 4 && this.length < this.end) {
        this.grip.isDrag = true;
        this.look(this.grip.window[0] - moved, this.grip.window[1] - moved);
      }
    });
    box.addEventListener("pointerup", (event) => {
      if (this.grip && !this.grip.isDrag && Math.abs(event.clientX - this.grip.x) < 6) this.pin(this.under(event));
      this.grip = undefined;
    });
    box.addEventListener("pointercancel", () => { this.grip = undefined; });
    box.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) return this.zoom(Math.exp(event.deltaY / 200), this.under(event));
      const by = event.deltaX / box.clientWidth * this.length;
      this.look(this.window[0] + by, this.window[1] + by);
    }, { passive: false });
    const overview = byID("overview");
    const drag = (event) => {
      if (event.buttons !== 1) return;
      const box = overview.getBoundingClientRect();
      const middle = (event.clientX - box.left) / box.width * this.end;
      if (this.length >= this.end) this.zoom(0.5, middle);
      this.look(middle - this.length / 2, middle + this.length / 2);
    };
    overview.addEventListener("pointerdown", (event) => { overview.setPointerCapture(event.pointerId); drag(event); });
    overview.addEventListener("pointermove", drag);
    addEventListener("resize", () => {
      if (!this.shown || this.stretch === this.drawnFor) return;
      clearTimeout(this.resized);
      this.resized = setTimeout(() => run.now("size"), 200);
    });
    byID("zoom-in").addEventListener("click", () => this.zoom(0.5));
    byID("zoom-out").addEventListener("click", () => this.zoom(2));
    byID("zoom-all").addEventListener("click", () => this.look(0, this.end));
    byID("step-back").addEventListener("click", () => this.step(-1, false));
    byID("step-on").addEventListener("click", () => this.step(1, false));
  },
};
