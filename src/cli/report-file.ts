import { closeSync, lstatSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../errors.js";
import { explainSystemError } from "../input/read-file.js";
import { escapeControls } from "../text/quote.js";

const batchSize = 64 * 1024;

/**
 * A report on its way into a file: written beside it and renamed when it is whole, so that nobody ever reads half a report.
 *
 * What is no plain file (a device, a named pipe) is written directly.
 *
 * @throws InputError from every method where the file cannot be written
 */
export class ReportFile {
  readonly #path: string;
  readonly #temporary: string | undefined;
  readonly #descriptor: number;
  #gathered = "";

  /** @param path absolute; missing folders are made */
  constructor(path: string) {
    this.#path = path;
    const target = attempt(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      return lstatSync(path, { throwIfNoEntry: false }) === undefined ? { real: path, isPlain: true } : existing(path);
    });
    this.#temporary = target.isPlain ? join(dirname(target.real), `.${basename(target.real)}.${process.pid}.tmp`) : undefined;
    this.#path = target.real;
    this.#descriptor = attempt(path, () => openSync(this.#temporary ?? target.real, "w"));
  }

  write(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length >= batchSize) this.#flush();
  }

  /** Puts the report in its place. */
  finish(): void {
    this.#flush();
    attempt(this.#path, () => {
      closeSync(this.#descriptor);
      if (this.#temporary !== undefined) renameSync(this.#temporary, this.#path);
    });
  }

  /** Leaves no trace of a report that is not whole. */
  abandon(): void {
    try {
      closeSync(this.#descriptor);
    } catch {
      // It was closed when it was finished.
    }
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
  }

  #flush(): void {
    const bytes = Buffer.from(this.#gathered);
    this.#gathered = "";
    attempt(this.#path, () => {
      for (let from = 0; from < bytes.length; ) from += writeSync(this.#descriptor, bytes, from);
    });
  }
}

/** Through a symbolic link the file behind it is replaced, not the link. */
function existing(path: string): { readonly real: string; readonly isPlain: boolean } {
  const real = realpathSync(path);
  return { real, isPlain: lstatSync(real).isFile() };
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(`Cannot write ${escapeControls(path)}: ${explainSystemError(error)}`, { cause: error });
  }
}
