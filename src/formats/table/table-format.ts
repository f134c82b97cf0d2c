import type { JsonNode } from "../../json/node.js";
import type { Recorded } from "../../model/conversation.js";
import { ConversationDraft, recordedFrom } from "../conversation-draft.js";
import { type Format, noMatch, type Recording } from "../format.js";
import { claimsOf, marksOf, rootKeysOf } from "./claims.js";
import { wordOf } from "./condition.js";
import { readyPieces } from "./pieces.js";
import { listAt, type Path, pathOf, pathsOf, valueAt, valuesAt } from "./place.js";
import { TableReader } from "./reader.js";
import type { FormatTable, Piece, Pieces } from "./table.js";

/** Makes a format of a table. */
export function tableFormat(table: FormatTable): Format {
  const claim = claimsOf(table);
  const marks = marksOf(table);
  return {
    id: table.id,
    title: table.title,
    carries: carriedBy(table),
    source: table.source,
    profile: table.profile ?? "framework",
    rootKeys: rootKeysOf(table),
    ...(marks !== undefined && { marks }),
    detect: ({ body, response }) => (response === undefined || response.kind === "null" ? claim(body) : noMatch),
    adapt: readerOf(table, (body) => claim(body).unit !== undefined),
  };
}

/** @param isEntry whether a document is an entry alone, the line of a log */
function readerOf(table: FormatTable, isEntry: (body: JsonNode) => boolean): Format["adapt"] {
  const conversations = pathsOf(table.conversations ?? "");
  const entries = pathsOf(table.entries ?? "");
  const tools = pathsOf(table.tools);
  const model = pathsOf(table.model);
  const groupBy = table.groupBy === undefined ? undefined : pathOf(table.groupBy);
  const pieces = readyPieces(table.read);
  const { log = false, results = "kept" } = table.harness ?? {};
  const habits = { title: table.title, idsOptional: table.idsOptional ?? false, keepsNoResults: results === "none" };

  function readOne(recording: Recording, conversation: JsonNode, list: readonly JsonNode[] | undefined): Recorded {
    const draft = new ConversationDraft();
    const reader = new TableReader(draft, habits);
    if (list === undefined) draft.report(conversation, `Unexpected ${conversation.kind} without messages, expected a list of messages`);
    for (const entry of list ?? []) reader.readEntry(entry, pieces);
    const lists = [...valuesAt(conversation, tools), ...(conversation === recording.body ? [] : valuesAt(recording.body, tools))];
    const [declared] = lists;
    return recordedFrom(draft, recording, {
      format: table.id,
      tools: [declared],
      isRequest: recording.url !== undefined,
      isLog: log && recording.tools === undefined,
      model: valueAt(conversation, model) ?? valueAt(recording.body, model) ?? lastAt(list ?? [], model),
    });
  }

  return (recording) => {
    const { body } = recording;
    if (body.kind === "array") {
      const groups = groupBy === undefined ? [body.items()] : groupsOf(body.items(), groupBy);
      return groups.map((group) => readOne(recording, body, group));
    }
    const found = valuesAt(body, conversations).filter((each) => listAt(each, entries) !== undefined);
    // An entry alone is a conversation of one.
    if (found.length === 0) return [readOne(recording, body, isEntry(body) ? [body] : undefined)];
    return found.flatMap((each) => {
      const items = listAt(each, entries)?.items() ?? [];
      const groups = groupBy === undefined ? [items] : groupsOf(items, groupBy);
      return groups.map((group) => readOne(recording, each, group));
    });
  };
}

function lastAt(entries: readonly JsonNode[], paths: readonly Path[]): JsonNode | undefined {
  const last = entries.findLast((entry) => valueAt(entry, paths) !== undefined);
  return last && valueAt(last, paths);
}

/** Entries by the word at a place, in the order in which the words come first. */
function groupsOf(entries: readonly JsonNode[], place: Path): readonly (readonly JsonNode[])[] {
  const groups = new Map<string, JsonNode[]>();
  for (const entry of entries) {
    const word = wordOf(valueAt(entry, [place])) ?? "";
    const group = groups.get(word) ?? [];
    group.push(entry);
    groups.set(word, group);
  }
  return [...groups.values()];
}

/** What a table can carry, for `guardrails formats`. */
function carriedBy(table: FormatTable): readonly string[] {
  const pieces = [...allPieces(table.read)];
  return [
    "messages",
    ...(pieces.some(({ is }) => is === "call") ? ["calls"] : []),
    ...(pieces.some((piece) => piece.is === "result" || (piece.is === "call" && piece.result !== undefined)) ? ["results"] : []),
    ...(table.tools === undefined ? [] : ["declarations"]),
    ...(pieces.some((piece) => piece.is === "message" && piece.finish !== undefined) ? ["finish reasons"] : []),
  ];
}

function* allPieces({ kinds = {}, each = [] }: Pieces): Generator<Piece, void, undefined> {
  for (const piece of [...Object.values(kinds).flat(), ...each]) {
    yield piece;
    if (piece.is === "pieces") yield* allPieces(piece);
    if (piece.is !== "message") continue;
    yield* piece.beside ?? [];
    if (piece.parts !== undefined) yield* allPieces(piece.parts);
  }
}
