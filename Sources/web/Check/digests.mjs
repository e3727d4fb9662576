// Holds the digests of the engine against those of the program: node digests.mjs ENGINE DIGESTS FOLDER…
// DIGESTS is what 'autowait digest FOLDER…' has printed.
import { readFileSync } from "node:fs";
import { files, load } from "./engine.mjs";

const [path, expected, ...folders] = process.argv.slice(2);
let engine = load(path);
const all = folders.flatMap(files);
// Scenarios come one by one; what they name may be JSON too, and lies deeper.
const named = all.filter((file) => !/^[^/]+\/[^/]+\/[^/]+\.json$/.test(file.path));
engine.ask({ do: "files", anew: true, files: named });
const [counts, started] = [{ same: 0, other: 0 }, performance.now()];
for (const line of readFileSync(expected, "utf8").split("\n").filter(Boolean)) {
  const [digest, file] = [line.slice(0, 16), line.slice(18)];
  const text = all.find((one) => one.path === file)?.text;
  let reply;
  try {
    reply = text === undefined ? { error: "is not there" } : engine.ask({ do: "rival", file, text });
  } catch (error) {
    reply = { error: String(error) };
    engine = load(path);
    engine.ask({ do: "files", anew: true, files: named });
  }
  if (reply.digest === digest) {
    counts.same += 1;
  } else {
    counts.other += 1;
    console.log(`${file}: ${digest} here, ${reply.digest ?? JSON.stringify(reply.diagnostics ?? reply.error)} in the engine`);
  }
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${counts.same} digests the same, ${counts.other} other; ${seconds} s, ${engine.memory >> 20} MB`);
process.exit(counts.other > 0 || counts.same === 0 ? 1 : 0);
