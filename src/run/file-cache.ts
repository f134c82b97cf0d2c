import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { explainSystemError } from "../input/read-file.js";
import type { ConversationSummary, NotChecked, Violation } from "../model/violation.js";

/** What was found in a file whose bytes have this digest: all that a report needs to know of it. */
export interface CachedFile {
  /** SHA-256 of the bytes, and how many there are. */
  readonly content: string;
  readonly size: number;
  readonly violations: readonly Violation[];
  readonly conversations: readonly ConversationSummary[];
  readonly notChecked: NotChecked;
  readonly traffic: number;
}

/** Keeps what was found in files, by a name that says which file and judged by what. */
export interface FileCache {
  read(name: string): CachedFile | undefined;
  write(name: string, file: CachedFile): void;
}

/** Keeps it as long as the process runs, and in another cache if there is one. */
export class MemoryCache implements FileCache {
  readonly #kept = new Map<string, CachedFile>();
  /** Set for each run. */
  behind: FileCache | undefined;

  read(name: string): CachedFile | undefined {
    return this.#kept.get(name) ?? this.behind?.read(name);
  }

  write(name: string, file: CachedFile): void {
    this.#kept.set(name, file);
    this.behind?.write(name, file);
  }
}

/** The first line of a cache file; the second holds what it says, with this digest. */
const beginning = "guardrails-cache 1 ";

/**
 * Keeps it in a folder, one file for each transcript.
 *
 * A file is written beside its place and renamed, so that processes that share the folder see all of it or nothing. What is torn, foreign or
 * of another version is as good as absent, and written anew.
 */
export class FolderCache implements FileCache {
  readonly #folder: string;
  readonly #cannotWrite: (reason: string) => void;
  #isBroken = false;

  /** @param cannotWrite told once: what cannot be kept is checked again the next time */
  constructor(folder: string, cannotWrite: (reason: string) => void) {
    this.#folder = folder;
    this.#cannotWrite = cannotWrite;
  }

  read(name: string): CachedFile | undefined {
    try {
      const text = readFileSync(this.#pathOf(name), "utf8");
      const end = text.indexOf("\n");
      const body = text.slice(end + 1);
      if (text.slice(0, end) !== beginning + digestOf(body)) return undefined;
      const file: CachedFile = JSON.parse(body);
      return file;
    } catch {
      return undefined;
    }
  }

  write(name: string, file: CachedFile): void {
    if (this.#isBroken) return;
    const path = this.#pathOf(name);
    const temporary = `${path}.${randomUUID()}.tmp`;
    const body = JSON.stringify(file);
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(temporary, `${beginning}${digestOf(body)}\n${body}`, { flag: "wx" });
      renameSync(temporary, path);
    } catch (error) {
      this.#isBroken = true;
      remove(temporary);
      this.#cannotWrite(explainSystemError(error));
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.cache`);
  }
}

/** It may be that there is not even a folder. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The reason was said: that the file cannot be written.
  }
}

/** SHA-256, in hexadecimal digits. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
