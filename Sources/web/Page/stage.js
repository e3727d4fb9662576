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
    const now = () => (this.isHeld ? undefined : network.rate(this.at)) ?? this.rate;
    stepped(slider, this.rateAt, now);
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
    say("conditioner-words", words);
    byID("conditioner").setAttribute("aria-valuetext", words);
  },

  // An empty script but for the loading, as on stage before anybody pressed anything. What the scenario says of the old
  // one, and what must come of that, goes with it.
  async beginAnew() {
    const bare = edited(state.text, (scenario) => {
      this.owner(scenario).script = [{ at_s: 0, do: "load" }];
      for (const one of [scenario, ...scenario.players ?? []]) delete one.expect;
      delete scenario.about;
    });
    const settings = [{ path: "name", value: '"On stage"' }];
    const { text, error } = await engines.front.ask({ do: "set", text: bare, settings }, "set") ?? {};
    const trial = text && await engines.front.ask({ do: "rival", file: state.version.file, text }, "trial");
    const fault = trial?.diagnostics?.[0]?.message ?? trial?.error ?? error;
    if (!trial?.digest) return toast(fault ?? "That cannot be done.");
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
  async perform(action, at = this.at, take = (text) => state.change(text, "step")) {
    // Real time is counted in milliseconds, and the cursor may stand on a nanosecond: both are written exactly.
    const seconds = `${Math.floor(at / second)}.${String(Math.round(at % second)).padStart(9, "0")}`.replace(/\.?0+$/, "");
    const members = Object.entries(action).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    const text = `{ "at_s": ${seconds}, ${members.join(", ")} }`;
    // Buttons are pressed faster than replies come: one after the other, each on the text that the one before left.
    this.last = (this.last ?? Promise.resolve()).then(async () => {
      const request = { do: "perform", text: this.without(action, at), player: lanes.player, action: text };
      const reply = await engines.front.ask(request, `perform ${at}`);
      if (reply?.text) take(reply.text); else toast(reply?.error ?? "That cannot be done.");
    });
    return this.last;
  },

  // The text without the last action at an instant, where that says the same: the new one takes its place.
  without(action, at) {
    return edited(state.text, (scenario) => {
      const { script } = this.owner(scenario);
      const last = script.findLastIndex((one) => Math.round(String(one.at_s).slice(1) * second) === at);
      const names = (one) => Object.keys(one).filter((name) => name !== "at_s").join();
      if (script[last]?.do === action.do && names(script[last]) === names(action)) script.splice(last, 1);
    });
  },

  // Whose script it is: the scenario, or of several players the one that is shown.
  owner(scenario) { return scenario.players?.[lanes.player] ?? scenario; },
};

// A text with other members, its numbers as they stand there: JSON.parse would round those of many digits. What is no
// scenario stays what it is, and the engine says why.
function edited(text, edit) {
  try {
    const parts = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
    const whole = JSON.parse(text.replace(parts, (part) => part[0] === '"' ? part : `"\uE000${part}"`));
    edit(whole);
    return JSON.stringify(whole).replace(/"\uE000([^"]*)"/g, "$1");
  } catch {
    return text;
  }
}
