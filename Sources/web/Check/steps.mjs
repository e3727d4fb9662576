// What is done can be undone, step by step, and done again: with the files and the folder that belonged to it, and with
// all versions. What is chosen at an instant happens at that one.
import { press, quiet, settled, show } from "./changes.mjs";

const plain = { network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } };
const rates = "state.versions.map((one) => JSON.parse(one.text).network.down_kbps).join() + ' ' + state.current + ' ' + state.against";
const rate = (from, to) => `state.change(state.text.replace('${from}', '${to}'), 'step')`;

export async function steps(view, see) {
  await dropped(view, see);
  await versions(view, see);
  await live(view, see);
  await caret(view, see);
  await held(view, see);
  await dragged(view, see);
}

// A trace that is dropped is found beside the scenario, whose other files stay where they are.
async function dropped(view, see) {
  const open = `{ const file = gallery.files.find((one) => one.path.endsWith("journeys/train-with-tunnels.json")); state.open(file.path, file.text); }`;
  await view.run(open);
  await view.until(`run.digest !== undefined && ${quiet}`);
  const now = () => view.run("[run.isGood, run.digest, state.version.file, state.dropped.length].join(' ')");
  const before = await now();
  const drop = async (rate) => {
    await view.run(`files.take([new File(["0,${rate}k\\n10,2000k\\n"], "own.csv")])`);
    await settled(view);
    return now();
  };
  const seen = [await drop(1000), await drop(500)];
  for (const way of ["undo", "undo", "redo", "redo", "undo", "undo"]) {
    await view.run(`state.${way}()`);
    await settled(view);
    seen.push(await now());
  }
  const [first, second] = seen;
  const wanted = [first, second, first, before, first, second, first, before];
  see("a trace that is dropped is undone, and what it took the place of", new Set([before, first, second]).size === 3
    && [before, first, second].every((one) => one.startsWith("true")) && seen.join() === wanted.join(), [before, ...seen].join(", "));
}

// What is branched off, held beside and left is a step as any other.
async function versions(view, see) {
  await show(view, plain);
  const seen = [];
  for (const step of [rate(900, 901), "state.branch()", rate(901, 902), "state.drop(1)", "state.undo()", "state.undo()", "state.undo()", "state.undo()", "state.redo()", "state.redo()", "state.redo()", "state.redo()"]) {
    await view.run(step);
    seen.push(await view.run(rates));
  }
  const [a, b, c, d] = ["901 0 undefined", "901,901 1 0", "901,902 1 0", "901 0 undefined"];
  const wanted = [a, b, c, d, c, b, a, "900 0 undefined", a, b, c, d];
  see("a version that is left comes back, and a branch goes as it came", seen.join() === wanted.join(), seen.join(", "));
  await settled(view);
}

// While somebody chooses what a branch begins with, real time goes on.
async function live(view, see) {
  await show(view, plain);
  await view.run("byID('speed').value = '10', lanes.move(0), stage.toggle()");
  await view.until("lanes.at > 1e9");
  await view.run("branches.open()");
  const title = await view.run("byID('branching-title').textContent");
  await view.until("lanes.at > 3e9");
  await view.run("[...document.querySelectorAll('#branch-choices button')].find((one) => one.textContent.startsWith('pause')).click()");
  await view.until("state.versions.length === 2");
  await view.run("stage.toggle()");
  await settled(view);
  const [label, at] = await view.run("[clock(state.version.at), JSON.parse(state.text).script.at(-1).at_s]");
  see("a branch while it is live is of one instant", title === `From ${label} on` && label === `${at} s`, `${title}, ${label}, ${at} s`);
  await view.run("state.undo()");
  see("and is one step", await view.run("state.versions.length") === 1);
  await settled(view);
}

// Whoever undoes in the text goes on where that was.
async function caret(view, see) {
  await show(view, plain);
  await view.run("editor.turn('text'), byID('text').focus(), byID('text').setSelectionRange(5, 5)");
  await view.send("Input.insertText", { text: "zz" });
  await view.run("state.undo()");
  const places = [await view.run("byID('text').selectionStart")];
  await view.run("byID('text').setSelectionRange(30, 30), state.redo()");
  places.push(await view.run("byID('text').selectionStart"));
  see("the caret stays where it is, whatever is undone before it", places.join() === "5,32", places.join());
  await view.run("state.undo(), editor.turn('knobs')");
  await press(view, "Shift");
}

// A point that is held while a step comes back is the one that it was.
async function held(view, see) {
  await show(view, plain);
  await view.run("stage.perform({ do: 'change_network', down_kbps: 500 }, 3e9)");
  await settled(view);
  await view.run("state.undo()");
  await settled(view);
  const count = view.problems.length;
  const [left, top] = await view.run("(() => { const { left, top } = document.querySelector('#network .handle').getBoundingClientRect(); return [left + 13, top + 13]; })()");
  const mouse = (type) => view.send("Input.dispatchMouseEvent", { type, x: left, y: top, button: "left", clickCount: 1 });
  await mouse("mousePressed");
  await view.run("state.redo()");
  await settled(view);
  await mouse("mouseReleased");
  await settled(view);
  const handles = await view.run("document.querySelectorAll('#network .handle').length");
  see("a point that is held lets a step come back", view.problems.length === count && handles === 3, `${handles}; ${view.problems.slice(count).join("; ")}`);
}

// What is dragged beyond the lane stays in it, an edge stays behind the one before, and each number is a step of its own.
async function dragged(view, see) {
  const phases = [{ for_s: 3, down_kbps: 4000 }, { for_s: 3, down_kbps: 400 }, { down_kbps: 4000 }];
  await show(view, { ...plain, network: { transport: "fluid", phases } });
  const numbers = () => view.run("JSON.parse(state.text).network.phases.flatMap((one) => [one.for_s, one.down_kbps]).join()");
  const drag = async (point, dx, dy) => {
    const [x, y] = await view.run(`((one) => {
      one.scrollIntoView({ block: "center" });
      const { left, top } = one.getBoundingClientRect();
      return [left + 13, top + 13];
    })(document.querySelector('[data-point="${point}"]'))`);
    const mouse = (type, x, y) => view.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
    await mouse("mousePressed", x, y);
    await mouse("mouseMoved", x + dx, y + dy);
    await mouse("mouseReleased", x + dx, y + dy);
    await settled(view);
    return numbers();
  };
  const seen = [await drag("2e", -600, 0), await drag("0r", 0, -300), await drag("2r", 0, 300)];
  const wanted = ["3,4000,0.01,400,,4000", "3,8000,0.01,400,,4000", "3,8000,0.01,400,,0"];
  see("what is dragged too far stays in its lane", seen.join(" ") === wanted.join(" "), seen.join(" "));
  const set = (index, text) => `knobs.set(knobs.all.find(({ path }) => path === "network.phases.${index}.down_kbps"), "${text}")`;
  await view.run(`${set(0, 5000)}, ${set(1, 500)}, state.undo()`);
  const left = await numbers();
  see("two numbers are two steps", left === "3,5000,0.01,400,,0", left);
  await settled(view);
}
