import { redacting } from "./redact.js";
import type { Reporter } from "./reporter.js";

/** A reporter by its id, loaded when it is needed: a run pays for the one it uses. */
export interface ReporterEntry {
  readonly id: string;
  load(color: boolean): Promise<Reporter>;
  /** Shows conversations: they are drawn while they are read. */
  readonly draws?: true;
}

/** All reporters, in the order in which they are listed. */
export const reporters = [
  { id: "pretty", load: loadPretty },
  { id: "compact", load: async () => redacting((await import("./compact.js")).compact) },
  { id: "json", load: async () => redacting((await import("./json.js")).json) },
  { id: "jsonl", load: async () => redacting((await import("./jsonl.js")).jsonl) },
  { id: "github", load: async () => redacting((await import("./github.js")).github) },
  { id: "gitlab", load: async () => redacting((await import("./gitlab.js")).gitlab) },
  { id: "sarif", load: async () => redacting((await import("./sarif.js")).sarif) },
  { id: "junit", load: async () => redacting((await import("./junit.js")).junit) },
  { id: "checkstyle", load: async () => redacting((await import("./checkstyle.js")).checkstyle) },
  { id: "tap", load: async () => redacting((await import("./tap.js")).tap) },
  { id: "rdjson", load: async () => redacting((await import("./rdjson.js")).rdjson) },
  { id: "markdown", load: async () => redacting((await import("./markdown.js")).markdown) },
  { id: "html", draws: true, load: async () => redacting((await import("./html.js")).html) },
  { id: "blob", load: async () => (await import("./blob.js")).blob },
] as const satisfies readonly ReporterEntry[];

async function loadPretty(color: boolean): Promise<Reporter> {
  const { createPretty } = await import("./pretty.js");
  const { plainStyle } = await import("./pretty-style.js");
  return redacting(createPretty(color ? (await import("./pretty-color.js")).colorStyle : plainStyle));
}

/** Whether one of these reports shows conversations. */
export function isDrawing(ids: Iterable<string>): boolean {
  const all: readonly ReporterEntry[] = reporters;
  return [...ids].some((id) => all.find((entry) => entry.id === id)?.draws === true);
}
