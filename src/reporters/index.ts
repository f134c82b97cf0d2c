import type { Reporter } from "./reporter.js";

/** A reporter by its id, loaded when it is needed: a run pays for the one it uses. */
export interface ReporterEntry {
  readonly id: string;
  load(color: boolean): Promise<Reporter>;
}

/** All reporters, in the order in which they are listed. */
export const reporters = [
  { id: "pretty", load: loadPretty },
  { id: "compact", load: async () => (await import("./compact.js")).compact },
  { id: "json", load: async () => (await import("./json.js")).json },
  { id: "jsonl", load: async () => (await import("./jsonl.js")).jsonl },
  { id: "github", load: async () => (await import("./github.js")).github },
  { id: "gitlab", load: async () => (await import("./gitlab.js")).gitlab },
  { id: "sarif", load: async () => (await import("./sarif.js")).sarif },
  { id: "junit", load: async () => (await import("./junit.js")).junit },
  { id: "checkstyle", load: async () => (await import("./checkstyle.js")).checkstyle },
  { id: "tap", load: async () => (await import("./tap.js")).tap },
  { id: "rdjson", load: async () => (await import("./rdjson.js")).rdjson },
  { id: "markdown", load: async () => (await import("./markdown.js")).markdown },
] as const satisfies readonly ReporterEntry[];

async function loadPretty(color: boolean): Promise<Reporter> {
  const { createPretty, plainStyle } = await import("./pretty.js");
  return createPretty(color ? (await import("./pretty-color.js")).colorStyle : plainStyle);
}
