// How the time of a check grows with what is in a recording: ten times as much of one thing should take about ten times as long.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

const list = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const tool = (name, parameters = { type: "object", properties: { id: { type: "integer" } } }) => ({
  type: "function",
  function: { name, parameters },
});
const called = (index, args) => ({ id: `call_${index}`, type: "function", function: { name: "find", arguments: JSON.stringify(args) } });
const answered = ({ id }) => ({ role: "tool", tool_call_id: id, content: "done" });
const asked = { role: "user", content: "Where is it?" };

function talk(calls, tools = [tool("find")]) {
  const messages = [
    asked,
    { role: "assistant", content: null, tool_calls: calls },
    ...calls.map(answered),
    { role: "assistant", content: "There." },
  ];
  return { model: "gpt-5-mini", tools, messages };
}

/** A schema that only its last branch allows. */
function union(branches) {
  const kind = (index) => ({ type: "object", properties: { kind: { const: `k${index}` }, id: { type: "integer" } }, required: ["kind"] });
  return { type: "object", properties: { pick: { anyOf: list(branches, kind) } } };
}

/** What grows; `count` is how many there are of it before there are ten times as many. */
const growths = [
  {
    id: "messages",
    count: 20_000,
    record: (count) => ({
      ...talk([called(0, {})]),
      messages: [
        ...talk([called(0, {})]).messages,
        ...list(count, (index) => ({ role: index % 2 ? "assistant" : "user", content: `Message ${index}` })),
      ],
    }),
  },
  { id: "calls", count: 5000, record: (count) => talk(list(count, (index) => called(index, { id: index }))) },
  { id: "tools", count: 1000, record: (count) => talk([called(0, {})], [tool("find"), ...list(count, (index) => tool(`find_${index}`))]) },
  { id: "keys", count: 10_000, record: (count) => talk([called(0, Object.fromEntries(list(count, (index) => [`k${index}`, index])))]) },
  {
    id: "union branches",
    count: 500,
    record: (count) => talk([called(0, { pick: { kind: `k${count - 1}`, id: 1 } })], [tool("find", union(count))]),
  },
  { id: "violations", count: 2000, exitCode: 1, record: (count) => talk(list(count, (index) => called(index, { id: "none" }))) },
  { id: "files", count: 500, files: (count) => list(count, () => talk([called(0, { id: 1 })])) },
];

/** Yields a row for each. */
export function* measureGrowth(bin, folder, rounds) {
  for (const { id, count, exitCode, record, files = (size) => [record(size)] } of growths) {
    const seconds = [0, count, 10 * count].map((size) => {
      const place = join(folder, "growth");
      rmSync(place, { recursive: true, force: true });
      mkdirSync(place);
      for (const [index, content] of files(Math.max(size, 1)).entries())
        writeFileSync(join(place, `${index}.json`), JSON.stringify(content));
      const command = {
        args: [bin, "check", place, "--no-config", "--reporter", "jsonl", "--rule", "exceeded-limit=off"],
        exitCode: size === 0 ? 0 : exitCode,
      };
      return Math.min(...list(rounds, () => run(command, folder).cpu));
    });
    const [start, once, tenfold] = seconds;
    yield { id, count, once: once - start, tenfold: tenfold - start };
  }
}
