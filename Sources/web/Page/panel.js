// What holds at the cursor: the panel of the demo, why playback does not go on, and what is to come. The engine says
// all of it; the panel comes at once, and what needs another run when the cursor rests, from the engine beside, which
// has the run that is shown a moment later.

const panel = {
  rows: [
    ["timeControlStatus", "timeControlStatus"], ["reason", "reasonForWaitingToPlay"], ["rate", "rate"],
    ["timebaseRate", "timebase rate"], ["currentTime", "currentTime"], ["keepUp", "likelyToKeepUp"],
    ["full", "bufferFull"], ["empty", "bufferEmpty"], ["loaded", "loadedTimeRanges"],
  ],

  prepare() {
    byID("panel").append(...this.rows.flatMap(([key, name]) => [
      made("dt", { textContent: name }), made("dd", { id: `panel-${key}`, textContent: "–" }),
    ]));
    byID("tell").addEventListener("click", () => this.tell());
    // Nobody can press on paper: what is closed is open there.
    let closed = [];
    addEventListener("beforeprint", () => {
      closed = [...document.querySelectorAll("details:not([open])")];
      for (const one of closed) one.open = true;
    });
    addEventListener("afterprint", () => { for (const one of closed) one.open = false; });
    lanes.listen((at) => this.see(at));
  },

  // What an engine says of the run that is shown; it may have lost it, where it was stopped or had too much to do.
  async ask(engine, request) {
    const ask = () => engine.ask({ slot: 0, player: lanes.player, ...request }, request.do);
    const reply = await ask();
    return reply?.error && await run.again(engine) ? ask() : reply;
  },

  async see(at) {
    if (!lanes.shown) return;
    this.isAt = at;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      if (lanes.shown && !lanes.shown.isQuick) this.mark(at, true);
      this.look(at);
    }, 140);
    const reply = await this.ask(engines.front, { do: "instant", at });
    if (!reply || reply.error || !lanes.shown) return;
    for (const [key] of this.rows) say(`panel-${key}`, reply[key]);
    const isStalled = (lanes.one.stretches ?? []).some(([from, to, , isStall]) => isStall && from <= at && at < to);
    byID("panel-timeControlStatus").className = isStalled ? "strong is-stall" : "strong";
    this.showRanges(reply);
    this.showWords(at, reply);
    // While a slider is dragged the events are those of the last whole run.
    if (!lanes.shown.isQuick) this.mark(at);
  },

  showRanges({ ranges, duration, place, loaded, currentTime }) {
    const box = byID("ranges");
    box.setAttribute("aria-label", `loadedTimeRanges ${loaded}, currentTime ${currentTime}`);
    const whole = Math.max(duration, place, 1);
    const parts = [];
    for (let index = 0; index < ranges.length; index += 2) {
      const part = made("i");
      part.style.left = `${100 * ranges[index] / whole}%`;
      part.style.width = `${100 * (ranges[index + 1] - ranges[index]) / whole}%`;
      parts.push(part);
    }
    const head = made("b");
    head.style.left = `calc(${100 * place / whole}% - 1px)`;
    box.replaceChildren(...parts, head);
  },

  showWords(at, { timeControlStatus, reason, ahead }) {
    const words = [made("b", { textContent: clock(at) }), ` ${timeControlStatus}${reason === "-" ? "" : `: ${reason}`} · ${ahead} ahead`];
    if (lanes.pins.length === 2) words.push(` · ${clock(Math.abs(lanes.pins[1] - lanes.pins[0]))} between the pins`);
    byID("cursor-words").replaceChildren(...words);
    byID("drawings").setAttribute("aria-valuetext", byID("cursor-words").textContent);
  },

  // Events as a list, of very many those around the cursor: while it moves on, those that are there stay.
  mark(at, isAtRest = stage.isLive) {
    const all = lanes.one.instants ?? [];
    const index = Math.max(0, lanes.last(at));
    const list = byID("event-list");
    const isOther = list.run !== lanes.shown || list.player !== lanes.player;
    if (isOther || isAtRest && !list.children[index - list.first]) {
      const first = Math.max(0, Math.min(index - 20, all.length - 200));
      [list.run, list.first, list.player] = [lanes.shown, first, lanes.player];
      list.replaceChildren(...all.slice(first, first + 200).map(([instant, , words]) => {
        const button = made("button", { type: "button" }, made("time", { textContent: clock(instant) }), made("span", { textContent: words }));
        button.addEventListener("click", () => lanes.pin(instant));
        return made("li", {}, button);
      }));
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[index - list.first]?.firstChild;
    if (!current) return;
    current.setAttribute("aria-current", "true");
    const [box, own] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
    if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - box.height / 3;
  },

  // Nothing is told under another run, or another player of it, than it was told of.
  begin() {
    if (this.name === this.told) return;
    this.told = this.name;
    this.isTelling = false;
    byID("whole").hidden = true;
    this.hush();
    others.leave();
  },

  get name() { return `${lanes.shown.digest} ${lanes.player}`; },

  // While time runs nothing is told of an instant, not even of an old one.
  hush() {
    clearTimeout(this.rest);
    this.wait();
  },

  wait() {
    const textContent = stage.isLive ? "Told when it is no longer live." : "Told in a moment.";
    byID("story").replaceChildren(made("p", { className: "note", textContent }));
    byID("pending").replaceChildren();
  },

  // Tells what had to wait for the engine beside.
  catchUp() {
    this.look(lanes.at);
    if (this.isTelling) this.tell();
  },

  get isThere() { return lanes.shown !== undefined && others.held === lanes.shown.digest; },

  async look(at) {
    if (stage.isLive || !this.isThere) return;
    const { told } = this;
    // What was told of another instant is not left beside this one while the engine beside has much to do.
    clearTimeout(this.late);
    this.late = setTimeout(() => this.wait(), 400);
    const reply = await this.ask(engines.back, { do: "held", at });
    // What was asked at rest may be answered when time runs again, or under another run.
    if (!reply || reply.error || this.isAt !== at || stage.isLive || told !== this.told || !this.isThere) return;
    clearTimeout(this.late);
    const row = lanes.one.instants?.[lanes.last(at)];
    const sentences = reply.story.length > 0 ? reply.story : row ? [`${row[1]}. At ${clock(row[0])}: ${row[2]}.`] : ["Nothing has happened yet."];
    byID("story").replaceChildren(...sentences.map((textContent) => made("p", { textContent })));
    const entries = [
      ...reply.requests.map((textContent) => made("li", { textContent: `under way: ${textContent}` })),
      ...reply.pending.map(([textContent, isStale]) => made("li", { textContent, className: isStale ? "is-stale" : "" })),
    ];
    if (reply.pendingCount > reply.pending.length) entries.push(made("li", { textContent: `and ${reply.pendingCount - reply.pending.length} more` }));
    if (entries.length === 0) entries.push(made("li", { textContent: "nothing" }));
    byID("pending").replaceChildren(...entries);
  },

  // Of a scenario with faults nothing comes that one might wait for: only what the engine beside has is told then.
  async tell() {
    if (!run.isGood && !this.isThere) return toast(noRun);
    byID("whole").hidden = false;
    byID("whole").textContent = "running again, with changes …";
    this.isTelling = true;
    if (!this.isThere) return;
    const reply = await this.ask(engines.back, { do: "why" });
    if (!reply || !this.isTelling || !this.isThere) return;
    this.isTelling = false;
    byID("whole").textContent = reply.text ?? reply.error;
  },

  // Nothing comes any more that was waited for.
  leave() {
    if (this.isTelling && !this.isThere) [this.isTelling, byID("whole").hidden] = [false, true];
  },

  showFigures() {
    // What a figure is is said below its name, where it is pressed: who has no mouse has no titles.
    const told = new Set([...byID("metrics").querySelectorAll("[open] summary")].map((name) => name.textContent));
    byID("metrics").replaceChildren(made("tbody", {}, ...lanes.one.metrics.map(([name, value, about]) => {
      const words = made("details", { open: told.has(name) }, made("summary", { textContent: name }), about);
      return made("tr", {}, made("th", { scope: "row" }, words), made("td", { className: "number", textContent: value }));
    })));
    byID("settings").replaceChildren(made("tbody", {}, ...lanes.one.settings.map(([name, value]) =>
      made("tr", {}, made("th", { scope: "row", textContent: name }), made("td", { textContent: value })))));
  },
};
