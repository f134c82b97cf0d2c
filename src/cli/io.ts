import { writeSync } from "node:fs";
import { isatty } from "node:tty";
import { InputError } from "../errors.js";
import { explainSystemError, sleep, systemErrorCode } from "../input/read-file.js";
import type { Surroundings } from "../run/surroundings.js";

/** Where text goes. A closed pipe is no error: what comes after is dropped. */
export interface TextSink {
  readonly isTerminal: boolean;
  write(text: string): void;
  /** Puts out what was gathered. */
  flush(): void;
}

/** What the program knows of the world around it. */
export interface Io extends Surroundings {
  /** The program of the threads that check shares; absent where there are none. */
  readonly workerUrl?: URL;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
}

/** The process's own streams. */
export function processIo(cwd: string, workerUrl?: URL): Io {
  return {
    cwd,
    env: process.env,
    stdout: new StreamSink(1, "standard output"),
    stderr: new StreamSink(2, "standard error"),
    importModule: (url) => import(url),
    ...(workerUrl !== undefined && { workerUrl }),
  };
}

/** Small enough that a million findings never gather in memory, large enough that a system call is rare. */
const batchSize = 64 * 1024;

/**
 * Writes in batches and waits for a slow reader, so that memory stays constant however much is reported.
 *
 * Synchronous: files are checked synchronously, so nothing could drain a queue in the meantime.
 */
class StreamSink implements TextSink {
  readonly isTerminal: boolean;
  readonly #descriptor: number;
  readonly #name: string;
  #gathered = "";
  #isClosed = false;

  constructor(descriptor: number, name: string) {
    this.#descriptor = descriptor;
    this.#name = name;
    this.isTerminal = isatty(descriptor);
  }

  write(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length >= batchSize || this.isTerminal) this.flush();
  }

  flush(): void {
    const text = this.#gathered;
    this.#gathered = "";
    if (text === "" || this.#isClosed) return;
    if (this.isTerminal && process.platform === "win32") writeToConsole(this.#descriptor, text);
    else this.#isClosed = !writePatiently(this.#descriptor, text, this.#name);
  }
}

/** A Windows console takes UTF-8 only through the stream. */
function writeToConsole(descriptor: number, text: string): void {
  (descriptor === 1 ? process.stdout : process.stderr).write(text);
}

/** @returns whether the reader is still there */
function writePatiently(descriptor: number, text: string, name: string): boolean {
  const bytes = Buffer.from(text);
  let from = 0;
  for (let pause = 1; from < bytes.length; ) {
    try {
      from += writeSync(descriptor, bytes, from);
      pause = 1;
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === "EPIPE" || code === "EOF") return false;
      if (code !== "EAGAIN") throw new InputError(`Cannot write to ${name}: ${explainSystemError(error)}`, { cause: error });
      sleep(pause); // a pipe that another process made non-blocking, and whose reader is slow
      pause = Math.min(2 * pause, 50);
    }
  }
  return true;
}

/** Whether output is colored: the flag, else FORCE_COLOR, NO_COLOR, TERM=dumb, else whether it goes to a terminal. */
export function isColored(choice: "auto" | "always" | "never", env: Io["env"], sink: TextSink): boolean {
  if (choice !== "auto") return choice === "always";
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = env;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return terminal !== "dumb" && sink.isTerminal;
}
