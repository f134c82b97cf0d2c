import type { Scene, SceneAnswer, SceneCall, SceneEntry, SceneResult, SceneTool } from "./scene.js";
import { Raw, type Tree, type TreeObject, write } from "./written.js";

/** The part of a call, a result, a tool or a message that a finding is about. */
export type Part = "whole" | "id" | "name" | "arguments" | "content" | "schema" | "role" | "list";

/** A scene on its wire, and the pointer of each of its objects. */
export interface Rendered {
  readonly tree: Tree;
  /** Pointer of a call, result, message, tool; of the scene itself: that of the list of its tools. */
  readonly pointers: ReadonlyMap<object, string>;
}

/** Writes a scene on its wire, in the shape of its recording. */
export function render(scene: Scene): Rendered {
  return scene.wire === "anthropic" ? renderAnthropic(scene) : renderChat(scene);
}

/** The pointer of a part, as the scene's wire spells it. */
export function pointerOf(scene: Scene, { pointers }: Rendered, about: object, part: Part): string {
  const base = pointers.get(about);
  if (base === undefined) throw new Error("The fault is about something that is not in the document");
  if (part === "whole") return base;
  const isResult = "kind" in about && about.kind === "result";
  const isCall = "kind" in about && about.kind === "call";
  return base + (isResult ? resultParts[scene.wire][part] : isCall ? callParts[scene.wire][part] : toolParts[scene.wire][part]);
}

type Parts = Readonly<Record<Exclude<Part, "whole">, string>>;
const none: Parts = { id: "/id", name: "/name", arguments: "", content: "/content", schema: "", role: "/role", list: "/tool_calls" };
const callParts: Readonly<Record<Scene["wire"], Parts>> = {
  openai: { ...none, name: "/function/name", arguments: "/function/arguments" },
  anthropic: { ...none, arguments: "/input" },
  nemo: { ...none, arguments: "/args" },
};
const resultParts: Readonly<Record<Scene["wire"], Parts>> = {
  openai: { ...none, id: "/tool_call_id" },
  anthropic: { ...none, id: "/tool_use_id" },
  nemo: { ...none, id: "/tool_call_id" },
};
const toolParts: Readonly<Record<Scene["wire"], Parts>> = {
  openai: { ...none, name: "/function/name", schema: "/function/parameters" },
  anthropic: { ...none, schema: "/input_schema" },
  nemo: { ...none, name: "/function/name", schema: "/function/parameters" },
};

/** Text of a call's arguments. */
export function textOf(call: SceneCall): string {
  return call.text ?? write(call.arguments, { indent: "", newline: "\n" }).text;
}

function argumentsOf(call: SceneCall, container: "text" | "object"): Tree {
  if (call.value !== undefined) return call.value;
  return container === "text" ? textOf(call) : call.text === undefined ? call.arguments : new Raw(call.text);
}

function splitAnswer({ shape, entries }: Scene): { readonly sent: readonly SceneEntry[]; readonly answer: SceneAnswer } {
  const last = entries.at(-1);
  if (shape === "pair" && last?.kind === "assistant") return { sent: entries.slice(0, -1), answer: last };
  return { sent: entries, answer: { kind: "assistant", text: "Noted.", calls: [] } };
}

function renderChat(scene: Scene): Rendered {
  const pointers = new Map<object, string>();
  const base = { envelope: "/transcript", bare: "/messages", request: "/messages", pair: "/request/messages" }[scene.shape];
  const { sent, answer } = splitAnswer(scene);
  const messages = sent.map((entry, index) => chatMessage(entry, `${base}/${index}`, scene, pointers));
  const toolBase = scene.shape === "pair" ? "/request/tools" : "/tools";
  const tools = scene.tools.map((tool, index) => chatTool(tool, `${toolBase}/${index}`, pointers));
  pointers.set(scene, toolBase);
  if (scene.shape === "envelope") return { tree: { tools, transcript: messages }, pointers };
  if (scene.shape === "bare") return { tree: { messages, tools }, pointers };
  const request = { model: "gpt-4o-2024-08-06", ...scene.extra, messages, tools };
  if (scene.shape === "request") return { tree: request, pointers };
  const finish = scene.finish ?? (answer.calls.length > 0 ? "tool_calls" : "stop");
  pointers.set(finishOf(scene), "/response/choices/0/finish_reason");
  const message = chatMessage(answer, "/response/choices/0/message", scene, pointers);
  const response = {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "gpt-4o-2024-08-06",
    choices: [{ index: 0, message, finish_reason: finish }],
  };
  return { tree: { request, response }, pointers };
}

