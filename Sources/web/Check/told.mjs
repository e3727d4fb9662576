// What the page says of what is on it: nothing of one scenario stands under the name of another, and of what is left out
// it is said how much.
import { press, settled, show } from "./changes.mjs";

const plain = { network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } };

const second = 1e9;

export async function told(view, see) {
  await faulty(view, see);
  await chosen(view, see);
  await fitted(view, see);
  await pictured(view, see);
  await many(view, see);
  await players(view, see);
  await empty(view, see);
  await spelled(view, see);
  await timed(view, see);
  await placed(view, see);
  await storied(view, see);
  await ruled(view, see);
  await zoomed(view, see);
  await shown(view, see);
}

async function faulty(view, see) {
  await show(view, { name: "The good one", ...plain });
  const words = () => view.run("[byID('name').textContent, document.title, byID('verdict').textContent].join(' | ')");
  await view.run(`files.take([new File([${JSON.stringify(JSON.stringify({ name: "The other", ...plain }).replace("down_kbps", "down_kbs"))}], "other.json")])`);
  await settled(view);
  const other = await words();
  see("a file with faults has its own name, and no verdict", /^The other \| The other, with faults – autowait \| The scenario has faults.*last good run, “The good one”\.$/.test(other), other);
  await show(view, { name: "The good one", ...plain });
  await view.run("state.change('{', 'typing')");
  await settled(view);
  const own = await words();
  see("a text that is no JSON for a while keeps its name", /^The good one \|.*of the last good run\.$/.test(own), own);
}

// Who looked at one of several players sees it beside a run that has one, by its name; what a figure is is told where it
// is pressed; and what is said lies above a dialog.
async function chosen(view, see) {
  const { media, network } = plain;
  await show(view, { network, players: ["near", "far"].map((name) => ({ name, media })) });
  await view.run(`byID("player").value = 1, byID("player").dispatchEvent(new Event("change"))`);
  await view.run(`state.beside("one.json", ${JSON.stringify(JSON.stringify(plain))})`);
  await settled(view);
  const names = await view.run("[...document.querySelectorAll('.drawn > .name')].map((one) => one.textContent).join(' | ') + lanes.player");
  await view.run("state.choose(0, undefined)");
  await settled(view);
  see("the player that was chosen stays beside a run that has one", names === "A: far | B0" && await view.run("lanes.player") === 1, names);
  await view.run("document.querySelector('#metrics summary').click(), panel.showFigures()");
  see("what a figure is is told where it is pressed", await view.run("document.querySelectorAll('#metrics [open]').length") === 1, await view.run("document.querySelector('#metrics details').textContent"));
  await view.run("byID('help').showModal(), toast('Above.')");
  see("what is said lies above a dialog", await view.run("byID('toast').matches(':popover-open')") && await view.run("byID('toast').checkVisibility()"));
  await view.run("byID('help').close(), document.querySelector('#metrics summary').click()");
}

// Whatever players are called, the page is as wide as its window; and a mark at an end of the time is whole.
async function fitted(view, see) {
  const { media, network } = plain;
  await show(view, { network, players: ["player ".repeat(29), "P".repeat(200)].map((name) => ({ name, media })) });
  const [found, marks] = [[], []];
  for (const width of [390, 1280]) {
    await view.size(width, 900);
    for (const player of [0, 1]) {
      await view.run(`byID("player").value = ${player}, byID("player").dispatchEvent(new Event("change"))`);
      await settled(view);
      const own = await view.run("document.documentElement.scrollWidth");
      if (own > width) found.push(`${own} of ${width}`);
      marks.push(...await view.run(`[...document.querySelectorAll("#drawings svg.glyph path")].filter((path) => {
        const [own, box] = [path, path.closest(".drawn")].map((one) => one.getBoundingClientRect());
        return own.left < box.left || own.right > box.right;
      }).map((path) => path.getAttribute("class"))`));
    }
  }
  see("no name of a player makes the page wider", found.length === 0, found.join("; "));
  see("a mark at an end of the time is whole", marks.length === 0, marks.join("; "));
}

