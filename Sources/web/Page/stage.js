// The demo of WWDC16 session 503, live: the panel in real time, three buttons, and a network conditioner. What is
// pressed is written into the script at its time, and the engine runs the scenario anew: the past stays as it was,
// because a run is nothing but its scenario, and the future is under a veil until it is there.

const stage = {
  isLive: false,

  prepare() {
    byID("live").addEventListener("click", () => this.toggle());
    byID("begin-anew").addEventListener("click", () => this.beginAnew());
    byID("speed").addEventListener("change", () => this.keepTime());
    for (const button of document.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => this.perform({ do: button.dataset.do }));
    }
    const slider = byID("conditioner");
    slider.addEventListener("input", () => this.showRate());
    slider.addEventListener("change", () => this.perform({ do: "change_network", down_kbps: this.rate }));
    this.showRate();
  },

  // From 20 kbit/s to 100 Mbit/s, and nothing at all at the left end; in two figures.
  get rate() {
    const part = Number(byID("conditioner").value) / 1000;
    return part === 0 ? 0 : Number((20 * 5000 ** part).toPrecision(2));
  },

  // The conditioner begins where the network does.
  begin(rate) {
    const part = rate <= 20 ? 0 : Math.log(rate / 20) / Math.log(5000);
    byID("conditioner").value = Math.round(1000 * Math.min(1, part));
    this.showRate();
  },

  showRate() {
    const words = this.rate === 0 ? "nothing" : this.rate >= 1000 ? `${this.rate / 1000} Mbit/s` : `${this.rate} kbit/s`;
    byID("conditioner-words").textContent = words;
    byID("conditioner").setAttribute("aria-valuetext", words);
  },

  // An empty script but for the loading, as on stage before anybody pressed anything.
  async beginAnew() {
    const script = JSON.stringify([{ at_s: 0, do: "load" }]);
    const reply = await engines.front.ask({ do: "set", text: state.text, settings: [{ path: "script", value: script }] }, "set");
    if (!reply?.text) return toast(reply?.error ?? "This scenario has no script of its own.");
    state.change(reply.text, "step");
    this.stop();
    this.toggle(0);
  },

  keepTime() { [this.startedAt, this.startedFrom] = [performance.now(), lanes.at]; },

  toggle(from) {
    if (this.isLive) return this.stop();
    this.isLive = true;
    byID("live").setAttribute("aria-pressed", "true");
    byID("live").textContent = "❚❚ live";
    lanes.at = from ?? (lanes.at >= lanes.end ? 0 : lanes.at);
    this.keepTime();
    if (lanes.shown) run.showVerdict(lanes.shown);
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

  // Presses a button: now, where time runs, and else at the cursor.
  async perform(action) {
    const at = this.isLive ? this.now : lanes.at;
    // Real time is counted in milliseconds, and the cursor may stand on a nanosecond: both are written exactly.
    const seconds = `${Math.floor(at / second)}.${String(Math.round(at % second)).padStart(9, "0")}`.replace(/\.?0+$/, "");
    const members = Object.entries(action).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
    const text = `{ "at_s": ${seconds}, ${members.join(", ")} }`;
    // Buttons are pressed faster than replies come: one after the other, each on the text that the one before left.
    this.last = (this.last ?? Promise.resolve()).then(async () => {
      const reply = await engines.front.ask({ do: "perform", text: state.text, player: lanes.player, action: text }, `perform ${at}`);
      if (reply?.text) state.change(reply.text, "step"); else toast(reply?.error ?? "That cannot be done.");
    });
    return this.last;
  },
};
