// Looks at the page as a person would, in Chromium: node page.mjs BROWSER PAGE AUTOWAIT FOLDER
// Prints a line for each thing that was seen; the exit code is 1 where one of them is not as it must be, or nothing can
// be seen, because the browser does not begin.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin, pause } from "./browser.mjs";
import { changes } from "./changes.mjs";
import { drops } from "./drops.mjs";
import { steps } from "./steps.mjs";
import { told } from "./told.mjs";

const [path, page, autowait, folder, axe] = process.argv.slice(2);
const browser = await begin(path).catch((error) => {
  console.log(`FAIL the page: ${path} does not begin: ${error.message}`);
  process.exit(1);
});
let isRight = true;
function see(what, isSo, words = "") {
  if (!isSo) isRight = false;
  console.log(`${isSo ? "ok  " : "FAIL"} ${what}${words === "" ? "" : `: ${words}`}`);
}
// Times depend on the machine, and on what else it does: they are told, and no check.
const tell = (what, words) => console.log(`     ${what}: ${words}`);
const press = (view, place) => view.run(`document.querySelector(${JSON.stringify(place)}).click()`);
const isShown = "typeof lanes === 'object' && lanes.shown && !lanes.shown.isQuick && run.digest !== undefined";
const digest = (text) => {
  const file = join(folder, "scenario.json");
  writeFileSync(file, text);
  return execFileSync(autowait, ["digest", file]).toString().slice(0, 16);
};

// All that were opened: none of them may have an error on its console in the end.
const views = [];
async function opened(fragment = "", width = 1280, isDark = false) {
  const view = await browser.page(width, 900, isDark);
  views.push(view);
  await view.open(`file://${page}${fragment}`);
  await view.until(isShown);
  return view;
}

async function begins() {
  const view = await opened();
  for (const [name, what] of [["seen", "first drawing, which the page brings"], ["drawn", "the same by its engine, which can be changed"]]) {
    await view.until(`performance.getEntriesByName('${name}').length > 0`);
    tell(what, `${Math.round(await view.run(`performance.getEntriesByName('${name}')[0].startTime`))} ms after the page was opened`);
  }
  const others = view.requests.filter((url) => !url.startsWith(`file://${page}`) && !/^(blob|data):/.test(url));
  see("asks for no other file", others.length === 0, others.join(" "));
  return view;
}

// A browser that cannot do what the scripts ask of it is told which ones can: as many are said in the article.
async function old() {
  const view = await browser.page(1280, 900);
  await view.send("Page.addScriptToEvaluateOnNewDocument", { source: "CompressionStream = class { constructor(kind) { if (kind === 'deflate-raw') throw new TypeError(`no ${kind}`); } };" });
  await view.open(`file://${page}`);
  await view.until("/unpacked here \\(no deflate-raw\\)/.test(document.body.textContent)");
  const words = /it takes (.*), and the whole file/.exec(await view.run("document.body.textContent"))?.[1];
  const article = readFileSync("Sources/autowait/autowait.docc/ThePage.md", "utf8").replace(/\s+/g, " ");
  see("a browser that is too old is told which are not", article.includes(words), words);
  const bare = await browser.page(1280, 900);
  await bare.send("Emulation.setScriptExecutionDisabled", { value: true });
  await bare.open(`file://${page}`);
  await bare.until("/takes JavaScript/.test(document.body.innerText)").catch(() => {});
  see("nor is a page empty where scripts may not run", /takes JavaScript/.test(await bare.run("document.body.innerText")));
}

// What was pressed on stage is a scenario, and gives the same run on the command line.
async function stage(view) {
  await view.run("byID('speed').value = '10'");
  await press(view, "#begin-anew");
  await view.until("stage.isLive");
  for (const button of ["play", "pause", "play_immediately"]) {
    await pause(250);
    await press(view, `[data-do=${button}]`);
  }
  await view.run("{ const slider = byID('conditioner'); slider.value = '400'; slider.dispatchEvent(new Event('change')); }");
  await pause(600);
  see("no story of an old instant is left while it is live", /no longer live/.test(await view.run("byID('story').textContent")));
  await press(view, "#live");
  await pause(300);
  await view.until(`${isShown} && !engines.front.isBusy`);
  const text = await view.run("state.text");
  const count = JSON.parse(text).script.length;
  const [own, other] = [await view.run("run.digest"), digest(text)];
  see("a recording of the stage repeats on the command line", count === 5 && own === other, `${count} actions, ${own}, ${other}`);
}

