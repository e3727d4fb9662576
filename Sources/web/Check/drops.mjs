// What is dropped is had where a scenario names it, or a playlist that it has, and nothing else is taken for it: the
// run is that of the command line with the same files in their folders.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pause } from "./browser.mjs";
import { settled, show } from "./changes.mjs";

const network = { transport: "fluid", down_kbps: 900 };
const plain = { network, media: { kind: "progressive", duration_s: 9, bitrate_kbps: 500 } };
const script = [{ at_s: 0, do: "load" }, { at_s: 0, do: "play" }];
const film = (...segments) => `#EXTM3U\n#EXT-X-TARGETDURATION:6\n${segments.map((name) => `#EXTINF:6,\n${name}\n`).join("")}#EXT-X-ENDLIST\n`;
const root = (...paths) => `#EXTM3U\n${paths.map((path, index) => `#EXT-X-STREAM-INF:BANDWIDTH=${400000 * (index + 1)}\n${path}\n`).join("")}`;
const bytes = (count) => "x".repeat(count);
const scenario = (media) => JSON.stringify({ network, media, script });
const list = (files) => `[${Object.entries(files).map(([name, text]) => `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`).join()}]`;
const trouble = (view) => view.run("byID('trouble').hidden ? '' : byID('trouble').textContent");
const words = (view) => view.run("byID('toast').textContent");

export async function drops(view, see, autowait, folder, opened) {
  const disk = (files) => {
    const place = mkdtempSync(join(folder, "dropped-"));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    return place;
  };
  const digest = (files, name = "own.json") => execFileSync(autowait, ["digest", join(disk(files), name)]).toString().slice(0, 16);
  const take = async (files) => {
    await view.run(`files.take(${list(files)})`);
    await settled(view);
    return view.run("run.isGood ? run.digest : byID('trouble').textContent");
  };
  const all = { view, see, disk, digest, take };
  await foreign(all);
  await folders(all);
  await ordered(all, opened);
  await doubtful(all);
  await spelled(all);
  await refused(all);
  await marked(all);
  await linked(all, opened);
  await pasted(all, opened);
  await reported(all, opened, autowait, folder);
}

// What nobody gave is not there, though the gallery has one of its name.
async function foreign({ see, take }) {
  const seen = [
    await take({ "own.json": scenario("main.m3u8") }), await take({ "own.json": JSON.stringify({ ...plain, network: { trace: "drive.csv" } }) }),
    await take({ "own.json": scenario("own.m3u8"), "own.m3u8": root("h264-145.m3u8") }),
  ];
  const wanted = [/'main\.m3u8' is not here/, /'drive\.csv' is not here/, /there is no file 'h264-145\.m3u8'/];
  see("no file of the gallery is taken for one that nobody gave", wanted.every((one, index) => one.test(seen[index])), seen.join(" | "));
}

async function folders({ view, see, disk, digest, take }) {
  const own = { "own.json": scenario("top.m3u8"), "top.m3u8": root("low/v.m3u8"), "low/v.m3u8": film("s1.ts", "s2.ts"), "low/s1.ts": bytes(300000), "low/s2.ts": bytes(100000) };
  const wanted = digest(own);
  const bare = Object.fromEntries(Object.entries(own).map(([path, text]) => [path.split("/").at(-1), text]));
  const flat = await take(bare);
  see("segments of a playlist in a folder are measured, dropped without it", flat === wanted, `${flat}, ${wanted}`);
  // The segments before the playlists, and those before the scenario.
  await show(view, plain);
  for (const names of [["s1.ts", "s2.ts"], ["v.m3u8"], ["top.m3u8"], ["own.json"]]) await take(Object.fromEntries(names.map((name) => [name, bare[name]])));
  const last = await view.run("run.digest");
  see("and in whatever order they come", last === wanted, `${last}, ${wanted}`);
  // Playlists and segments of one name, as Apple's tools write them.
  const gears = {
    "own.json": scenario("film/top.m3u8"), "film/top.m3u8": root("gear1/prog_index.m3u8", "gear2/prog_index.m3u8"),
    "film/gear1/prog_index.m3u8": film("s1.ts", "s2.ts"), "film/gear2/prog_index.m3u8": film("s1.ts", "s2.ts"),
    "film/gear1/s1.ts": bytes(300000), "film/gear1/s2.ts": bytes(200000), "film/gear2/s1.ts": bytes(900000), "film/gear2/s2.ts": bytes(800000),
  };
  const both = digest(gears);
  const bareGears = Object.fromEntries(Object.entries(gears).map(([path, text]) => [path.replace("film/", ""), text]));
  const inside = digest({ ...bareGears, "own.json": scenario("top.m3u8") });
  // With the scenario in it; beside one that names the film by its folder; and beside one that knows no folder.
  for (const [path, media] of [["", ""], ["film", "film/top.m3u8"], ["film", "top.m3u8"]]) {
    const place = disk({ ...gears, ".hidden/x.csv": "1" });
    for (const way of [chosen, dragged]) {
      await show(view, plain);
      if (media) await take({ "own.json": scenario(media) });
      await view.run("state.dropped = []");
      await way(view, join(place, path));
      await settled(view);
      const [own, count] = await view.run("[run.digest, state.dropped.length]");
      see(`a folder is ${way.name} with its paths${media && `, for ${media}`}`, own === (media === "top.m3u8" ? inside : both) && count === 7, `${own}, ${media === "top.m3u8" ? inside : both}, ${count} files, ${await trouble(view)}`);
    }
  }
}

