// Branches of random scenarios at random instants: what was before must be the same, and the text that comes of a branch
// must give the same run in a fresh engine: node branches.mjs ENGINE FOLDER
import { files, load } from "./engine.mjs";

const [path, folder] = process.argv.slice(2);
const [engine, fresh] = [load(path), load(path)];
// Repeats: an own generator, begun with the same number.
let seed = 503;
const random = (below) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor(seed / 2147483648 * below);
};
const actions = [{ do: "pause" }, { do: "play" }, { do: "play_immediately" }, { do: "break_network", for_s: 3 }, { do: "change_network", down_kbps: 700 }];
const counts = { branches: 0, same: 0, refused: 0, wrong: 0 };
const all = files(folder).filter((file) => file.path.endsWith(".json"));
for (let draw = 0; draw < 1000; draw++) {
  const { path: file, text } = all[draw % all.length];
  const own = engine.ask({ do: "run", slot: 1, file, text, isQuick: true });
  if (!own.players) {
    counts.refused += 1;
    continue;
  }
  const at = random(Math.min(own.players[0].end, 600e9) / 1e6) * 1e6;
  const seconds = (at / 1e9).toFixed(3);
  const action = actions[random(actions.length)];
  const made = engine.ask({ do: "perform", text, player: 0, action: JSON.stringify({ at_s: Number(seconds), ...action }) });
  const run = made.text && engine.ask({ do: "run", slot: 0, file, text: made.text, isQuick: true });
  if (!run?.players) {
    counts.refused += 1;
    continue;
  }
  counts.branches += 1;
  const difference = engine.ask({ do: "difference" });
  const again = fresh.ask({ do: "rival", file, text: made.text });
  if (difference.isSame) counts.same += 1;
  if (!difference.isSame && difference.ns < at || again.digest !== run.digest) {
    counts.wrong += 1;
    console.log(`${file} at ${seconds} s, ${JSON.stringify(action)}: ${JSON.stringify(difference).slice(0, 300)}; ${run.digest}, ${again.digest}`);
  }
}
console.log(`${counts.branches} branches, ${counts.wrong} that change what was before or are another run; ${counts.same} change nothing, ${counts.refused} refused`);
// Where most are refused, nothing much is tried.
process.exit(counts.wrong > 0 || counts.branches < 900 ? 1 : 0);
