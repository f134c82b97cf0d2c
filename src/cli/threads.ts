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
  /** Whether sessions of the file at hand are open; absent where parts are to be ready for any. */
  readonly opens: (() => boolean) | undefined;
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
        const isTaken = takers.every((taker) => taker.take(line));
        if (isTaken) taken += 1;
        return isTaken;
      };
      const isWhole = await pool.collect(index, take);
      if (threaded.opens?.() === true) pool.open(share.file);
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

  constructor({ plan, flags, cwd, run, shares, threads, workerUrl, opens }: ThreadedRun) {
    this.#run = run;
    const shared = (length: number) => new Int32Array(new SharedArrayBuffer(4 * Math.max(1, length)));
    this.#task = {
      cwd,
      flags,
      files: plan.files.map(({ path, absolute, named }) => ({ path, absolute, named })),
      shares,
      next: shared(1),
      takenBy: shared(shares.length),
      isOpen: shared(plan.files.length),
      credit: shared(threads),
    };
    if (opens === undefined) this.#task.isOpen.fill(1);
    this.#workers = Array.from({ length: Math.min(threads, shares.length) }, (_, worker) => this.#start(worker, workerUrl));
  }

  /** The parts of a file that nobody has begun are to be ready for open sessions. */
  open(file: number): void {
    Atomics.store(this.#task.isOpen, file, 1);
  }

  /**
   * Gives the lines of a share as they come.
   *
   * @param take gives whether a line can be taken
   * @returns whether all were: else the thread has died, or did not expect open sessions
   */
  async collect(share: number, take: (line: ShareLine) => boolean): Promise<boolean> {
    let isTaken = true;
    for (;;) {
      const arrived = this.#arrived.get(share);
      for (const message of arrived?.messages.splice(0) ?? []) {
        for (const text of message.text.split("\n")) {
          if (text === "" || !isTaken) continue;
          const line: ShareLine = JSON.parse(text); // a thread of the same program wrote it
          isTaken = take(line);
        }
        this.#repay(share, weightOf(message));
      }
      if (arrived?.isWhole === true) {
        this.#arrived.delete(share);
        return isTaken;
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
