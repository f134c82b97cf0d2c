import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import { adaptedFrom, ConversationDraft } from "./conversation-draft.js";
import { certain, type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { ContentReader } from "./google/content.js";
import { readGoogleTools } from "./google/declared.js";
import { judgeLines } from "./judge-lines.js";
import { type Branch, branchesOf } from "./session/branches.js";

/**
 * Sessions of Qwen Code (`~/.qwen/projects/…/chats/<id>.jsonl`): a tree of lines around the contents of Gemini's API.
 *
 * Source: QwenLM/qwen-code, packages/core, `chatRecordingService.ts` (`ChatRecord`, read 2026-12).
 */
export const qwenCode: Format = {
  id: "qwen-code",
  title: "Qwen Code session",
  carries: ["messages", "calls", "results", "branches"],
  source: "QwenLM/qwen-code, packages/core/src/services/chatRecordingService.ts (read 2026-12)",
  profile: "session-log",
  rootKeys: ["sessionId", "parentUuid", "[].sessionId", "[].parentUuid"],
  detect,
  adapt,
};

const types: ReadonlySet<string> = new Set(["user", "assistant", "tool_result", "system"]);

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined) return noMatch;
  return body.kind === "array" ? judgeLines(body, judgeLine) : { ...judgeLine(body), unit: "message" };
}

function judgeLine(line: JsonNode): Detection {
  const type = line.kind === "object" ? line.get("type")?.string() : undefined;
  if (type === undefined || !types.has(type)) return noMatch;
  if (line.get("parentUuid") === undefined && line.get("sessionId") === undefined) return noMatch;
  const message = line.get("message");
  if (message?.get("parts") !== undefined) return certain("has lines around contents, with a session and parents");
  return line.get("systemPayload") !== undefined || type === "tool_result" ? certain("has lines of a session of Qwen Code") : noMatch;
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body, tools } = recording;
  const lines = body.kind === "array" ? body.items() : [body];
  const { parents, cuts } = link(lines);
  const branches = branchesOf(parents, { mayEnd: (line) => contentOf(lines[line]) !== undefined })
    .toSorted((one, other) => (one.entries[0] ?? 0) - (other.entries[0] ?? 0))
    .filter(({ entries, from }) => from === undefined || entries.some((entry) => holdsExchange(lines[entry])));
  const all: readonly Branch[] = branches.length > 0 ? branches : [{ entries: [], from: undefined }];
  const notes = lines.filter((line) => contentOf(line) === undefined);
  return all.map(({ entries, from }, position) => {
    const draft = new ConversationDraft();
    const reader = new ContentReader(draft);
    for (const entry of entries) {
      const content = contentOf(lines[entry]);
      if (content !== undefined) reader.read(content);
    }
    if (position === 0) draft.leftOut.push(...notes);
    const models = entries.map((entry) => lines[entry]?.get("model")).filter((model) => model?.kind === "string");
    return adaptedFrom(draft, recording, {
      format: "qwen-code",
      declared: readGoogleTools(tools, draft.messages),
      isLog: tools === undefined,
      model: models.at(-1),
      historyCut: from !== undefined || entries.some((entry) => cuts.has(entry)),
      at: all.length === 1 ? undefined : lines[entries[0] ?? 0],
    });
  });
}

function contentOf(line: JsonNode | undefined): JsonNode | undefined {
  const message = line?.get("message");
  return line?.get("type")?.string() !== "system" && message?.kind === "object" ? message : undefined;
}

function holdsExchange(line: JsonNode | undefined): boolean {
  return (contentOf(line)?.get("parts")?.items() ?? []).some(
    (part) => (part.get("functionCall") ?? part.get("functionResponse")) !== undefined,
  );
}

interface Links {
  readonly parents: readonly (number | undefined)[];
  /** Lines that go on from one that is not in the file. */
  readonly cuts: ReadonlySet<number>;
}

/** A line whose parent is not there goes on from the one before it, or begins in the middle where none is. */
function link(lines: readonly JsonNode[]): Links {
  const byId = new Map<string, number>();
  for (const [index, line] of lines.entries()) byId.set(line.get("uuid")?.string() ?? "", index);
  const cuts = new Set<number>();
  const parents = lines.map((line, index): number | undefined => {
    const named = line.get("parentUuid");
    if (named?.kind === "null") return undefined;
    const id = named?.string();
    const parent = id === undefined ? undefined : byId.get(id);
    if (parent !== undefined && parent !== index) return parent;
    if (index === 0 && id !== undefined) cuts.add(index);
    return index === 0 ? undefined : index - 1;
  });
  return { parents, cuts };
}