// A picture is as large as the browser draws one, or there is none: both are said.
async function pictured(view, see) {
  const seen = [];
  for (const height of [100, 100000, 400000]) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="${height}"><rect width="100" height="100"/></svg>`;
    seen.push(await view.run(`byID("toast").textContent = "", files.picture(${JSON.stringify(svg)}).then((picture) => (picture ? "" : "none: ") + byID("toast").textContent)`));
  }
  const isRight = seen[0] === "" && /^The picture is 0\.\d\d times as large/.test(seen[1]) && /^none: .*too large for a picture/.test(seen[2]);
  see("a picture that cannot be twice as large says so", isRight, seen.join("; "));
}

// Very many warnings, and very many numbers.
async function many(view, see) {
  const phases = Array.from({ length: 6000 }, (_, index) => ({ for_s: 0.5, down_kbps: 1000 + index % 977 }));
  const scenario = { network: { phases, delay_ms: 20 }, media: { kind: "progressive", duration_s: 600, bitrate_kbps: 1500 }, script: [{ at_s: 0, do: "load" }, { at_s: 0, do: "play" }] };
  // Faults of which none is ever met.
  const faults = Array.from({ length: 1000 }, (_, index) => ({ of: "file", truncated_after_bytes: 1e12, request: index + 1 }));
  await view.run("{ const { list } = run; run.list = (...all) => { const start = performance.now(); list.apply(run, all); run.listed = performance.now() - start; }; }");
  await show(view, { ...scenario, network: { down_kbps: 5000, faults } });
  const [count, marks, words, time] = await view.run("[byID('trouble').querySelectorAll('button').length, document.querySelectorAll('#marks mark').length, byID('trouble').lastChild.textContent, run.listed]");
  see("of very many warnings some are listed, and the others counted", count === 20 && marks <= 20 && /^and \d{3,} more$/.test(words), `${count}, ${marks}, ${words}`);
  see("and that takes no second", time < 1000, `${Math.round(time)} ms`);
  await show(view, scenario);
  const groups = await view.run("[...document.querySelectorAll('#knobs details')].map((group) => `${group.dataset.name} ${group.querySelectorAll('.knob').length}`).join()");
  const left = await view.run("document.querySelector('#knobs .note')?.textContent");
  const isThere = await view.run("byID('knob-network.delay_ms') !== null");
  see("of very many numbers each group has sliders", groups === "network 196,media 2,script 2" && isThere && left === "11805 more numbers of network have no slider: they are in the text.", `${groups}; ${left}`);
}

// Of several players the one that is shown is compared.
async function players(view, see) {
  await view.run("{ const file = gallery.files.find((one) => one.path.endsWith('live/two-viewers.json')); state.open(file.path, file.text); }");
  await view.until("document.querySelectorAll('#ranking tbody tr').length > 8", 60);
  const set = await view.run("others.settings('rule', 'vlc')[0].path");
  see("others are ranked for one of several players, too", set === "players.0.player.keep_up", set);
  await view.run("others.take({ settings: others.settings('rule', 'fixed-wait') })");
  await view.until("state.versions.length === 2");
  see("and can be held against it", await view.run("JSON.parse(state.text).players.map((one) => one.player?.keep_up).join()") === "fixed-wait,");
  await settled(view);
}

// A run in which nothing happens has an axis all the same.
async function empty(view, see) {
  await show(view, { ...plain, script: [] });
  await view.run("lanes.zoom(0.5), lanes.zoom(2), lanes.move(5e8)");
  const [end, places] = await view.run("[lanes.end, [byID('drawings'), byID('network'), byID('overview')].map((one) => one.innerHTML).join('')]");
  see("a run of no length has a second, and no place that is no number", end === 1e9 && !/NaN|Infinity/.test(places), `${end} ns`);
  await show(view, { ...plain, until_s: 0.0001 });
  const shown = await view.run("lanes.zoom(0.5), lanes.look(0, lanes.end), lanes.window.join(' to ')");
  see("one of less than a millisecond is as wide as the page", shown === `0 to ${await view.run("lanes.end")}`, shown);
  await settled(view);
}

// Keys with and without Caps Lock; what Esc takes away is no longer spoken of; a link that is none is not said to be one.
async function spelled(view, see) {
  await show(view, plain);
  const done = [];
  for (const [key, shiftKey] of [["p", false], ["P", false], ["P", true], ["p", true]]) {
    await view.run(`lanes.move(${1e9 * (done.length + 1)}), dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", shiftKey: ${shiftKey}, bubbles: true })), stage.last`);
    done.push(await view.run("JSON.parse(state.text).script.at(-1).do"));
  }
  see("with Caps Lock P is PLAY, and Shift P is PAUSE", done.join() === "play,play,pause,pause", done.join());
  await view.run("lanes.move(1e9), byID('tab-knobs').focus()");
  await press(view, "ArrowRight");
  see("an arrow key that turns a tab moves no cursor", await view.run("document.activeElement.id + lanes.at") === "tab-text1000000000");
  await view.run("editor.turn('knobs')");
  await settled(view);
  await view.run("lanes.pin(1e9), lanes.pin(3e9)");
  await view.until("/2 s between the pins/.test(byID('cursor-words').textContent)");
  await view.run("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");
  await settled(view);
  await view.run("sheets.turn('why'), lanes.pin(1e9), dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");
  see("nor does Esc take a sheet away first, where there are none", await view.run("lanes.pins.length") === 0);
  await view.run("sheets.turn()");
  await settled(view);
  see("nothing is said of pins that are gone", !/pins/.test(await view.run("byID('cursor-words').textContent")));
  await view.run("state.dropped = [{ path: 'x.ts', hex: Array.from({ length: 50 }, () => Array.from(crypto.getRandomValues(new Uint8Array(60000)), (byte) => byte.toString(16).padStart(2, '0')).join('')).join('') }], files.link()");
  const words = await view.run("byID('toast').textContent");
  see("a link that nobody could open is none", /more than a link can hold/.test(words) && await view.run("location.hash.length") < 1e5, words);
  await view.run("state.dropped = []");
}

