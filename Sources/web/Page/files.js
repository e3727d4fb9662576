// What comes onto the page and leaves it: files that are opened or dropped, what is saved, and the link.

const lastStep = (path) => path.split("/").at(-1);

const files = {
  mostBytes: 64 << 20,

  prepare() {
    byID("open-file").addEventListener("click", () => byID("file-input").click());
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
      this.take([...event.dataTransfer.files]);
    });
    byID("copy-link").addEventListener("click", () => this.link());
    byID("open-export").addEventListener("click", () => this.offer());
    // An address that holds a state holds this one: a reload comes back to it.
    state.listen(() => {
      clearTimeout(this.rest);
      if (location.hash) this.rest = setTimeout(async () => this.address(await link()), 200);
    });
  },

  // A scenario is opened; anything else is a trace or a playlist, which the scenario then has for its network or media.
  async take(list) {
    const scenarios = [];
    const named = [];
    for (const file of list) {
      if (file.size > this.mostBytes) {
        toast(`${file.name} is larger than the ${this.mostBytes >> 20} MB that the page takes`);
        continue;
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const entry = this.entry(bytes);
      const isScenario = entry.text !== undefined && /^\s*\{/.test(entry.text) && /"(media|network|players|script)"\s*:/.test(entry.text);
      if (isScenario) scenarios.push({ file: file.name, ...entry }); else named.push({ name: file.name, ...entry });
    }
    const before = state.whole;
    const [first, ...more] = scenarios.slice(0, mostVersions);
    if (more.length > 0) toast(`${more.length + 1} of ${scenarios.length} scenarios are open: A is held against B.`);
    const entries = named.map(({ name, ...entry }) => ({ path: this.place(name, first ?? state.version), ...entry }));
    if (entries.length > 0) state.dropped = [...state.dropped.filter((old) => !entries.some((file) => file.path === old.path)), ...entries];
    if (first) state.open(first.file, first.text, more, before); else if (entries.length > 0) await this.use(entries, before);
  },

  // Where a file belongs: where the scenario has one of its name, or else beside the scenario.
  place(name, { file, text }) {
    const path = text.split('"').find((word) => word === name || word.endsWith(`/${name}`)) ?? name;
    return file.slice(0, file.lastIndexOf("/") + 1) + path;
  },

  entry(bytes) {
    try {
      return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
    } catch {
      return { hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
    }
  },

  // Whether a scenario names a file, by whatever folder: then it is read by that name.
  isNamed(name, text) { return text.includes(`"${name}"`) || text.includes(`/${name}"`); },

  // Whether the scenario has a file already, or a playlist that it has names it.
  isWanted({ path }) {
    const lines = (file) => file.text?.split(/\r?\n/) ?? [];
    const name = lastStep(path);
    const names = (file) => lines(file).some((line) => line === name || line.endsWith(`/${name}`) || this.isNamed(name, line));
    return [...state.dropped.filter(names).map((file) => lastStep(file.path)), name].some((one) => this.isNamed(one, state.text));
  },

  async use(dropped, before) {
    const names = (list) => list.map((file) => lastStep(file.path)).join(", ");
    const named = dropped.filter((file) => !this.isWanted(file));
    const playlists = named.filter((file) => /\.m3u8?$/i.test(file.path));
    const root = playlists.find((file) => /#EXT-X-STREAM-INF/.test(file.text)) ?? playlists[0];
    const isProfile = (file) => /\.(plist|mobileconfig)$/i.test(file.path);
    const settings = [];
    if (root) settings.push({ path: "media", value: lastStep(root.path) });
    const trace = named.find((file) => !playlists.includes(file) && !/\.(ts|mp4|m4s|aac|vtt)$/i.test(file.path));
    if (trace) settings.push({ path: "network", value: JSON.stringify({ [isProfile(trace) ? "profile" : "trace"]: lastStep(trace.path) }) });
    let text = state.text;
    for (const setting of settings) {
      const reply = await engines.front.ask({ do: "set", text, settings: [setting] }, "set");
      if (!reply?.text) {
        state.dropped = before.dropped;
        return toast(reply?.error ?? "This cannot be used here.");
      }
      text = reply.text;
    }
    if (text === state.text) {
      state.keep("drop", before);
      state.tell("drop");
      return toast(`${names(dropped)}: taken for what the scenario names`);
    }
    state.change(text, "step", before);
    toast(`${settings.map((setting) => setting.path).join(" and ")} from ${names(named)}`);
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
    const style = () => byID("drawing-style").textContent;
    const kinds = [
      ["scenario", "the text, as it is", "json", "application/json", async () => state.text],
      ["drawing", "SVG, as 'autowait run --format svg' draws it", "svg", "image/svg+xml", async () => (await this.ask("svg", style())).text],
      ["picture", "PNG, twice as large as on the screen", "png", "image/png", async () => this.picture((await this.ask("svg", style())).text)],
      ["report", "as 'autowait run' prints it", "txt", "text/plain", async () => (await this.ask("text")).text],
      ["report for programs", "JSON, as 'autowait run --format json' prints it", "report.json", "application/json", async () => (await this.ask("json")).text],
      ["golden", "keep it beside the scenario: 'autowait test' holds runs against it", "golden", "text/plain", async () => (await this.ask("golden")).text],
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

  async ask(form, style = "") {
    return await engines.front.ask({ do: "export", slot: 0, as: form, style }, "export") ?? {};
  },

  async picture(svg) {
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${base64(new TextEncoder().encode(svg))}`;
    await image.decode();
    const canvas = made("canvas", { width: 2 * image.width, height: 2 * image.height });
    const context = canvas.getContext("2d");
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  },

  save(blob, name) {
    const url = URL.createObjectURL(blob);
    made("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  },
};
