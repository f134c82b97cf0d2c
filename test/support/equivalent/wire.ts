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
  /** Rules that speak up beside the scenario's own, and why that is right. */
  readonly warns?: Readonly<Record<string, string>>;
  /** Why an interrupted call is no fault on this wire. */
  readonly forgivesInterruption?: string;
  write(talk: Talk): JsonValue;
}

/** The reason of all wires on which only the client runs tools. */
export const noHostedTools = { "hosted-tool": "the wire has no tool that the provider runs" } as const;

/** The warning of all wires that hold bare messages. */
export const bareMessages = { "missing-toolset": "the wire has no place for declarations" } as const;
