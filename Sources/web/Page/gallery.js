// The gallery: all scenarios that are shipped, by theme, with the files that they name. They stand in the page one
// behind the other, which is read here: a line with the size in bytes and the path, and then the file.

const gallery = {
  files: [],

  async load() {
    const bytes = await unpacked("scenario-bytes");
    const decoder = new TextDecoder();
    for (let place = 0; place < bytes.length;) {
      const end = bytes.indexOf(10, place);
      const [size, ...path] = decoder.decode(bytes.subarray(place, end)).split(" ");
      place = end + 1 + Number(size);
      this.files.push({ path: path.join(" "), text: decoder.decode(bytes.subarray(end + 1, place)) });
    }
  },

  // Scenarios name files that lie deeper, or are no JSON.
  get named() { return this.files.filter((file) => !/^[^/]+\/[^/]+\/[^/]+\.json$/.test(file.path)); },
  get scenarios() { return this.files.filter((file) => file.path.endsWith(".json") && /"(media|network|players)"\s*:/.test(file.text)); },

  prepare() {
    byID("open-gallery").addEventListener("click", () => this.open());
    byID("find").addEventListener("input", () => this.list());
    byID("find").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      byID("gallery-list").querySelector("button")?.click();
    });
  },

  open() {
    this.list();
    byID("gallery").showModal();
    byID("find").select();
  },

  list() {
    const wanted = byID("find").value.toLowerCase();
    const groups = new Map();
    for (const { path, text } of this.scenarios) {
      const steps = path.split("/");
      const theme = steps[1];
      const [name, about] = ["name", "about"].map((key) => String(member(text, key) ?? ""));
      if (wanted && !`${path} ${name} ${about}`.toLowerCase().includes(wanted)) continue;
      groups.set(theme, [...groups.get(theme) ?? [], { path, text, name: name || steps.at(-1), about }]);
    }
    // The demo is what people come for.
    const sorted = [...groups].sort(([one], [other]) => (other === "session-503") - (one === "session-503"));
    byID("gallery-list").replaceChildren(...sorted.map(([theme, list]) => made("section", {}, made("h3", { textContent: theme.replaceAll("-", " ") }),
      made("div", { className: "items" }, ...list.map(({ path, text, name, about }) => {
        const button = made("button", { type: "button", title: path }, name, made("span", { textContent: about.length > 110 ? about.slice(0, 108).replace(/\s\S*$/, " …") : about }));
        button.addEventListener("click", (event) => {
          byID("gallery").close();
          if (event.shiftKey) state.beside(path, text); else state.open(path, text);
        });
        return button;
      })))));
    if (groups.size === 0) byID("gallery-list").append(made("p", { className: "note", textContent: "No scenario has these words." }));
  },
};
