// A set of recordings as a service leaves them: one long log whose sessions cross each other, another one of other endpoints, and many
// small files; a few of each are faulty. The same seed gives the same bytes.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Numbers below 1 from a seed (mulberry32). */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = "order table seat ticket refund late early blue café naïve please check again tomorrow today invoice parcel street".split(
  " ",
);
const prose = (roll, count) => Array.from({ length: count }, () => words[Math.floor(roll() * words.length)]).join(" ");

const schema = { type: "object", properties: { id: { type: "integer" }, note: { type: "string" } }, required: ["id"] };
const names = ["find_order", "book_seat", "refund_ticket", "print_invoice"];
const chatTools = names.map((name) => ({ type: "function", function: { name, description: `Does ${name}.`, parameters: schema } }));
const claudeTools = names.map((name) => ({ name, description: `Does ${name}.`, input_schema: schema }));
const pick = (roll, list) => list[Math.floor(roll() * list.length)];
/** 2 % of the calls are wrong. */
const argumentsOf = (roll) => (roll() < 0.02 ? { id: "7", note: prose(roll, 3) } : { id: Math.floor(roll() * 1000), note: prose(roll, 3) });

/** The requests of one session, each with its answer: the history grows. */
function session(roll, name) {
  const messages = [{ role: "user", content: `${name}: ${prose(roll, 120)}` }];
  return Array.from({ length: 1 + Math.floor(roll() * 6) }, (_, turn) => {
    const called = { name: pick(roll, names), arguments: JSON.stringify(argumentsOf(roll)) };
    const message = { role: "assistant", content: null, tool_calls: [{ id: `call_${name}_${turn}`, type: "function", function: called }] };
    const response = { object: "chat.completion", model: "m-1", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const line = JSON.stringify({ request: { model: "m-1", tools: chatTools, messages }, response });
    messages.push(message, { role: "tool", tool_call_id: `call_${name}_${turn}`, content: prose(roll, 40) });
    return line;
  });
}

/** A whole conversation. */
function transcript(roll, name) {
  const messages = [{ role: "user", content: prose(roll, 200) }];
  for (let turn = 0; turn < 3; turn++) {
    const id = `toolu_${name}_${turn}`;
    messages.push({ role: "assistant", content: [{ type: "tool_use", id, name: pick(roll, names), input: argumentsOf(roll) }] });
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: prose(roll, 60) }] });
  }
  messages.push({ role: "assistant", content: [{ type: "text", text: prose(roll, 80) }] });
  return JSON.stringify({ model: "claude-sonnet-4-5", tools: claudeTools, messages });
}

/** Sessions that go on at the same time, line by line. */
function* sessions(roll) {
  const open = [];
  for (let number = 0; ; ) {
    while (open.length < 50) open.push(session(roll, `s${number++}`));
    const at = Math.floor(roll() * open.length);
    yield open[at].shift();
    if (open[at].length === 0) open.splice(at, 1);
  }
}

function* transcripts(roll) {
  for (let number = 0; ; number++) yield transcript(roll, number);
}

function writeLines(path, lines, size) {
  const file = openSync(path, "w");
  let written = 0;
  for (const line of lines) {
    if (written >= size) break;
    written += writeSync(file, `${line}\n`);
  }
  closeSync(file);
}

/** Writes about so many bytes into a folder. */
export function generate(folder, size) {
  mkdirSync(join(folder, "small"), { recursive: true });
  writeLines(join(folder, "sessions.jsonl"), sessions(dice(1)), 0.5 * size);
  writeLines(join(folder, "transcripts.jsonl"), transcripts(dice(2)), 0.4 * size);
  const roll = dice(3);
  for (let number = 0, left = Math.min(0.1 * size, 2e7); left > 0; number++) {
    const text = transcript(roll, number);
    writeFileSync(join(folder, "small", `${number}.json`), text);
    left -= text.length;
  }
}

if (process.argv[2] !== undefined) generate(process.argv[2], Number(process.argv[3]) * 1e6);