// In whatever order all comes, and whatever was there before, the run is the same: also on what the page opens with, which
// lies in a folder. What the gallery shows stays as it is, unless something is dropped on it.
async function ordered({ view, see, digest, take }, opened) {
  const first = "gallery.files.find((one) => one.path === firstScenario)";
  const begin = async (files = {}) => {
    await view.run(`state.dropped = [], state.open(${first}.path, ${first}.text)`);
    return take(files);
  };
  const bare = { "top.m3u8": root("low/v.m3u8"), "v.m3u8": film("s1.ts", "s2.ts"), "s1.ts": bytes(300000), "s2.ts": bytes(100000) };
  const inside = { "top.m3u8": root("low/v.m3u8"), "low/v.m3u8": bare["v.m3u8"], "low/s1.ts": bare["s1.ts"], "low/s2.ts": bare["s2.ts"] };
  const folder = Object.fromEntries(Object.entries(inside).map(([path, text]) => [`film/${path}`, text]));
  for (const [what, files, media] of [["files", bare, "top.m3u8"], ["a folder", folder, "top.m3u8"], ["a folder that is named", folder, "film/top.m3u8"]]) {
    const own = { "own.json": scenario(media) };
    const wanted = digest({ ...own, ...media === "top.m3u8" ? inside : folder });
    const parts = Object.entries(files).map(([name, text]) => ({ [name]: text }));
    for (const order of [[own, files], [files, own], ...what === "files" ? [[...parts, own], [own, ...parts], [...parts.toReversed(), own]] : []]) {
      await begin();
      let seen;
      for (const one of order) seen = await take(one);
      see(`${what}, as ${order.map((one) => Object.keys(one)[0]).join(", ")}`, seen === wanted, `${seen}, ${wanted}`);
    }
    const before = await begin();
    await begin(files);
    await view.run("state.branch()");
    const seen = [await take(own), await view.run(`state.open(${first}.path, ${first}.text)`), await take({}), await take(own)];
    see(`${what}, with the gallery in between`, seen[0] === wanted && seen[2] === before && seen[3] === wanted, `${seen}, ${wanted}, ${before}`);
  }
  await begin(folder);
  const there = await opened(`#${await view.run("link()")}`);
  await there.run(`files.take(${list({ "own.json": scenario("top.m3u8") })})`);
  await settled(there);
  const [linked, wanted] = [await there.run("run.digest"), digest({ "own.json": scenario("top.m3u8"), ...inside })];
  see("and from a link", linked === wanted, `${linked}, ${wanted}`);
  // A scenario that brings its own trace.
  const open = "{ const one = gallery.scenarios.find((one) => one.text.includes('networks/drive.csv')); state.open(one.path, one.text); }";
  await view.run(`state.dropped = []; ${open}`);
  const shipped = await take({});
  const other = await take({ "drive.csv": "seconds,bits_per_second\n0,100000\n" });
  await view.run(open);
  const again = await take({});
  see("the gallery has its own files, unless others are dropped on it", other !== shipped && again === shipped, `${shipped}, ${other}, ${again}`);
}

// A folder that is chosen, as with shift and *open*.
async function chosen(view, folder) {
  await view.run("byID('file-input').click = () => {}, byID('open-file').dispatchEvent(new MouseEvent('click', { shiftKey: true }))");
  const { result } = await view.send("Runtime.evaluate", { expression: "byID('file-input')" });
  await view.send("DOM.setFileInputFiles", { objectId: result.objectId, files: [folder] });
  await pause(300);
}

