import type { Source } from "../json/node.js";
import type { Finding } from "../model/violation.js";
import type { BatchEvents } from "./batch-events.js";
import type { SessionMarks } from "./session-marks.js";
import type { DocumentPlace, LocatedFinding } from "./to-violation.js";

/** What the batch at hand belongs to. */
export interface BatchContext {
  /** What was found in the batch so far. */
  readonly events: BatchEvents;
  /** 0-based, in the batch: the conversation that is judged, or the first of those that findings may belong to. */
  readonly from: number;
  /** Whether what is found is in a conversation, and not about the file or the record as a whole. */
  readonly isInside: boolean;
  placeOf(source: Source): DocumentPlace;
  /** Of the conversation that is judged, where a session may be open. */
  readonly marks: SessionMarks | undefined;
}

/** Adds a violation to those of the batch. */
export function tell(finding: Finding, found: LocatedFinding, { events, from, marks }: BatchContext): void {
  events.sketches?.find(finding, found, from);
  if (marks === undefined) events.finding(found, from);
  else events.finding(found, from, [marks.of(finding, found)]);
}
