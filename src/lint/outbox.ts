import type { Tally } from "./tally.js";
import type { LocatedFinding } from "./to-violation.js";
import type { UnreadRecords } from "./unread-records.js";

/** Violations of one file that may wait for what comes later in it. More than these go out at once. */
export const maxWaiting = 10_000;

/**
 * Holds violations back while something that is before them may still be reported: the records that no format read are counted up to
 * the end of the file. A file that held no conversation so far may turn out to be none of ours.
 */
export class Outbox {
  readonly #file: { readonly tally: Tally; readonly unread: UnreadRecords };
  readonly #emit: (stamped: readonly LocatedFinding[]) => void;
  #held: LocatedFinding[] = [];
  #isOpen = false;

  /** @param emit takes them by order of place */
  constructor(file: { readonly tally: Tally; readonly unread: UnreadRecords }, emit: (stamped: readonly LocatedFinding[]) => void) {
    this.#file = file;
    this.#emit = emit;
  }

  send(stamped: readonly LocatedFinding[]): void {
    const { tally, unread } = this.#file;
    if (!this.#isOpen && this.#held.length + stamped.length > maxWaiting) {
      this.#release();
      this.#isOpen = true;
    }
    if (this.#isOpen || (unread.isEmpty && tally.conversations > 0)) {
      if (this.#held.length > 0) this.#release();
      if (stamped.length > 0) this.#emit(stamped);
    } else for (const each of stamped) this.#held.push(each);
  }

  /** The file is read: what was held goes out, unless the file is passed over. */
  end(): void {
    const { tally, unread } = this.#file;
    if (unread.passesOver(tally)) return;
    for (const each of unread.findings(tally)) this.#held.push(each);
    this.#release();
  }

  #release(): void {
    if (this.#held.length > 0) this.#emit(this.#held.splice(0));
  }
}