// A time is rounded to what is shown of it before its minutes and hours are counted.
async function timed(view, see) {
  const times = await view.run("[0, 1.25, 59.9994, 59.9996, 62.345, 119.9996, 179.9994, 3599.9999, 40050.4].map((seconds) => clock(Math.round(seconds * 1e9))).join(', ')");
  see("no minute has sixty seconds", times === "0 s, 1.25 s, 59.999 s, 1:00.000, 1:02.345, 2:00.000, 2:59.999, 1:00:00.000, 11:07:30.400", times);
}

// However the lines of a text end, what is wrong is where it is said to be, and a knob turns the number that it has.
async function placed(view, see) {
  const text = JSON.stringify({ ...plain, network: { transport: "fluid", down_kbps: -1 } }, undefined, 2);
  const seen = [];
  for (const end of ["\n", "\r\n", "\r"]) {
    const own = text.replaceAll("\n", end);
    await view.run(`state.open("scenario.json", ${JSON.stringify(own)})`);
    await settled(view);
    await view.run("document.querySelector('#trouble button').click()");
    seen.push(await view.run("(() => { const area = byID('text'); return [area.value.slice(area.selectionStart, area.selectionStart + 2), byID('marks').querySelector('mark').textContent].join(' '); })()"));
    await view.run("byID('text').setSelectionRange(40, 40)");
    await view.run(`state.change(${JSON.stringify(own.replace("-1", "900"))}, "step")`);
    await settled(view);
    await view.run("knobs.set(knobs.all.find((knob) => knob.path === 'media.bitrate_kbps'), '501')");
    seen.push(await view.run(`state.text === ${JSON.stringify(own.replace("-1", "900").replace("500", "501"))} && byID("text").selectionStart`));
    await settled(view);
  }
  see("an error is where its line and column are, however lines end", seen.join() === "-1 -1,40,-1 -1,40,-1 -1,40", seen.join());
  await view.run("editor.turn('knobs')");
}

// No story, and nothing to come, stands under another run than it is of.
async function storied(view, see) {
  const stall = { network: { transport: "fluid", down_kbps: 900 }, media: { ...plain.media, duration_s: 60, bitrate_kbps: 1800 }, player: "vlc" };
  await show(view, stall);
  await view.run("lanes.move(3e9)");
  await view.until("!/^(Told in|$)/.test(byID('story').textContent)");
  const old = await view.run("byID('story').textContent");
  const other = { network: { transport: "fluid", down_kbps: 1200 }, media: { kind: "hls", duration_s: 600, segment_s: 6, variants: [{ bitrate_kbps: 4000 }, { bitrate_kbps: 700 }] } };
  const before = await view.run("run.digest");
  await view.run(`state.change(${JSON.stringify(JSON.stringify(other))}, "step"); window.stories = [];
    window.watch = setInterval(() => stories.push([run.digest, byID("story").textContent, byID("pending").textContent].join("|")), 10); byID("tell").click();`);
  await view.until(`run.digest !== "${before}"`);
  await view.run("byID('tell').click()");
  await view.until("!/^Told in/.test(byID('story').textContent) && !byID('whole').hidden && !/^running/.test(byID('whole').textContent)", 60);
  await view.run("clearInterval(watch)");
  const [stories, own, whole] = await view.run("[[...new Set(stories)], run.digest, byID('whole').textContent]");
  const later = [...new Set(stories.filter((one) => one.startsWith(own)).map((one) => one.split("|")[1]))];
  see("the story of another run is not left under this one", later.length === 2 && !later.includes(old) && later[0] === "Told in a moment.", later.join(" | "));
  const right = await view.run("engines.front.ask({ do: 'why', slot: 0 }, 'why').then(({ text }) => text)");
  see("and the whole story is of this one", whole === right, whole.slice(0, 200));
}

