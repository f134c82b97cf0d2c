import type { JsonNode } from "../../json/node.js";
import { escapeStep } from "../../json/pointer.js";
import { sliceText } from "../../json/text-slice.js";
import { decodeArguments } from "../arguments.js";
import { LiteralReader } from "../written-calls/python-literal.js";
import type { TagSpan } from "../written-calls/tag-calls.js";
import type { WrittenCall } from "../written-calls/written-call.js";

/** Tools of Cline and of Roo Code, by the tags that their prompts teach (cline/cline `shared/tools.ts`, RooCodeInc/Roo-Code `types/src/tool.ts`, read 2026-12). */
const tools = [
  ...["execute_command", "read_file", "write_to_file", "replace_in_file", "search_files", "list_files", "list_code_definition_names"],
  ...["browser_action", "use_mcp_tool", "access_mcp_resource", "ask_followup_question", "attempt_completion", "new_task", "new_rule"],
  ...["plan_mode_respond", "act_mode_respond", "load_mcp_documentation", "web_fetch", "web_search", "condense", "summarize_task"],
  ...["report_bug", "use_skill", "apply_diff", "apply_patch", "insert_content", "search_and_replace", "edit_file", "switch_mode"],
  ...["fetch_instructions", "codebase_search", "update_todo_list", "run_slash_command", "generate_image"],
] as const;

const opener = new RegExp(`(?:^|\\s)<(${tools.join("|")})>(?=\\s*<)`, "dg");

/** The header that the result of a call has: `[read_file for 'a.ts'] Result:`. */
const header = new RegExp(`^\\s*\\[(${tools.join("|")})\\b[^\\n]{0,4000}?\\] Result:`, "d");

/** Parameters whose text may hold tags of its own: they end with the last closing tag. */
const wholeTexts: ReadonlySet<string> = new Set(["content", "diff", "arguments", "args", "result"]);

/** A call in tags; the text may end inside it. */
interface TagCall extends WrittenCall {
  readonly isCut: boolean;
}

/** The call in an assistant's text: one at most is run, the first. What the model thought is not looked at. */
export function callIn(text: JsonNode): TagCall | undefined {
  const source = text.string() ?? "";
  const pattern = new RegExp(opener);
  const thoughts = /^\s*<thinking>[\s\S]*?<\/thinking>/.exec(source)?.[0].length ?? 0;
  pattern.lastIndex = Math.max(0, thoughts - 1);
  const found = pattern.exec(source);
  const name = found?.indices?.[1];
  if (found === null || name === undefined) return undefined;
  const from = name[0] - 1;
  const close = `</${found[1]}>`;
  const closed = source.lastIndexOf(close);
  const isCut = closed < name[1];
  const body = { from: name[1] + 1, to: isCut ? source.length : closed };
  const call = { from, to: isCut ? source.length : closed + close.length };
  return { ...readCall(text, call, { from: name[0], to: name[1] }, body), isCut };
}

/** The name in the header that a result begins with, and where what it says begins. */
export function headerOf(text: JsonNode): { readonly name: JsonNode; readonly to: number } | undefined {
  const found = header.exec(text.string() ?? "");
  const name = found?.indices?.[1];
  return found === null || name === undefined ? undefined : { name: sliceText(text, name[0], name[1]), to: found[0].length };
}

function readCall(text: JsonNode, call: TagSpan, name: TagSpan, body: TagSpan): WrittenCall {
  const source = text.string() ?? "";
  const parameters = parametersIn(source, body);
  const server = source.slice(name.from, name.to) === "use_mcp_tool" ? parameters.get("tool_name") : undefined;
  const given = sliceText(text, body.from, body.to);
  const at = sliceText(text, call.from, call.to);
  // A tool of an MCP server has its name and its arguments, as JSON, in parameters.
  if (server !== undefined) {
    const json = parameters.get("arguments");
    const inner = json === undefined ? undefined : sliceText(text, json.from, json.to);
    const decoded = decodeArguments(inner, { container: "string" });
    return { call: at, name: sliceText(text, server.from, server.to), id: undefined, arguments: inner ?? given, decoded };
  }
  const reader = new LiteralReader(source);
  for (const [key, { from, to }] of parameters) {
    reader.at = to;
    reader.place(`/${escapeStep(key)}`, from);
  }
  reader.at = body.to;
  reader.place("", body.from);
  const members = Object.fromEntries([...parameters].map(([key, { from, to }]) => [key, source.slice(from, to)]));
  return {
    call: at,
    name: sliceText(text, name.from, name.to),
    id: undefined,
    arguments: given,
    decoded: { kind: "parsed", root: reader.node(members, text), document: null },
  };
}

/** The parameters of a call: texts in tags of their names, without the line breaks around them. */
function parametersIn(source: string, { from, to }: TagSpan): ReadonlyMap<string, TagSpan> {
  const found = new Map<string, TagSpan>();
  const text = source.slice(0, to);
  const pattern = /<([a-z_]{1,60})>/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, key = ""] = match;
    const close = `</${key}>`;
    const end = wholeTexts.has(key) ? text.lastIndexOf(close) : text.indexOf(close, pattern.lastIndex);
    if (end < pattern.lastIndex) continue;
    const raw = text.slice(pattern.lastIndex, end);
    const start = pattern.lastIndex + raw.length - raw.trimStart().length;
    found.set(key, { from: start, to: start + raw.trim().length });
    pattern.lastIndex = end + close.length;
  }
  return found;
}
