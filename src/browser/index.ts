/** The library for browsers, `tool-guardrails/browser`: checks recordings that are at hand. Reads no file and asks for nothing. */
export { UsageError } from "../errors.js";
export type { JudgingSettings } from "../judging-options.js";
export type { Finding, Notice, Report, Severity, Violation } from "../model/violation.js";
export type { NotUnderstood, Understood } from "../run/understand.js";
export { version } from "../version.js";
export { type BrowserOptions, check } from "./check.js";
export type { GivenFile } from "./given-file.js";
export { type Inspection, type InspectOptions, inspect } from "./inspect.js";
