"use strict";

// The ticks of a part of the time that is shown larger, on the page of a run and on the page that runs.
const trim = (number, places) => String(Number(number.toFixed(places)));

const longSteps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

// A round step of which a time has no more than so many parts.
function tickStep(seconds, parts) {
  const least = seconds / parts;
  if (least > 1) return longSteps.find((step) => step >= least) ?? Math.ceil(least / 3600) * 3600;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least);
}

// The label of a tick on an axis of so many seconds: 62.5 s, 6:30 min, 6:30:00 h.
function tickWords(seconds, whole) {
  if (whole < 120 || seconds % 1 !== 0) return `${trim(seconds, 9)} s`;
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  if (whole < 7200) return `${Math.floor(seconds / 60)}:${two(seconds % 60)} min`;
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60 % 60)}:${two(seconds % 60)} h`;
}

// The place of an instant on a view: of the time from start to end, in seconds, it shows a part, from 0 to 1.
const partOf = ({ start, end }, at) => (at - start) / (end - start);

// Of the ticks that are drawn a small part has few: it gets some of its own, beside those that are shown, as many as so
// many pixels have room for.
function addTicks(drawing, view, room, isShown) {
  for (const element of drawing.querySelectorAll(".own-tick")) element.remove();
  const axis = drawing.querySelector("svg.time > line.axis");
  const [width, whole] = [view.to - view.from, view.end - view.start];
  if (!axis || width > 0.1) return;
  const drawn = [...drawing.querySelectorAll("svg.time > line.axis")].filter((tick) => tick !== axis && isShown(tick))
    .map((tick) => parseFloat(tick.getAttribute("x1")));
  const add = (name, attributes) => {
    const element = document.createElementNS(axis.namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    axis.parentElement.append(element);
    return element;
  };
  const y = Number(axis.getAttribute("y1"));
  const step = tickStep(width * whole, room < 640 ? 4 : 8);
  const [first, last] = [view.from, view.to].map((part) => (view.start + part * whole) / step);
  for (let number = Math.ceil(first); number <= last; number++) {
    const at = Number(trim(number * step, 9));
    const percent = partOf(view, at) * 100;
    // The places of drawn ones are rounded.
    if (drawn.some((other) => Math.abs(other - percent) < Math.max(width, 2e-5))) continue;
    add("line", { x1: `${percent}%`, x2: `${percent}%`, y1: y, y2: y + 4, class: "axis own-tick" });
    const words = add("text", { x: `${percent}%`, y: y + 16, class: "tick middle own-tick" });
    words.textContent = tickWords(at, whole);
  }
}
