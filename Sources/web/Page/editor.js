// The scenario as text: what is wrong is marked where it stands, and what may stand somewhere is offered there, both by
// the engine.

const editor = {
  items: [], chosen: 0, hovers: 0,

  get area() { return byID("text"); },

  // The text as the area has it, whose lines end in LF alone.
  get text() { return state.text.replace(/\r\n?/g, "\n"); },

  prepare() {
    const area = this.area;
    area.addEventListener("input", () => {
      state.change(area.value, "typing");
      this.complete();
    });
    area.addEventListener("scroll", () => { this.align(); this.leave(); });
    area.addEventListener("pointermove", (event) => {
      this.leave();
      if (event.pointerType === "mouse" && event.buttons === 0) this.rest = setTimeout(() => this.hover(event), 150);
    });
    area.addEventListener("pointerleave", () => this.leave());
    area.addEventListener("click", () => this.complete(true));
    area.addEventListener("blur", () => setTimeout(() => this.hide(), 150));
    area.addEventListener("keydown", (event) => this.press(event));
    for (const name of ["knobs", "text"]) byID(`tab-${name}`).addEventListener("click", () => this.turn(name));
    document.querySelector(".tabs").addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      event.stopPropagation();
      this.turn(byID("editor").hidden ? "text" : "knobs");
      document.querySelector('.tabs [aria-selected="true"]').focus();
    });
    state.listen((why) => {
      if (area.value !== this.text) this.follow(this.text, why === "open");
      if (why !== "typing") this.hide();
    });
  },

  turn(name) {
    sheets.show("edit");
    for (const [tab, part] of [["knobs", "knobs"], ["text", "editor"]]) {
      byID(`tab-${tab}`).setAttribute("aria-selected", String(tab === name));
      byID(`tab-${tab}`).tabIndex = tab === name ? 0 : -1;
      byID(part).hidden = tab !== name;
    }
  },

  // Takes over a text that was changed elsewhere: the caret stays behind what it was behind, and what is seen in sight.
  follow(text, isOther) {
    const { area, area: { value, selectionStart, scrollTop } } = this;
    area.value = text;
    let caret = 0;
    if (!isOther) {
      const most = Math.min(value.length, text.length);
      let [same, end] = [0, 0];
      while (same < most && value[same] === text[same]) same++;
      while (end < most - same && value.at(-1 - end) === text.at(-1 - end)) end++;
      caret = selectionStart <= same ? selectionStart : text.length - Math.min(end, value.length - selectionStart);
    }
    area.setSelectionRange(caret, caret);
    area.scrollTop = isOther ? 0 : scrollTop;
  },

  // Where each line begins: found once for a text.
  starts(text) {
    if (this.read !== text) {
      this.read = text;
      this.lines = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)];
    }
    return this.lines;
  },

  // The place of a line and column, which the engine counts in characters: in the area, or in another text of the same
  // lines.
  offset(line, column, text = this.text) {
    const starts = this.starts(text);
    const start = starts[line - 1] ?? starts.at(-1);
    let place = start;
    for (const letter of text.slice(start, start + 4 * column)) {
      if (--column <= 0) break;
      place += letter.length;
    }
    return place;
  },

  // Underlines the word at each place.
  mark(diagnostics, isWarning) {
    const { text } = this;
    const places = diagnostics.filter((one) => one.line > 0).map((one) => this.offset(one.line, one.column, text)).sort((a, b) => a - b);
    const parts = [];
    let last = 0;
    for (const place of places) {
      if (place < last) continue;
      const word = /^"(?:[^"\\\n]|\\.)*"?|^[^\s,\]}]+|^./u.exec(text.slice(place, place + 200))?.[0] ?? " ";
      parts.push(text.slice(last, place), made("mark", { className: isWarning ? "is-warning" : "", textContent: word }));
      last = place + word.length;
    }
    byID("marks").replaceChildren(...parts, `${text.slice(last)}\n`);
    this.align();
  },

  align() { [byID("marks").scrollTop, byID("marks").scrollLeft] = [this.area.scrollTop, this.area.scrollLeft]; },

  go(line, column) {
    this.turn("text");
    const place = this.offset(line, column);
    this.area.focus();
    this.area.setSelectionRange(place, place);
    this.area.scrollTop = Math.max(0, (line - 6) * 18);
  },

  // Says what the key at the caret means, and offers what may stand there while something is typed.
  async complete(isQuiet = false) {
    const caret = this.area.selectionStart;
    const reply = await engines.front.ask({ do: "complete", text: this.area.value.slice(0, caret) }, "complete");
    if (!reply || this.area.selectionStart !== caret) return;
    byID("meaning").textContent = reply.about ?? "";
    const prefix = reply.prefix.toLowerCase();
    this.items = isQuiet || !reply.isOpen ? [] : reply.items.filter(([name]) => name.toLowerCase().includes(prefix) && name !== reply.prefix).slice(0, 40);
    Object.assign(this, { chosen: 0, prefix: reply.prefix, isName: reply.isName });
    this.offer();
  },

  // The word under the pointer, as a place in the text, whose lines are all of one height.
  under(event) {
    const [area, box] = [this.area, this.area.getBoundingClientRect()];
    const style = getComputedStyle(area);
    this.letters ??= document.createElement("canvas").getContext("2d");
    this.letters.font = style.font;
    const line = Math.floor((event.clientY - box.top - parseFloat(style.paddingTop) + area.scrollTop) / parseFloat(style.lineHeight));
    const x = event.clientX - box.left - parseFloat(style.paddingLeft) + area.scrollLeft;
    const lines = area.value.split("\n");
    if (line < 0 || line >= lines.length) return undefined;
    // Tabs, which stand at the beginning of lines, are as wide as two letters.
    const width = (text) => this.letters.measureText(text.replaceAll("\t", "  ")).width;
    const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
    for (const { index, 0: word } of lines[line].matchAll(/"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+/g)) {
      const left = width(lines[line].slice(0, index));
      if (left <= x && x < left + width(word)) return { line, text: word, end: start + index + word.length };
    }
    return undefined;
  },

  // Says what the word under the pointer means, as the caret's is said below the text.
  async hover(event) {
    const word = this.under(event);
    if (!word) return;
    const count = this.hovers;
    const isText = word.text.startsWith('"');
    const reply = await engines.front.ask({ do: "complete", text: this.area.value.slice(0, word.end - (isText ? 1 : 0)) }, "hover");
    // The pointer may have left meanwhile.
    if (!reply?.items || count !== this.hovers) return;
    const own = isText && reply.items.find(([name]) => name === reply.prefix);
    const [name, about] = own && own[1] ? own : (/^([^:]*): (.*)$/s.exec(reply.about ?? "") ?? []).slice(1);
    if (!about) return;
    const tip = byID("hover");
    tip.replaceChildren(made("b", { textContent: name }), about);
    tip.style.top = `${(word.line + 1) * 18 + 12 - this.area.scrollTop}px`;
    tip.hidden = false;
  },

  leave() {
    this.hovers += 1;
    clearTimeout(this.rest);
    byID("hover").hidden = true;
  },

  offer() {
    this.leave();
    const list = byID("completions");
    list.hidden = this.items.length === 0;
    if (list.hidden) return;
    list.replaceChildren(...this.items.map(([name, about], index) => {
      const item = made("li", { role: "option", id: `completion-${index}` }, made("b", { textContent: name }), made("span", { textContent: about }));
      item.setAttribute("aria-selected", String(index === this.chosen));
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); this.take(index); });
      return item;
    }));
    this.area.setAttribute("aria-activedescendant", `completion-${this.chosen}`);
    list.children[this.chosen].scrollIntoView({ block: "nearest" });
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    list.style.top = `${Math.min(this.area.clientHeight - 40, before.length * 18 + 10 - this.area.scrollTop)}px`;
  },

  hide() {
    this.items = [];
    byID("completions").hidden = true;
    this.area.removeAttribute("aria-activedescendant");
  },

  take(index) {
    const [name, , isBare] = this.items[index];
    const area = this.area;
    const caret = area.selectionStart;
    const start = caret - this.prefix.length - (isBare ? 1 : 0);
    const end = caret + (area.value[caret] === "\"" ? 1 : 0);
    const text = isBare ? name : `${name}"${this.isName && area.value[end] !== ":" ? ": " : ""}`;
    area.setRangeText(text, start, end, "end");
    this.hide();
    state.change(area.value, "step");
  },

  press(event) {
    if (this.items.length > 0) {
      const moves = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in moves) {
        this.chosen = (this.chosen + moves[event.key] + this.items.length) % this.items.length;
        this.offer();
      } else if (event.key === "Enter" || event.key === "Tab") {
        this.take(this.chosen);
      } else if (event.key === "Escape") {
        this.hide();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.complete();
    }
  },
};