/** What stands for the finish reason of a scene among the pointers. */
export function finishOf(scene: Scene): object {
  return scene.layout;
}

function chatTool(tool: SceneTool, pointer: string, pointers: Map<object, string>): Tree {
  pointers.set(tool, pointer);
  const { name, schema: parameters, strict } = tool;
  if (tool.raw !== undefined) return tool.raw;
  return { type: "function", function: { name, description: `Runs ${name}`, parameters, strict } };
}

function chatMessage(entry: SceneEntry, pointer: string, scene: Scene, pointers: Map<object, string>): Tree {
  pointers.set(entry, pointer);
  switch (entry.kind) {
    case "raw":
      return entry.message;
    case "result":
      return { role: "tool", tool_call_id: entry.id, content: entry.content };
    case "assistant": {
      const calls = entry.calls.map((call, index) => {
        pointers.set(call, `${pointer}/tool_calls/${index}`);
        if (scene.wire === "nemo") return { name: call.name, args: argumentsOf(call, "object"), id: call.id };
        return { id: call.id, type: "function", function: { name: call.name, arguments: argumentsOf(call, "text") } };
      });
      return { role: "assistant", content: entry.text, tool_calls: calls.length > 0 ? calls : undefined, ...entry.extra };
    }
    default:
      return { role: entry.kind, content: entry.text, ...entry.extra };
  }
}

function renderAnthropic(scene: Scene): Rendered {
  const pointers = new Map<object, string>();
  const top = scene.shape === "pair" ? "/request" : "";
  const { sent, answer } = splitAnswer(scene);
  const messages: Tree[] = [];
  let open: Tree[] | undefined;
  const openMessage = () => {
    open = [];
    messages.push({ role: "user", content: open });
    return open;
  };
  for (const entry of sent) {
    if (entry.kind === "result" || (entry.kind === "user" && entry.joined === true)) {
      const blocks = open === undefined || (entry.kind === "result" && entry.apart === true) ? openMessage() : open;
      pointers.set(entry, `${top}/messages/${messages.length - 1}/content/${blocks.length}`);
      blocks.push(entry.kind === "result" ? resultBlock(entry) : { type: "text", text: entry.text });
      continue;
    }
    open = undefined;
    const pointer = `${top}/messages/${messages.length}`;
    pointers.set(entry, pointer);
    if (entry.kind === "raw") messages.push(entry.message);
    else if (entry.kind === "assistant")
      messages.push({ role: "assistant", content: blocksOf(entry, `${pointer}/content`, pointers), ...entry.extra });
    else messages.push({ role: entry.kind, content: entry.text === "" ? [{ type: "text", text: "" }] : entry.text, ...entry.extra });
  }
  const tools = scene.tools.map((tool, index): Tree => {
    pointers.set(tool, `${top}/tools/${index}`);
    const { name, schema = { type: "object" }, strict } = tool;
    if (tool.raw !== undefined) return tool.raw;
    return { name, description: `Runs ${name}`, input_schema: schema, strict };
  });
  pointers.set(scene, `${top}/tools`);
  const request = { model: "claude-sonnet-4-5", max_tokens: 1024, system: "You are a helpful assistant.", ...scene.extra, tools, messages };
  if (scene.shape !== "pair") return { tree: request, pointers };
  pointers.set(finishOf(scene), "/response/stop_reason");
  pointers.set(answer, "/response");
  const response = {
    id: "msg_01",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: blocksOf({ ...answer, text: answer.text ?? (answer.calls.length === 0 ? "Noted." : null) }, "/response/content", pointers),
    stop_reason: scene.finish ?? (answer.calls.length > 0 ? "tool_use" : "end_turn"),
  };
  return { tree: { request, response }, pointers };
}

function blocksOf({ text, textBehind, calls }: SceneAnswer, pointer: string, pointers: Map<object, string>): Tree[] {
  const blocks: Tree[] = [];
  if (text !== null) blocks.push({ type: "text", text });
  for (const call of calls) {
    pointers.set(call, `${pointer}/${blocks.length}`);
    const block: TreeObject = { type: "tool_use", id: call.id, name: call.name, input: argumentsOf(call, "object") };
    blocks.push(block);
  }
  if (textBehind !== undefined) blocks.push({ type: "text", text: textBehind });
  return blocks;
}

function resultBlock({ id, content, isError }: SceneResult): Tree {
  return { type: "tool_result", tool_use_id: id, content, is_error: isError };
}
