// The network as a curve that is drawn: what it could carry in the run that is shown, as the engine has it. Where the
// scenario says a rate or a time as a number, a point is dragged up and down, an edge sideways, and both have keys:
// they are knobs, in another place.

const network = {
  steps: [], height: 84,

  prepare() {
    byID("network").addEventListener("dblclick", (event) => {
      if (event.target.closest("button")) return;
      const box = byID("network").getBoundingClientRect();
      const part = 1 - Math.max(0, Math.min(1, (event.clientY - box.top) / this.height));
      lanes.move(Math.round((lanes.window[0] + (event.clientX - box.left) / box.width * lanes.length) / 1e8) * 1e8);
      stage.perform({ do: "change_network", down_kbps: Number((10 * (this.scale / 10) ** part).toPrecision(2)) });
    });
  },

  // Reads the steps from the numbers of the scenario: phases one after the other, and changes by the script.
  read(all) {
    // A point that is held is let go first.
    if (this.isHeld) return;
    const find = (path) => all.find((knob) => knob.path === path);
    const steps = [];
    const base = find("network.down_kbps");
    const prefix = find("network.phases.0.down_kbps") || find("network.phases.0.for_s") ? "network.phases" : "network";
    let at = 0;
    for (let index = 0; index < 60; index++) {
      const [rate, length] = [find(`${prefix}.${index}.down_kbps`), find(`${prefix}.${index}.for_s`)];
      if (!rate && !length) break;
      steps.push({ rate: rate ?? base, at: () => at0(index), length });
    }
    const phases = steps.slice();
    function at0(index) {
      return phases.slice(0, index).reduce((sum, phase) => sum + Number(phase.length?.text ?? 0), 0);
    }
    if (steps.length === 0 && base) steps.push({ rate: base, at: () => 0 });
    for (const knob of all) {
      // Players share the network: whoever changes it does so for all.
      const action = /^((?:players\.\d+\.)?script\.\d+)\.down_kbps$/.exec(knob.path)?.[1];
      const when = action && find(`${action}.at_s`);
      if (when) steps.push({ rate: knob, at: () => Number(when.text), edge: when });
    }
    phases.forEach((phase, index) => { if (index > 0) phase.edge = phases[index - 1].length; });
    this.steps = steps.filter((step) => step.rate).sort((one, other) => one.at() - other.at());
    this.draw();
  },

  // What the engine has drawn of the capacity, as instants with rates: read once for each drawing.
  get offered() {
    const path = document.querySelector("#drawings .drawn:not(.is-against) path.line.capacity");
    if (!path) return [];
    if (path === this.path) return this.points;
    this.path = path;
    const values = path.dataset.values.split(" ").map(Number);
    const column = lanes.one.end >= 10 * second ? 1e6 : 1e3;
    let index = 0;
    this.points = path.getAttribute("d").split(/[ML]/).slice(1).map((point) => {
      const value = values.length > 1 ? values[index++] : values[0];
      return { at: parseInt(point, 10) * column, rate: value / 1000 };
    });
    return this.points;
  },

  // The capacity at an instant; undefined where nothing limits it, or nothing is fetched.
  rate(at) {
    const rate = (this.offered.findLast((point) => point.at <= at) ?? this.offered[0])?.rate;
    return Number.isFinite(rate) ? rate : undefined;
  },

  get most() {
    const rates = [...this.steps.map((step) => Number(step.rate.text)), ...this.offered.map((point) => point.rate)];
    const finite = rates.filter((rate) => rate < 1e9);
    return finite.length > 0 ? Math.max(100, ...finite) * 2 : 20000;
  },

  // Logarithmic from 10 kbit/s on; zero lies at the bottom, and no limit at the top.
  y(rate, most) { return this.height * (1 - Math.min(1, Math.log(Math.max(10, rate) / 10) / Math.log(most / 10))); },

  draw() {
    const box = byID("network");
    const focused = document.activeElement?.dataset?.point;
    if (this.isHeld) return this.place();
    this.scale = this.most;
    const isDrawn = this.steps.length > 0 || this.offered.length > 0;
    const isLimited = this.offered.some((point) => Number.isFinite(point.rate));
    byID("network-note").textContent = this.steps.length > 0
      ? "drag a point or an edge; ↑ ↓ ← → on it; double-click for another rate from there on"
      : !isDrawn ? "not used"
      : `${isLimited ? "from a preset or a trace" : "without limit"}; double-click for another rate from there on`;
    const height = isDrawn ? this.height : 0;
    const paths = '<path class="area"/><path class="curve"/>';
    const svg = drawing(`<svg xmlns="http://www.w3.org/2000/svg" height="${height}" aria-hidden="true">${paths}</svg>`);
    const handles = this.steps.flatMap((step, index) => {
      const point = this.handle(step, index, step.rate, false);
      return step.edge ? [point, this.handle(step, index, step.edge, true)] : [point];
    });
    box.replaceChildren(svg, ...handles);
    if (focused) box.querySelector(`[data-point="${focused}"]`)?.focus();
    this.place();
  },

  handle(step, index, knob, isEdge) {
    const words = () => isEdge ? `from ${knobs.exact(step.at(), 9)} s on` : `${knob.text} kbit/s`;
    const className = isEdge ? "handle is-edge" : "handle";
    const button = made("button", { type: "button", className, disabled: !knobs.isAble });
    button.dataset.point = `${index}${isEdge ? "e" : "r"}`;
    const say = () => button.setAttribute("aria-label", `${isEdge ? "edge" : "rate"} ${index + 1}: ${words()}`);
    const set = (value) => {
      const places = isEdge ? 2 : value >= 100 ? 0 : 1;
      // An edge stays behind what comes before it.
      const least = isEdge && index > 0 ? Number(knob.text) + this.steps[index - 1].at() + 0.01 - step.at() : knob.least;
      const inside = Math.max(knob.least, least, Math.min(knob.most, Number(value.toFixed(places))));
      knobs.set(knob, knobs.exact(inside, knob.places));
      say();
      this.place();
    };
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      this.isHeld = { x: event.clientX, y: event.clientY, value: Number(knob.text) };
    });
    button.addEventListener("pointermove", (event) => {
      if (!this.isHeld) return;
      const box = byID("network");
      if (isEdge) return set(this.isHeld.value + (event.clientX - this.isHeld.x) / box.clientWidth * lanes.length / second);
      // A point stays in the lane, at the bottom of which nothing is carried.
      const y = this.y(this.isHeld.value, this.scale) + event.clientY - this.isHeld.y;
      set(y < this.height ? 10 * (this.scale / 10) ** Math.min(1, 1 - y / this.height) : 0);
    });
    const end = () => {
      this.isHeld = undefined;
      knobs.read();
    };
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
    button.addEventListener("keydown", (event) => {
      const value = Number(knob.text);
      const moves = isEdge
        ? { ArrowLeft: value - 0.1, ArrowRight: value + 0.1, PageUp: value + 1, PageDown: value - 1 }
        : { ArrowUp: value * 1.05 + 1, ArrowDown: value / 1.05, PageUp: value * 2 + 1, PageDown: value / 2 };
      if (!(event.key in moves)) return;
      event.preventDefault();
      event.stopPropagation();
      set(moves[event.key]);
    });
    say();
    return button;
  },

  // Puts the curve and its points on the part of the time that is shown.
  place() {
    const box = byID("network");
    const { width } = lanes;
    if (!box.firstChild || width === 0 || !lanes.shown) return;
    const x = (at) => Math.max(-20, Math.min(width + 20, lanes.part(at) * width));
    // Printed, it is as wide as the paper is.
    box.firstChild.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    box.firstChild.setAttribute("preserveAspectRatio", "none");
    const points = this.offered.map(({ at, rate }, index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${this.y(rate, this.scale).toFixed(1)}`);
    const path = points.length > 0 ? `${points.join("")}H${x(lanes.one.end)}` : "";
    box.querySelector(".curve").setAttribute("d", path);
    box.querySelector(".area").setAttribute("d", path && `${path}V${this.height}H${x(0)}Z`);
    this.steps.forEach((step, index) => {
      const y = this.y(Number(step.rate.text), this.scale);
      const next = this.steps[index + 1];
      const start = step.at() * second;
      const length = Number(step.length?.text ?? NaN) * second;
      const last = next ? next.at() * second : start + (Number.isNaN(length) ? lanes.end : length);
      const [left, right] = [Math.max(0, lanes.part(start) * width), Math.min(width, lanes.part(last) * width)];
      const point = box.querySelector(`[data-point="${index}r"]`);
      [point.style.left, point.style.top, point.hidden] = [`${50 * (left + right) / width}%`, `${y}px`, right <= 0 || left >= width];
      const edge = box.querySelector(`[data-point="${index}e"]`);
      if (!edge) return;
      const place = lanes.part(start) * width;
      const before = this.y(Number(this.steps[index - 1]?.rate.text ?? 10), this.scale);
      [edge.style.left, edge.style.top, edge.hidden] = [`${100 * place / width}%`, `${(y + before) / 2}px`, place < 0 || place > width];
    });
  },
};