async function branch(view) {
  await view.run("lanes.move(3e9)");
  await press(view, "#branch");
  await view.run("[...document.querySelectorAll('#branch-choices button')].find((one) => one.textContent.startsWith('pause')).click()");
  await view.until("branches.difference !== undefined");
  see("a branch differs from its instant on", await view.run("branches.difference") >= 3e9, `${await view.run("branches.difference")} ns`);
  see("two futures are drawn", await view.run("document.querySelectorAll('#drawings .drawn').length") === 2);
  const [fragment, own] = [await view.run("link()"), await view.run("run.digest")];
  const other = await opened(`#${fragment}`, 390, true);
  see("a link has all of it", await other.run("run.digest") === own && await other.run("state.versions.length") === 2, `${fragment.length} letters`);
  see("nothing is wider than 390 pixels", await other.run("document.documentElement.scrollWidth") <= 390);
  const isFit = await other.run("{ branches.open(); byID('branching').scrollWidth <= byID('branching').clientWidth; }");
  await other.run("byID('branching').close()");
  see("nor what a branch may begin with", isFit);
  return other;
}

// Whoever hears the page instead of seeing it: everything that can be used has a name, and no name is taken twice.
async function names(view) {
  await view.send("Accessibility.enable");
  const { nodes } = await view.send("Accessibility.getFullAXTree");
  const used = ["button", "slider", "textbox", "searchbox", "combobox", "spinbutton", "tab", "tabpanel", "dialog", "img", "listbox", "link"];
  const nameless = nodes.filter((node) => !node.ignored && used.includes(node.role?.value) && !node.name?.value).map((node) => node.role.value);
  see("everything that can be used has a name", nodes.length > 100 && nameless.length === 0, nameless.join(" "));
  const twice = await view.run("[...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, index, all) => all.indexOf(id) !== index)");
  see("no id is there twice", twice.length === 0, twice.join(" "));
  const small = await view.run(`[...document.querySelectorAll("button, select, input")].filter((one) => one.checkVisibility() && (one.getBoundingClientRect().height < 23.5 || one.getBoundingClientRect().width < 23.5)).map((one) => one.id || one.textContent)`);
  see("nothing to press is smaller than 24 pixels", small.length === 0, small.slice(0, 5).join(", "));
}

