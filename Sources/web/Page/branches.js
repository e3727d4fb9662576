// Branches: from the cursor on anything may be changed, and both futures stand above one another, with the first
// difference between them, which the engine finds.

const branches = {
  difference: undefined,
  // The range of each number that an action takes, by the action's name.
  ranges: new Map(),

  prepare() {
    byID("branch").addEventListener("click", () => this.open());
    state.listen(() => this.draw());
    this.read();
  },

  // Actions, with the unit of the number that one takes: its last member, which has a usual value here.
  choices: [
    ["the network offers", { do: "change_network", down_kbps: 500 }, "kbit/s down"],
    ["the network carries nothing", { do: "break_network", for_s: 5 }, "for so many seconds"],
    ["preferredPeakBitRate", { do: "set_preferred_peak_bit_rate", value_kbps: 500 }, "kbit/s"],
    ["play()", { do: "play" }],
    ["pause()", { do: "pause" }],
    ["playImmediately(atRate:)", { do: "play_immediately" }],
    ["seek(to:)", { do: "seek", to_s: 0 }, "seconds"],
  ],

  // The engine knows how large the numbers may be: they are asked for as the knobs of a script.
  async read() {
    const actions = this.choices.map(([, action]) => action);
    const reply = await engines.front.ask({ do: "knobs", text: JSON.stringify({ script: actions }) }, "ranges");
    for (const knob of reply?.knobs ?? []) this.ranges.set(actions[knob.path.split(".")[1]].do, knob);
  },

  // What is to happen from here on; every entry is an action of the script.
  open() {
    const at = lanes.at;
    byID("branching-title").textContent = `From ${clock(at)} on`;
    // Real time may go on meanwhile: what was chosen happens at the instant that was named.
    const choose = (action) => {
      byID("branching").close();
      if (action) stage.perform(action, at, (text) => state.branch(at, text)); else state.branch(at);
    };
    const button = (words, about, act) => {
      const element = made("button", { type: "button" }, made("b", { textContent: words }), made("span", { textContent: about }));
      element.addEventListener("click", act);
      return element;
    };
    const numbered = (words, action, unit) => {
      const [key, value] = Object.entries(action).at(-1);
      const { least, most, places = 9 } = this.ranges.get(action.do) ?? {};
      const input = made("input", { type: "number", value, min: least, max: most, step: "any", required: true, "aria-label": `${words}, ${unit}` });
      // Where there is nothing there is no zero, nor what the action does not take: the field is shown instead.
      const go = button(words, unit, () => {
        if (input.reportValidity()) choose({ ...action, [key]: Number(knobs.exact(Number(input.value), places)) });
      });
      return made("div", { className: "row" }, go, input);
    };
    byID("branch-choices").replaceChildren(
      button("as it is", "a copy, which knobs and text then change", () => choose()),
      ...this.choices.map(([words, action, unit]) => unit ? numbered(words, action, unit) : button(words, "", () => choose(action))),
    );
    byID("branch-choices").firstChild.autofocus = true;
    byID("branching").showModal();
  },

  draw() {
    const box = byID("versions");
    box.hidden = state.versions.length < 2;
    if (box.hidden) return;
    box.replaceChildren(...state.versions.map((version, index) => {
      const words = version.at === undefined ? version.name : `${version.name}, from ${clock(version.at)}`;
      const button = made("button", { type: "button", textContent: words });
      button.classList.toggle("is-current", index === state.current);
      button.classList.toggle("is-against", index === state.against);
      button.setAttribute("aria-pressed", String(index === state.current));
      button.title = index === state.current ? "shown, and changed" : "show this one, above the other";
      button.addEventListener("click", () => state.choose(index, index === state.current ? undefined : state.current));
      return button;
    }));
    const leave = made("button", { type: "button", textContent: `leave ${state.version.name}` });
    leave.addEventListener("click", () => state.drop(state.current));
    box.append(leave);
    if (state.against !== undefined) {
      const alone = made("button", { type: "button", textContent: "show alone" });
      alone.addEventListener("click", () => state.choose(state.current, undefined));
      box.append(alone);
    }
  },

  async compare() {
    this.difference = undefined;
    if (state.against === undefined) return;
    const reply = await engines.front.ask({ do: "difference" }, "difference");
    if (!reply || reply.error) return;
    this.difference = reply.isSame ? undefined : reply.ns;
    byID("versions").querySelector("output")?.remove();
    const words = reply.isSame ? "both are the same run" : `the first difference is at ${reply.at}`;
    const told = reply.text ? [made("details", {}, made("summary", { textContent: words }), made("pre", { textContent: reply.text }))] : [words];
    byID("versions").append(made("output", { className: "note" }, ...told));
    lanes.rules();
  },
};
