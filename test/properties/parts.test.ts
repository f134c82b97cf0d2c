import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Linter } from "../../src/lint/linter.js";
import type { FileOutcome } from "../../src/lint/options.js";
import { OutsideOnce } from "../../src/lint/outside-once.js";
import type { Violation } from "../../src/model/violation.js";
import type { Share } from "../../src/parts/deal.js";
import { noExtensions } from "../../src/run/extensions.js";
import { judgeShare, type ShareLine } from "../../src/run/judge-share.js";
import { ShareIntake } from "../../src/run/share-intake.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Records of every format: lines of logs, and whole documents. */
const records = ["formats", "rules", "equivalent"].flatMap((folder) =>
  readdirSync(join(fixtures, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.jsonl?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(fixtures, folder, name), "utf8");
      return name.endsWith(".jsonl") ? text.split("\n").filter((line) => line !== "") : documentLine(text);
    }),
);

function documentLine(text: string): readonly string[] {
  try {
    return [JSON.stringify(JSON.parse(text))];
  } catch {
    return [];
  }
}

const tools = [
  {
    type: "function",
    function: { name: "find_seat", parameters: { type: "object", properties: { row: { type: "integer" } }, required: ["row"] } },
  },
];
const claudeTools = [{ name: "find_seat", input_schema: { type: "object", properties: { row: { type: "integer" } }, required: ["row"] } }];

/** What a client and a model say by turns; some arguments are wrong, and some of those are answered with an error. */
const talks = fc.record({
  name: fc.nat({ max: 3 }),
  turns: fc.array(fc.record({ row: fc.constantFrom("1", '"x"', "2"), error: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  thinks: fc.boolean(),
  changes: fc.boolean(),
  isDone: fc.boolean(),
});

type Talk = typeof talks extends fc.Arbitrary<infer T> ? T : never;

/** The requests of one session, each with its answer: the history grows. */
function chatSession({ name, turns, isDone }: Talk): readonly string[] {
  const messages: object[] = [{ role: "user", content: `Hello ${name}` }];
  const lines = turns.map(({ row, error }, turn) => {
    const call = { id: `call_${name}_${turn}`, type: "function", function: { name: "find_seat", arguments: `{"row":${row}}` } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const response = { object: "chat.completion", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const line = JSON.stringify({ request: { model: "m", tools, messages }, response });
    messages.push(message, { role: "tool", tool_call_id: call.id, content: error ? "Error: no such row" : "free" });
    return line;
  });
  return isDone ? [...lines, JSON.stringify({ tools, messages: [...messages, { role: "assistant", content: "Done" }] })] : lines;
}

/** The same with thinking, which some clients change when they send it back. */
function claudeSession({ name, turns, thinks, changes }: Talk): readonly string[] {
  const messages: object[] = [{ role: "user", content: `Hello ${name}` }];
  return turns.map(({ row, error }, turn) => {
    const use = { type: "tool_use", id: `toolu_${name}_${turn}`, name: "find_seat", input: { row: JSON.parse(row) } };
    const thought = { type: "thinking", thinking: `Row of ${name}?`, signature: "c2ln" };
    const content = thinks ? [thought, use] : [use];
    const response = { type: "message", role: "assistant", model: "claude-sonnet-4-5", content, stop_reason: "tool_use" };
    const request = { model: "claude-sonnet-4-5", max_tokens: 9, tools: claudeTools, messages };
    const line = JSON.stringify({ request, response });
    const replayed = thinks && changes ? [{ ...thought, thinking: " changed" }, use] : content;
    messages.push(
      { role: "assistant", content: replayed },
      { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "free", is_error: error }] },
    );
    return line;
  });
}

/** Sessions whose requests are mixed with each other and with other records. */
const logs = fc
  .record({
    sessions: fc.array(fc.tuple(talks, fc.constantFrom(chatSession, claudeSession)), { maxLength: 4 }),
    others: fc.array(fc.constantFrom("", "   ", "[INFO] ready", '{"level":"info"}', "{", "ü", ...records), { maxLength: 8 }),
    order: fc.array(fc.nat({ max: 11 }), { maxLength: 40 }),
    isEnded: fc.boolean(),
  })
  .map(({ sessions, others, order, isEnded }) => {
    const queues = [...sessions.map(([talk, write]) => [...write(talk)]), [...others]];
    const lines: string[] = [];
    for (const next of order) lines.push(...(queues[next % queues.length]?.splice(0, 1) ?? []));
    return `${[...lines, ...queues.flat()].join("\n")}${isEnded ? "\n" : ""}`;
  });

const linter = new Linter();
const linterOfParts = new Linter();

interface Heard {
  readonly violations: readonly Violation[];
  readonly outcome: FileOutcome | undefined;
}

function lintWhole(text: string, isFound: boolean): Heard {
  const violations: Violation[] = [];
  const input = { path: "log.jsonl", isFound, chunks: () => [Buffer.from(text)] };
  const outcome = linter.lintFile(input, { violation: (found) => violations.push(found) > 0 });
  return { violations, outcome };
}

async function lintParts(absolute: string, cuts: readonly number[], isFound: boolean): Promise<Heard> {
  const violations: Violation[] = [];
  let outcome: FileOutcome | undefined;
  const intake = {
    violation: (found: Violation) => violations.push(found) > 0,
    conversation: () => {},
    end: (ended: FileOutcome) => {
      outcome = ended;
    },
    fail: (error: unknown) => {
      throw error;
    },
  };
  const file = { path: "log.jsonl", isFound, levels: new Map<string, "off">(), outside: new OutsideOnce([]), addCounts: () => {} };
  const whole = new ShareIntake(file, intake, true);
  const shares = [0, ...cuts].map((from, index): Share => ({ file: 0, from, to: cuts[index] ?? null }));
  for (const share of shares) {
    const lines: string[] = [];
    const shared = {
      path: "log.jsonl",
      absolute,
      isFound,
      linter: linterOfParts,
      extensions: noExtensions,
      stablePath: (path: string) => path,
      open: async () => () => [],
      attend: async () => {},
      mayBeOpen: () => true,
      counted: (chunks: Iterable<Uint8Array>) => chunks,
    };
    await judgeShare(share, shared, (line) => lines.push(JSON.stringify(line)));
    whole.begin(share);
    for (const line of lines) {
      const read: ShareLine = JSON.parse(line);
      whole.take(read);
    }
  }
  whole.end();
  return { violations, outcome };
}

describe("a JSON Lines file that is judged in parts", () => {
  it("gives the violations and counts of the whole file, wherever it is cut", async () => {
    const folder = temporaryFolder();
    const absolute = join(folder, "log.jsonl");
    await fc.assert(
      fc.asyncProperty(
        logs,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (log, places, isFound) => {
          // The first record stands for itself: where it does not, a file is not cut.
          const text = `${chatSession({ name: 9, turns: [{ row: "1", error: false }], thinks: false, changes: false, isDone: false })[0]}\n${log}`;
          writeFileSync(absolute, text);
          const size = Buffer.byteLength(text);
          const cuts = [...new Set(places.map((place) => 1 + Math.floor(place * (size - 2))))].sort((one, other) => one - other);
          expect(await lintParts(absolute, cuts, isFound)).toEqual(lintWhole(text, isFound));
        },
      ),
      { numRuns: 150 },
    );
  }, 240_000);
});
