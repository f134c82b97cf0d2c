import type { JsonNode } from "../json/node.js";
import type { Format } from "./format.js";
import { withPluginNames } from "./meai/plugin-names.js";
import { withoutUpdates } from "./meai/updates.js";
import type { Condition, FormatTable, Piece } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

/** Fields whose names .NET writes as they were declared (`CallId`) or in camel case, and Python in snake case. */
function spelt(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const pascal = name.replace(/(?:^|\/)[a-z]/g, (letter) => letter.toUpperCase());
    return [name, pascal, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  });
}

function member(node: JsonNode, ...names: readonly string[]): JsonNode | undefined {
  return spelt(...names)
    .map((name) => node.get(name))
    .find((value) => value !== undefined && value.kind !== "null");
}

function has(...names: readonly string[]): Condition {
  return { any: spelt(...names).map((place) => ({ has: [place] })) };
}

/** Discriminators: .NET's, Python's, and one of Semantic Kernel's. */
const by = ["$type", "type", "content_type"] as const;
/** The contents of a message: Semantic Kernel calls them its items. */
const contents = [...spelt("contents"), "Items", "items"];
/** Python spells `items` as many other logs do; its contents name their type in a word of their own. */
function discriminatorsOf(list: string): readonly string[] {
  return list === "items" ? ["content_type"] : by;
}
const hasContents: Condition = { any: contents.map((place) => ({ has: [place] })) };

/** Where sessions and threads of the agent frameworks keep their messages. */
const stores = ["stateBag/{}", "state/{}", ...spelt("storeState", "chatMessageStoreState"), "chat_message_store_state"];

const text: Piece = { is: "text", at: spelt("text").concat("") };
const thinking: Piece = { is: "thinking" };
const other: Piece = { is: "other" };
const id = spelt("callId", "id");
const call = {
  is: "call",
  id,
  name: spelt("name", "toolName"),
  arguments: spelt("arguments"),
  // The service ran it: the call is reported, not asked for.
  settled: { any: spelt("informationalOnly").map((place) => ({ is: { [place]: "true" } })) },
} as const satisfies Piece;
const hostedCall: Piece = { ...call, type: by, hosted: {} };
const result = {
  is: "result",
  id,
  name: spelt("functionName"),
  content: spelt("result", "output", "exception"),
  isError: { any: spelt("exception").map((place) => ({ has: [place], not: { is: { [place]: "" } } })) },
} as const satisfies Piece;
const hostedResult: Piece = { ...result, hosted: {} };
/**
 * Semantic Kernel's connectors turn each argument into text before it is kept (`FunctionCallContent`, Microsoft.SemanticKernel 1.6x, read
 * 2026-11): what the model wrote is lost where all are text.
 */
const pluginCall: Piece = {
  is: "call",
  id,
  name: spelt("functionName", "name"),
  arguments: spelt("arguments"),
  unjudged: "Semantic Kernel keeps the values of arguments as text",
  unjudgedIf: {
    any: spelt("arguments").map((place) => ({
      kinds: { [`${place}/{}`]: "string" },
      not: { kinds: { [`${place}/{}`]: ["object", "array", "number", "boolean", "null"] } },
    })),
  },
};

/** Both spellings of types that are words of each other. */
function both(piece: Piece, ...types: readonly string[]): Readonly<Record<string, Piece>> {
  const words = types.flatMap((type) => [type, type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]);
  return Object.fromEntries(words.map((word) => [word, piece]));
}

const kinds = {
  ...both(text, "text", "TextContent"),
  ...both(thinking, "reasoning", "textReasoning", "ReasoningContent"),
  ...both(call, "functionCall"),
  ...both(result, "functionResult"),
  ...both(hostedCall, "mcpServerToolCall", "codeInterpreterToolCall"),
  ...both(hostedResult, "mcpServerToolResult", "codeInterpreterToolResult"),
  FunctionCallContent: pluginCall,
  FunctionResultContent: result,
  ...both(other, "data", "uri", "error", "usage", "hostedFile", "hostedVectorStore"),
  ...both(other, "functionApprovalRequest", "functionApprovalResponse", "toolApprovalRequest", "toolApprovalResponse"),
  ...both(other, "mcpServerToolApprovalRequest", "mcpServerToolApprovalResponse", "userInputRequest", "userInputResponse"),
  ...both(other, "imageGenerationToolCall", "imageGenerationToolResult"),
  ...both(other, "image", "audio", "fileReference", "annotation"),
  ...both(other, "ImageContent", "AudioContent", "BinaryContent", "FileReferenceContent", "AnnotationContent"),
};

const table: FormatTable = {
  id: "meai",
  title: "Microsoft.Extensions.AI and Semantic Kernel",
  source: "Microsoft.Extensions.AI.Abstractions, AIContent (read 2026-11)",
  claims: [
    {
      because: "has contents with types of Microsoft.Extensions.AI",
      // Messages of other wires have no contents at all; here one without is rare.
      every: { any: [hasContents, { not: { any: [{ keys: ["content"] }, { keys: ["parts"] }] } }] },
      some: {
        any: contents.flatMap((list) => discriminatorsOf(list).map((key) => ({ is: { [`${list}/*/${key}`]: Object.keys(kinds) } }))),
      },
    },
  ],
  entries: [...spelt("messages"), ...stores.flatMap((store) => spelt("messages").map((list) => `${store}/${list}`))],
  answer: { entries: [...spelt("messages"), ""] },
  tools: spelt("tools", "options/tools"),
  request: has("options"),
  read: {
    each: [
      {
        is: "message",
        role: {
          at: spelt("role", "role/label", "role/value"),
          anyCase: true,
          words: { assistant: "assistant", system: "system", developer: "system", user: "user", tool: "tool" },
        },
        beside: [
          { is: "text", at: spelt("content", "text"), if: { not: hasContents } },
          { is: "pieces", at: contents.map((list) => `${list}/*`), by, needsKind: true, kinds },
        ],
        finish: {
          at: spelt("finishReason"),
          words: { stop: "stop", length: "length", tool_calls: "tool_calls", content_filter: "content_filter" },
        },
      },
    ],
  },
};

const messages = tableFormat(table, (_, entries) => entries && withoutUpdates(entries, member));

/**
 * Chat messages of Microsoft.Extensions.AI and of the agent frameworks built on it, in .NET (`$type`) and Python (`type`), and of Semantic
 * Kernel, which has words of its own.
 *
 * Source: Microsoft.Extensions.AI.Abstractions 10, `AIContent` and its derived types; Microsoft.SemanticKernel.Abstractions 1.6x,
 * `KernelContent`; agent-framework (Python) `_types` (read 2026-11).
 */
export const meai: Format = {
  ...messages,
  adapt: (recording) =>
    messages.adapt(recording).map((conversation) => {
      const { body, response = body } = recording;
      // Messages name the model as well, which may be another one each time.
      const model = (member(body, "modelId") ?? member(response, "modelId"))?.string();
      return withPluginNames({ ...conversation, provider: { ...conversation.provider, model } });
    }),
};