// Nor does a line over the lanes, nor what is said of stalls, nor a difference from what is no longer there.
async function ruled(view, see) {
  const falls = { network: { transport: "fluid", phases: [{ for_s: 20, down_kbps: 4400 }, { down_kbps: 410 }] }, media: { kind: "hls", duration_s: 120, segment_s: 4, variants: [{ bitrate_kbps: 4000 }, { bitrate_kbps: 400 }] }, player: { first_variant: "highest", switching: "throughput", keep_up: "first-chunk" } };
  await show(view, falls);
  await view.until("others.hairs.length > 0", 60);
  await view.run("lanes.move(0), stage.toggle(), stage.perform({ do: 'change_network', down_kbps: 9000 })");
  await view.until("/never stalled/.test(byID('verdict').textContent)");
  const left = () => view.run("[...document.querySelectorAll('#drawings .rule:not(.is-cursor)'), ...byID('inevitable').children, ...byID('ranking').children].map((one) => one.className + one.textContent.slice(0, 40)).join('; ')");
  const seen = [await left()];
  await view.run("stage.toggle(), lanes.move(3 * second), state.branch(), stage.perform({ do: 'pause' })");
  await view.until("branches.difference !== undefined");
  const isThere = /is-difference/.test(await left());
  await view.run("state.choose(1, undefined)");
  await settled(view);
  seen.push((await left()).includes("is-difference"));
  see("no line over the lanes is of another run", isThere && seen.join() === ",false", seen.join());
}

// Where a part of the time is shown, a stretch is as long as it is, and the axis has ticks; the overview has all of it.
async function zoomed(view, see) {
  const script = [{ at_s: 0, do: "load" }, ...[["play", 100], ["pause", 100.2], ["play", 200]].map(([name, at_s]) => ({ at_s, do: name }))];
  await show(view, { ...plain, media: { ...plain.media, duration_s: 3600 }, script });
  for (const length of [40, 0.4]) {
    await view.run(`lanes.look(${(100 - length / 2) * second}, ${(100 + length / 2) * second})`);
    const [width, all, ticks] = await view.run(`[document.querySelector('#drawings rect[data-from="100"]').getBoundingClientRect().width, document.querySelector("#drawings svg").clientWidth, document.querySelectorAll("#drawings text.own-tick").length]`);
    see(`of ${length} s a fifth of one is as wide as it is`, Math.abs(width - 0.2 / length * all) < 3, `${width} of ${all} pixels`);
    see(`and they have ticks`, ticks >= 3, `${ticks}`);
  }
  await view.run("lanes.move(100 * second), lanes.look(0, lanes.end)");
  for (let step = 0; step < 40; step++) await view.run("lanes.zoom(0.5)");
  const least = await view.run("lanes.window.join()");
  await view.run("lanes.zoom(0.5)");
  see("what is as large as it can be stays where it is", await view.run("lanes.window.join()") === least && await view.run("lanes.length") < 1.1e6, least);
  await view.run("others.hairs = [0, 0.4, 0.6, 1].map((part) => [part * lanes.end, 'inevitable from here on']), lanes.look(0, lanes.end)");
  const beside = [];
  for (const width of [320, 1280]) {
    await view.size(width, 900);
    const own = await view.run("document.documentElement.scrollWidth");
    if (own > width) beside.push(`${own} of ${width}`);
  }
  see("words at a line over the lanes make the page no wider", beside.length === 0, beside.join("; "));
  const media = { kind: "hls", duration_s: 6000, variants: [{ bitrate_kbps: 400 }] };
  await show(view, { network: { transport: "fluid", down_kbps: 200 }, media, player: { keep_up: "first-chunk" } });
  const [columns, stalled] = await view.run("[...document.querySelectorAll('#overview .is-mixed')].reduce(([all, some], one) => [all + 1, some + one.style.background.includes('--alarm')], [0, 0])");
  // The last has the end, and may have none.
  see("the overview has stalls that are closer than its pixels", columns > 100 && stalled >= columns - 1, `in ${stalled} of ${columns} columns`);
}