// What axe-core finds in each of the page's states, light and dark, wide and narrow.
async function accessible() {
  if (!axe) return console.log("     axe-core: skipped, because it is not there: pip install axe-playwright-python");
  const script = readFileSync(axe, "utf8");
  const states = {
    "as it begins": "", "a branch": "lanes.move(3e9), byID('branch').click(), document.querySelector('#branch-choices button').click()",
    "a difference": "lanes.move(3e9), branches.open(), [...document.querySelectorAll('#branch-choices button')].find((one) => one.textContent.startsWith('pause')).click()",
    "the text": "editor.turn('text')", "the gallery": "gallery.open()", "all keys": "byID('help').showModal()", "what can be saved": "byID('open-export').click()",
    "an error": "state.change('{', 'step')",
  };
  for (const [width, isDark] of [[1280, false], [390, true]]) {
    const view = await opened("", width, isDark);
    await view.run(`${script}; 0`);
    for (const [name, begin] of Object.entries(states)) {
      if (begin) await view.run(`{ for (const one of document.querySelectorAll("dialog[open]")) one.close(); ${begin}; 0 }`);
      await view.until("!engines.front.isBusy && !engines.back.isBusy");
      await pause(100);
      const found = await view.run(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({ count: passes.length, words: violations.map(({ impact, id, nodes }) => impact + ' ' + id + ': ' + nodes[0].html.slice(0, 120)) }))`);
      see(`axe-core, ${width} pixels${isDark ? ", dark" : ""}, ${name}`, found.count > 10 && found.words.length === 0, found.words.join("; "));
    }
  }
}

// A narrow page has what lies below its lanes in sheets, one at a time.
async function sheets() {
  const view = await opened("", 390);
  const shown = () => view.run("['why', 'events', 'others', 'figures', 'edit'].filter((id) => byID(id).checkVisibility())");
  const seen = [await shown()];
  for (const id of ["events", "edit"]) {
    await press(view, `[aria-controls=${id}]`);
    seen.push(await shown());
  }
  await view.run("dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))");
  seen.push(await shown());
  const own = await view.run("byID('lanes').checkVisibility()");
  see("a narrow page has one sheet at a time", seen.join("|") === "|events|edit|" && own, seen.join("|"));
  const wide = await opened();
  see("a wide one has all at once", await wide.run("['why', 'events', 'others', 'figures', 'edit'].every((id) => byID(id).checkVisibility()) && !byID('sheets').checkVisibility()"));
  return wide;
}

// What a word of the text means is said where the pointer rests.
async function hovered(view) {
  await view.send("Page.bringToFront");
  await view.run(`state.open("scenario.json", ${JSON.stringify('{\n  "network": {\n    "down_kbps": 900\n  },\n  "media": { "kind": "hls", "duration_s": 9,\n    "variants": [{ "bitrate_kbps": 500 }] }\n}\n')})`);
  await view.run("editor.turn('text')");
  await view.until(isShown);
  const [left, top] = await view.run("(() => { const { left, top } = byID('text').getBoundingClientRect(); return [left, top]; })()");
  await view.send("Input.dispatchMouseEvent", { type: "mouseMoved", x: left + 8 + 7.2 * 8.5, y: top + 8 + 18 * 2.5 });
  await view.until("!byID('hover').hidden");
  const words = await view.run("byID('hover').textContent");
  see("a word under the pointer is explained", /^down_kbps./.test(words), words);
}

// Every scenario of the gallery, and random ones, in the engine as the page has it: what FOLDER has of the program's
// digests is to be the same.
async function digests(view) {
  for (const [list, place] of [["digests", ""], ["random-digests", "drawn"]]) {
    const path = join(folder, list);
    if (!existsSync(path)) {
      tell(list, "skipped, because nobody has made them");
      continue;
    }
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => [line.slice(0, 16), line.slice(18)]);
    const [others, started] = [[], performance.now()];
    for (let first = 0; first < lines.length; first += 50) {
      const some = lines.slice(first, first + 50).map(([digest, file]) => [digest, file, place ? readFileSync(join(folder, place, file), "utf8") : ""]);
      others.push(...await view.run(`(async () => {
        const others = [];
        for (const [digest, file, own] of ${JSON.stringify(some)}) {
          const text = own || gallery.files.find((one) => one.path === file)?.text;
          const reply = await engines.back.ask({ do: "rival", file, text }, "digest");
          if (reply.digest !== digest) others.push(file);
        }
        return others;
      })()`));
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    see(`${lines.length} ${list} are the same in the page`, lines.length > 0 && others.length === 0, others.slice(0, 5).join(" "));
    tell(list, `${seconds} s`);
  }
}

// What is dropped has warnings of its own, which the page shows as the command line prints them.
async function dropped() {
  const view = await opened();
  const playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-BITRATE:400\n#EXT-X-START:TIME-OFFSET=30\n#EXTINF:6,\none.ts\n#EXTINF:6,\ntwo.ts\n#EXT-X-ENDLIST\n";
  await view.run(`files.take([new File([${JSON.stringify(playlist)}], "film.m3u8")])`);
  await view.until(`run.digest !== undefined && !engines.front.isBusy && /film/.test(byID("trouble").textContent)`);
  const words = await view.run("byID('trouble').textContent");
  see("a dropped playlist's warnings are shown", /^film\.m3u8:4:1: warning: #EXT-X-START lies behind the end/.test(words), words);
  const root = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=400000\nlow/v.m3u8\n";
  await view.run(`files.take([new File([${JSON.stringify(root)}], "main.m3u8")])`);
  await view.until("/there is no file 'low\\/v.m3u8'/.test(byID('trouble').textContent)");
  await view.run(`files.take([new File([${JSON.stringify(playlist)}], "v.m3u8")])`);
  await view.until("/^low\\/v.m3u8:4:1: warning/.test(byID('trouble').textContent)");
  see("a file that a dropped playlist names goes to it", await view.run("JSON.parse(state.text).media") === "main.m3u8");
}

// Where there is no run that is said, whatever is asked of it: nothing waits for one.
async function runless() {
  const view = await opened();
  await view.run(`state.change('{"network": ', "typing")`);
  const fragment = await view.run("link()");
  const other = await browser.page(1280, 900);
  views.push(other);
  await other.open(`file://${page}#${fragment}`);
  await other.until("typeof run === 'object' && run.isGood === false");
  const seen = [];
  for (const act of ["byID('tell').click()", "keys.moment()"]) {
    await other.run(`{ byID("toast").textContent = ""; ${act}; }`);
    await pause(50);
    seen.push(await other.run("byID('toast').textContent"));
  }
  const isSaid = seen.every((words) => words === "The scenario has faults: there is no run of it.");
  see("of a scenario with faults no story is told, nor a moment", isSaid && await other.run("byID('whole').hidden"), seen.join(" | "));
}

// The conditioner shows what the network offers at the cursor, whoever says it: the scenario, a preset or the script.
async function conditioner() {
  const view = await opened();
  const words = (at) => view.run(`lanes.move(${at}); byID('conditioner-words').textContent`);
  const shown = [await words(3e9)];
  for (const network of ["3G", { transport: "fluid" }]) {
    const text = JSON.stringify({ network, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } });
    await view.run(`state.open("scenario.json", ${JSON.stringify(text)})`);
    await view.until(isShown);
    shown.push(await words(0));
  }
  await view.run(`state.open("scenario.json", ${JSON.stringify(JSON.stringify({
    network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 60, bitrate_kbps: 500 },
    script: [{ at_s: 0, do: "load" }, { at_s: 2, do: "change_network", down_kbps: 0 }, { at_s: 4, do: "change_network", down_kbps: 600 }],
  }))})`);
  await view.until(isShown);
  for (const at of [1e9, 3e9, 5e9]) shown.push(await words(at));
  const wanted = ["1.716 Mbit/s", "780 kbit/s", "no limit", "900 kbit/s", "nothing", "600 kbit/s"];
  see("the conditioner shows what the network offers", shown.join() === wanted.join(), shown.join(", "));
  await view.run("byID('busy').hidden = false");
  const isOver = await view.run(`(() => {
    const own = byID("stop").getBoundingClientRect();
    return [...document.querySelectorAll("header button")].some((other) => {
      const box = other.getBoundingClientRect();
      return box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
    });
  })()`);
  see("what stops a run lies over no other button", !isOver);
  await view.run("byID('busy').hidden = true");
  return view;
}

// What others would do, with the distance of each from its own earliest start that never stalls.
async function ranked(view) {
  await view.run(`state.open("scenario.json", ${JSON.stringify(JSON.stringify({
    network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 20, bitrate_kbps: 1000, chunk_s: 1 },
  }))})`);
  await view.until(`${isShown} && document.querySelectorAll("#ranking tbody tr").length > 8 && !/…/.test(byID("ranking").textContent)`, 60);
  const cells = await view.run(`[...document.querySelectorAll("#ranking tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent))`);
  const of = (name) => cells.find(([words]) => words.startsWith(name));
  see("who starts too soon is before the Goldilocks moment, and stalls", /^−/.test(of("first-chunk")?.[2]) && Number(of("first-chunk")?.[3]) > 0, of("first-chunk")?.join(" | "));
  see("the rule that knows the moment is at it", /^[+−]?0\.[01]\d s$/.test(of("this scenario")?.[2]), of("this scenario")?.join(" | "));
}

async function hostile(view) {
  const set = async (text) => {
    await view.run(`state.change(${JSON.stringify(text)}, "step")`);
    await view.until("!engines.front.isBusy");
    await pause(50);
  };
  const good = JSON.stringify({ network: { transport: "fluid", down_kbps: 900 }, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } });
  const name = "</script><img src=x onerror=\"document.title='taken'\">&amp;<b>";
  await set(JSON.stringify({ name, ...JSON.parse(good) }));
  see("markup in a name is words", await view.run("document.querySelectorAll('main img, header img').length") === 0 && await view.run("byID('name').textContent") === name);
  await set("[".repeat(200));
  see("200 levels are an error, and the last run stays", await view.run("document.body.classList.contains('is-stale') && !byID('trouble').hidden"));
  await set(good.replace("900", "-1"));
  see("an error says where", /^1:\d+: 'down_kbps' must be/.test(await view.run("byID('trouble').textContent")));
  await view.run("files.take([new File([new Uint8Array(100 << 20)], 'large.csv')])");
  see("a file of 100 MB is refused", /is larger than/.test(await view.run("byID('toast').textContent")));
  await view.run("files.take([new File(['</script><b>,\\u0000,1e999'], 'odd.csv')])");
  await view.until("/^odd\\.csv:1:1: error: /.test(byID('toast').textContent)");
  see("a trace that is none says why, and the scenario stays", await view.run("state.text") === good.replace("900", "-1"));
  const endless = { network: { transport: "tcp", down_kbps: 900000 }, media: { kind: "hls", duration_s: 86400, segment_s: 1, variants: [{ bitrate_kbps: 90000 }] }, max_packets: 1e9 };
  await view.run(`state.change(${JSON.stringify(JSON.stringify(endless))}, "step")`);
  await pause(600);
  const wasBusy = await view.run("engines.front.isBusy");
  await press(view, "#stop");
  await view.until("/no run of it/.test(byID('verdict').textContent)");
  await view.run("lanes.move(2e9)");
  await view.until("/^2 s /.test(byID('cursor-words').textContent)", 5).catch(() => {});
  const told = await view.run("byID('cursor-words').textContent");
  see("what is grey is told at the cursor, though its engine was stopped", /^2 s /.test(told), told);
  await set(good);
  await view.until(`!document.body.classList.contains('is-stale') && ${isShown}`);
  see("a run without end can be stopped, and the next one is right", await view.run("run.digest") === digest(good), wasBusy ? "stopped" : "was over before");
  for (const fragment of ["#garbage", `#${"A".repeat(5 << 20)}`, "#" + Buffer.from("{}").toString("base64url")]) {
    await view.run(`fromLink(${JSON.stringify(fragment.slice(1))}).then(() => { throw new Error("taken") }, () => true)`);
  }
  see("links that are none are refused", true);
}

