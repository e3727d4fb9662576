// What comes onto the page and leaves it: files that are opened or dropped, what is saved, and the link.

const isObject = (text) => /^\s*\{/.test(text);
const isInNoFolder = (path) => !path.includes("/");
const few = (files) => files.slice(0, 3).map((file) => lastStep(file.path)).join(", ") + (files.length > 3 ? ` and ${files.length - 3} more` : "");

// A scenario has one of these keys; a report of a run has some of them, and a model.
const scenarioKeys = ["media", "network", "players", "script"];

// Whether a text is a scenario, or one with a mistake of typing, so that it is no JSON: then its keys may have no quotes.
function isScenario(text) {
  if (!isObject(text)) return false;
  const root = parsed(text);
  if (root) return scenarioKeys.some((key) => key in root) && !("model" in root);
  return new RegExp(`[{,\\s]["']?(${scenarioKeys.join("|")})["']?\\s*:`).test(text);
}

// What a file may be that no scenario names: where a scenario has it, and the kind that the engine reads it as.
const [isPlaylist, isProfile] = [({ path }) => /\.m3u8?$/i.test(path), ({ path }) => /\.(plist|mobileconfig)$/i.test(path)];
const kindsOfFiles = [
  { path: "media", kind: "media", isFit: isPlaylist, value: (path) => path },
  { path: "media", kind: "movie", isFit: ({ path, text }) => isInNoFolder(path) && isObject(text) && /\.json$/i.test(path), value: (path) => path },
  { path: "network", kind: "profile", isFit: (file) => isInNoFolder(file.path) && isProfile(file), value: (path) => JSON.stringify({ profile: path }) },
  {
    path: "network", kind: "trace", value: (path) => JSON.stringify({ trace: path }),
    isFit: (file) => isInNoFolder(file.path) && file.text !== undefined && !isPlaylist(file) && !isProfile(file),
  },
];

// Of so many files it is said what is wrong with each.
const mostRefused = 3;
// The longest side of a picture, of one browser or another.
const longestSides = [65535, 32767, 16384];

const files = {
  mostBytes: 64 << 20,
  // The drop that came last, when all of it is taken.
  turn: Promise.resolve(),

  prepare() {
    byID("open-file").addEventListener("click", (event) => {
      byID("file-input").webkitdirectory = event.shiftKey;
      byID("file-input").click();
    });
    byID("file-input").addEventListener("change", (event) => {
      this.take([...event.target.files]);
      event.target.value = "";
    });
    addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("is-dropping");
    });
    addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("is-dropping"); });
    addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("is-dropping");
      this.drop([...event.dataTransfer.items]);
    });
    byID("copy-link").addEventListener("click", () => this.link());
    byID("open-export").addEventListener("click", () => this.offer());
    state.listen(() => this.follow());
  },

  // Takes what was dropped: of a folder all that is in it, but for what is hidden.
  async drop(items) {
    const [found, folders] = [new Map(), []];
    for (const item of items) {
      const [entry, file] = [item.webkitGetAsEntry?.(), item.getAsFile()];
      if (entry?.isDirectory) folders.push(entry); else if (file) found.set(file, file.name);
    }
    const walk = async (entry) => {
      if (entry.name.startsWith(".")) return;
      if (entry.isFile) return found.set(await new Promise((resolve, reject) => { entry.file(resolve, reject); }), entry.fullPath.slice(1));
      const reader = entry.createReader();
      // Some at a time, and none at the end.
      for (let some; some?.length !== 0;) {
        some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
        for (const one of some) await walk(one);
      }
    };
    try {
      for (const folder of folders) await walk(folder);
    } catch {
      return toast("The browser gives no folders that are dropped here: press open with shift, and choose it there.");
    }
    return this.take([...found.keys()], (file) => found.get(file));
  },

  // One drop after the other: what one leaves is what the next finds, however long the engine is busy.
  take(list, pathOf = (file) => file.webkitRelativePath || file.name) {
    const taken = this.turn.then(() => this.takeNow(list, pathOf));
    this.turn = taken.catch(() => {});
    return taken;
  },

  // A scenario is opened. Anything else goes where that names it; what nothing names, and reads as a network or as media,
  // is what the scenario that is there then has for it. Of all else it is said what is wrong with it.
  async takeNow(list, pathOf) {
    // Neither what is opened nor what is said would be seen below them.
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    const [scenarios, parts, words, logs] = [[], new Map(), [], []];
    for (const file of list) {
      const path = composed(pathOf(file));
      if (path.includes("/.")) continue;
      if (/\.(har|jsonl|ndjson)$/i.test(path)) {
        logs.push({ path });
        continue;
      }
      const entry = await this.entry(file).catch((error) => { words.push(`${path} cannot be taken: ${error.message}`); });
      if (!entry) continue;
      if (isScenario(entry.text)) {
        scenarios.push({ file: path, ...entry });
      } else {
        const part = path.includes("/") ? firstStep(path) : file;
        if (parts.has(part)) parts.get(part).push({ path, ...entry }); else parts.set(part, [{ path, ...entry }]);
      }
    }
    const [opened, next] = [scenarios.slice(0, mostVersions), state.nextPart];
    if (logs.length > 0) words.push(`${few(logs)}: logs are for 'autowait field' and 'autowait infer', and not for the page`);
    if (opened.length > 1) words.push(`${opened.length} of ${scenarios.length} scenarios are open: A is held against B`);
    const fresh = [...parts.values()].flatMap((part, index) => part.map((file) => ({ part: next + index, ...file })));
    // What comes anew takes the place of what came under its name before.
    const names = new Set(fresh.map((file) => firstStep(file.path)));
    const dropped = fresh.length > 0 ? [...state.dropped.filter((file) => !file.part || !names.has(firstStep(file.path))), ...fresh] : state.dropped;
    const { settings, refused } = opened.length > 0 ? { settings: [], refused: [] } : await this.settings(fresh, dropped);
    const text = await this.set(settings);
    if (text === undefined) return;
    const before = state.whole;
    state.dropped = dropped;
    const [first, ...more] = opened;
    if (first) {
      state.open(first.file, first.text, more, before);
    } else if (text !== state.text) {
      state.change(text, "step", before);
    } else if (fresh.length > 0) {
      state.keep("drop", before);
      state.tell("drop");
    }
    const told = [...settings, ...refused.slice(0, mostRefused)].map(({ file }) => file);
    words.push(...settings.map(({ path, file }) => `${path} from ${file.path}`), ...refused.slice(0, mostRefused).map(({ fault }) => fault));
    words.push(...this.said(fresh.filter((one) => !told.includes(one))));
    if (words.length > 0) toast(`${words.join("; ")}.`);
  },

  // The content of a file; of media the size alone, as no more is known of what a network carries.
  async entry(file) {
    if (/\.(ts|m2ts|mp4|m4[asv]|cmf[atv]|mov|aac|mp3|ac3|ec3|vtt|webvtt|key)$/i.test(file.name)) return { size: file.size };
    if (file.size > this.mostBytes) throw new Error(`it is larger than the ${this.mostBytes >> 20} MB that the page takes`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
    } catch {
      // toHex came to browsers in 2025; without it a large file takes seconds.
      return { hex: bytes.toHex?.() ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
    }
  },

  // The places of dropped files for scenarios, those of each folder by themselves: wherever a file was when another
  // scenario was there, the order in which all came means nothing. A scenario of the gallery has the files that it came
  // with, unless others are dropped on it.
  place(scenarios, dropped) {
    const [kept, parts] = [dropped.filter((file) => !file.part), [...grouped(dropped.filter((file) => file.part), (file) => file.part).values()]];
    const shipped = new Set(gallery.named.map((file) => file.path));
    const all = { files: new Map(), named: new Set(), left: parts, doubts: new Map() };
    for (const group of grouped(scenarios, ({ file }) => folderOf(file)).values()) {
      const since = Math.min(...group.map((one) => one.since ?? 0));
      const found = settled(group, kept, parts, ([{ part }], path) => part >= since || !shipped.has(path));
      for (const [path, file] of found.files) if (file.part || !all.files.has(path)) all.files.set(path, file);
      for (const path of found.named) all.named.add(all.files.get(path));
      for (const [path, why] of found.doubts) all.doubts.set(path, why);
      all.left = all.left.filter((part) => found.left.has(part));
    }
    return all;
  },

  // The places for the scenarios that are there: found anew where other files were dropped, or other names are written.
  get places() {
    const { versions, dropped } = state;
    const names = dropped.length > 0 ? versions.map(({ file, since, text }) => [file, since, text.match(/"[^"\n]*"/g)].join()).join("\n") : "";
    if (this.found?.dropped !== dropped || this.found.names !== names) this.found = { dropped, names, ...this.place(versions, dropped) };
    return this.found;
  },

  // What the scenario is to have of new files that nothing names: of each path of it the first file that reads as what
  // may stand there, and of those that read as nothing the reason.
  async settings(fresh, dropped) {
    const [settings, refused] = [[], new Map()];
    for (const { path, kind, isFit, value } of kindsOfFiles) {
      if (!fresh.some(isFit) || settings.some((one) => one.path === path)) continue;
      const hints = settings.map(({ file }) => ({ ...state.version, text: `"${file.path}"` }));
      const left = this.place([...state.versions, ...hints], dropped).left;
      const fits = left.flat().filter((file, _, all) => isFit(file) && fresh.includes(file) && all.filter((one) => one.path === file.path).length === 1);
      // A playlist with variants names the others.
      const hasVariants = (file) => /#EXT-X-STREAM-INF/.test(file.text);
      for (const file of fits.sort((one, other) => hasVariants(other) - hasVariants(one))) {
        const fault = await this.fault(kind, file);
        if (!fault) {
          settings.push({ path, value: value(file.path), file });
          break;
        }
        refused.set(file, { path, file, fault });
      }
    }
    // Beside one that is used the others of its kind are files as any.
    return { settings, refused: [...refused.values()].filter(({ path }) => !settings.some((one) => one.path === path)) };
  },

  // What is wrong with a file as one of a kind, first of all: nothing, where it is one. What a playlist names may come
  // later, so that it is asked only whether it is a playlist.
  async fault(kind, file) {
    if (kind === "media" && /^\s*#EXTM3U/.test(file.text)) return undefined;
    const { faults, error } = await engines.front.ask({ do: "reads", kind, ...file }, `reads ${kind} ${file.path}`) ?? {};
    const fault = faults ? faults[0] : error ?? `${file.path}: the engine was asked for something else meanwhile`;
    return fault && (isObject(file.text) || /\.json$/i.test(file.path)) ? `${fault}; a scenario has ${scenarioKeys.map((key) => `'${key}'`).join(", ")}` : fault;
  },

  // What became of new files.
  said(fresh) {
    const { named, left, files } = this.places;
    const [there, unnamed] = [new Set(files.values()), new Set(left.flat())];
    const [used, unused] = [fresh.filter((file) => named.has(file)), fresh.filter((file) => !named.has(file) && (there.has(file) || unnamed.has(file)))];
    return [
      ...used.length > 0 ? [`${few(used)}: taken where ${used.length > 1 ? "they are" : "it is"} named`] : [],
      ...unused.length > 0 ? [`${few(unused)}: not used, because nothing names ${unused.length > 1 ? "them" : "it"}`] : [],
    ];
  },

  // What nobody knew a place for.
  get doubts() { return Array.from(this.places.doubts.values(), (message) => ({ line: 0, message })); },

  // The text with what was dropped for its network or media; nothing, where that cannot be.
  async set(settings) {
    let { text } = state;
    for (const { path, value, file } of settings) {
      const reply = await engines.front.ask({ do: "set", text, settings: [{ path, value }] }, "set");
      if (!reply?.text) return toast(`${file.path} is not used: ${reply?.error ?? "the engine has no answer"}.`);
      ({ text } = reply);
    }
    return text;
  },

  // An address that holds a state holds this one: a reload comes back to it.
  follow() {
    clearTimeout(this.rest);
    if (location.hash) this.rest = setTimeout(async () => this.address(await link()), 200);
  },

  address(letters) { if (letters) history.replaceState(undefined, "", `#${letters}`); },

  async link() {
    const letters = await link();
    if (!letters) return toast("This is more than a link can hold: save the scenario, and send it with its files.");
    const address = `${location.href.split("#")[0]}#${letters}`;
    this.address(letters);
    try {
      await navigator.clipboard.writeText(address);
      toast(`A link of ${address.length} letters is copied: it holds everything.`);
    } catch {
      toast("The address of this page holds everything now: copy it from there.");
    }
  },

  get name() { return lastStep(state.version.file).replace(/\.json$/, "") || "scenario"; },

  offer() {
    // In the page it begins on a line of its own.
    const style = () => byID("drawing-style").textContent.trimStart();
    const kinds = [
      ["scenario", "the text, as it is", "json", "application/json", async () => state.text],
      ["drawing", "SVG, as 'autowait run --format svg' draws it", "svg", "image/svg+xml", async () => this.ask("svg", style())],
      ["picture", "PNG, twice as large as on the screen", "png", "image/png", async () => this.picture(await this.ask("svg", themes.fixed(style())))],
      ["report", "as 'autowait run' prints it", "txt", "text/plain", async () => this.ask("text")],
      ["report for programs", "JSON, as 'autowait run --format json' prints it", "report.json", "application/json", async () => this.ask("json")],
      ["golden", "keep it beside the scenario: 'autowait test' holds runs against it", "golden", "text/plain", async () => this.ask("golden")],
    ];
    byID("exports").replaceChildren(...kinds.map(([words, about, ending, type, make]) => {
      const isText = ending === "json";
      const parts = [made("b", { textContent: words }), made("span", { textContent: about })];
      const button = made("button", { type: "button", disabled: !isText && !run.isGood }, ...parts);
      button.dataset.kind = ending;
      button.addEventListener("click", async () => {
        byID("export").close();
        await run.last;
        if (!isText && !run.isGood) return toast(noRun);
        const content = await make();
        if (content) this.save(new Blob([content], { type }), `${this.name}.${ending}`);
      });
      return button;
    }));
    if (!run.isGood) byID("exports").append(made("p", { className: "note", textContent: noRun }));
    byID("export").showModal();
  },

  // Nothing, where there is none: then it is said why.
  async ask(form, style = "") {
    const { text, error } = await engines.front.ask({ do: "export", slot: 0, as: form, style }, "export") ?? {};
    if (error) toast(error);
    return text;
  },

  // Twice as large as the drawing, or as large as the browser draws: at half its size nobody could read it.
  async picture(svg) {
    if (!svg) return undefined;
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${base64(new TextEncoder().encode(svg))}`;
    const isRead = await image.decode().then(() => true, () => false);
    for (const side of isRead ? longestSides : []) {
      const scale = Math.min(2, side / Math.max(image.width, image.height));
      if (scale < 0.5) break;
      const canvas = made("canvas", { width: Math.floor(scale * image.width), height: Math.floor(scale * image.height) });
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      const content = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
      if (!content) continue;
      if (scale < 2) toast(`The picture is ${scale.toFixed(2)} times as large as the drawing, and not twice: the browser draws no larger one.`);
      return content;
    }
    return toast("The drawing is too large for a picture: save the drawing itself.");
  },

  save(blob, name) {
    const url = URL.createObjectURL(blob);
    made("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  },
};
