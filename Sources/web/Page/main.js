// The page: reads what it is to show, hands every change to the engine, and shows what comes back. A run that fails
// leaves the last good one in its place, greyed.

let engines;
let lists;
// What the page begins with. Its picture stands in the page until the engine has drawn it: opening.html.
const firstScenario = "Scenarios/session-503/demo-5-play-immediately.json";
const noRun = "The scenario has faults: there is no run of it.";
// As many faults are listed, and marked in the text.
const mostFaults = 20;

// Words that go again, when there was time to read them.
function toast(words) {
  const box = byID("toast");
  box.textContent = words;
  box.hidden = false;
  // On top of every dialog, also of one that was opened since it was last shown.
  box.hidePopover?.();
  box.showPopover?.();
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { box.hidden = true; }, Math.max(4500, 60 * words.length));
}

// Gives both engines all files that a scenario may name, where those are others than before, or elsewhere.
function give() {
  const placed = files.places.files;
  const places = Array.from(placed, ([path, { part }]) => `${path} ${part}`).join("\n");
  if (give.dropped === state.dropped && give.places === places) return;
  [give.dropped, give.places] = [state.dropped, places];
  const list = Array.from(placed, ([path, file]) => ({ ...file, path }));
  for (const engine of Object.values(engines)) engine.setFiles([...gallery.named, ...list]);
}

const run = {
  // Runs what the state holds. While a slider moves only the drawing is made; the rest comes when it rests.
  async now(why) {
    const isQuick = why === "knob" && lanes.shown !== undefined;
    clearTimeout(this.rest);
    this.count = (this.count ?? 0) + 1;
    const count = this.count;
    const { file, text } = state.version;
    const started = performance.now();
    engines.front.hurry("run", 400);
    if (state.against !== undefined && (why !== "knob" || !this.against)) {
      const old = state.versions[state.against];
      const other = await engines.front.ask({ do: "run", slot: 1, file: old.file, text: old.text, stretch: lanes.stretch }, "run against");
      if (count !== this.count) return;
      this.against = other?.players ? other : undefined;
    }
    if (state.against === undefined) [this.against, branches.difference] = [];
    const reply = await engines.front.ask({ do: "run", slot: 0, file, text, isQuick, stretch: lanes.stretch }, "run");
    if (!reply || text !== state.text) return;
    this.ended = count;
    if (!reply.players) return this.fail(reply);
    const arrived = performance.now();
    [this.isGood, this.good] = [true, { file, text }];
    document.body.classList.remove("is-stale");
    lanes.show(reply, this.against);
    if (why === "open") mark("drawn");
    this.times = { engine: engines.front.took, all: performance.now() - started, drawing: performance.now() - arrived };
    this.showVerdict(reply);
    if (isQuick) {
      this.rest = setTimeout(() => this.now("rest"), 250);
      return;
    }
    this.list([...files.doubts, ...reply.warnings], true);
    panel.showFigures();
    this.showPlayers(reply);
    this.digest = reply.digest;
    byID("facts").textContent = `${reply.last} · digest ${reply.digest} · ${reply.events} events · ${Math.round(this.times.all)} ms`;
    network.draw();
    branches.compare();
    clearTimeout(this.idle);
    if (!stage.isLive) this.idle = setTimeout(() => others.begin(), why === "open" ? 60 : 400);
  },

  // Gives the run that is shown to an engine that began anew, and says whether it has it. Another one that is under way
  // comes in its place.
  async again(engine) {
    if (this.ended !== this.count || !this.good) return false;
    const reply = await engine.ask({ do: "run", slot: 0, ...this.good, isQuick: true, stretch: lanes.stretch }, "again");
    return reply?.players !== undefined;
  },

  showName(name, words = "") {
    byID("name").textContent = name;
    document.title = `${name}${words} – autowait`;
  },

  showVerdict(reply) {
    if (!this.isGood) return;
    this.showName(reply.name || files.name);
    // On stage nobody knows yet what will be pressed.
    const { verdict } = lanes.one;
    const own = stage.isLive ? `If nothing else is pressed: ${verdict[0].toLowerCase()}${verdict.slice(1)}` : verdict;
    const box = byID("verdict");
    const against = lanes.of(this.against)?.verdict;
    const words = against === undefined ? [own] : [
      made("span", { className: "other" }, made("b", { textContent: state.versions[state.against].name }), against),
      made("span", {}, made("b", { textContent: state.version.name }), own),
    ];
    box.replaceChildren(...words);
  },

  // The same run, with the earliest start that never stalls drawn into it.
  showMoment(reply) {
    if (!reply.players || reply.digest !== this.digest) return;
    lanes.show(reply, this.against);
    this.showVerdict(reply);
    panel.showFigures();
  },

  showPlayers(reply) {
    const select = byID("player");
    select.hidden = reply.players.length < 2;
    select.replaceChildren(...reply.players.map((player, index) => made("option", { value: index, textContent: player.name })));
    select.value = lanes.player;
  },

  // What is above is about what cannot be run; of the last good run what is below is left, and that is said.
  fail(reply) {
    this.isGood = false;
    document.body.classList.toggle("is-stale", lanes.shown !== undefined);
    this.list([...files.doubts, ...reply.diagnostics ?? [{ line: 0, message: reply.error }]], false);
    // A text that is being typed may be no JSON for a while, and keeps its name.
    const isOther = lanes.isNew || !lanes.shown || this.good.file !== state.version.file;
    this.showName(member(state.text, "name") || (isOther ? files.name : byID("name").textContent), reply.diagnostics ? ", with faults" : "");
    const last = lanes.shown ? ` What is grey is of the last good run${isOther ? `, “${lanes.shown.name || lastStep(this.good.file)}”` : ""}.` : "";
    byID("verdict").textContent = `${reply.diagnostics ? noRun : "There is no run of it."}${last}`;
    clearTimeout(this.idle);
    others.generation += 1;
    panel.leave();
    if (lanes.shown) lanes.move(lanes.at);
  },

  list(faults, isWarning) {
    editor.mark(faults.slice(0, mostFaults), isWarning);
    const box = byID("trouble");
    box.hidden = faults.length === 0;
    box.className = isWarning ? "is-warning" : "";
    box.replaceChildren(...faults.slice(0, mostFaults).map(({ line, column, message }) => {
      const button = made("button", { type: "button", textContent: line > 0 ? `${line}:${column}: ${message}` : message });
      if (line > 0) button.addEventListener("click", () => editor.go(line, column));
      return button;
    }));
    if (faults.length > mostFaults) box.append(`and ${faults.length - mostFaults} more`);
  },
};

