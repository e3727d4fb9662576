// The engine: WebAssembly in a worker of its own, bytes in and bytes out. Whoever asks gets a promise; of requests with
// the same key only the newest is sent, and what an older one would have said is dropped.

// Asks the engine and gives it back what went to and fro. The checks in node have it from here.
function exchange(engine, request) {
  const bytes = new TextEncoder().encode(request);
  const place = engine.allocate(bytes.length);
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const answer = engine.autowait_reply(place, bytes.length);
  const length = new DataView(engine.memory.buffer).getUint32(answer, true);
  const text = new TextDecoder().decode(new Uint8Array(engine.memory.buffer, answer + 4, length));
  engine.release(place);
  engine.release(answer);
  return text;
}

// The whole of the worker; it is made from its own text and that of `exchange`, so that the page is one file.
function workerBody(exchange) {
  let engine;
  self.onmessage = async (message) => {
    const { module, id, request } = message.data;
    if (module) {
      // What is asked meanwhile waits for it.
      engine = WebAssembly.instantiate(module, {});
      return;
    }
    try {
      const { exports } = await engine;
      const text = exchange(exports, request);
      self.postMessage({ id, text, memory: exports.memory.buffer.byteLength });
    } catch (error) {
      self.postMessage({ id, failure: String(error) });
    }
  };
}

class Engine {
  constructor(module) {
    this.module = module;
    this.files = [];
    this.waiting = [];
    this.count = 0;
    this.memory = 0;
    this.onbusy = () => {};
    this.start();
  }

  start() {
    const url = URL.createObjectURL(new Blob([`(${workerBody})(${exchange})`], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.worker.postMessage({ module: this.module });
    this.worker.onmessage = (message) => this.hear(message.data);
    this.worker.onerror = () => this.hear({ id: this.current?.id, failure: "the engine stopped" });
    if (this.files.length === 0) return;
    // Before all that waits, which may name them.
    const request = { do: "files", anew: true, files: this.files };
    this.waiting = [{ id: ++this.count, key: "files", request, resolve: () => {} }, ...this.waiting.filter((entry) => entry.key !== "files")];
  }

  // The files that scenarios may name: an engine that begins anew is given them again.
  setFiles(files) {
    this.files = files;
    return this.ask({ do: "files", anew: true, files }, "files");
  }

  // Asks, and replaces a request of the same key that was not sent yet; its promise comes to nothing.
  ask(request, key = request.do) { return new Promise((resolve) => this.put(request, key, resolve)); }

  put(request, key, resolve = () => {}) {
    const old = this.waiting.findIndex((entry) => entry.key === key);
    if (old >= 0) this.waiting.splice(old, 1)[0].resolve(undefined);
    this.waiting.push({ id: ++this.count, key, request, resolve });
    this.next();
  }

  next() {
    if (this.current || this.waiting.length === 0) return;
    this.current = this.waiting.shift();
    this.since = performance.now();
    this.worker.postMessage({ id: this.current.id, request: JSON.stringify(this.current.request) });
    this.onbusy(this.current.key, true);
  }

  hear({ id, text, failure, memory }) {
    if (!this.current || this.current.id !== id) return;
    const { resolve, key } = this.current;
    this.current = undefined;
    this.took = performance.now() - this.since;
    this.onbusy(key, false);
    if (failure) {
      // A trap leaves an engine in an unknown state.
      this.worker.terminate();
      this.start();
      resolve({ error: `This is too much for the page (${failure.slice(0, 120)}).` });
    } else {
      this.memory = memory;
      resolve(JSON.parse(text));
    }
    this.next();
  }

  // Ends what is under way, however long it would go on.
  stop() {
    const { resolve, key } = this.current ?? {};
    this.worker.terminate();
    this.current = undefined;
    if (key) this.onbusy(key, false);
    this.start();
    resolve?.({ error: "stopped" });
    this.next();
  }

  // Ends a request of this key that is under way for long: what comes next need not wait for it.
  hurry(key, milliseconds) {
    if ((key === undefined || this.isAt(key)) && this.isBusy && performance.now() - this.since > milliseconds) this.stop();
  }

  get isBusy() { return this.current !== undefined; }

  // Whether a request of this key is under way.
  isAt(key) { return this.current?.key === key; }
}

const compiledEngine = async () => WebAssembly.compile(await unpackedEngine());
