import { setImmediate as nextTurn } from "node:timers/promises";

/** Exit codes of a process that a signal ended, as shells count them. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
const signals = ["SIGINT", "SIGTERM"] as const satisfies readonly (keyof typeof exitCodes)[];

/** How long work may go on before signals are looked for, in milliseconds. */
const patience = 50;

/**
 * Ends the process when it is interrupted: tidies up, then exits with 130 or 143.
 *
 * Checking is synchronous, so a signal is noticed only between files. While one file may take long, the system's own way of ending a
 * process is left in force: it is immediate, and reports that are not whole have no name that could be left after.
 */
export class Interruption {
  readonly #tidy: () => void;
  readonly #listeners = signals.map((signal) => ({ signal, listener: () => this.#end(exitCodes[signal]) }));
  #isListening = false;
  #lastLook = performance.now();

  /** @param tidy removes what must not be left after */
  constructor(tidy: () => void) {
    this.#tidy = tidy;
  }

  listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    for (const { signal, listener } of this.#listeners) process.on(signal, listener);
  }

  release(): void {
    this.#isListening = false;
    for (const { signal, listener } of this.#listeners) process.off(signal, listener);
  }

  /** Lets a signal through that came in the meantime; costs nothing when the last look was a moment ago. */
  async look(): Promise<void> {
    if (performance.now() - this.#lastLook < patience) return;
    await nextTurn();
    this.#lastLook = performance.now();
  }

  #end(exitCode: number): void {
    this.#tidy();
    process.exit(exitCode);
  }
}
