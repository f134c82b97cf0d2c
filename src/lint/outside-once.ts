import type { Violation } from "../model/violation.js";

/** Faults of `--tools` files are in their own file: they are told once in a run, not once for each conversation. */
export class OutsideOnce {
  readonly #paths: ReadonlySet<string>;
  readonly #told = new Set<string>();

  /** @param paths the files of declarations that the run was given */
  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
  }

  get paths(): readonly string[] {
    return [...this.#paths];
  }

  /** Whether a violation that was found while a file was read is in another one and was told before. */
  wasTold({ path, ruleId, pointer, message }: Violation, file: string): boolean {
    if (path === file || !this.#paths.has(path)) return false;
    const key = JSON.stringify([path, ruleId, pointer, message]);
    const told = this.#told.has(key);
    this.#told.add(key);
    return told;
  }
}
