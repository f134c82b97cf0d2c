import type { JsonNode } from "../../json/node.js";
import { isContent } from "../google/content.js";
import { given } from "../google/field.js";

/** The request inside what the Code Assist endpoint wraps around it: `{model, project, request: {contents}}`. */
export function requestIn(body: JsonNode): JsonNode {
  const inner = body.get("request");
  return inner?.kind === "object" && inner.get("contents") !== undefined ? inner : body;
}

/** Where a request keeps its contents. A saved chat calls them its history (checkpoints of Gemini CLI, `startChat` of the SDKs). */
export function contentsKey(request: JsonNode): string | undefined {
  if (given(request, "contents") !== undefined) return "contents";
  return ["clientHistory", "history"].find((key) => {
    const list = request.get(key);
    return list?.kind === "array" && isContent(list.first());
  });
}

/** What the contents of a conversation are, and whether they are sent to the endpoint just so. */
export interface History {
  readonly contents: readonly JsonNode[];
  readonly isSent: boolean;
}

/** The contents of a body: its list, a list alone, one content alone; `undefined` where there are none. */
export function historyOf(body: JsonNode): History | undefined {
  if (body.kind === "array") return isContent(body.first()) ? { contents: body.items(), isSent: false } : undefined;
  const request = requestIn(body);
  const key = contentsKey(request);
  const contents = key === undefined ? undefined : request.get(key);
  if (contents === undefined) return isContent(body) ? { contents: [body], isSent: false } : undefined;
  return { contents: contents.kind === "array" ? contents.items() : [contents], isSent: key === "contents" };
}

/** Keys of a request beside its contents and tools. */
const parameters: ReadonlySet<string> = new Set([
  "generationConfig",
  "generation_config",
  "safetySettings",
  "safety_settings",
  "toolConfig",
  "tool_config",
  "cachedContent",
  "cached_content",
  "config",
  "labels",
  "model",
  "project",
]);

/** Whether a body holds anything but contents, tools and instructions: then it is a request, which may not name all its tools. */
export function hasParameters(body: JsonNode): boolean {
  return body.entries().some(({ key, value }) => value.kind !== "null" && parameters.has(key.string() ?? ""));
}
