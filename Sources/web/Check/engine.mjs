// The engine in node, as a worker of the page has it.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const worker = readFileSync(new URL("../Page/engine.js", import.meta.url), "utf8");
const exchange = new Function(`${worker}; return exchange;`)();

export function load(path) {
  const module = new WebAssembly.Module(readFileSync(path));
  if (WebAssembly.Module.imports(module).length > 0) throw new Error("the engine asks its host for something");
  const engine = new WebAssembly.Instance(module, {}).exports;
  const ask = (request) => JSON.parse(exchange(engine, JSON.stringify(request)));
  return { ask, get memory() { return engine.memory.buffer.byteLength; } };
}

// All files below a folder that a scenario may name, as the page has them.
export function files(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
    .filter((path) => !/\.(golden|svg|md)$/.test(path))
    .map((path) => {
      const bytes = readFileSync(path);
      const text = bytes.toString("utf8");
      return Buffer.from(text, "utf8").equals(bytes) ? { path, text } : { path, hex: bytes.toString("hex") };
    });
}
