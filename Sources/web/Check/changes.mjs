// What a person changes on the page must be what the scenario says then, and nothing else: the knobs, the points of the
// network, the conditioner, the stage, and what is opened over something else.
import { pause } from "./browser.mjs";

const plain = { network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } };
const quiet = "!engines.front.isBusy && engines.front.waiting.length === 0";

async function show(view, scenario) {
  await view.run(`state.open("scenario.json", ${JSON.stringify(typeof scenario === "string" ? scenario : JSON.stringify(scenario, undefined, 2))})`);
  await view.until(`run.digest !== undefined && lanes.shown && !lanes.shown.isQuick && ${quiet}`);
  await pause(50);
}

async function settled(view) {
  await pause(50);
  await view.until(quiet);
}

export async function changes(view, see) {
  await view.send("Page.bringToFront");
  await unread(view, see);
}

// A text that cannot be read has its numbers somewhere else, or nowhere.
async function unread(view, see) {
  await show(view, plain);
  const turn = "knobs.set(knobs.all.find((knob) => knob.path === 'media.duration_s'), '77')";
  await view.run(`state.change("//\\n" + state.text, "typing"); ${turn}`);
  const early = await view.run("state.text.includes('77')");
  await settled(view);
  await view.run(turn);
  const isOff = await view.run("[...document.querySelectorAll('#knobs input, #network .handle')].every((one) => one.disabled)");
  see("no knob writes into a text that cannot be read", !early && isOff && !await view.run("state.text.includes('77')"));
  await view.run("state.change(state.text.slice(3), 'typing')");
  await settled(view);
  await view.run(turn);
  see("and each does as soon as it can be", await view.run("JSON.parse(state.text).media.duration_s") === 77);
}