// One that is dropped: no debugging port makes entries of it, so that these are made here.
async function dragged(view, folder) {
  const entry = (path) => {
    const fullPath = path.slice(dirname(folder).length), name = path.split("/").at(-1);
    if (statSync(path).isDirectory()) return { name, fullPath, isDirectory: true, all: readdirSync(path).map((one) => entry(join(path, one))) };
    return { name, fullPath, isFile: true, text: readFileSync(path, "utf8") };
  };
  await view.run(`{
    const live = (one) => ({
      ...one, file: (resolve) => resolve(new File([one.text], one.name)),
      createReader: () => ({ left: one.all.map(live), readEntries(resolve) { resolve(this.left.splice(0, 2)); } }),
    });
    const root = live(${JSON.stringify(entry(folder))});
    files.drop([{ webkitGetAsEntry: () => root, getAsFile: () => null }]);
  }`);
}

// Of two of one name nobody knows which is which, nor of one that may be in two places.
async function doubtful({ view, see, take }) {
  const top = { "own.json": scenario("top.m3u8"), "top.m3u8": root("gear1/prog_index.m3u8", "gear2/prog_index.m3u8") };
  const playlist = `new File([${JSON.stringify(film("s1.ts"))}], "prog_index.m3u8")`;
  const other = `new File([${JSON.stringify(film("s1.ts", "s2.ts"))}], "prog_index.m3u8")`;
  for (const [what, more, warning] of [
    ["two dropped playlists of one name", [playlist, other], /gear1\/prog_index\.m3u8: warning: 2 of the files/],
    ["one that may be two", [playlist], /gear1\/prog_index\.m3u8: warning: prog_index\.m3u8 may be it or gear2\/prog_index\.m3u8/],
  ]) {
    await view.run("state.dropped = []");
    await view.run(`files.take([...${list(top)}, ${more.join()}])`);
    await settled(view);
    const said = await trouble(view);
    see(`${what}: neither is played`, !await view.run("run.isGood") && warning.test(said) && /there is no file 'gear1\/prog_index\.m3u8'/.test(said), said);
  }
  await show(view, plain);
  await take({ "a.csv": "0,1000k\n9,1000k\n", "b.csv": "0,500k\n9,500k\n" });
  const said = await words(view);
  await take({ "a.csv": "0,2000k\n9,2000k\n" });
  const again = await words(view);
  see("and what takes the place of another", again === "a.csv: taken where it is named." && await view.run("state.dropped.filter((one) => one.path === 'a.csv').length") === 1, again);
  see("of two traces it is said which is used", said === "network from a.csv; b.csv: not used, because nothing names it." && /"a\.csv"/.test(await view.run("state.text")), said);
}

// A URI is percent-decoded, and its query means nothing to a file (RFC 3986); a variable of a playlist has its value (RFC
// 8216bis, 4.4.2.3), with QUERYPARAM by each query, and a letter its accent however it is written. The network stays.
async function spelled({ view, see, digest, take }) {
  for (const uris of [["seg%201.m4v", "seg%202.m4v"], ["seg 1.m4v?t=1", "seg 2.m4v?t=2"]]) {
    const own = { "own.m3u8": film(...uris), "seg 1.m4v": bytes(300000), "seg 2.m4v": bytes(100000) };
    await show(view, { network, media: plain.media, script });
    const seen = await take(own);
    const wanted = digest({ ...own, "own.json": scenario("own.m3u8") });
    see(`a segment is found as ${uris[0]}`, seen === wanted && await view.run("JSON.parse(state.text).network.trace") === undefined, `${seen}, ${wanted}`);
  }
  const define = '#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME="low",VALUE="caf\u00E9"\n';
  const own = { "top.m3u8": root("{$low}/v.m3u8").replace("\n", `\n${define}`), "v.m3u8": film("{$low}.ts", "e\u0301.ts").replace("\n", '\n#EXT-X-DEFINE:IMPORT="low"\n'), "cafe\u0301.ts": bytes(300000), "e\u0301.ts": bytes(100000) };
  await show(view, { network, media: plain.media, script });
  const seen = await take(own);
  const wanted = digest({ "own.json": scenario("top.m3u8"), "top.m3u8": own["top.m3u8"], "caf\u00E9/v.m3u8": own["v.m3u8"], "caf\u00E9/caf\u00E9.ts": bytes(300000), "caf\u00E9/e\u0301.ts": bytes(100000) });
  see("a variable has its value, and an accent is one however it is written", seen === wanted, `${seen}, ${wanted}`);
  const [of, low] = [(query) => `v.m3u8?${query}#t`, '\n#EXT-X-DEFINE:QUERYPARAM="low"\n'];
  const both = { "top.m3u8": root(of("low=a"), of("x=1&low=b%20")), "v.m3u8": film("{$low}.ts").replace("\n", low), "a.ts": bytes(300000), "b .ts": bytes(400000) };
  await show(view, { network, media: plain.media, script });
  const [two, one] = [await take(both), digest({ ...both, "own.json": scenario("top.m3u8") })];
  see("a parameter of a query has each of its values", two === one, `${two}, ${one}`);
  await show(view, plain);
  const before = await view.run("state.text");
  await view.run("files.take([new File([new Uint8Array([255, 216, 0, 1])], 'poster.jpg')])");
  await settled(view);
  see("what is no text is no trace", await view.run("state.text") === before && await words(view) === "poster.jpg: not used, because nothing names it.", await words(view));
}

