// What the library for browsers takes, in a project that knows nothing of Node.
import { check, type GivenFile, inspect, type Report, UsageError, type Violation } from "tool-guardrails/browser";

const files: readonly GivenFile[] = [
  { path: "a.json", text: "{}" },
  { path: "b.jsonl", bytes: new Uint8Array(1) },
  { path: "c.gz", bytes: new ArrayBuffer(1) },
];
const report: Report = await check({
  files,
  profiles: ["anthropic"],
  tools: [{ name: "search" }],
  severities: { "invalid-json": "warning" },
});
const first: Violation | undefined = report.violations[0];
const { conversations } = await inspect({ file: { path: "a.json", text: "{}" }, format: "openai-chat" });
document.title = `${first?.ruleId} ${conversations[0]?.format} ${new UsageError("").message}`;

// @ts-expect-error a file needs its text or bytes
await check({ files: [{ path: "d.json" }] });
// @ts-expect-error a browser has no configuration
await check({ files, config: "guardrails.config.json" });
