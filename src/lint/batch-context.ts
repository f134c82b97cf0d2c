import type { Source } from "../json/node.js";
import type { Finding } from "../model/violation.js";
import type { SessionRequest } from "./sessions.js";
import type { Tally } from "./tally.js";
import type { DocumentPlace, LocatedFinding } from "./to-violation.js";

/** What the batch at hand belongs to. */
export interface BatchContext {
  readonly tally: Tally;
  /** What was found in the batch so far. */
  readonly stamped: LocatedFinding[];
  /** 0-based, in the file. */
  readonly conversationIndex: number;
  /** Whether what is found is in that conversation, and not about the file or the record as a whole. */
  readonly isInside: boolean;
  placeOf(source: Source): DocumentPlace;
  /** The request of a session that is judged, if it is one. */
  readonly turn: SessionRequest | undefined;
}

/** Adds a violation to those of the batch, unless an earlier request of the session told it. */
export function tell(finding: Finding, stamped: LocatedFinding, { turn, stamped: all }: BatchContext): void {
  const told = turn === undefined ? stamped : turn.tell(finding, stamped);
  if (told !== undefined) all.push(told);
}
