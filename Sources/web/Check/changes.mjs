// What a person changes on the page must be what the scenario says then, and nothing else: the knobs, the points of the
// network, the conditioner, the stage, and what is opened over something else.
import { pause } from "./browser.mjs";

const plain = { network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } };
export const quiet = "!engines.front.isBusy && engines.front.waiting.length === 0";

export async function show(view, scenario) {
  await view.run(`state.open("scenario.json", ${JSON.stringify(typeof scenario === "string" ? scenario : JSON.stringify(scenario, undefined, 2))})`);
  await view.until(`run.digest !== undefined && lanes.shown && !lanes.shown.isQuick && ${quiet}`);
  await pause(50);
}

export async function settled(view) {
  await pause(50);
  await view.until(quiet);
}

export async function press(view, key) {
  for (const type of ["keyDown", "keyUp"]) await view.send("Input.dispatchKeyEvent", { type, key, code: key });
  await settled(view);
}

export async function changes(view, see) {
  await view.send("Page.bringToFront");
  await unread(view, see);
  await turned(view, see);
  await below(view, see);
  await behind(view, see);
  await conditioned(view, see);
  await headlines(view, see);
  await begunAnew(view, see);
  await named(view, see);
  await opened(view, see);
  await waited(view, see);
  await emptied(view, see);
  await bounded(view, see);
  await shared(view, see);
}

// A text that cannot be read has its numbers somewhere else, or nowhere.
async function unread(view, see) {
  await show(view, plain);
  const turn = "knobs.set(knobs.all.find((knob) => knob.path === 'media.duration_s'), '77')";
  await view.run(`state.change("//\\n" + state.text, "typing"); ${turn}`);
  const early = await view.run("state.text.includes('77')");
  await settled(view);
  await view.run(turn);
  const isOff = await view.run("((all) => all.length > 2 && all.every((one) => one.disabled))([...document.querySelectorAll('#knobs input, #network .handle')])");
  see("no knob writes into a text that cannot be read", !early && isOff && !await view.run("state.text.includes('77')"));
  await view.run("state.change(state.text.slice(3), 'typing')");
  await settled(view);
  await view.run(turn);
  see("and each does as soon as it can be", await view.run("JSON.parse(state.text).media.duration_s") === 77);
}

// Whoever has only keys stays where he is, and a thumb stays where it was put.
async function turned(view, see) {
  await show(view, { ...plain, media: { ...plain.media, chunk_s: 3 } });
  await view.run("byID('knob-network.down_kbps-slider').focus()");
  const numbers = [];
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
    await press(view, key);
    numbers.push(await view.run("JSON.parse(state.text).network.down_kbps"));
  }
  const focused = await view.run("document.activeElement.id");
  see("a knob that is turned by keys keeps the focus", focused === "knob-network.down_kbps-slider" && numbers.join() === "905,910,905", `${focused}: ${numbers}`);
  await view.run("{ const slider = byID('knob-network.down_kbps-slider'); slider.value = 700; for (const name of ['input', 'change']) slider.dispatchEvent(new Event(name)); }");
  await settled(view);
  const [place, rate] = await view.run("[byID('knob-network.down_kbps-slider').value, state.text.match(/down_kbps\": (\\d+)/)[1]]");
  see("a thumb stays where it was dragged to", Math.abs(place - 700) <= 1 && Number(rate) > 2500, `${place}, ${rate} kbit/s`);
  await view.run("document.querySelector('#network .handle').focus()");
  await press(view, "PageDown");
  const [number, written] = await view.run("[byID('knob-network.down_kbps').value, state.text.match(/down_kbps\": (\\d+)/)[1]]");
  see("a point that is moved moves its knob", number === written && written !== rate, `${number}, ${written}`);
  await view.run("{ const number = byID('knob-media.bitrate_kbps'); number.value = ''; number.dispatchEvent(new Event('change')); }");
  await settled(view);
  see("an emptied number is as it was", await view.run("byID('knob-media.bitrate_kbps').value") === "500" && await view.run("JSON.parse(state.text).media.bitrate_kbps") === 500);
}

