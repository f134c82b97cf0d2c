import { Buffer } from "node:buffer";
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { InputError } from "../errors.js";
import { explainSystemError } from "../input/read-file.js";
import { escapeControls } from "../text/quote.js";

const batchSize = 64 * 1024;

/**
 * A report on its way into a file: written beside it and renamed when it is whole, so that nobody ever reads half a report.
 *
 * Until then its file has no name, where the system allows that: while a long file is checked no signal can be heard, so nothing that
 * would have to be removed may be left. What is no plain file (a device, a named pipe) is written directly.
 *
 * @throws InputError from every method where the file cannot be written
 */
export class ReportFile {
  readonly #path: string;
  readonly #name: string;
  readonly #temporary: string | undefined;
  #descriptor: number | undefined;
  /** The temporary file was removed while it is open: it is gone when the process is. */
  readonly #isNameless: boolean;
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
    const flags = this.#temporary !== undefined ? "w+" : mode === "append" ? "a" : "w";
    // Whether it can be written is known at once.
    this.#descriptor = this.#attempt(() => openSync(this.#temporary ?? this.#path, flags));
    this.#isNameless = this.#temporary !== undefined && process.platform !== "win32";
    if (this.#isNameless) this.#remove();
  }

  write(text: string): void {
    this.#gathered += text;
    if (this.#gathered.length >= batchSize) this.#flush();
  }

  /** Puts the report in its place. */
  finish(): void {
    this.#flush();
    this.#attempt(() => {
      if (this.#isNameless) this.#copyToNamed();
      this.#close();
      if (this.#temporary !== undefined) renameSync(this.#temporary, this.#path);
    });
  }

  /** Leaves no trace of a report that is not whole. */
  abandon(): void {
    this.#close();
    this.#remove();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#gathered);
    this.#gathered = "";
    const descriptor = this.#descriptor;
    if (descriptor !== undefined) this.#attempt(() => writeAll(descriptor, bytes));
  }

  /** Writes what is in the file without a name into one that has one. */
  #copyToNamed(): void {
    const from = this.#descriptor;
    if (from === undefined || this.#temporary === undefined) return;
    const to = openSync(this.#temporary, "w");
    try {
      const block = Buffer.allocUnsafe(1 << 20);
      for (let at = 0; ; ) {
        const length = readSync(from, block, 0, block.length, at);
        if (length === 0) return;
        writeAll(to, block.subarray(0, length));
        at += length;
      }
    } finally {
      closeSync(to);
    }
  }

  #remove(): void {
    if (this.#temporary !== undefined) rmSync(this.#temporary, { force: true });
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

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(descriptor, bytes, from);
}

/** Through a symbolic link the file that it points to is replaced, not the link. */
function existing(path: string): { readonly real: string; readonly isPlain: boolean } {
  const real = realpathSync(path);
  accessSync(real, constants.W_OK); // a file that is protected stays as it is, although its folder would let it be replaced
  return { real, isPlain: lstatSync(real).isFile() };
}
