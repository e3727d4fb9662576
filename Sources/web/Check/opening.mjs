// The picture that the page has before its engine is unpacked: node opening.mjs ENGINE CLONE [write]
// Says whether it is the one that the engine draws of the scenario that the page begins with; with `write` it becomes it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./engine.mjs";

const [path, clone, isToBeWritten] = process.argv.slice(2);
const page = (name) => new URL(`../Page/${name}`, import.meta.url);
const [, file] = /const firstScenario = "([^"]+)"/.exec(readFileSync(page("main.js"), "utf8"));
const { ask } = load(path);
const { players: [player] } = ask({ do: "run", slot: 0, file, text: readFileSync(join(clone, file), "utf8"), isQuick: true, stretch: 100 });
// What no width of the page shows, words for a pointer that rests, and values that are read off are left out.
const left = /<title>[^<]*<\/title>| data-[a-z]+="[^"]*"|<(line|text)[^>]* class="[^"]*\bnot-narrow not-medium not-wide\b[^"]*"(\/>|[^>]*>.*?<\/\1>)\n?/gs;
// Points of a level line between its ends.
const between = /(?<= ([\d.]+))L\d+ \1(?=L\d+ \1\D)/g;
const picture = `<div class="opening">${player.timeline.replace(left, "").replace(between, "")}</div>\n`;
if (isToBeWritten === "write") writeFileSync(page("opening.html"), picture);
// At each width a lane has its caption.
const captions = (text, width) => [...text.matchAll(/<text[^>]* class="caption([^"]*)"/g)].filter(([, names]) => !names.includes(`not-${width}`)).length;
const bare = ["narrow", "medium", "wide"].find((width) => captions(picture, width) !== captions(player.timeline, width));
if (bare) {
  console.log(`FAIL opening: where the page is ${bare} it lacks a caption`);
  process.exit(1);
}
const isSame = readFileSync(page("opening.html"), "utf8") === picture;
console.log(isSame ? `opening: ${file}, as the engine draws it`
  : "FAIL opening: the engine draws another picture; 'node Sources/web/Check/opening.mjs ENGINE . write' takes it over");
process.exit(isSame ? 0 : 1);
