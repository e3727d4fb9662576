// Words in order, and the numbers in them as numbers.
function compareWords(left, right) {
  const [these, those] = [left, right].map((words) => words.split(/(\d+(?:\.\d+)?)/));
  for (let index = 0; index < Math.min(these.length, those.length); index++) {
    const [one, other] = [these[index], those[index]];
    const order = index % 2 ? Number(one) - Number(other) : one.localeCompare(other, "en");
    if (order !== 0) return order;
  }
  return these.length - those.length;
}

// Tables: a click on a head sorts by that column, the best first; another one turns it round.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const first = head.dataset.better === "higher" ? "descending" : "ascending";
      const second = first === "ascending" ? "descending" : "ascending";
      const order = head.getAttribute("aria-sort") === first ? second : first;
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      // What has no value comes last, whichever way round; equals stay as they are.
      const rows = [...body.rows].map((row) => ({ row, value: row.cells[column]?.dataset.value }));
      rows.sort((left, right) => {
        if (left.value === undefined || right.value === undefined) {
          return (left.value === undefined) - (right.value === undefined);
        }
        if (head.dataset.kind === "words") return sign * compareWords(left.value, right.value);
        return sign * (Number(left.value) - Number(right.value));
      });
      body.append(...rows.map((entry) => entry.row));
    });
  });
}

// Timelines: what holds at an instant, under the pointer or with the keys; and a part of one, larger. Where more happens
// than is drawn, a value is read as what it lies between.
function bitRate(value) {
  if (value === Infinity) return "unlimited";
  return value >= 1e6 ? `${trim(value / 1e6, 6)} Mbit/s` : `${trim(value / 1e3, 3)} kbit/s`;
}

const units = {
  ahead: (value) => `${trim(value / 1e6, 3)} s ahead`,
  video: (value) => `video ${trim(value / 1e6, 3)} s`,
  audio: (value) => `audio ${trim(value / 1e6, 3)} s`,
  behind: (value) => `playhead ${trim(value / 1e6, 3)} s behind`,
  edge: (value) => `edge ${trim(value / 1e6, 3)} s`,
  window: (value) => `window ${trim(value / 1e6, 3)} s`,
  capacity: (value) => `capacity ${bitRate(value)}`,
  "bit-rate": (value) => `media ${bitRate(value)}`,
  measured: (value) => `measured ${bitRate(value)}`,
};

// The lines that are not in steps.
const steady = new Set(["ahead", "video", "audio", "behind", "edge", "window"]);

// 62.345 s; past two minutes also as a clock shows it.
function time(seconds) {
  const text = `${trim(seconds, 9)} s`;
  if (seconds < 120) return text;
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const hours = seconds >= 3600 ? `${Math.floor(seconds / 3600)}:` : "";
  return `${text} (${hours}${two(seconds / 60 % 60)}:${two(seconds % 60)})`;
}

// A drawing as what it says: bands and marks with their times, and lines as points of time and value.
class Timeline {
  constructor(drawing) {
    this.drawing = drawing;
    [this.start, this.end] = [Number(drawing.dataset.start), Number(drawing.dataset.end)];
    const spans = [...drawing.querySelectorAll("[data-from]")].map((element) => ({
      from: Number(element.dataset.from), to: Number(element.dataset.to),
      words: element.querySelector("title").textContent, isMark: element.classList.contains("glyph"),
    }));
    this.bands = spans.filter((span) => !span.isMark);
    this.marks = spans.filter((span) => span.isMark);
    // The read-out says what titles would, and the browser would show both.
    for (const title of drawing.querySelectorAll("title")) title.remove();
    this.second = this.end - this.start >= 10 ? 1e3 : 1e6;
    this.lines = Object.keys(units).flatMap((name) => {
      const path = drawing.querySelector(`path.line.${name}`);
      return path ? [{ name, lines: this.points(path) }] : [];
    });
    const changes = this.lines.filter((line) => line.name === "capacity" || line.name === "bit-rate")
      .flatMap((line) => line.lines.flat().map((point) => point.at));
    const sorted = (times) => [...new Set(times)].sort((left, right) => left - right);
    this.statuses = sorted(this.bands.map((band) => band.from).concat(this.end));
    const exact = this.statuses.concat(this.marks.map((mark) => mark.from));
    const columns = new Set(exact.map((at) => this.column(at)));
    this.events = sorted(exact.concat(changes.filter((at) => !columns.has(at))));
  }

  // Lines are in whole columns: the time of the one in which an instant is, which is told to the nanosecond.
  column(at) { return this.start + Math.floor((at - this.start + 5e-10) * this.second) / this.second; }

  // The lines of a path; a value that never changes is written once.
  points(path) {
    const values = path.dataset.values.split(" ").map(Number);
    const [columns, whole] = [path.dataset.columns, path.ownerSVGElement.viewBox.baseVal.width + 1];
    let index = 0;
    return path.getAttribute("d").split("M").slice(1).map((line) => line.split("L").map((point) => ({
      at: this.start + parseInt(point, 10) / this.second,
      value: values.length > 1 ? values[index++] : values[0],
      // Of all points in a column, the first, the last, the least and the greatest are written.
      column: columns && Math.floor(parseInt(point, 10) * columns / whole),
    })));
  }

