import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { openTranscript } from "../input/open-transcript.js";
import { Configs } from "./configs.js";
import { judgeShare, type SharedFile } from "./judge-share.js";
import { createLinters } from "./linters.js";
import { judgingOf } from "./settings.js";
import { createStablePaths } from "./stable-paths.js";
import { mostAhead, type WorkerFile, type WorkerMessage, type WorkerTask, weightOf } from "./worker-protocol.js";

/** Characters that are sent together. */
const batchSize = 64 * 1024;

/** How files are judged that share their settings. */
type Judge = Pick<SharedFile, "linter" | "extensions" | "stablePath">;

/** A thread that takes shares, one after the other, until none is left. */
async function work(task: WorkerTask, send: (message: WorkerMessage) => void): Promise<void> {
  const { cwd, files, shares, next, takenBy, worker } = task;
  const io = { cwd, env: process.env, importModule: (url: string) => import(url) };
  const configs = new Configs(task.flags.config, io);
  const stablePathIn = createStablePaths(io);
  const judges = new Map<string, Judge>();
  const judgeOf = async ({ path, absolute, named }: WorkerFile): Promise<Judge> => {
    const loaded = await configs.for(dirname(absolute));
    const judging = judgingOf(absolute, task.flags, loaded, cwd);
    const open = () => openTranscript(absolute, path);
    const known = judges.get(judging.key);
    if (known !== undefined) return known;
    const created = await createLinters([{ path, absolute, named, loaded, judging, size: undefined, open }], cwd);
    const linter = created.linters.get(judging);
    if (linter === undefined) throw new RangeError("There is no linter for a file");
    const judge: Judge = { linter, extensions: judging.extensions, stablePath: stablePathIn(loaded) };
    judges.set(judging.key, judge);
    return judge;
  };
  let bytes = 0;
  function* counted(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    for (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const credit = new Credit(task);
  for (let share = Atomics.add(next, 0, 1); share < shares.length; share = Atomics.add(next, 0, 1)) {
    Atomics.store(takenBy, share, worker + 1);
    const at = shares[share];
    const file = files[at?.file ?? -1];
    if (at === undefined || file === undefined) throw new RangeError("There is no such share");
    const { path, absolute, named } = file;
    const shared: SharedFile = {
      path,
      absolute,
      isFound: !named,
      ...(await judgeOf(file)),
      open: async () => {
        const chunks = await openTranscript(absolute, path);
        return () => counted(chunks());
      },
      attend: async () => {},
      mayBeOpen: () => Atomics.load(task.isOpen, at.file) === 1,
      counted,
    };
    let text = "";
    const flush = (isLast: boolean) => {
      const message = { share, text, bytes, isLast };
      send(message);
      [text, bytes] = ["", 0];
      credit.spend(weightOf(message));
    };
    await judgeShare(at, shared, (line) => {
      text += `${JSON.stringify(line)}\n`;
      if (text.length >= batchSize) flush(false);
    });
    flush(true);
  }
}

/** Makes a worker wait that is too far ahead, so that nothing gathers in memory. */
class Credit {
  readonly #credit: Int32Array;
  readonly #worker: number;
  #spent = 0;

  constructor({ credit, worker }: WorkerTask) {
    this.#credit = credit;
    this.#worker = worker;
  }

  spend(weight: number): void {
    this.#spent = (this.#spent + weight) | 0;
    for (;;) {
      const taken = Atomics.load(this.#credit, this.#worker);
      if (((this.#spent - taken) | 0) <= mostAhead) return;
      Atomics.wait(this.#credit, this.#worker, taken);
    }
  }
}

const port = parentPort;
const task: WorkerTask = workerData;
if (port !== null) await work(task, (message) => port.postMessage(message));