// What can be seen of it: where words are long, where the system has the colours, and on paper.
async function shown(view, see) {
  await show(view, { name: "W".repeat(200), ...plain });
  see("a long word makes the page no wider", await view.run("document.documentElement.scrollWidth <= innerWidth"));
  const media = ["W".repeat(200), "b"].map((name) => ({ ...plain.media, name }));
  await show(view, { ...plain, media, player: { class: "AVQueuePlayer", items: media.map(({ name }) => ({ name, media: name })) } });
  see("nor does one among its events", await view.run("document.documentElement.scrollWidth <= innerWidth"));
  await view.run("{ const file = gallery.files.find((one) => one.path.endsWith('interstitials/a-break-of-two.json')); state.open(file.path, file.text); }");
  await view.until("byID('overview').querySelector('.is-interstitial')");
  const [left, width] = await view.run("['left', 'width'].map((side) => parseInt(byID('overview').querySelector('.is-interstitial').style[side]))");
  see("the overview has an interstitial event as what it is", left === 33 && width === 33, `${left} %, ${width} %`);
  const color = (place) => view.run(`getComputedStyle(document.querySelector(${JSON.stringify(place)})).backgroundColor`);
  await view.run("state.branch()");
  await settled(view);
  await view.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
  const alike = [];
  for (const [one, other] of [['[aria-selected="true"]', '[aria-selected="false"]'], ['[aria-pressed="true"]', '#versions [aria-pressed="false"]'], ['#event-list [aria-current]', '#event-list button:not([aria-current])'], ["#overview .is-playing", "#overview"]]) {
    if (await color(one) === await color(other)) alike.push(one);
  }
  await view.run("editor.turn('text'), editor.items = [['name', ''], ['seed', '']], editor.offer()");
  for (const place of ['#completions [aria-selected="true"]', "#event-list [aria-current]"]) {
    if (await color(place) === await view.run(`getComputedStyle(document.querySelector(${JSON.stringify(place)})).color`)) alike.push(place);
  }
  await view.run("editor.hide(), editor.turn('knobs')");
  see("what is chosen is seen where the system has the colours", alike.length === 0, alike.join(" "));
  await view.send("Emulation.setEmulatedMedia", { media: "print" });
  const seen = await view.run("['why', 'events', 'others', 'figures', 'edit', 'stage', 'lanes', 'undo', 'live', 'sheets', 'branch'].filter((id) => byID(id).checkVisibility()).join()");
  const height = await view.run("getComputedStyle(byID('event-list')).maxHeight");
  see("on paper is all that can be read, and nothing to press", seen === "why,events,others,figures,edit,stage,lanes" && height === "none", seen);
  const tabs = [];
  for (const name of ["text", "knobs"]) {
    await view.run(`editor.turn("${name}")`);
    tabs.push(await view.run("['marks', 'knobs'].filter((id) => byID(id).checkVisibility() && byID(id).scrollHeight <= byID(id).clientHeight).join()"));
  }
  see("both the knobs and the text, whole", tabs.join(" ") === "marks,knobs marks,knobs", tabs.join(" "));
  const open = "document.querySelectorAll('details[open]').length";
  const closed = "document.querySelectorAll('details:not([open])').length";
  await view.run(`document.querySelector("#knobs details").open = false; addEventListener("beforeprint", () => { window.printed = ${closed}; })`);
  await view.send("Page.printToPDF", {});
  const opened = await view.run(`[printed, ${open}].join()`);
  see("what is closed is open there, and closed again", opened === "0,1", opened);
  await view.run("document.querySelector('#knobs details').open = true");
  await view.send("Emulation.setEmulatedMedia", { media: "", features: [{ name: "prefers-color-scheme", value: "light" }] });
  await press(view, "Shift");
}
