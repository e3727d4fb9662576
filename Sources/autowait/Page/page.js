"use strict";

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
        if (head.dataset.kind === "words") return sign * left.value.localeCompare(right.value, "en");
        return sign * (Number(left.value) - Number(right.value));
      });
      body.append(...rows.map((entry) => entry.row));
    });
  });
}

// Timelines: what holds at an instant, under the pointer or with the arrow keys.
const units = {
  ahead: (value) => `${(value / 1e9).toFixed(1)} s ahead`,
  capacity: (value) => `capacity ${value / 1e3} kbit/s`,
  "bit-rate": (value) => `media ${value / 1e3} kbit/s`,
  measured: (value) => `measured ${value / 1e3} kbit/s`,
};

// The lines of a path, each a list of [x, depth] in the thousand columns of a plot.
function lines(path) {
  return path.getAttribute("d").split("M").slice(1)
    .map((line) => line.split("L").map((point) => point.split(" ").map(Number)));
}

// What a line says at a place: exactly where it never changes, else to the three digits that a drawing can show.
function valueAt(path, x) {
  const height = path.ownerSVGElement.viewBox.baseVal.height;
  const top = Number(path.dataset.top);
  for (const line of (path.lines ??= lines(path))) {
    if (x < line[0][0] || x > line[line.length - 1][0]) continue;
    let next = line.findIndex((point) => point[0] > x);
    if (next === -1) next = line.length - 1;
    const [from, to] = [line[Math.max(0, next - 1)], line[next]];
    const part = to[0] > from[0] ? Math.min(1, (x - from[0]) / (to[0] - from[0])) : 1;
    const seen = (1 - (from[1] + part * (to[1] - from[1])) / height) * top;
    return { value: Number(path.dataset.value ?? seen.toPrecision(3)), isOff: from[1] <= 0 };
  }
  return undefined;
}

function percent(element, name) { return parseFloat(element.getAttribute(name)); }

function words(drawing, x) {
  const [start, end] = [Number(drawing.dataset.start), Number(drawing.dataset.end)];
  const parts = [`${(start + (end - start) * x / 1000).toFixed(3)} s`];
  const bands = drawing.querySelectorAll("rect.playing, rect.waiting, line.paused");
  const band = [...bands].findLast((element) => {
    const isLine = element.localName === "line";
    const from = percent(element, isLine ? "x1" : "x") * 10;
    const to = isLine ? percent(element, "x2") * 10 : from + percent(element, "width") * 10;
    return x >= from && to >= x;
  });
  if (band) parts.push(band.dataset.title.split(",").slice(0, -1).join(","));
  for (const [name, say] of Object.entries(units)) {
    const path = drawing.querySelector(`path.line.${name}`);
    const found = path && valueAt(path, x);
    if (found) parts.push(found.isOff && name === "capacity" ? "capacity off the scale" : say(found.value));
  }
  return parts.join(" · ");
}

for (const group of document.querySelectorAll(".player figure, .strips")) {
  const places = [...group.querySelectorAll(".reads")].map((place) => ({ place, drawing: place.firstElementChild }));
  for (const entry of places) {
    entry.cursor = Object.assign(document.createElement("div"), { className: "cursor", hidden: true });
    entry.place.append(entry.cursor);
  }
  const output = Object.assign(document.createElement("div"), { className: "read-out", hidden: true });

  const hide = () => {
    output.hidden = true;
    for (const entry of places) entry.cursor.hidden = true;
  };
  const show = (shown, x) => {
    for (const entry of places) {
      entry.cursor.style.left = `${x / 10}%`;
      entry.cursor.hidden = false;
    }
    const text = words(shown.drawing, x);
    shown.place.setAttribute("aria-valuenow", String(Math.round(x)));
    shown.place.setAttribute("aria-valuetext", text);
    output.textContent = text;
    shown.place.append(output);
    output.hidden = false;
    const room = shown.place.clientWidth - output.offsetWidth;
    output.style.left = `${Math.max(0, Math.min(room, x / 1000 * shown.place.clientWidth + 8))}px`;
  };

  for (const entry of places) {
    const { place, drawing } = entry;
    if (!drawing?.matches("svg")) continue;
    place.tabIndex = 0;
    place.setAttribute("role", "slider");
    place.setAttribute("aria-label", `${drawing.querySelector("title").textContent}; time`);
    // The read-out says what a title would, and the browser would show both.
    for (const title of drawing.querySelectorAll("title")) {
      title.parentElement.dataset.title = title.textContent;
      title.remove();
    }
    place.setAttribute("aria-valuemin", "0");
    place.setAttribute("aria-valuemax", "1000");
    place.setAttribute("aria-valuenow", "0");
    place.addEventListener("pointermove", (event) => {
      const box = place.getBoundingClientRect();
      show(entry, Math.max(0, Math.min(1000, (event.clientX - box.left) / box.width * 1000)));
    });
    place.addEventListener("pointerleave", hide);
    place.addEventListener("blur", hide);
    place.addEventListener("keydown", (event) => {
      const at = Number(place.getAttribute("aria-valuenow"));
      const steps = { ArrowLeft: at - 5, ArrowRight: at + 5, PageUp: at + 50, PageDown: at - 50, Home: 0, End: 1000 };
      if (event.key === "Escape") hide();
      if (!(event.key in steps)) return;
      event.preventDefault();
      show(entry, Math.max(0, Math.min(1000, steps[event.key])));
    });
  }
}
