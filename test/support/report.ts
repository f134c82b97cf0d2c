import type { Report, Summary, Violation } from "../../src/model/violation.js";
import type { ReporterOptions } from "../../src/reporters/reporter.js";

const place = { start: { line: 41, column: 48, offset: 1377 }, end: { line: 41, column: 56, offset: 1385 } };

/** A violation of a refund call, with what a test wants to be different. */
export function violation(changes: Partial<Violation> = {}): Violation {
  const range = changes.range === undefined ? place : changes.range;
  return {
    ruleId: "invalid-arguments",
    severity: "error",
    handled: false,
    message: 'order_id must be integer, got string "A-17"',
    redacted: { message: "order_id must be integer, got string", fix: null },
    declaredNames: ["get_order", "order_id"],
    path: "transcripts/refund.json",
    record: null,
    pointer: "/messages/6/tool_calls/0/function/arguments",
    range,
    shown: range,
    excerpt: {
      text: '          "function": { "arguments": "{\\"id\\": \\"A-17\\"}" }',
      column: 1,
      cutLeft: false,
      cutRight: false,
    },
    conversation: 0,
    call: { conversation: 0, message: 6, index: 0, id: "call_8f2", tool: "get_order", argumentPointer: "/order_id" },
    data: { keyword: "type", got: "A-17" },
    related: [
      {
        message: "Declared here",
        path: "tools.json",
        pointer: "/0/function/parameters/properties/order_id",
        range: { start: { line: 7, column: 21, offset: 90 }, end: { line: 7, column: 30, offset: 99 } },
      },
    ],
    fix: 'Pass 17 instead of "A-17"',
    provider: null,
    url: "https://example.com/rules/invalid-arguments.md",
    fingerprint: "0123456789abcdef0123456789abcdef",
    profile: null,
    ...changes,
  };
}

/** A whole report that counts its violations. */
export function report(violations: readonly Violation[], changes: Partial<Report> = {}): Report {
  const ofSeverity = (severity: string) => violations.filter((each) => each.severity === severity).length;
  const byRule: Record<string, number> = {};
  for (const { ruleId } of violations) byRule[ruleId] = (byRule[ruleId] ?? 0) + 1;
  const summary: Summary = {
    files: 2,
    conversations: 2,
    exchanges: 5,
    calls: 7,
    results: 6,
    errors: ofSeverity("error"),
    warnings: ofSeverity("warning"),
    infos: ofSeverity("info"),
    suppressed: 1,
    handled: violations.filter(({ handled }) => handled).length,
    notChecked: { noDeclaration: 3, hostedTool: 1, unresolvable: 0, undecided: 0 },
    passedOver: { files: 0, traffic: 0 },
    byRule,
  };
  const conversation = { format: "openai-chat", profile: "openai-chat", mode: "recording", exchanges: 2, calls: 3, results: 3 };
  return {
    tool: { name: "guardrails", version: "0.1.0" },
    run: { status: "fail", exitCode: 1, failOn: "error", durationMs: 210 },
    summary,
    files: [
      { path: "transcripts/clean.json", conversations: [conversation], errors: 0, warnings: 0, infos: 0 },
      {
        path: "transcripts/refund.json",
        conversations: [conversation],
        errors: summary.errors,
        warnings: summary.warnings,
        infos: summary.infos,
      },
    ],
    violations,
    notices: [],
    ...changes,
  };
}

/** Options as a run without flags has them. */
export function reporterOptions(changes: Partial<ReporterOptions> = {}): ReporterOptions {
  return { color: false, maxShown: null, snippets: true, redact: false, quiet: false, path: (path) => path, ...changes };
}
