import { Worker } from "node:worker_threads";
import type { Share } from "../parts/deal.js";
import type { CheckFlags } from "../run/flags.js";
import { judgeShare, type SharedFile, type ShareLine } from "../run/judge-share.js";
import type { Plan } from "../run/plan.js";
import type { Run } from "../run/run.js";
import type { ShareTaker } from "../run/share-taker.js";
import { type WorkerMessage, type WorkerTask, weightOf } from "../run/worker-protocol.js";

/** Lengths of the ranges that a long file is cut into. */
const shortest = 1 << 18;
const longest = 1 << 24;

/** How long the ranges are that threads take: short enough that all end at about the same time. */
export function rangeLength({ files }: Plan, threads: number): number {
  const bytes = files.reduce((sum, { size = 0 }) => sum + size, 0);
  return Math.min(longest, Math.max(shortest, Math.ceil(bytes / (8 * threads))));
}

/** What threads need to check the shares of a run. */
export interface ThreadedRun {
  readonly plan: Plan;
  readonly flags: CheckFlags;
  readonly cwd: string;
  readonly run: Run;
  readonly shares: readonly Share[];
  readonly threads: number;
  readonly workerUrl: URL;
  fileOf(file: number): SharedFile;
}

/** What came of a share so far, and has not been taken in. */
interface Arrived {
  readonly messages: WorkerMessage[];
  isWhole: boolean;
}

/**
 * Judges shares in threads, and takes in what they lead to in the order of the shares, whatever the order in which they are done. The share
 * of a thread that dies is judged again, here.
 */
export async function judgeInThreads(threaded: ThreadedRun, takers: readonly ShareTaker[]): Promise<void> {
  const pool = new Pool(threaded);
  try {
    for (const [index, share] of threaded.shares.entries()) {
      for (const taker of takers) taker.begin(share);
      let taken = 0;
      const take = (line: ShareLine) => {
        taken += 1;
        for (const taker of takers) taker.take(line);
      };
      const isWhole = await pool.collect(index, take);
      if (isWhole) continue;
      // The same share gives the same lines: those that arrived are passed over.
      let toSkip = taken;
      await judgeShare(share, threaded.fileOf(share.file), (line) => {
        if (toSkip > 0) toSkip -= 1;
        else take(line);
      });
    }
    for (const taker of takers) taker.end();
  } finally {
    await pool.close();
  }
}

class Pool {
  readonly #run: Run;
  readonly #workers: readonly Worker[];
  readonly #task: Omit<WorkerTask, "worker">;
  readonly #arrived = new Map<number, Arrived>();
  readonly #dead = new Set<number>();
  #wake: () => void = () => {};

  constructor({ plan, flags, cwd, run, shares, threads, workerUrl }: ThreadedRun) {
    this.#run = run;
    const shared = (length: number) => new Int32Array(new SharedArrayBuffer(4 * Math.max(1, length)));
    this.#task = {
      cwd,
      flags,
      files: plan.files.map(({ path, absolute, named }) => ({ path, absolute, named })),
      shares,
      next: shared(1),
      takenBy: shared(shares.length),
      credit: shared(threads),
    };
    this.#workers = Array.from({ length: Math.min(threads, shares.length) }, (_, worker) => this.#start(worker, workerUrl));
  }

  /** Gives the lines of a share as they come. @returns whether they are all there: else its thread has died */
  async collect(share: number, take: (line: ShareLine) => void): Promise<boolean> {
    for (;;) {
      const arrived = this.#arrived.get(share);
      for (const message of arrived?.messages.splice(0) ?? []) {
        for (const text of message.text.split("\n")) {
          if (text === "") continue;
          const line: ShareLine = JSON.parse(text); // a thread of the same program wrote it
          take(line);
        }
        this.#repay(share, weightOf(message));
      }
      if (arrived?.isWhole === true) {
        this.#arrived.delete(share);
        return true;
      }
      if (this.#isLost(share)) return false;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(worker: number, url: URL): Worker {
    const workerData: WorkerTask = { ...this.#task, worker };
    const thread = new Worker(url, { workerData });
    thread.on("message", (message: WorkerMessage) => this.#receive(message));
    // What went wrong shows where its share is judged again.
    thread.on("error", () => {});
    thread.on("exit", () => {
      this.#dead.add(worker + 1);
      this.#wake();
    });
    return thread;
  }

  #receive(message: WorkerMessage): void {
    const arrived = this.#arrived.get(message.share) ?? { messages: [], isWhole: false };
    this.#arrived.set(message.share, arrived);
    arrived.messages.push(message);
    arrived.isWhole = message.isLast;
    this.#run.bytes += message.bytes;
    this.#run.onBlock();
    this.#wake();
  }

  /** Nobody works at it any more, and what its thread wrote has arrived. */
  #isLost(share: number): boolean {
    const taker = Atomics.load(this.#task.takenBy, share);
    return this.#dead.has(taker) || this.#dead.size === this.#workers.length;
  }

  /** Lets the thread of a share go on that waits for its lines to be taken in. */
  #repay(share: number, weight: number): void {
    const { takenBy, credit } = this.#task;
    const worker = Atomics.load(takenBy, share) - 1;
    if (worker < 0) return;
    Atomics.add(credit, worker, weight);
    Atomics.notify(credit, worker);
  }
}
