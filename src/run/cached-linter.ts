import { createHash } from "node:crypto";
import type { Linter } from "../lint/linter.js";
import type { FileOutcome, LintInput, LintSink } from "../lint/options.js";
import { Tally } from "../lint/tally.js";
import type { Violation } from "../model/violation.js";
import { type CachedFile, digestOf, type FileCache } from "./file-cache.js";

/** Checks files. */
export type FileLinter = Pick<Linter, "lintFile">;

/** More violations than these are not kept: a file that has so many is checked anew. */
const mostKept = 20_000;

/** All that a verdict depends on beside the file. */
export interface JudgedBy {
  /** Version, settings, declarations. */
  readonly key: string;
  /** Files of declarations, as reports show them. */
  readonly toolPaths: readonly string[];
}

/** A linter that remembers what it found in files whose bytes it has seen before. */
export class CachedLinter implements FileLinter {
  readonly #linter: Linter;
  readonly #cache: FileCache;
  readonly #judgedBy: JudgedBy;
  readonly #isFile: (path: string) => boolean;

  /**
   * @param isFile whether a path can be read twice: a pipe cannot
   */
  constructor(linter: Linter, cache: FileCache, judgedBy: JudgedBy, isFile: (path: string) => boolean) {
    this.#linter = linter;
    this.#cache = cache;
    this.#judgedBy = judgedBy;
    this.#isFile = isFile;
  }

  lintFile(input: LintInput, sink: LintSink): FileOutcome {
    const { path, isFound = false, stablePath } = input;
    if (!this.#isFile(path)) return this.#linter.lintFile(input, sink);
    const { key, toolPaths } = this.#judgedBy;
    const stable = stablePath === undefined ? [] : [path, ...toolPaths].map((each) => stablePath(each));
    const name = digestOf(JSON.stringify([key, path, isFound, stable]));
    const known = this.#cache.read(name);
    if (known !== undefined && holds(input.chunks(), known)) return this.#repeat(path, known, sink);
    return this.#check(name, input, sink);
  }

  #repeat(path: string, known: CachedFile, sink: LintSink): FileOutcome {
    const tally = new Tally(path);
    for (const found of known.violations) if (this.#linter.report(found, path, sink)) tally.count(found);
    const counted = tally.outcome();
    const { conversations, notChecked, traffic } = known;
    return { ...counted, summary: { ...counted.summary, conversations }, notChecked, traffic };
  }

  #check(name: string, input: LintInput, sink: LintSink): FileOutcome {
    const hash = createHash("sha256");
    let size = 0;
    let isWhole = false;
    function* passed(): Generator<Uint8Array, void, undefined> {
      for (const block of input.chunks()) {
        hash.update(block);
        size += block.length;
        yield block;
      }
      isWhole = true;
    }
    const violations: Violation[] = [];
    const seen = (found: Violation) => {
      if (violations.length <= mostKept) violations.push(found);
    };
    const listening: LintSink = {
      seen,
      violation: (found) => sink.violation(found),
      conversation: (index, sketch) => sink.conversation?.(index, sketch),
    };
    const outcome = this.#linter.lintFile({ ...input, chunks: passed }, listening);
    // What a fault of ours left out must not be taken for all that there is.
    if (!isWhole || outcome.notices.length > 0 || violations.length > mostKept) return outcome;
    const { summary, notChecked, traffic } = outcome;
    this.#cache.write(name, { content: hash.digest("hex"), size, violations, conversations: summary.conversations, notChecked, traffic });
    return outcome;
  }
}

/** Whether a file has the very bytes; one that is longer is not read to its end. */
function holds(blocks: Iterable<Uint8Array>, { content, size }: CachedFile): boolean {
  const hash = createHash("sha256");
  let read = 0;
  for (const block of blocks) {
    read += block.length;
    if (read > size) return false;
    hash.update(block);
  }
  return read === size && hash.digest("hex") === content;
}
