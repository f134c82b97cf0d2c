// Makes recordings for the benchmark: the same seed gives the same bytes. OpenAI Chat and Anthropic conversations, half and half,
// about 10 KB each, with their declarations (6 to 8 tools), 3 to 4 calls, and prose of which one paragraph in seven is not ASCII.
import { closeSync, openSync, writeSync } from "node:fs";

const words = "the order was sent to a new address last week and its parcel has not arrived so we looked into how that could happen".split(
  " ",
);
const foreign = "café naïve Straße Übergröße 東京 配送 заказ доставка łódź 🚲 señor façade".split(" ");
const nouns = ["order", "invoice", "customer", "parcel", "ticket", "account", "payment", "address", "refund", "product"];
const verbs = ["get", "list", "update", "search", "create", "cancel"];

/** A small, fast, seeded source of numbers in [0, 1) (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The ways in which a record is spoilt: arguments against their schema, a tool that nobody declared, a result for another call. */
const faults = ["arguments", "name", "id"];

/** `share`: of the records with a fault. */
function maker(seed, share = 0) {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const paragraph = (length) => {
    const vocabulary = random() < 0.15 ? [...words, ...foreign] : words;
    return Array.from({ length }, () => pick(vocabulary)).join(" ");
  };
  const schema = () => ({
    type: "object",
    properties: {
      id: { type: "integer", minimum: 1, description: paragraph(8) },
      email: { type: "string", maxLength: 200, description: paragraph(8) },
      status: { type: "string", enum: ["open", "sent", "closed"], description: paragraph(6) },
      tags: { type: "array", items: { type: "string" } },
      range: { type: "object", properties: { from: { type: "string" }, limit: { type: ["integer", "null"] } }, required: ["from"] },
    },
    required: ["id", "status"],
    additionalProperties: false,
  });
  const toolLists = Array.from({ length: 12 }, () =>
    Array.from({ length: 6 + Math.floor(random() * 3) }, (_, index) => ({
      name: `${verbs[index % verbs.length]}_${pick(nouns)}_${index}`,
      description: paragraph(14),
      schema: schema(),
    })),
  );
  const input = (fault) => ({
    id: fault === "arguments" ? "none" : 1 + Math.floor(random() * 1e6),
    status: pick(["open", "sent", "closed"]),
    ...(random() < 0.7 && { email: `${pick(nouns)}@example.com` }),
    ...(random() < 0.5 && { tags: [pick(nouns), pick(words)] }),
    ...(random() < 0.5 && { range: { from: "2026-01-01", limit: random() < 0.5 ? null : 20 } }),
  });
  let serial = 0;
  const id = (prefix) => `${prefix}${(serial++).toString(36).padStart(22, "0")}`;
  /** Two turns with their calls; the fault, if any, is that of the first one. */
  const turns = (prefix, tools) => {
    const fault = share > 0 && random() < share ? pick(faults) : undefined;
    return Array.from({ length: 2 }, (_, turn) =>
      Array.from({ length: 1 + Math.floor(random() * 2.6) }, (_, index) => {
        const own = turn + index === 0 ? fault : undefined;
        const made = { input: input(own), result: paragraph(120), id: id(prefix), name: own === "name" ? "open_door" : pick(tools).name };
        return { ...made, answers: own === "id" ? id(prefix) : made.id };
      }),
    );
  };

  const openai = (tools) => {
    const messages = [{ role: "system", content: paragraph(90) }];
    for (const made of turns("call_", tools)) {
      messages.push({ role: "user", content: paragraph(90) });
      messages.push({
        role: "assistant",
        content: null,
        tool_calls: made.map((call) => ({
          id: call.id,
          type: "function",
          function: { name: call.name, arguments: JSON.stringify(call.input) },
        })),
      });
      for (const call of made) messages.push({ role: "tool", tool_call_id: call.answers, content: call.result });
      messages.push({ role: "assistant", content: paragraph(90) });
    }
    return {
      model: "gpt-5-mini",
      tools: tools.map(({ name, description, schema: parameters }) => ({ type: "function", function: { name, description, parameters } })),
      messages,
    };
  };
  const anthropic = (tools) => {
    const messages = [];
    for (const made of turns("toolu_", tools)) {
      messages.push({ role: "user", content: paragraph(90) });
      messages.push({
        role: "assistant",
        content: [
          { type: "text", text: paragraph(40) },
          ...made.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: call.input })),
        ],
      });
      messages.push({
        role: "user",
        content: made.map((call) => ({ type: "tool_result", tool_use_id: call.answers, content: call.result })),
      });
      messages.push({ role: "assistant", content: paragraph(90) });
    }
    return {
      model: "claude-sonnet-4-5",
      max_tokens: 4096,
      system: paragraph(90),
      tools: tools.map(({ name, description, schema: input_schema }) => ({ name, description, input_schema })),
      messages,
    };
  };
  return () => (random() < 0.5 ? openai(pick(toolLists)) : anthropic(pick(toolLists)));
}

/** Writes JSON Lines of about `bytes` bytes; `share` of the records has a fault. */
export function writeJsonLines(path, bytes, share = 0, seed = 1) {
  const make = maker(seed, share);
  const file = openSync(path, "w");
  for (let written = 0; written < bytes; ) {
    let block = "";
    while (block.length < 1 << 20) block += `${JSON.stringify(make())}\n`;
    written += writeSync(file, block);
  }
  closeSync(file);
}

/** Writes one recording, indented. */
export function writeOne(path, seed = 1) {
  const file = openSync(path, "w");
  writeSync(file, `${JSON.stringify(maker(seed)(), null, 2)}\n`);
  closeSync(file);
}