// A slider that is dragged: from the hand to the drawing.
async function times(view) {
  const scenario = (transport) => JSON.stringify({
    network: { transport, down_kbps: 3000, delay_ms: 50 },
    media: { kind: "hls", duration_s: 600, segment_s: 4, variants: [{ bitrate_kbps: 1800 }, { bitrate_kbps: 4500 }, { bitrate_kbps: 600 }] },
    player: "avplayer",
  });
  // What is behind another page is not drawn.
  await view.send("Page.bringToFront");
  for (const transport of ["fluid", "tcp"]) {
    await view.run(`state.open("scenario.json", ${JSON.stringify(scenario(transport))})`);
    await view.until(isShown);
    const taken = await view.run(`(async () => {
      const taken = [];
      for (let index = 0; index < 60; index++) {
        state.change(${JSON.stringify(scenario(transport))}.replace("3000", String(2000 + 40 * index)), "knob");
        const old = run.times;
        while (run.times === old) await new Promise((resolve) => setTimeout(resolve, 0));
        taken.push(run.times.all);
      }
      return taken.sort((one, other) => one - other);
    })()`);
    tell(`a slider redraws ten minutes, ${transport}`, `median ${taken[30].toFixed(1)} ms, best ${taken[0].toFixed(1)} ms`);
  }
  const before = await view.run("engines.front.memory");
  const frames = await view.run(`new Promise((resolve) => {
    const [start, last] = [performance.now(), []];
    let before = start;
    const tick = (now) => {
      last.push(now - before);
      before = now;
      lanes.move(Math.random() * lanes.end);
      if (now - start < 1500) requestAnimationFrame(tick); else resolve(last.length / 1.5);
    };
    requestAnimationFrame(tick);
  })`);
  tell("the cursor moves", `${frames.toFixed(0)} frames a second`);
  const runs = Number(process.env.AUTOWAIT_PAGE_RUNS ?? 500);
  await view.run(`(async () => {
    for (let index = 0; index < ${runs}; index++) {
      await engines.front.ask({ do: "run", slot: 0, file: "a.json", text: ${JSON.stringify(scenario("fluid"))}.replace("600,", "60,"), isQuick: true }, "check");
    }
  })()`);
  const after = await view.run("engines.front.memory");
  see(`memory over ${runs} runs`, after - before < 4 << 20, `${before >> 20} MB, then ${after >> 20} MB`);
}

try {
  const view = await begins();
  await names(view);
  await stage(view);
  const narrow = await branch(view);
  const wide = await sheets();
  await digests(wide);
  await hovered(wide);
  await accessible();
  await hostile(narrow);
  const changed = await opened();
  await changes(changed, see);
  await steps(changed, see);
  await told(changed, see);
  await drops(changed, see, autowait, folder, opened);
  await dropped();
  await ranked(await conditioner());
  await runless();
  await old();
  await times(view);
  const problems = views.flatMap((one) => one.problems);
  see(`no error on the console of ${views.length} pages`, views.length >= 10 && problems.length === 0, problems.join("; "));
} catch (error) {
  see("the page", false, String(error.stack));
}
await browser.end();
process.exit(isRight ? 0 : 1);