// What reads neither as a network nor as media leaves the scenario as it is, and what is wrong with it is said; what is
// a scenario but for a mistake of typing is opened, with the mistake.
async function refused({ view, see, take }) {
  const movie = JSON.stringify({ segment_duration_ms: 3000, bitrates_kbps: [200], segment_sizes_bits: [[600000], [600000]] });
  const profile = '<?xml version="1.0"?><plist version="1.0"><string>words</string></plist>';
  const none = /^(\S+)(:\d+:\d+: error)?: .+\.$/;
  const notJSON = /^my\.json:1:1: error: this is JSON, and no list of periods: .*; a scenario has 'media', 'network', 'players', 'script'\.$/;
  const log = /^(\S+): logs are for 'autowait field' and 'autowait infer', and not for the page\.$/;
  const cases = [
    ["readme.txt", "Read me.", none], ["a.png", "\x89PNG\r\n", none], ["a.golden", "at status\n", none], ["a.mpd", "<MPD/>", none], ["x.csv", "", none],
    ["net.csv", "0;1000\n5;0\n", none], ["a.m3u8", "no playlist", none], ["a.plist", profile, none], ["my.json", '{"sessions": []}', notJSON],
    ["my.json", '{"model": 1, "players": []}', notJSON], ["new.json", "", /^new\.json:.*the file is empty.*; a scenario has 'media', 'network', 'players', 'script'\.$/], ["a.har", '{"log":{"entries":[]}}', log], ["a.jsonl", '{"at":0}\n', log],
  ];
  for (const [name, text, said] of cases) {
    await show(view, plain);
    const before = await view.run("[state.text, run.digest].join()");
    const after = await take({ [name]: text }) && await view.run("[state.text, run.digest].join()");
    const own = await words(view);
    see(`${name}, which is no network, is said to be none, and leaves the scenario`, after === before && said.test(own) && own.startsWith(name), own);
  }
  await show(view, plain);
  await take({ "bad.csv": "0;1000\n", "good.csv": "0,1000k\n5,500k\n" });
  const said = await words(view);
  see("of two traces the one that reads is used", said === "network from good.csv; bad.csv: not used, because nothing names it.", said);
  await show(view, plain);
  const both = ["first.csv", "second.csv"].map((name) => `files.take([new File([${JSON.stringify("0,1000k\n5,500k\n")}], "${name}")])`);
  await view.run(`Promise.all([${both.join()}])`);
  see("of two drops at once both are there", await view.run("['first.csv', 'second.csv'].every((name) => state.dropped.some(({ path }) => path === name))"), await words(view));
  await show(view, plain);
  await take({ "film.json": movie });
  see("a movie of Sabre is media", await view.run("JSON.parse(state.text).media") === "film.json" && await view.run("run.isGood"), await trouble(view));
  for (const text of ["{ network: 3G }", "{ 'media': 'main.m3u8' }", '{"media":', '{"script": []']) {
    await show(view, plain);
    await take({ "my.json": text });
    const fault = await trouble(view);
    see(`${text} is a scenario with a fault`, await view.run("state.text") === text && await view.run("state.version.file") === "my.json" && /^1:\d+: /.test(fault), fault);
  }
}

