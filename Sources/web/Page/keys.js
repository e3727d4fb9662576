// Keys: everything that a pointer can do. They are taken where no text is typed.

const keys = {
  table: [
    ["space", "plays in real time, or stops"], ["← →", "to the event before, or the next; with shift, to a change of status"],
    ["+ − 0", "a part larger, more of the time, all of it"], ["Enter", "pins the cursor; two pins measure what lies between"],
    ["B", "branches at the cursor"], ["G", "to the Goldilocks moment"], ["E", "the scenario as text"], ["K", "its knobs"],
    ["P  Shift P  I", "PLAY, PAUSE, PLAY IMMEDIATELY, now or at the cursor"],
    ["/", "finds a scenario in the gallery"], ["Ctrl Z, Ctrl Shift Z", "undoes, and does again"], ["Ctrl space", "in the text: what may stand here"],
    ["Esc", "takes pins away, and what came from below"], ["?", "all keys"],
  ],

  prepare() {
    byID("keys").append(made("tbody", {}, ...this.table.map(([key, words]) =>
      made("tr", {}, made("th", { scope: "row" }, made("kbd", { textContent: key })), made("td", { textContent: words })))));
    byID("open-help").addEventListener("click", () => byID("help").showModal());
    addEventListener("keydown", (event) => this.press(event));
  },

  press(event) {
    const place = event.target;
    const isTyping = place.matches?.("textarea, select, input:not([type='range'])");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && (!isTyping || place.id === "text")) {
      event.preventDefault();
      return event.shiftKey ? state.redo() : state.undo();
    }
    if (event.key === "Escape" && sheets.shown && sheets.isNarrow.matches && !document.querySelector("dialog[open]")) return sheets.turn();
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isButton = place.matches?.("button, summary, a");
    const isSlider = place.matches?.("input[type='range']");
    const acts = {
      ArrowLeft: () => lanes.step(-1, event.shiftKey), ArrowRight: () => lanes.step(1, event.shiftKey),
      Home: () => lanes.move(0), End: () => lanes.move(lanes.end),
      "+": () => lanes.zoom(0.5), "=": () => lanes.zoom(0.5), "-": () => lanes.zoom(2), 0: () => lanes.look(0, lanes.end),
      " ": () => stage.toggle(), Enter: () => lanes.pin(lanes.at),
      b: () => branches.open(), g: () => this.moment(), e: () => { editor.turn("text"); editor.area.focus(); },
      k: () => { editor.turn("knobs"); byID("knobs").focus(); },
      p: () => stage.perform({ do: event.shiftKey ? "pause" : "play" }), i: () => stage.perform({ do: "play_immediately" }),
      "/": () => gallery.open(), "?": () => byID("help").showModal(),
      Escape: () => { lanes.pins = []; lanes.rules(); lanes.move(lanes.at); },
    };
    // A letter is the same key with Caps Lock.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!(key in acts) || isButton && [" ", "Enter"].includes(key) || isSlider && /^Arrow|Home|End/.test(key)) return;
    event.preventDefault();
    acts[key]();
  },

  moment() {
    const { moment, asked, momentWords } = lanes.one ?? {};
    const none = run.isGood ? "The Goldilocks moment is being looked for." : noRun;
    if (moment === undefined || asked === undefined) return toast(momentWords ? `The Goldilocks moment: ${momentWords}.` : none);
    lanes.move(asked + moment);
    toast(`The Goldilocks moment: ${clock(moment)} after playback was asked for (${momentWords}).`);
  },
};