// To the right is more, also of what is below zero: from -160 to -0.625 seconds a step has 0.159.
async function below(view, see) {
  await show(view, { ...plain, script: [{ at_s: 0, do: "load" }, { at_s: 0, do: "play" }, { at_s: 5, do: "seek", by_s: -10 }] });
  await view.run("byID('knob-script.2.by_s-slider').focus()");
  const numbers = [];
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowLeft"]) {
    await press(view, key);
    numbers.push(await view.run("JSON.parse(state.text).script[2].by_s"));
  }
  see("a number below zero is turned by keys, step by step", numbers.join() === "-9.87,-10,-10.2", numbers.join());
}

// What may stand behind a long text is found as soon as a key is pressed.
async function behind(view, see) {
  await settled(view);
  const text = JSON.stringify({ about: "x".repeat(400000) }).replace("}", ', "');
  const took = await view.run(`(async () => {
    const since = performance.now();
    const reply = await engines.front.ask({ do: "complete", text: ${JSON.stringify(text)} });
    return reply.items.length > 0 ? performance.now() - since : Infinity;
  })()`);
  see("what may stand behind a long text is found", took < 5000, `${Math.round(took)} ms`);
}

// What the conditioner writes: one action for one instant, and none where nothing changes.
async function conditioned(view, see) {
  await show(view, plain);
  await view.run("lanes.move(2e9), byID('conditioner').focus()");
  const rates = [];
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
    await press(view, key);
    await view.until("!stage.isHeld");
    rates.push(await view.run("network.rate(2e9)"));
  }
  const count = () => view.run("JSON.parse(state.text).script.length");
  see("the conditioner moves by keys, in one action", rates.join() === "910,920,910,900,890" && await count() === 3, `${rates}; ${await count()} actions`);
  const text = await view.run("state.text");
  await view.run("byID('conditioner').dispatchEvent(new Event('change'))");
  await settled(view);
  see("an unchanged rate writes nothing", await view.run("state.text") === text);
  await view.run("stage.perform({ do: 'pause' }).then(() => stage.perform({ do: 'pause' }))");
  see("a button that is pressed twice at one instant is said once", await count() === 4);
  await settled(view);
}

// What stands above a run agrees with itself.
async function headlines(view, see) {
  const wanted = {
    "session-503/demo.json": /stalled once.*Its start is the Goldilocks moment; the stall comes behind a later wait/,
    "failures/missing-segments.json": /stalled once.*Starting 0\.569 s sooner would not have stalled, with later waits/,
    "session-503/demo-4-slow-server-play.json": /never stalled.*It is the Goldilocks moment: no earlier start would do\.$/,
    "session-503/set-rate-at-host-time-raises.json": /^Never started: an exception ended the app\. A start at once would not have stalled\.$/,
    "session-503/demo-5-play-immediately.json": /stalled once.*Starting 6\.205 s later would not have stalled\.$/,
  };
  for (const [file, words] of Object.entries(wanted)) {
    await view.run(`{ const file = gallery.files.find((one) => one.path.endsWith("${file}")); state.open(file.path, file.text); }`);
    await view.until("run.digest !== undefined && lanes.one?.momentWords && !/not looked for/.test(lanes.one.momentWords)");
    await settled(view);
    const shown = await view.run("byID('verdict').textContent");
    see(`the headline of ${file}`, words.test(shown), shown);
  }
}

