import type { JsonValue } from "../../../src/json/value.js";
import type { Scenario, Talk } from "./talk.js";

/** How one format writes the shared conversations, and what it cannot tell. */
export interface Wire {
  /** Format id. */
  readonly format: string;
  /** A file of JSON Lines: `write` gives the list of its lines. */
  readonly lines?: true;
  /** The wire has no flag for results that are errors. */
  readonly hidesErrors?: true;
  /** Which roles the wire writes texts of; absent: user and assistant. */
  readonly texts?: readonly ("user" | "assistant")[];
  /** Scenarios that the wire cannot tell, and why. */
  readonly cannot?: Readonly<Partial<Record<Scenario, string>>>;
  /**
   * The file declares no tools. `messages`: it may be part of what had them, so the reader is warned (`missing-toolset`). `log`: the
   * tools are those of a harness, and such files never hold them. `others`: nor do they hold all, so a name that is not declared may be
   * the harness's.
   */
  readonly undeclared?: "messages" | "log" | "others";
  /** The wire does not say what a hosted tool found. */
  readonly hidesFound?: true;
  /** Why an interrupted call is no fault on this wire. */
  readonly forgivesInterruption?: string;
  write(talk: Talk): JsonValue;
}

/** The reason of all wires on which only the client runs tools. */
export const noHostedTools = { "hosted-tool": "the wire has no tool that the provider runs" } as const;