  // The least and the greatest that it may be: what is steady changes so between two points, everything else at once at
  // the second.
  value(lines, at, isSteady) {
    // Between the points that are written, to a millisecond, and the instant itself there is nothing.
    const line = lines.find((line) => line[0].at <= at && at <= line[line.length - 1].at + 0.001);
    if (!line) return undefined;
    const next = line.findIndex((point) => point.at > at);
    const single = (value) => [value, value];
    if (next < 0) return single(line[line.length - 1].value);
    const [from, to] = [line[next - 1], line[next]];
    if (from.column !== undefined && from.column === to.column && from.at !== at) {
      const values = line.filter((point) => point.column === from.column).map((point) => point.value);
      return [Math.min(...values), Math.max(...values)];
    }
    if (!isSteady || from.value === to.value) return single(from.value);
    return single(from.value + (to.value - from.value) * (at - from.at) / (to.at - from.at));
  }

  words(at) {
    const parts = [time(at)];
    const index = this.bands.findLastIndex((band) => band.from <= at);
    const band = this.bands[index];
    // Places are whole milliseconds. Of stretches that are too short to be seen, not all are drawn.
    if (at <= band?.to + 0.001) {
      parts.push(band.words.split(",").slice(0, -1).join(","));
    } else if (index + 1 < this.bands.length) {
      parts.push("several changes of status");
    }
    parts.push(...this.marks.filter((mark) => mark.from === at).map((mark) => mark.words.split(": ").slice(1).join(": ")));
    // What happens at an instant has happened then, though it stands where its column begins.
    const column = this.column(at);
    for (const line of this.lines) {
      const [least, most] = this.value(line.lines, column, steady.has(line.name)) ?? [];
      if (least === undefined) continue;
      const [low, high] = [least, most].map(units[line.name]);
      parts.push(low === high ? low : `between ${low} and ${high}`);
    }
    return parts.join(" · ");
  }
}

// The pixels at which the labels of a stretched drawing have room.
const nearWidth = 3360;
// The least part of the time that is shown.
const leastPart = 1 / 64;

// Timelines on one axis: they have one cursor and show one part of the time, from 0 to 1.
class Group {
  constructor(element) {
    this.element = element;
    this.entries = [...element.querySelectorAll(".reads")].filter((place) => place.querySelector("svg"))
      .map((place) => ({ place, timeline: new Timeline(place.querySelector("svg")) }));
    if (this.entries.length === 0) return;
    ({ start: this.start, end: this.end } = this.entries[0].timeline);
    [this.from, this.to] = [0, 1];
    this.at = this.start;
    this.output = Object.assign(document.createElement("div"), { className: "read-out", hidden: true });
    for (const entry of this.entries) this.prepare(entry);
    this.addControls();
  }

