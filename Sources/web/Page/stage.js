// The demo of WWDC16 session 503, live: the panel in real time, three buttons, and a network conditioner. What is
// pressed is written into the script at its time, and the engine runs the scenario anew: the past stays as it was,
// because a run is nothing but its scenario, and the future is under a veil until it is there.

const stage = {
  isLive: false, turns: 0,

  prepare() {
    byID("live").addEventListener("click", () => this.toggle());
    byID("begin-anew").addEventListener("click", () => this.beginAnew());
    byID("speed").addEventListener("change", () => this.keepTime());
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.perform({ do: button.dataset.do }));
    }
    const slider = byID("conditioner");
    slider.addEventListener("input", () => {
      this.isHeld = true;
      this.showRate(this.rate);
    });
    slider.addEventListener("change", async () => {
      const count = this.turns += 1;
      // Until the run with the newest rate is there the slider stays where it was let go.
      if (this.rate !== network.rate(this.at)) await this.perform({ do: "change_network", down_kbps: this.rate });
      await run.last;
      if (count !== this.turns) return;
      this.isHeld = false;
      this.follow(lanes.at);
    });
    stepped(slider, (position) => this.rateAt(position), () => this.isHeld ? this.rate : network.rate(lanes.at) ?? this.rate);
    lanes.listen((at) => this.follow(at));
  },

  // From 20 kbit/s to 100 Mbit/s, and nothing at all at the left end; in two figures.
  rateAt(position) { return position <= 0 ? 0 : Number((20 * 5000 ** (position / 1000)).toPrecision(2)); },
  get rate() { return this.rateAt(Number(byID("conditioner").value)); },

  // Whoever does not hold the conditioner sees on it what the network offers at the cursor.
  follow(at) {
    if (this.isHeld) return;
    const rate = network.rate(at);
    const part = rate === undefined ? 1 : rate <= 20 ? 0 : Math.log(rate / 20) / Math.log(5000);
    byID("conditioner").value = rate > 0 ? Math.max(1, Math.round(1000 * Math.min(1, part))) : Math.round(1000 * part);
    this.showRate(rate);
  },

  showRate(rate) {
    const words = rate === undefined ? "no limit" : rate === 0 ? "nothing" : rate >= 1000 ? `${rate / 1000} Mbit/s` : `${rate} kbit/s`;
    byID("conditioner-words").textContent = words;
    byID("conditioner").setAttribute("aria-valuetext", words);
  },

  // An empty script but for the loading, as on stage before anybody pressed anything. What the scenario says of the old
  // one, and what must come of that, goes with it.
  async beginAnew() {
    if (!isJSON(state.text)) return toast("The text is no JSON.");
    let path;
    const bare = edited(state.text, (scenario) => {
      path = `${this.ownerOf(scenario).path}script`;
      for (const one of [scenario, ...scenario.players ?? []]) delete one.expect;
      delete scenario.about;
      if (scenario.name) scenario.name = "On stage";
    });
    const script = JSON.stringify([{ at_s: 0, do: "load" }]);
    const { text, error } = await engines.front.ask({ do: "set", text: bare, settings: [{ path, value: script }] }, "set") ?? {};
    const trial = text && await engines.front.ask({ do: "rival", file: state.version.file, text }, "trial");
    if (!trial?.digest) return toast(trial?.diagnostics?.[0]?.message ?? trial?.error ?? error ?? "This has no script of its own.");
    this.stop();
    state.change(text, "step");
    await run.last;
    this.toggle(0);
  },

  keepTime() { [this.startedAt, this.startedFrom] = [performance.now(), lanes.at]; },

  toggle(from) {
    if (this.isLive) return this.stop();
    if (!run.isGood) return toast(noRun);
    this.isLive = true;
    byID("live").setAttribute("aria-pressed", "true");
    byID("live").textContent = "❚❚ live";
    lanes.at = from ?? (lanes.at >= lanes.end ? 0 : lanes.at);
    this.keepTime();
    if (lanes.shown) run.showVerdict(lanes.shown);
    panel.hush();
    requestAnimationFrame(() => this.tick());
  },

  stop() {
    if (!this.isLive) return;
    this.isLive = false;
    lanes.veil = undefined;
    byID("live").setAttribute("aria-pressed", "false");
    byID("live").textContent = "▶ live";
    if (run.digest === undefined) return;
    run.showVerdict(lanes.shown);
    lanes.move(lanes.at);
    others.begin();
  },

  // The instant that real time has come to, in whole milliseconds: so a script has it.
  get now() {
    const speed = Number(byID("speed").value);
    return Math.round((this.startedFrom / 1e6 + (performance.now() - this.startedAt) * speed)) * 1e6;
  },

  tick() {
    if (!this.isLive) return;
    const now = this.now;
    // A run that is over goes on: who is on stage may still press something.
    if (now > lanes.end) {
      lanes.end = Math.max(lanes.end, now + 5 * second);
      lanes.window = [0, lanes.end];
      lanes.place();
    }
    lanes.veil = now;
    lanes.move(now);
    requestAnimationFrame(() => this.tick());
  },

  get at() { return this.isLive ? this.now : lanes.at; },

  // Presses a button: now, where time runs, and else at the cursor.
  async perform(action) {
    const { at } = this;
    // Real time is counted in milliseconds, and the cursor may stand on a nanosecond: both are written exactly.
    const seconds = `${Math.floor(at / second)}.${String(Math.round(at % second)).padStart(9, "0")}`.replace(/\.?0+$/, "");
    const members = Object.entries(action).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    const text = `{ "at_s": ${seconds}, ${members.join(", ")} }`;
    // Buttons are pressed faster than replies come: one after the other, each on the text that the one before left.
    this.last = (this.last ?? Promise.resolve()).then(async () => {
      const same = this.same(action, at);
      if (same?.isSaid) return;
      const request = same ? { do: "set", text: state.text, settings: [same.setting] }
        : { do: "perform", text: state.text, player: lanes.player, action: text };
      const reply = await engines.front.ask(request, `perform ${at}`);
      if (reply?.text) state.change(reply.text, "step"); else toast(reply?.error ?? "That cannot be done.");
    });
    return this.last;
  },

  // The last action at an instant, where it is of the same kind: then it is said anew, and not once more.
  same(action, at) {
    if (!isJSON(state.text)) return undefined;
    const { path, owner } = this.ownerOf(JSON.parse(state.text));
    if (!Array.isArray(owner?.script)) return undefined;
    const last = owner.script.findLastIndex((one) => Math.round((one?.at_s ?? 0) * second) === at);
    const old = owner.script[last];
    if (old?.do !== action.do || old.when !== undefined) return undefined;
    const [name, value] = Object.entries(action).find(([name]) => name !== "do") ?? [];
    if (name === undefined) return Object.keys(old).length === 2 ? { isSaid: true } : undefined;
    if (old[name] === value) return { isSaid: true };
    return { setting: { path: `${path}script.${last}.${name}`, value: String(value) } };
  },

  // Whose script it is: that of the scenario, or of the player that is shown, with the way to it.
  ownerOf(scenario) {
    if (!Array.isArray(scenario?.players)) return { path: "", owner: scenario };
    return { path: `players.${lanes.player}.`, owner: scenario.players[lanes.player] };
  },
};

// A text with other members, and the numbers as it has them: JSON.parse would round those of many digits.
function edited(text, edit) {
  const numbers = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
  const whole = JSON.parse(text.replace(numbers, (part) => part[0] === '"' ? part : `"\uE000${part}"`));
  edit(whole);
  return JSON.stringify(whole).replace(/"\uE000([^"]*)"/g, "$1");
}
