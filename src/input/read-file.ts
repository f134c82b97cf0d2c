import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { InputError } from "../errors.js";
import { escapeControls } from "../text/quote.js";
import { systemPath } from "./path-bytes.js";

/** Larger blocks gain nothing, smaller ones cost calls. */
const blockSize = 1 << 20;

let sharedBlock: Buffer | undefined;

/**
 * The bytes of a file in blocks, each valid until the next one is asked for: one buffer serves all files of a run.
 *
 * @param name what messages call it
 * @throws InputError where the file cannot be opened or read
 */
export function* readBlocks(path: string, name = path): Generator<Uint8Array, void, undefined> {
  let descriptor: number | undefined;
  try {
    descriptor = attempt(name, () => openSync(systemPath(path), "r"));
    yield* blocksOf(descriptor, name);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The bytes of standard input in blocks, as `readBlocks`. Waits for a slow writer without a queue in memory. */
export function readStdin(descriptor = 0): Generator<Uint8Array, void, undefined> {
  return blocksOf(descriptor, "standard input");
}

/**
 * A whole file, for declarations and configuration.
 *
 * @param name what messages call it
 * @throws InputError where it cannot be read
 */
export function readWhole(path: string, name = path): Uint8Array {
  return attempt(name, () => readFileSync(systemPath(path)));
}

/** Why a file could not be used, in words. */
export function explainSystemError(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) return error instanceof Error ? error.message : String(error);
  return systemErrors.get(code) ?? code;
}

/** The code of a system error (`ENOENT`), `undefined` for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const systemErrors: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["ENOENT", "no such file"],
  ["ENOTDIR", "a folder of its path is a file"],
  ["EISDIR", "it is a folder"],
  ["EEXIST", "a file is where a folder should be"],
  ["ELOOP", "its symbolic links go in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EMFILE", "too many open files"],
  ["ENOSPC", "no space left on the device"],
  ["EROFS", "the file system is read-only"],
  ["EIO", "the device failed"],
]);

function* blocksOf(descriptor: number, name: string): Generator<Uint8Array, void, undefined> {
  sharedBlock ??= Buffer.allocUnsafeSlow(blockSize);
  const block = sharedBlock;
  for (;;) {
    const length = attempt(name, () => readPatiently(descriptor, block));
    if (length === 0) return;
    yield block.subarray(0, length);
  }
}

function readPatiently(descriptor: number, block: Buffer): number {
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    try {
      return readSync(descriptor, block, 0, block.length, null);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === "EOF") return 0; // how Windows ends a pipe
      if (code !== "EAGAIN") throw error;
      sleep(pause); // a pipe that another process made non-blocking
    }
  }
}

const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** Blocks the thread for some milliseconds. */
export function sleep(milliseconds: number): void {
  Atomics.wait(neverNotified, 0, 0, milliseconds);
}

function attempt<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(`Cannot read ${escapeControls(name)}: ${explainSystemError(error)}`, { cause: error });
  }
}
