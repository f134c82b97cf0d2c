import type { JsonNode } from "../../json/node.js";
import { field, fieldList } from "./spelling.js";

/** What a content is to us. `plugin`: Semantic Kernel's, whose names have two parts. */
export type ContentKind =
  | "text"
  | "thinking"
  | "call"
  | "result"
  | "hosted-call"
  | "hosted-result"
  | "plugin-call"
  | "plugin-result"
  | "other";

/** Types of contents, by .NET's discriminators and Python's (see the head of the format). */
const kinds: ReadonlyMap<string, ContentKind> = new Map([
  ["text", "text"],
  ["TextContent", "text"],
  ["reasoning", "thinking"],
  ["text_reasoning", "thinking"],
  ["functionCall", "call"],
  ["function_call", "call"],
  ["functionResult", "result"],
  ["function_result", "result"],
  ["mcpServerToolCall", "hosted-call"],
  ["mcp_server_tool_call", "hosted-call"],
  ["codeInterpreterToolCall", "hosted-call"],
  ["code_interpreter_tool_call", "hosted-call"],
  ["mcpServerToolResult", "hosted-result"],
  ["mcp_server_tool_result", "hosted-result"],
  ["codeInterpreterToolResult", "hosted-result"],
  ["code_interpreter_tool_result", "hosted-result"],
  ["FunctionCallContent", "plugin-call"],
  ["FunctionResultContent", "plugin-result"],
  ["data", "other"],
  ["uri", "other"],
  ["error", "other"],
  ["usage", "other"],
  ["hostedFile", "other"],
  ["hosted_file", "other"],
  ["hostedVectorStore", "other"],
  ["hosted_vector_store", "other"],
  ["functionApprovalRequest", "other"],
  ["functionApprovalResponse", "other"],
  ["function_approval_request", "other"],
  ["function_approval_response", "other"],
  ["toolApprovalRequest", "other"],
  ["toolApprovalResponse", "other"],
  ["mcpServerToolApprovalRequest", "other"],
  ["mcpServerToolApprovalResponse", "other"],
  ["userInputRequest", "other"],
  ["userInputResponse", "other"],
  ["imageGenerationToolCall", "other"],
  ["imageGenerationToolResult", "other"],
  ["ImageContent", "other"],
  ["AudioContent", "other"],
  ["BinaryContent", "other"],
  ["FileReferenceContent", "other"],
  ["AnnotationContent", "other"],
  ["ReasoningContent", "thinking"],
]);

/** The contents of a message: `contents`, or Semantic Kernel's `Items`. */
export function contentsOf(message: JsonNode): JsonNode | undefined {
  return fieldList(message, "contents") ?? fieldList(message, "items");
}

/** The discriminator of a content. */
export function contentType(content: JsonNode): JsonNode | undefined {
  return content.get("$type") ?? content.get("type") ?? content.get("content_type");
}

/** What a content is; `undefined` where the libraries know no such type. */
export function kindOfContent(content: JsonNode): ContentKind | undefined {
  return content.kind === "object" ? kinds.get(contentType(content)?.string() ?? "") : undefined;
}

/** The id by which a call and its result find each other. */
export function callIdOf(content: JsonNode): JsonNode | undefined {
  return field(content, "callId") ?? field(content, "id");
}
