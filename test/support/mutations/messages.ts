import { error, type Mutation, warning } from "./mutation.js";
import { callsOf, type Scene, stepsOf } from "./scene.js";
import { finishOf } from "./wires.js";
import { Members, Raw } from "./written.js";

const isChat = ({ wire }: Scene) => wire !== "anthropic";
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };

/** Faults in messages, results and text. */
export const messageMutations: readonly Mutation[] = [
  {
    name: "an id is too long",
    inject(scene, random) {
      const step = random.maybe(stepsOf(scene).filter(({ results }) => results.length > 0));
      const call = step && random.pick(step.answer.calls);
      if (step === undefined || call === undefined || scene.wire !== "openai") return undefined;
      const id = `call_${random.word(36)}`;
      for (const result of step.results) if (result.id === call.id) result.id = id;
      call.id = id;
      return error("invalid-call-id", call, "id");
    },
  },
  {
    name: "an id breaks the pattern",
    inject(scene, random) {
      const step = random.maybe(stepsOf(scene).filter(({ results }) => results.length > 0));
      const call = step && random.pick(step.answer.calls);
      if (step === undefined || call === undefined || scene.wire !== "anthropic") return undefined;
      const id = `functions.get:${random.word(4)}`;
      for (const result of step.results) if (result.id === call.id) result.id = id;
      call.id = id;
      return error("invalid-call-id", call, "id");
    },
  },
  {
    name: "half a character in a result",
    inject(scene, random) {
      const result = random.maybe(scene.entries.filter(({ kind }) => kind === "result"));
      if (result?.kind !== "result") return undefined;
      result.content = new Raw('"cut \\ud83d"');
      return error("lone-surrogate", result, "content");
    },
  },
  {
    name: "a key stands twice in a message",
    inject(scene, random) {
      const at = scene.entries.findIndex(({ kind }) => kind === "user");
      if (at < 0) return undefined;
      const [first, second] = random.shuffled(["One.", "Two."]);
      const entry = {
        kind: "raw" as const,
        message: new Members([
          ["role", "user"],
          ["content", first ?? ""],
          ["content", second ?? ""],
        ]),
      };
      scene.entries[at] = entry;
      return warning("duplicate-key", entry, "content", { text: '"content"' });
    },
  },
  {
    name: "a result is COMPLETED",
    inject(scene, random) {
      const result = random.maybe(scene.entries.filter(({ kind }) => kind === "result"));
      if (result?.kind !== "result") return undefined;
      result.content = random.pick(["COMPLETED", '"COMPLETED"', "[object Object]"]);
      return warning("masked-result", result, "content");
    },
  },
  {
    name: "an image in a tool message",
    inject(scene, random) {
      const result = random.maybe(scene.entries.filter(({ kind }) => kind === "result"));
      if (result?.kind !== "result" || scene.wire !== "openai") return undefined;
      result.content = [
        { type: "text", text: "Look:" },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
      ];
      return error("invalid-result-content", result, "content", { inner: "/1" });
    },
  },
  {
    name: "an error result holds an image",
    inject(scene, random) {
      const result = random.maybe(scene.entries.filter(({ kind }) => kind === "result"));
      if (result?.kind !== "result" || scene.wire !== "anthropic") return undefined;
      result.isError = true;
      result.content = [{ type: "text", text: "Look:" }, image];
      return error("invalid-result-content", result, "content", { inner: "/1" });
    },
  },
  {
    name: "clean: a result holds an image",
    inject(scene, random) {
      const result = random.maybe(scene.entries.filter(({ kind }) => kind === "result"));
      if (result?.kind !== "result" || scene.wire !== "anthropic") return undefined;
      result.content = [{ type: "text", text: "Look:" }, image];
      return [];
    },
  },
  {
    name: "a result is a number",
    inject(scene, random) {
      const result = random.maybe(scene.entries.filter(({ kind }) => kind === "result"));
      if (result?.kind !== "result") return undefined;
      result.content = 42;
      return error("invalid-result-content", result, "content");
    },
  },
  {
    name: "a call is written into the text",
    inject(scene, random) {
      const answer = scene.entries.findLast((entry) => entry.kind === "assistant" && entry.calls.length === 0);
      if (answer?.kind !== "assistant") return undefined;
      const { name } = random.pick(scene.tools);
      answer.text = `Let me see.\n<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>`;
      const inner = isChat(scene) ? "" : "/0/text";
      return warning("leaked-call", answer, "content", { inner, text: "<tool_call>" });
    },
  },
  {
    name: "a finish reason promises a call that is not there",
    inject(scene) {
      const last = scene.entries.at(-1);
      if (scene.shape !== "pair" || last?.kind !== "assistant" || last.calls.length > 0) return undefined;
      scene.finish = scene.wire === "openai" ? "tool_calls" : "tool_use";
      return warning("mismatched-finish-reason", finishOf(scene), "whole");
    },
  },
  {
    name: "an empty list of calls in the history",
    inject(scene) {
      const answer = scene.entries.slice(0, -1).find((entry) => entry.kind === "assistant" && entry.calls.length === 0);
      if (answer?.kind !== "assistant" || scene.wire !== "openai") return undefined;
      answer.extra = { tool_calls: [] };
      return error("invalid-message", answer, "list");
    },
  },
  {
    name: "a role that the wire does not know",
    inject(scene, random) {
      const entry = random.maybe(scene.entries.filter(({ kind }) => kind === "user"));
      if (entry?.kind !== "user") return undefined;
      entry.extra = { role: "robot" };
      return error("invalid-message", entry, "role");
    },
  },
  {
    name: "an empty text in a user message",
    inject(scene, random) {
      const entry = random.maybe(scene.entries.filter(({ kind }) => kind === "user"));
      if (entry?.kind !== "user" || scene.wire !== "anthropic") return undefined;
      entry.text = "";
      return error("invalid-message", entry, "content", { inner: "/0/text" });
    },
  },
  {
    name: "a hosted tool's result without its call",
    inject(scene) {
      const at = scene.entries.findIndex(
        (entry, index) => entry.kind === "assistant" && entry.calls.length === 0 && index < scene.entries.length - 1,
      );
      if (at < 0 || scene.wire !== "anthropic") return undefined;
      const result = { type: "web_search_tool_result", tool_use_id: "srvtoolu_01lost", content: [] };
      const entry = { kind: "raw" as const, message: { role: "assistant", content: [{ type: "text", text: "So:" }, result] } };
      scene.entries[at] = entry;
      return error("orphaned-hosted-result", entry, "content", { inner: "/1/tool_use_id" });
    },
  },
  {
    name: "a key stands twice in the arguments",
    inject(scene, random) {
      const call = random.maybe(callsOf(scene).filter(({ name }) => name === "get_weather"));
      if (call === undefined) return undefined;
      call.text = '{"city":"Reno","city":"Köln"}';
      const text = scene.wire === "openai" ? '\\"city\\"' : '"city"';
      return warning("duplicate-key", call, "arguments", { inner: "/city", text });
    },
  },
];