// On stage nothing is left of the old script, nor of what must come of it; and of several players one has the stage.
async function begunAnew(view, see) {
  const one = { name: "old", media: plain.media, expect: { stall_count: 3 } };
  const scenario = { name: "The old one", about: "Words.", network: plain.network, seed: 9007199254740993 };
  for (const several of [false, true]) {
    const text = JSON.stringify({ ...scenario, ...several ? { players: [one, { ...one, name: "new" }] } : { media: one.media, expect: one.expect } })
      .replace("9007199254740992", "9007199254740993");
    await show(view, text);
    await view.run(`lanes.player = ${several ? 1 : 0}; stage.beginAnew()`);
    await view.until("stage.isLive");
    await view.run("stage.toggle()");
    await settled(view);
    const own = await view.run("state.text");
    const { name, about, expect, players, script } = JSON.parse(own);
    const left = [about, expect, ...(players ?? []).map((player) => player.expect)].filter((value) => value !== undefined);
    const isBare = JSON.stringify(several ? [players[0].script, players[1].script] : script) === (several ? '[null,[{"at_s":0,"do":"load"}]]' : '[{"at_s":0,"do":"load"}]');
    see(`on stage with ${several ? "several players" : "one player"}`, isBare && name === "On stage" && left.length === 0
      && own.includes("9007199254740993") && await view.run("run.isGood"), own);
  }
  await show(view, plain);
  await view.run("state.change(state.text.replace('900', '-1'), 'step')");
  await settled(view);
  const before = await view.run("state.text");
  await view.run("stage.beginAnew().then(() => stage.toggle())");
  await view.run("files.offer()");
  const kinds = await view.run("[...document.querySelectorAll('#exports button:enabled')].map((one) => one.dataset.kind).join()");
  see("of a scenario with faults only the text can be saved", kinds === "json", kinds);
  await view.run("byID('export').close()");
  see("a scenario with faults does not go on stage", await view.run("state.text") === before && !await view.run("stage.isLive"), await view.run("byID('toast').textContent"));
}

// Versions have letters, and each its own.
async function named(view, see) {
  await show(view, plain);
  await view.run("state.branch(), state.branch(), state.drop(1), state.branch()");
  const letters = await view.run("state.versions.map((one) => one.name).join('')");
  see("no letter is there twice", letters === "ACB", letters);
  await settled(view);
}

// What is opened over something else is a step as any other, and of what is dropped nothing is left out.
async function opened(view, see) {
  await show(view, plain);
  await view.run("state.change(state.text.replace('900', '901'), 'step'), state.branch(), state.change(state.text.replace('901', '902'), 'step')");
  const rates = "state.versions.map((one) => JSON.parse(one.text).network.down_kbps).join()";
  const drop = [903, 904].map((rate) => JSON.stringify(plain).replace("900", rate));
  await view.run(`files.take(${JSON.stringify(drop)}.map((text, index) => new File([text], index + ".json")))`);
  const seen = [await view.run(rates), await view.run("state.against")];
  for (const way of ["undo", "undo", "redo", "redo", "undo"]) {
    await view.run(`state.${way}()`);
    seen.push(await view.run(rates));
  }
  const wanted = ["903,904", 1, "901,902", "901,901", "901,902", "903,904", "901,902"];
  see("two scenarios that are dropped are open, and undone", seen.join(" ") === wanted.join(" "), seen.join(" "));
  await settled(view);
  await view.run("files.link()");
  await view.until("location.hash.length > 1");
  await view.run("state.change(state.text.replace('902', '905'), 'step')");
  await pause(500);
  await view.send("Page.reload");
  await pause(500);
  await view.until(`run.digest !== undefined && ${quiet}`);
  see("a reload comes back to what was changed after the link", await view.run(rates) === "901,905", await view.run(rates));
}

// What a button writes stands before what comes later, whatever waits for something in between or behind.
async function waited(view, see) {
  const [load, late, after] = [{ at_s: 0, do: "load" }, { at_s: 5, do: "play" }, { when: { timeControlStatus: "playing" }, after_s: 3, do: "pause" }];
  const from = { at_s: 6, when: { rate: 1 }, do: "pause" };
  const found = [];
  for (const script of [[load, late, after], [load, after, late], [load, from, late]]) {
    for (const [at, place] of [[0, 1], [2, script.indexOf(late)], [5, 3], [7, 3]]) {
      await show(view, { ...plain, script });
      await view.run(`stage.perform({ do: "tap" }, ${at}e9)`);
      await settled(view);
      const [own, isGood] = await view.run("[JSON.parse(state.text).script.findIndex((action) => action.do === 'tap'), run.isGood]");
      if (!isGood || (at > 0 && own !== place) || own < 1) found.push(`${JSON.stringify(script)} at ${at} s: ${own}`);
    }
  }
  see("a button writes where its time comes, whatever waits", found.length === 0, found.join("; "));
}

