import type { JsonObject, JsonValue } from "../json/value.js";

const text = { type: "string" } as const;
const count = { type: "integer", minimum: 0 } as const;
const severity = { enum: ["error", "warning", "info"] } as const;

function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}

function listOf(items: JsonObject): JsonObject {
  return { type: "array", items };
}

/** An object that has all of its members; new ones may come with a minor version. */
function record(properties: Readonly<Record<string, JsonValue>>, optional: readonly string[] = []): JsonObject {
  return { type: "object", properties, required: Object.keys(properties).filter((key) => !optional.includes(key)) };
}

const position = record({ line: { type: "integer", minimum: 1 }, column: { type: "integer", minimum: 1 }, offset: count });
const range = record({ start: position, end: position });

const call = record({
  conversation: count,
  message: orNull(count),
  index: orNull(count),
  id: orNull(text),
  tool: orNull(text),
  argumentPointer: orNull(text),
});

const violation = record(
  {
    ruleId: text,
    severity,
    handled: { type: "boolean" },
    message: text,
    path: text,
    record: orNull(count),
    pointer: text,
    range: orNull(range),
    call: orNull(call),
    data: { type: "object" },
    related: listOf(record({ message: text, path: text, pointer: text, range: orNull(range) })),
    fix: orNull(text),
    provider: orNull(record({ name: text, status: orNull(count), says: orNull(text), source: orNull(text) })),
    fixable: { enum: [null, "safe", "suggested"] },
    edits: listOf({ type: "object" }),
    url: text,
    fingerprint: { type: "string", pattern: "^[0-9a-f]{32}$" },
    profile: text,
  },
  ["profile"],
);

/** The JSON Schema of what the `json` reporter writes. */
export const reportSchema: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Report of guardrails",
  ...record({
    schemaVersion: { const: "2.0" },
    tool: record({ name: text, version: text }),
    run: record({ status: { enum: ["pass", "fail", "incomplete"] }, exitCode: { enum: [0, 1, 2] }, failOn: text, durationMs: count }),
    summary: record({
      files: count,
      conversations: count,
      exchanges: count,
      calls: count,
      results: count,
      errors: count,
      warnings: count,
      infos: count,
      suppressed: count,
      handled: count,
      notChecked: record({ noDeclaration: count, hostedTool: count, unresolvable: count, undecided: count }),
      passedOver: record({ files: count, traffic: count }),
      byRule: { type: "object", additionalProperties: count },
    }),
    files: listOf(
      record({
        path: text,
        conversations: listOf(record({ format: text, profile: text, mode: text, exchanges: count, calls: count, results: count })),
        errors: count,
        warnings: count,
        infos: count,
      }),
    ),
    violations: listOf(violation),
    notices: listOf(record({ code: text, level: severity, message: text })),
  }),
};