  prepare(entry) {
    const { place, timeline } = entry;
    entry.cursor = Object.assign(document.createElement("div"), { className: "cursor", hidden: true });
    place.append(entry.cursor);
    place.tabIndex = 0;
    const attributes = {
      role: "slider", "aria-label": `${timeline.drawing.getAttribute("aria-label")}; time`,
      "aria-valuemin": this.start, "aria-valuemax": this.end, "aria-valuenow": this.start,
      "aria-valuetext": timeline.words(this.start),
    };
    for (const [name, value] of Object.entries(attributes)) place.setAttribute(name, value);
    const instant = (event) => {
      const box = place.getBoundingClientRect();
      const part = this.from + Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * (this.to - this.from);
      return this.start + Math.round(part * (this.end - this.start) * 1e3) / 1e3;
    };
    place.addEventListener("pointermove", (event) => this.show(entry, instant(event)));
    place.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) this.grip = { x: event.clientX, at: instant(event) };
    });
    place.addEventListener("pointerup", (event) => {
      if (this.grip && Math.abs(event.clientX - this.grip.x) > 6) this.view(this.part(this.grip.at), this.part(instant(event)));
      this.grip = undefined;
      this.show(entry, instant(event));
    });
    place.addEventListener("pointerleave", () => { this.grip = undefined; this.hide(); });
    place.addEventListener("focus", () => { if (place.matches(":focus-visible")) this.show(entry, this.at); });
    place.addEventListener("blur", () => this.hide());
    place.addEventListener("keydown", (event) => this.press(entry, event));
  }

  part(at) { return partOf(this, at); }

  // Whether a place is on the part that is shown. Its ends are sums: a cursor at one of them may be a little beside it.
  isOn(place) { return place >= this.from - 1e-9 && place <= this.to + 1e-9; }

  press(entry, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const list = event.shiftKey ? entry.timeline.statuses : entry.timeline.events;
    const page = (this.to - this.from) * (this.end - this.start) / 50;
    const moves = {
      ArrowRight: () => list.find((at) => at > this.at) ?? this.end,
      ArrowLeft: () => list.findLast((at) => at < this.at) ?? this.start,
      PageUp: () => this.at + page, PageDown: () => this.at - page, Home: () => this.start, End: () => this.end,
    };
    const zooms = { "+": 0.5, "=": 0.5, "-": 2, "0": Infinity };
    if (event.key === "Escape") this.hide();
    if (event.key in zooms) {
      // Another part hides the cursor, which is what it grows around.
      const isShown = !entry.cursor.hidden;
      this.zoom(zooms[event.key]);
      if (isShown) this.show(entry, this.at);
    }
    if (event.key in moves) {
      const at = Math.max(this.start, Math.min(this.end, moves[event.key]()));
      const [place, width] = [this.part(at), this.to - this.from];
      if (!this.isOn(place)) this.view(place - width / 2, place + width / 2);
      this.show(entry, at);
    }
    if (event.key in zooms || event.key in moves) event.preventDefault();
  }

  show(entry, at) {
    this.at = at;
    const part = (this.part(at) - this.from) / (this.to - this.from);
    // At the end of a part it is still within, where what is beyond is cut off.
    const left = (part) => `min(${part * 100}%, 100% - 1px)`;
    for (const other of this.entries) {
      other.cursor.style.left = left(part);
      other.cursor.hidden = !this.isOn(this.part(at));
    }
    // While a part is dragged over, it is shown.
    const from = this.grip ? (this.part(this.grip.at) - this.from) / (this.to - this.from) : part;
    entry.cursor.style.width = `${Math.max(0, Math.abs(part - from) * 100)}%`;
    entry.cursor.style.left = left(Math.min(part, from));
    const text = entry.timeline.words(at);
    entry.place.setAttribute("aria-valuenow", String(at));
    entry.place.setAttribute("aria-valuetext", text);
    this.output.textContent = text;
    entry.place.append(this.output);
    this.output.hidden = false;
    const room = entry.place.clientWidth - this.output.offsetWidth;
    this.output.style.left = `${Math.max(0, Math.min(room, part * entry.place.clientWidth + 8))}px`;
  }

  hide() {
    this.output.hidden = true;
    for (const entry of this.entries) entry.cursor.hidden = true;
  }

  // Shows another part: around the cursor where that is on it.
  zoom(factor) {
    const width = this.to - this.from;
    const at = this.part(this.at);
    const middle = this.isOn(at) ? at : (this.from + this.to) / 2;
    const left = (middle - this.from) / width;
    const next = Math.max(leastPart, Math.min(1, width * factor));
    this.view(middle - left * next, middle + (1 - left) * next);
  }

  view(one, other) {
    const width = Math.max(leastPart, Math.min(1, Math.abs(other - one)));
    this.from = Math.max(0, Math.min(1 - width, Math.min(one, other)));
    this.to = this.from + width;
    for (const drawing of this.element.querySelectorAll(".reads > svg, .shared-axis > svg, .follows > svg")) {
      const time = drawing.querySelector("svg.time");
      time.setAttribute("x", `${-this.from / width * 100}%`);
      time.setAttribute("width", `${100 / width}%`);
      // What was fetched has no more words for those who look from near.
      const isNear = drawing.clientWidth / width >= nearWidth && !drawing.parentElement.matches(".follows");
      drawing.classList.toggle("near", isNear);
      drawing.parentElement.classList.toggle("part", width < 1);
      addTicks(drawing, this, drawing.clientWidth, (tick) => getComputedStyle(tick).display !== "none");
    }
    this.controls.classList.toggle("part", width < 1);
    const edge = (part) => time(Number(trim(this.start + part * (this.end - this.start), 3)));
    this.shown.textContent = width < 1 ? `${edge(this.from)} to ${edge(this.to)}` : "";
    this.hide();
  }

  addControls() {
    this.controls = Object.assign(document.createElement("div"), { className: "controls" });
    const width = () => this.to - this.from;
    const buttons = [
      ["−", "see more of the time", () => this.zoom(2)], ["+", "see a part larger", () => this.zoom(0.5)],
      ["◀", "see what was before", () => this.view(this.from - width() / 2, this.to - width() / 2)],
      ["▶", "see what came after", () => this.view(this.from + width() / 2, this.to + width() / 2)],
      ["all", "see all of the time", () => this.view(0, 1)],
    ];
    for (const [words, label, act] of buttons) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: words, title: label });
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      this.controls.append(button);
    }
    this.shown = Object.assign(document.createElement("span"), { className: "shown" });
    this.shown.setAttribute("role", "status");
    // A finger neither drags across a part nor has keys.
    const hints = [
      ["pointer", "Point to read values, drag across a part to see it larger. Keys: ← → an event, with shift a status; + − 0."],
      ["finger", "Touch a place to read values."],
    ].map(([name, textContent]) => Object.assign(document.createElement("span"), { className: `hint ${name}`, textContent }));
    this.controls.append(this.shown, ...hints);
    const first = this.element.querySelector(".shared-axis, .reads");
    first.parentElement.insertBefore(this.controls, first.matches(".reads") ? first.nextSibling : first);
  }
}

for (const element of document.querySelectorAll("figure.timeline, .strips")) new Group(element);