// What a branch begins with is a number, or there is no branch.
async function emptied(view, see) {
  await show(view, plain);
  const seen = [];
  for (const value of ["", "-1", "2.5"]) {
    await view.run("branches.open()");
    seen.push(await view.run(`(() => {
      const row = [...document.querySelectorAll("#branch-choices .row")].find((one) => one.textContent.startsWith("the network offers"));
      row.querySelector("input").value = "${value}";
      row.querySelector("button").click();
      return document.activeElement === row.querySelector("input") && byID("branching").open;
    })()`));
    await settled(view);
    await view.run("byID('branching').close()");
  }
  const rates = await view.run("state.versions.map((one) => JSON.parse(one.text).script?.at(-1).down_kbps ?? 0).join()");
  see("a field without a number is no zero", seen.join() === "true,true,false" && rates === "0,2.5", `${seen}; ${rates}`);
}

// What a branch begins with is what the action takes: else the field is shown, and there is no branch.
async function bounded(view, see) {
  const wanted = { "the network carries nothing": [["0", false], ["1e-9", true]], "seek(to:)": [["31536001", false], ["-1", false], ["31536000", true]], "preferredPeakBitRate": [["-1", false], ["0", true]] };
  for (const [words, values] of Object.entries(wanted)) {
    const seen = [];
    for (const [value] of values) {
      await show(view, plain);
      await view.run("lanes.move(1e9), branches.open()");
      await view.run(`{
        const row = [...document.querySelectorAll("#branch-choices .row")].find((one) => one.textContent.startsWith("${words}"));
        row.querySelector("input").value = "${value}";
        row.querySelector("button").click();
      }`);
      await settled(view);
      seen.push([value, !await view.run("byID('branching').open") && await view.run("state.versions.length === 2 && run.isGood")]);
      await view.run("byID('branching').close()");
    }
    see(`a branch by ${words} is of what that takes`, String(seen) === String(values), seen.join("; "));
  }
}

// The network is one for all players: what any of them changes of it has its point and its edge, whoever is shown.
async function shared(view, see) {
  const script = (at_s, rate) => [{ at_s: 0, do: "load" }, { at_s: 0, do: "play" }, { at_s, do: "change_network", down_kbps: rate }];
  await show(view, { network: plain.network, players: [3, 5].map((at_s) => ({ name: `${at_s}`, media: plain.media, script: script(at_s, 200 * at_s) })) });
  const handles = [];
  for (const player of [1, 0]) {
    await view.run(`byID("player").value = ${player}, byID("player").dispatchEvent(new Event("change"))`);
    await settled(view);
    handles.push(await view.run("[...document.querySelectorAll('#network .handle')].map((one) => one.getAttribute('aria-label')).join(', ')"));
  }
  await view.run("document.querySelectorAll('#network .handle')[1].focus()");
  await press(view, "PageDown");
  const rates = await view.run("JSON.parse(state.text).players.map((player) => player.script[2].down_kbps).join()");
  const all = "rate 1: 900 kbit/s, rate 2: 600 kbit/s, edge 2: from 3 s on, rate 3: 1000 kbit/s, edge 3: from 5 s on";
  see("what any player changes of the network can be dragged", handles.every((one) => one === all) && rates === "300,1000", `${handles.join("; ")}; ${rates}`);
  // 0.1 + 0.2 is no 0.3 to a machine.
  await show(view, { network: { transport: "fluid", phases: [0.1, 0.2, 0.3, 5].map((for_s) => ({ for_s, down_kbps: 900 })) }, media: plain.media });
  const edges = await view.run("[...document.querySelectorAll('#network .is-edge')].map((one) => one.getAttribute('aria-label')).join(', ')");
  see("an edge has the time that its phases add up to", edges === "edge 2: from 0.1 s on, edge 3: from 0.3 s on, edge 4: from 0.6 s on", edges);
}
