// Chromium without a window, driven through its debugging port: as much of that as these checks need, so that nothing
// else has to be there. A WebSocket client comes first, because not every node has one.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

class Socket {
  constructor(url, hear) {
    Object.assign(this, { hear, rest: Buffer.alloc(0), parts: [] });
    const { hostname, port, pathname } = new URL(url);
    this.ready = new Promise((resolve, reject) => {
      const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Key": randomBytes(16).toString("base64"), "Sec-WebSocket-Version": "13" };
      const asked = request({ hostname, port, path: pathname, headers });
      asked.on("error", reject);
      asked.on("upgrade", (_, socket, head) => {
        this.socket = socket;
        socket.on("data", (bytes) => this.take(bytes));
        socket.on("error", () => {});
        this.take(head);
        resolve();
      });
      asked.end();
    });
  }

  take(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.rest.length >= 2) {
      const short = this.rest[1] & 127;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.rest.length < start) return;
      const length = short === 126 ? this.rest.readUInt16BE(2) : short === 127 ? Number(this.rest.readBigUInt64BE(2)) : short;
      if (this.rest.length < start + length) return;
      const [isLast, kind] = [this.rest[0] & 128, this.rest[0] & 15];
      this.parts.push(this.rest.subarray(start, start + length));
      this.rest = this.rest.subarray(start + length);
      if (!isLast) continue;
      const text = Buffer.concat(this.parts).toString();
      this.parts = [];
      if (kind <= 2) this.hear(JSON.parse(text));
    }
  }

  send(value) {
    const bytes = Buffer.from(JSON.stringify(value));
    const head = Buffer.alloc(14);
    head[0] = 0x81;
    head[1] = 0xFF;
    head.writeBigUInt64BE(BigInt(bytes.length), 2);
    // The mask is zero: what it is for does not matter here.
    this.socket.write(Buffer.concat([head, bytes]));
  }
}

export const pause = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

// Begins the browser. One that does not begin leaves nothing behind, and why is in the error.
export async function begin(path) {
  const folder = mkdtempSync(join(tmpdir(), "autowait-page-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "about:blank"];
  // What it puts aside lies in the same folder, and goes with it.
  const child = spawn(path, flags, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, TMPDIR: folder } });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (bytes) => {
      said += bytes;
      const found = /ws:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    const fail = (words) => reject(new Error(`${words}${said === "" ? "" : `: ${said.trim().split("\n").at(-1)}`}`));
    child.on("error", reject);
    child.on("close", (code, signal) => fail(`it ended with ${signal ?? code}`));
    setTimeout(() => fail("it has no port after 30 s"), 30000).unref();
  }).catch((error) => {
    child.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    throw error;
  });
  const [waiting, pages] = [new Map(), new Map()];
  const socket = new Socket(address, (message) => {
    if (message.id === undefined) return pages.get(message.sessionId)?.hear(message);
    const [resolve, reject] = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
  });
  await socket.ready;
  let count = 0;
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    waiting.set(++count, [resolve, reject]);
    socket.send({ id: count, method, params, sessionId });
  });
  return {
    async page(width, height, isDark = false) {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const page = new Page((method, params) => send(method, params, sessionId));
      pages.set(sessionId, page);
      for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
      await page.size(width, height);
      await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: isDark ? "dark" : "light" }] });
      return page;
    },
    async end() {
      child.kill();
      await new Promise((resolve) => { child.on("exit", resolve); });
      // Its helpers write for a moment longer; whatever they leave is the system's own to sweep.
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      } catch {}
    },
  };
}

class Page {
  constructor(send) { Object.assign(this, { send, problems: [], requests: [] }); }

  hear({ method, params }) {
    if (method === "Runtime.exceptionThrown") this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") this.problems.push(JSON.stringify(params.args));
    if (method === "Log.entryAdded") this.problems.push(params.entry.text);
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  size(width, height) { return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }); }

  open(url) { return this.send("Page.navigate", { url }); }

  async run(expression) {
    const reply = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (reply.exceptionDetails) throw new Error(`${expression}: ${reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text}`);
    return reply.result.value;
  }

  async until(condition, seconds = 30) {
    for (const start = performance.now(); performance.now() - start < seconds * 1000;) {
      try {
        if (await this.run(condition)) return;
      } catch {
        // The page is not there yet.
      }
      await pause(20);
    }
    throw new Error(`never: ${condition}`);
  }

  async picture(path) {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    writeFileSync(path, Buffer.from(data, "base64"));
  }
}