// Light, dark, or as the system has it: the media queries of the style sheets are turned.
const themes = {
  names: ["auto", "light", "dark"], current: 0, rules: [],

  prepare() {
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) if (rule.media?.mediaText.includes("prefers-color-scheme")) this.rules.push(rule.media);
    }
    this.media = this.rules.map((media) => media.mediaText);
    byID("theme").addEventListener("click", () => {
      const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
      const order = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
      this.set(order[(order.indexOf(this.names[this.current]) + 1) % 3]);
    });
  },

  // A style sheet in which what is chosen holds whatever the system has.
  fixed(style) {
    const media = { light: "not all", dark: "all" }[this.names[this.current]];
    return media ? style.replaceAll("screen and (prefers-color-scheme: dark)", media) : style;
  },

  set(name) {
    this.current = this.names.indexOf(name);
    this.rules.forEach((media, index) => {
      media.mediaText = name === "auto" ? this.media[index] : name === "dark" ? "screen" : "not all";
    });
    document.documentElement.style.colorScheme = name === "auto" ? "light dark" : name;
    byID("theme").textContent = name === "auto" ? "theme" : name;
  },
};

// Marks that something can be seen now, for who measures.
const mark = (name) => requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(name)));

async function begin() {
  // Another scenario has another picture.
  if (location.hash.length > 1 || byID("own-scenario")) byID("drawings").replaceChildren();
  mark("seen");
  const [module] = await Promise.all([compiledEngine(), gallery.load()]);
  engines = { front: new Engine(module), back: new Engine(module) };
  engines.front.onbusy = (key, isBusy) => {
    clearTimeout(begin.slow);
    if (isBusy) begin.slow = setTimeout(() => { byID("busy").hidden = false; }, 300);
    else byID("busy").hidden = true;
  };
  for (const part of [themes, sheets, lanes, panel, editor, knobs, network, stage, branches, gallery, files, keys]) part.prepare();
  for (const part of document.querySelectorAll("[inert]")) part.inert = false;
  byID("stop").addEventListener("click", () => engines.front.stop());
  byID("player").addEventListener("change", (event) => {
    lanes.player = Number(event.target.value);
    lanes.show(lanes.shown, run.against);
    panel.showFigures();
    run.showVerdict(lanes.shown);
    others.begin();
    files.follow();
  });
  byID("undo").addEventListener("click", () => state.undo());
  byID("redo").addEventListener("click", () => state.redo());
  state.listen((why) => {
    if (why === "open") {
      [lanes.isNew, lanes.begins, run.digest] = [true, undefined, undefined];
      stage.stop();
    }
    // What is under way is of what there was, and a run of the new one may have the same digest.
    others.generation += 1;
    [byID("undo").disabled, byID("redo").disabled] = [state.done.length === 0, state.undone.length === 0];
    give();
    run.last = run.now(why);
  });
  const held = await heldByAddress();
  lists = { rules: [], players: [] };
  engines.front.ask({ do: "lists" }, "lists").then((reply) => { if (reply?.rules) lists = reply; });
  if (held) {
    show(held);
  } else {
    const first = gallery.scenarios.find((file) => file.path === firstScenario);
    state.open(first.path, first.text);
  }
}

// What the page was opened with: a link, or what a report has put into it.
async function heldByAddress() {
  try {
    if (location.hash.length > 1) return await fromLink(location.hash.slice(1));
  } catch (error) {
    toast(`The link cannot be read: ${error.message.replace(/\.$/, "")}.`);
    // It takes the place of nothing: neither of what is shown, nor of what a report has.
    if (state.text) return undefined;
  }
  const own = byID("own-scenario");
  return own ? JSON.parse(own.textContent) : undefined;
}

function show({ begins, ...held }) {
  Object.assign(state, { current: 0, against: undefined, dropped: [] }, held);
  state.tell("open");
  lanes.begins = begins;
}

// What there was before another address is a step that can be undone. Whoever goes back to where there was none yet
// undoes the first, with what came after.
addEventListener("hashchange", async () => {
  const first = state.done.findIndex(({ why }) => why === "address");
  if (!location.hash && first >= 0) {
    while (state.done.length > first) state.undo();
    return;
  }
  const held = await heldByAddress();
  if (!held) return;
  state.keep("address");
  show(held);
});
begin().catch((error) => {
  closePage(error);
  throw error;
});
