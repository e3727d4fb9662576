// Stalls with a planted cause, of which it is known since when they could not be avoided: node inevitable.mjs ENGINE
import { load } from "./engine.mjs";

const engine = load(process.argv[2]);
const variants = [{ bitrate_kbps: 4000 }, { bitrate_kbps: 400 }];
const stream = { kind: "hls", duration_s: 120, segment_s: 4, variants };
const player = { first_variant: "highest", switching: "throughput", keep_up: "first-chunk" };
// The network falls at an instant to a rate that carries the lowest variant alone, or nothing for a while.
const falls = (at, rate) => ({ transport: "fluid", phases: [{ for_s: at, down_kbps: 4400 }, { down_kbps: rate }] });
const outage = (at, length) => ({ transport: "fluid", down_kbps: 4400, outages: [{ at_s: at, for_s: length }] });
const cases = [
  ...[20, 33, 45].map((at) => ({ name: `falls at ${at} s`, scenario: { network: falls(at, 410), media: stream, player }, planted: at, kind: "variant" })),
  ...[12, 24].map((at) => ({ name: `10 s of nothing at ${at} s`, scenario: { network: outage(at, 10), media: stream, player }, planted: at, kind: "variant" })),
  ...[1716, 1000, 1500].map((rate) => ({
    name: `${rate} kbit/s, one variant`, kind: "start",
    scenario: {
      network: { transport: "fluid", down_kbps: rate }, media: { kind: "progressive", duration_s: 39, bitrate_kbps: 2000 },
      script: [{ at_s: 0, do: "load" }, { at_s: 0.35, do: "play_immediately" }],
    },
  })),
  ...[300, 350].map((rate) => ({
    name: `${rate} kbit/s, less than the lowest variant`, kind: "start",
    scenario: { network: { transport: "fluid", down_kbps: rate }, media: { ...stream, variants: [{ bitrate_kbps: 400 }] }, player: { keep_up: "first-chunk" } },
  })),
  // Where every start stalls in the end: each stall is put off for by itself.
  ...[[300, [400], 2], [150, [400, 200], 10]].map(([rate, rates, least]) => ({
    name: `${rate} kbit/s for ten minutes, ${rates.length} variants`, kind: "start", later: [least, 2 * least, 3 * least],
    scenario: {
      network: { transport: "fluid", down_kbps: rate }, player: { keep_up: "first-chunk" },
      media: { kind: "hls", duration_s: 600, variants: rates.map((bitrate_kbps) => ({ bitrate_kbps })) },
    },
  })),
  // Where the network carries nothing any more, no start helps: it is said what became of lower variants.
  ...[
    ["a player that cannot switch", variants, "fixed", "to a player that never switches to a lower variant"],
    ["one variant", variants.slice(0, 1), "fixed", "no lower variant to be avoided by"],
  ].map(([name, variants, switching, words]) => ({
    name: `nothing from 20 s on, ${name}`, kind: "never", words,
    scenario: { network: falls(20, 0), media: { ...stream, variants }, player: { ...player, switching } },
  })),
];
let isRight = true;
for (const { name, scenario, planted, kind, later, words } of cases) {
  const text = JSON.stringify(scenario);
  const run = engine.ask({ do: "run", slot: 0, file: "a.json", text });
  const { findings, error } = engine.ask({ do: "inevitable", slot: 0 });
  const first = findings?.[0];
  let isSo = first !== undefined && (first.since !== undefined) === (kind === "variant");
  if (isSo && kind === "variant") {
    // The limit before that request avoids the stall, and the same limit a moment later does not.
    const end = run.players[0].stretches.find(([from, , , isStall]) => isStall && from === first.stall)[1];
    const limited = (ns) => {
      const action = JSON.stringify({ at_s: ns / 1e9, do: "set_preferred_peak_bit_rate", value_kbps: 400 });
      const made = engine.ask({ do: "perform", text, action });
      const other = engine.ask({ do: "run", slot: 1, file: "a.json", text: made.text });
      if (!other.players) throw new Error(JSON.stringify(other));
      return other.players[0].stretches.some(([from, , , isStall]) => isStall && from <= end);
    };
    isSo = !limited(first.since - 1) && limited(first.since + 1) && first.since <= first.stall && first.since <= (planted + 8) * 1e9;
  }
  if (isSo && kind === "start") isSo = /a start [0-9.]+ s later/.test(first.words);
  if (isSo && later) isSo = later.every((length, index) => findings[index].words.includes(`a start ${length.toFixed(3)} s later`));
  if (isSo && words) isSo = first.words.includes(words);
  if (!isSo) isRight = false;
  console.log(`${isSo ? "ok  " : "FAIL"} ${name}: ${first?.words ?? error ?? JSON.stringify(run.diagnostics ?? run.players?.[0].verdict)}`);
}
process.exit(isRight ? 0 : 1);
