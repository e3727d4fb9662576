// What other rules and whole players would have done with the same session, ranked; the earliest start that never
// stalls; and since when each stall could not be avoided. All of these are further runs, made one by one while nothing
// else is to be done, and left where the scenario changes.

const others = {
  hairs: [], generation: 0,
  // The digest of the run that the engine beside has.
  held: undefined,
  columns: [
    ["rule or player", ""], ["start", "from the request to the first frame"],
    ["from Goldilocks", "after (+) or before (−) the earliest start that never stalls, which is found for each by itself"],
    ["stalls", ""], ["stalled", "the time in stalls"],
  ],

  begin() {
    this.generation += 1;
    engines.back.hurry(undefined, 1000);
    this.owner = member(state.text, "players") ? `players.${lanes.player}.` : "";
    this.leave();
    this.go(this.generation);
  },

  // What was found of one run is not left under another.
  leave() {
    this.hairs = [];
    for (const id of ["inevitable", "ranking"]) byID(id).replaceChildren();
  },

  // The setting that makes the player another one: of several, the one that is shown.
  settings(kind, name) {
    return [{ path: `${this.owner}player${kind === "rule" ? ".keep_up" : ""}`, value: name }];
  },

  async go(generation) {
    const isLeft = () => generation !== this.generation;
    const { file, text } = state.version;
    const own = await engines.back.ask({ do: "run", slot: 0, file, text, isQuick: true, stretch: lanes.stretch }, "run");
    if (own?.digest) {
      this.held = own.digest;
      panel.catchUp();
    }
    if (!own || own.error || own.diagnostics || isLeft()) return;
    const moment = await engines.back.ask({ do: "goldilocks", slot: 0 }, "goldilocks");
    if (isLeft()) return;
    if (moment && !moment.error) run.showMoment(moment);
    const found = await engines.back.ask({ do: "inevitable", slot: 0, player: lanes.player }, "inevitable");
    if (isLeft()) return;
    if (found && !found.error) this.showInevitable(found);
    const ask = (entry, isMeasured) =>
      engines.back.ask({ do: "rival", file, text, settings: entry.settings, player: lanes.player, isMeasured }, "rival");
    const entries = [{ kind: "own", name: "this scenario", settings: [] }];
    for (const [name, about] of lists.rules) entries.push({ kind: "rule", name, about, settings: this.settings("rule", name) });
    for (const [name, about] of lists.players) entries.push({ kind: "player", name, about, settings: this.settings("player", name) });
    const rows = [];
    for (const entry of entries) {
      const figures = await ask(entry, false);
      if (isLeft()) return;
      if (!figures || figures.error || figures.diagnostics) continue;
      rows.push({ ...entry, ...figures });
      if (rows.length % 6 === 0) this.show(rows);
    }
    this.show(rows);
    // The distance of each from its own earliest start takes some runs more.
    for (const [index, row] of rows.slice().entries()) {
      const figures = await ask(row, true);
      if (isLeft()) return;
      Object.assign(row, figures?.error || figures?.diagnostics ? { distanceWords: "–" } : figures);
      if (index % 6 === 5) this.show(rows);
    }
    this.show(rows);
  },

  // The least time in stalls first, and of those the soonest start; who never starts comes last.
  show(rows) {
    const rank = (row) => [row.startup === undefined ? 1 : 0, row.stalled ?? Infinity, row.startup ?? Infinity];
    rows.sort((left, right) => {
      const [a, b] = [rank(left), rank(right)];
      const place = a.findIndex((value, index) => value !== b[index]);
      return place < 0 ? 0 : a[place] < b[place] ? -1 : 1;
    });
    const head = made("thead", {}, made("tr", {}, ...this.columns.map(([textContent, title], index) =>
      made("th", { scope: "col", textContent, title, className: index > 0 ? "number" : "" }))));
    const body = made("tbody", {}, ...rows.map((row) => {
      const name = made("th", { scope: "row" });
      if (row.kind === "own") {
        name.textContent = row.name;
      } else {
        const button = made("button", { type: "button", textContent: row.name, title: `${row.about} Click to hold it against this run.` });
        button.addEventListener("click", () => this.take(row));
        name.append(button, made("span", { className: "note", textContent: row.kind === "rule" ? " start rule" : " player" }));
      }
      const time = (value, words) => value === undefined ? words : `${(value / second).toFixed(2)} s`;
      const distance = time(row.distance, row.distanceWords ?? "…");
      const cells = [time(row.startup, row.startupWords), row.distance > 0 ? `+${distance}` : distance.replace("-", "−"), row.stallsWords, time(row.stalled, row.stalledWords)].map((textContent, index) =>
        made("td", { className: `number${index > 1 && row.stalls > 0 ? " is-alarm" : ""}`, textContent }));
      return made("tr", { className: row.kind === "own" ? "is-own" : "" }, name, ...cells);
    }));
    byID("ranking").replaceChildren(made("table", {}, made("caption", { className: "note", textContent: "the same session under each rule for the start, and for each whole player; least stalled first" }), head, body));
  },

  async take(row) {
    const reply = await engines.front.ask({ do: "set", text: state.text, settings: row.settings }, "set");
    if (reply?.text) state.branch(undefined, reply.text); else toast(reply?.error ?? "That cannot be set here.");
  },

  showInevitable({ stalls, findings }) {
    const more = stalls > findings.length ? [made("li", { className: "note", textContent: `and ${stalls - findings.length} more stalls` })] : [];
    const none = stalls === 0 ? [made("li", { className: "note", textContent: "Nothing stalls." })] : [];
    byID("inevitable").replaceChildren(...findings.map(({ words }) => made("li", { textContent: words })), ...more, ...none);
    this.hairs = findings.filter((finding) => finding.since !== undefined).map((finding) => [finding.since, "inevitable from here on"]);
    lanes.rules();
  },
};
