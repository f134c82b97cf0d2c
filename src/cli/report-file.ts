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
  readonly #name: string;
  readonly #temporary: string | undefined;
  readonly #mode: "a" | "w";
  #descriptor: number | undefined;
  #gathered = "";

  /**
   * @param path absolute; missing folders are made
   * @param name what messages call it
   * @param mode `append` adds to what others wrote, directly
   */
  constructor(path: string, name: string, mode: "replace" | "append" = "replace") {
    this.#name = name;
    const target = this.#attempt(() => {
      mkdirSync(dirname(path), { recursive: true });
      return lstatSync(path, { throwIfNoEntry: false }) === undefined ? { real: path, isPlain: true } : existing(path);
    });
    const isDirect = mode === "append" || !target.isPlain;
    this.#temporary = isDirect ? undefined : join(dirname(target.real), `.${basename(target.real)}.${process.pid}.tmp`);
    this.#path = target.real;
    this.#mode = mode === "append" ? "a" : "w";
    // Whether it can be written is known at once. A temporary file comes back with the first text: while a long file is checked no signal
    // can be heard, and what most reporters write they write at the end.
    this.#open();
    if (this.#temporary !== undefined) this.abandon();
  }

  write(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length >= batchSize) this.#flush();
  }

  /** Puts the report in its place. */
  finish(): void {
    this.#flush();
    this.#attempt(() => {
      this.#close();
      if (this.#temporary !== undefined) renameSync(this.#temporary, this.#path);
    });
  }

  /** Leaves no trace of a report that is not whole. */
  abandon(): void {
    this.#close();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
  }

  #flush(): void {
    const bytes = Buffer.from(this.#gathered);
    this.#gathered = "";
    const descriptor = this.#open();
    this.#attempt(() => {
      for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
    });
  }

  #open(): number {
    const descriptor = this.#descriptor ?? this.#attempt(() => openSync(this.#temporary ?? this.#path, this.#mode));
    this.#descriptor = descriptor;
    return descriptor;
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw new InputError(`Cannot write ${escapeControls(this.#name)}: ${explainSystemError(error)}`, { cause: error });
    }
  }
}

/** Through a symbolic link the file behind it is replaced, not the link. */
function existing(path: string): { readonly real: string; readonly isPlain: boolean } {
  const real = realpathSync(path);
  return { real, isPlain: lstatSync(real).isFile() };
}
