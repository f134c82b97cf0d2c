// What the benchmark reads: recordings as people have them, each shape from its own seed.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Dice } from "./dice.mjs";
import { anthropic, cassette, chat, gemini, har, responses, sessionLog } from "./wires.mjs";

const pool = (count, dice) => Array.from({ length: count }, () => dice.toolset());
const either = (dice, talk) => (dice.chance(0.5) ? chat : anthropic)(talk);
const fault = (dice) => dice.pick(["arguments", "name", "id"]);

/** Sizes of what a coding agent reads: mostly some KB, now and then a huge file. */
const resultSize = (dice) =>
  dice.chance(0.01) ? dice.between(5e5, 2e6) : dice.chance(0.15) ? dice.between(2e4, 2e5) : dice.between(100, 8e3);

/** One record after the other, as lines of one file. */
const lines = (record) => (dice) => {
  const next = record(dice);
  return () => ({ line: `${JSON.stringify(next())}\n` });
};

/** One file after the other. `next`: its extension and its text. */
const files = (file) => (dice) => {
  const next = file(dice);
  return () => {
    const [extension, text] = next();
    return { extension, text };
  };
};

/** `isTypical`: counts in the mean. `exitCode`: what a check of it ends with. */
const shape = (id, title, source, { isTypical = true, exitCode = 0 } = {}) => ({ id, title, source, isTypical, exitCode });

export const shapes = [
  shape(
    "large-results",
    "Chat with large tool results",
    lines((dice) => {
      const toolsets = pool(4, dice);
      return () => {
        const talk = dice.talk({ tools: dice.pick(toolsets) });
        for (const { calls } of talk.turns) for (const call of calls) call.result = dice.code(dice.between(2e4, 2e5));
        return chat(talk);
      };
    }),
  ),
  shape(
    "long",
    "Conversations of 5,000 turns, few tools",
    lines((dice) => {
      const tools = dice.toolset(2, 3);
      return () => chat(dice.talk({ tools, turns: 5000, calls: [0, 1], prose: 12 }));
    }),
  ),
  shape(
    "one-toolset",
    "One toolset of 20 tools",
    lines((dice) => {
      const tools = dice.toolset(20, 20);
      return () => chat(dice.talk({ tools, prose: 40 }));
    }),
  ),
  shape(
    "gemini",
    "Gemini",
    lines((dice) => {
      const toolsets = pool(16, dice);
      return () => gemini(dice.talk({ tools: dice.pick(toolsets) }));
    }),
  ),
  shape(
    "toolsets",
    "200 toolsets",
    lines((dice) => {
      const toolsets = pool(200, dice);
      return () => chat(dice.talk({ tools: dice.pick(toolsets) }));
    }),
  ),
  shape(
    "cassettes",
    "Cassettes, half YAML and half HAR",
    files((dice) => {
      const toolsets = pool(16, dice);
      return () => {
        const talk = dice.talk({ tools: dice.pick(toolsets), turns: 6 });
        return dice.chance(0.5) ? [".yaml", cassette(talk)] : [".har", har(talk)];
      };
    }),
  ),
  shape(
    "tiny",
    "Tiny records",
    lines((dice) => {
      const [{ name }] = dice.toolset(1, 1);
      const schema = { type: "object", properties: { id: { type: "integer" } } };
      return () => {
        const talk = dice.talk({ tools: [{ name, description: "Finds it", schema }], turns: 1, calls: [1, 1], prose: 5 });
        talk.turns[0].calls[0].result = "done";
        return chat(talk);
      };
    }),
  ),
  shape(
    "responses",
    "Responses with streams",
    lines((dice) => {
      const toolsets = pool(16, dice);
      return () => responses(dice.talk({ tools: dice.pick(toolsets), turns: 3 }), dice.chance(0.5));
    }),
  ),
  shape(
    "no-tools",
    "Chat without tools",
    lines((dice) => () => chat(dice.talk({ tools: [], turns: dice.between(1, 4), calls: [0, 0] }))),
  ),
  shape(
    "sessions",
    "Session logs of a coding agent",
    files((dice) => {
      const tools = dice.toolset();
      return () => {
        const talk = dice.talk({ tools, turns: 40, calls: [2, 8], prose: 60 });
        for (const { calls } of talk.turns) for (const call of calls) call.result = dice.code(resultSize(dice));
        return [".jsonl", sessionLog(talk, dice.id("0"))];
      };
    }),
  ),
  shape(
    "mixed",
    "OpenAI and Anthropic, 16 toolsets",
    lines((dice) => {
      const toolsets = pool(16, dice);
      return () => either(dice, dice.talk({ tools: dice.pick(toolsets) }));
    }),
    { isTypical: false },
  ),
  shape(
    "small-files",
    "The same as files of 10 KB",
    files((dice) => {
      const toolsets = pool(16, dice);
      return () => [".json", JSON.stringify(either(dice, dice.talk({ tools: dice.pick(toolsets) })), null, 1)];
    }),
    { isTypical: false },
  ),
  shape(
    "faulty",
    "The same, a fault in 5 % of the records",
    lines((dice) => {
      const toolsets = pool(16, dice);
      return () => either(dice, dice.talk({ tools: dice.pick(toolsets), fault: dice.chance(0.05) ? fault(dice) : undefined }));
    }),
    { isTypical: false, exitCode: 1 },
  ),
  shape(
    "violations",
    "The same, arguments against their schema in each record",
    lines((dice) => {
      const toolsets = pool(16, dice);
      return () => either(dice, dice.talk({ tools: dice.pick(toolsets), fault: "arguments" }));
    }),
    { isTypical: false, exitCode: 1 },
  ),
];

/** Writes about `size` bytes of a shape into `folder/checked`, and into `folder/floor` what stands in the floor for files that are not JSON. */
export function writeShape({ source }, folder, size) {
  const next = source(new Dice(1));
  for (const name of ["checked", "floor"]) mkdirSync(join(folder, name), { recursive: true });
  let file;
  let written = 0;
  for (let count = 0; written < size; count++) {
    const { line, text, extension } = next();
    written += Buffer.byteLength(line ?? text);
    if (line !== undefined) {
      file ??= openSync(join(folder, "checked/records.jsonl"), "w");
      writeSync(file, line);
      continue;
    }
    const name = `${String(count).padStart(5, "0")}${extension}`;
    writeFileSync(join(folder, "checked", name), text);
    if (extension === ".yaml") writeFileSync(join(folder, "floor", name), JSON.stringify(text));
  }
  if (file !== undefined) closeSync(file);
  return written;
}