// A byte order mark is part of a file, and said to be one.
async function marked({ view, see, take }) {
  const said = [await take({ "own.json": `\uFEFF${JSON.stringify(plain)}` })];
  await show(view, plain);
  await take({ "own.m3u8": `\uFEFF#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-BITRATE:400\n#EXTINF:6,\none.ts\n#EXT-X-ENDLIST\n` });
  said.push(await trouble(view));
  see("a byte order mark is refused, and warned of, as by the command line", /^1:1: the text starts with a byte order mark/.test(said[0]) && /^own\.m3u8:1:1: warning: a playlist has no byte order mark/.test(said[1]), said.join(" | "));
}

// A link has however many files, and where one looks.
async function linked({ view, see, digest, take }, opened) {
  const names = Array.from({ length: 150 }, (_, index) => `seg${index}.ts`);
  const own = { "own.json": scenario("own.m3u8"), "own.m3u8": film(...names), ...Object.fromEntries(names.map((name, index) => [name, bytes(20000 + 100 * index)])) };
  const [seen, wanted] = [await take(own), digest(own)];
  const many = await opened(`#${await view.run("link()")}`);
  const [other, count] = await many.run("[run.digest, state.dropped.length]");
  see("a link has all of 151 dropped files, and more", seen === wanted && other === wanted && count > 150 && count === await view.run("state.dropped.length"), `${seen}, ${other}, ${wanted}, ${count}`);
  const player = { ...plain, network: undefined };
  await show(view, { network, players: [{ name: "one", ...player }, { name: "two", ...player }] });
  await view.run("byID('player').value = 1, byID('player').dispatchEvent(new Event('change')), lanes.pin(1e9), lanes.pin(3e9), lanes.move(2e9)");
  const there = await opened(`#${await view.run("link()")}`);
  const where = "[lanes.player, byID('player').value, lanes.at, lanes.pins].join()";
  await view.run("state.branch(0)");
  const beginning = await opened(`#${await view.run("link()")}`);
  see("and a branch from the beginning", await beginning.run("state.versions.at(-1).at") === 0);
  see("and the player, the cursor and the pins", await there.run(where) === "1,1,2000000000,1000000000,3000000000", await there.run(where));
  await show(there, plain);
  see("with which nothing else begins", await there.run(where) === "0,0,0,", await there.run(where));
}

// An address that is pasted over work takes nothing away.
async function pasted({ view, see }, opened) {
  await show(view, plain);
  const letters = await view.run("link()");
  await view.run("state.change(state.text.replace('900', '901'), 'step')");
  await settled(view);
  const rate = () => view.run("/down_kbps\": (\\d+)/.exec(state.text.replace(/\":(?=\\d)/g, '\": '))[1]");
  const seen = [];
  const gone = async (step) => {
    await view.run(step);
    await pause(300);
    await settled(view);
    seen.push(await rate());
  };
  await gone("history.replaceState(undefined, '', location.href.split('#')[0])");
  await gone(`location.hash = "#${letters}"`);
  await gone("state.undo()");
  await gone("state.redo()");
  await gone("state.change(state.text.replace('900', '902'), 'step')");
  await gone("history.back()");
  see("a link that is pasted over work is a step, which Back undoes as well, with what came after", seen.join() === "901,900,901,900,902,901", seen.join());
  const other = await (await opened(`#${letters}`)).run("state.change(state.text.replace('900', '903'), 'step'), link()");
  seen.length = 0;
  for (const step of [`location.hash = "#${letters}"`, `location.hash = "#${other}"`, "history.back()", "history.back()"]) await gone(step);
  see("of two links that are pasted Back undoes one after the other", seen.join() === "900,903,900,901", seen.join());
}

// A report that is opened with an address that is no link shows what it has.
async function reported({ see }, opened, autowait, folder) {
  const view = await opened();
  const [page, scenario, report] = [await view.run("decodeURI(location.pathname)"), ...["own.json", "report.html"].map((name) => join(folder, name))];
  writeFileSync(scenario, JSON.stringify({ name: "Mine", ...plain }));
  execFileSync(autowait, ["run", scenario, "--format", "html", "--engine", page, "-o", report]);
  await view.open(`file://${report}#none`);
  await view.until("byID('name').textContent === 'Mine' && run.digest !== undefined").catch(() => {});
  const [name, words] = await view.run("[byID('name').textContent, byID('toast').textContent]");
  see("a report has its own scenario, whatever its address says", name === "Mine" && /^The link cannot be read: .*[^.]\.$/.test(words), `${name}: ${words}`);
}
