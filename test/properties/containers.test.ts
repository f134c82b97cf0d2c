import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";

const folder = resolve(import.meta.dirname, "../../fixtures/containers");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(?:out|md)$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name)));

const linter = new Linter({ maxBytes: 1 << 20 });

/** Lints bytes; every violation has a place that can be looked up, and no rule crashes. */
function lint(bytes: Uint8Array): void {
  const outcome = linter.lintFile(
    { path: "file", chunks: () => [bytes] },
    { violation: ({ message, range }) => message !== "" && range !== undefined },
  );
  expect(outcome.notices).toEqual([]);
}

/** A file with a few bytes changed, inserted or cut. */
const damaged = fc
  .tuple(
    fc.constantFrom(...files),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("change", "insert", "cut", "repeat"), fc.uint8Array({ maxLength: 4 })), { maxLength: 4 }),
  )
  .map(([file, edits]) =>
    edits.reduce((bytes: Buffer, [position, edit, piece]) => {
      const at = position % (bytes.length + 1);
      switch (edit) {
        case "change":
          return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + piece.length)]);
        case "insert":
          return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
        case "repeat":
          return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - 40))]);
        default:
          return bytes.subarray(0, at);
      }
    }, file),
  );

/** JSON that has the keys of envelopes with values of any kind. */
const keys = [
  ...[
    "transcript",
    "log",
    "entries",
    "request",
    "response",
    "body",
    "postData",
    "text",
    "content",
    "encoding",
    "interactions",
    "http_interactions",
  ],
  ...[
    "string",
    "base64_string",
    "parsed_body",
    "headers",
    "status",
    "custom_id",
    "params",
    "result",
    "recordId",
    "modelInput",
    "modelOutput",
    "key",
  ],
  ...[
    "schemaType",
    "input",
    "output",
    "inputBodyJson",
    "outputBodyJson",
    "messages",
    "data",
    "object",
    "chosen",
    "rejected",
    "prompt",
    "attributes",
  ],
  ...[
    "role",
    "tool_calls",
    "tools",
    "function",
    "arguments",
    "id",
    "error",
    "_webSocketMessages",
    "scope",
    "path",
    "rawHeaders",
    "method",
    "url",
  ],
];
const leaf = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    '{"messages":[]}',
    '"\\"{}\\""',
    "data: {}\n\n",
    "{}\n{}",
    "H4sIAAAA",
    "[REDACTED]",
    "base64",
    "ModelInvocationLog",
    "7b7d",
    "user",
    "assistant",
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
const { value: enveloped } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 6, withCrossShrink: true }, leaf, tie("list"), tie("object"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 5 }),
}));

describe("any bytes in any container", () => {
  it("give an answer, never a throw", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom("", "\x1f\x8b\x08", "PK\x03\x04", "\x28\xb5\x2f\xfd", "data: ", "a: ", "\x1e", "PAR1\n"),
        (bytes, magic) => {
          lint(Buffer.concat([Buffer.from(magic, "latin1"), bytes]));
          lint(gzipSync(Buffer.concat([Buffer.from(magic, "latin1"), bytes])));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("give an answer where a good file was damaged", () => {
    fc.assert(fc.property(damaged, lint), { numRuns: 200 });
  });

  it("give an answer whatever envelopes hold", () => {
    fc.assert(
      fc.property(fc.array(enveloped, { minLength: 1, maxLength: 3 }), (values) => {
        lint(Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join("")));
        lint(Buffer.from(JSON.stringify(values)));
      }),
      { numRuns: 150 },
    );
  });
});
