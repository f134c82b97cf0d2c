import { fstatSync, openSync } from "node:fs";
import { isatty } from "node:tty";
import { readStdin } from "../input/read-file.js";

/**
 * Waits until standard input has something to read, so that the process obeys signals while nobody writes. What follows is read
 * synchronously, as files are.
 */
export async function openStdin(): Promise<() => Iterable<Uint8Array>> {
  if (process.platform === "win32" || !mayWait()) return readStdin;
  // Node's stream makes its descriptor non-blocking. On Linux a second one for the same pipe is not, and need not be polled.
  const descriptor = reopened();
  const first = await firstChunk();
  return function* () {
    if (first === undefined) return;
    yield first;
    yield* readStdin(descriptor);
  };
}

/** Files and devices such as /dev/null always have something to say, if only that they end. */
function mayWait(): boolean {
  const input = fstatSync(0);
  return input.isFIFO() || input.isSocket() || isatty(0);
}

function reopened(): number {
  try {
    return openSync("/dev/stdin", "r");
  } catch {
    return 0; // a socket cannot be opened again
  }
}

/** `undefined` at the end of the input. A fault comes again when more is read, and is reported then. */
async function firstChunk(): Promise<Uint8Array | undefined> {
  const { stdin } = process;
  return new Promise((resolve) => {
    const settle = (chunk: Uint8Array | undefined) => {
      stdin.removeAllListeners();
      stdin.pause();
      stdin.unref();
      resolve(chunk);
    };
    stdin.on("readable", () => {
      const chunk: unknown = stdin.read();
      if (chunk instanceof Uint8Array) settle(chunk);
    });
    stdin.on("end", () => settle(undefined));
    stdin.on("error", () => settle(new Uint8Array(0)));
  });
}
