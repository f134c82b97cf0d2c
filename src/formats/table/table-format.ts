import type { JsonNode } from "../../json/node.js";
import type { AdaptedConversation, Role, ToolChoice } from "../../model/conversation.js";
import { type ChatDialect, ChatReader } from "../chat/reader.js";
import { adaptedFrom, ConversationDraft } from "../conversation-draft.js";
import { type Format, noMatch, type RecordingInput } from "../format.js";
import { withoutRepeated } from "../repeated-history.js";
import { noList } from "../shape-faults.js";
import { answerIn, claimsOf, rootKeysOf } from "./claims.js";
import { testOf, wordOf } from "./condition.js";
import {
  type ConversationPlaces,
  conversationsIn,
  type FoundConversation,
  type Missing,
  missingAt,
  placesOf,
  withInner,
} from "./conversations.js";
import { needsOf } from "./needs.js";
import { readyFinish } from "./pieces.js";
import { keyOf, type Path, pathsOf, valueAt, valuesAt } from "./place.js";
import { piecesReader } from "./reader.js";
import type { FormatTable, Piece, Pieces } from "./table.js";
import { TableWatch } from "./watch.js";

/** A format that is a table. */
export interface TableFormat extends Format {
  readonly table: FormatTable;
}

/**
 * The entries of a conversation as they are to be read, where a table cannot say so: trees laid out, deltas put together, lists turned
 * round. `entries` are those that the table found; `undefined` where there are none, which is reported.
 */
export type Arrange = (conversation: JsonNode, entries: readonly JsonNode[] | undefined) => readonly JsonNode[] | undefined;

/** Makes a format of a table. */
export function tableFormat(table: FormatTable, arrange?: Arrange): TableFormat {
  return formatOf(table, { arrange });
}

/** A table of one's own as a format, and what its places lead to while it is read: one that leads nowhere is to be reported. */
export function watchedFormat(table: FormatTable): { readonly format: TableFormat; readonly watch: TableWatch } {
  const watch = new TableWatch(carriedBy(table).includes("calls") && table.read !== "openai-chat");
  return { format: formatOf(table, { watch }), watch };
}

/** What goes with a table and is code. */
interface TableHooks {
  readonly watch?: TableWatch | undefined;
  readonly arrange?: Arrange | undefined;
}

function formatOf(table: FormatTable, hooks: TableHooks): TableFormat {
  // Most tables are asked for nothing but their keys in a run: the rest is made ready when it is needed.
  const claim = whenAsked(() => claimsOf(table, placesOf(table)));
  const adapt = whenAsked(() => readerOf(table, placesOf(table), (body) => claim()(body, undefined).unit !== undefined, hooks));
  const carries = whenAsked(() => carriedBy(table));
  return {
    table,
    id: table.id,
    title: table.title,
    get carries() {
      return carries();
    },
    source: table.source,
    profile: table.profile ?? "framework",
    rootKeys: rootKeysOf(table),
    needs: needsOf(table),
    detect: ({ body, response }) => {
      const answered = response?.kind === "null" ? undefined : response;
      return answered === undefined || table.answer !== undefined ? claim()(body, answered) : noMatch;
    },
    adapt: (recording) => adapt()(recording),
  };
}

/** Makes something at the first call, and gives it at each. */
function whenAsked<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function isDeclaring(tools: JsonNode): boolean {
  return tools.kind !== "string" || tools.string()?.trim() !== "";
}

/** @param isEntry whether a document is an entry alone, the line of a log */
function readerOf(
  table: FormatTable,
  places: ConversationPlaces,
  isEntry: (body: JsonNode) => boolean,
  { watch, arrange = (_, entries) => entries }: TableHooks,
): Format["adapt"] {
  const tools = pathsOf(table.tools);
  const model = pathsOf(table.model);
  const toolChoice = pathsOf(table.toolChoice);
  const request = table.request && testOf(table.request);
  const historyCut = table.historyCut && testOf(table.historyCut);
  const groupBy = pathsOf(table.groupBy);
  const readAll = entriesReader(table, watch);
  const finish = table.answer?.finish && readyFinish(table.answer.finish);
  const key = keyOf(places.entries) ?? "messages";

  function readOne(
    recording: RecordingInput,
    { node, entries }: FoundConversation | Missing,
    answer: readonly JsonNode[],
  ): AdaptedConversation {
    const { body } = recording;
    const draft = new ConversationDraft();
    if (entries === undefined) draft.report(missingAt(node, places), noList(`\`${key}\` list`, node));
    readAll(draft, entries ?? [], answer, node);
    watch?.conversation();
    if (answer.length > 0 && finish !== undefined) draft.finish(valueAt(recording.response ?? body, finish.at), finish.words);
    const declared = [node, body].map((place) => valuesAt(place, tools).filter(isDeclaring)).find((lists) => lists.length > 0) ?? [];
    const around = {
      ...recording,
      dataset: recording.dataset || table.dataset === true,
      at: node === body || node.kind === "array" ? recording.at : node,
    };
    return adaptedFrom(draft, around, {
      format: table.id,
      // A place with `*` leads to the declarations one by one.
      tools: declared[0]?.kind === "object" ? declared : declared.slice(0, 1),
      isRequest: recording.url !== undefined || answer.length > 0 || (request?.holds(body) ?? false),
      model: valueAt(node, model) ?? valueAt(body, model) ?? lastAt([...(entries ?? []), ...answer], model),
      historyCut: historyCut !== undefined && (entries ?? []).slice(0, 2).some((entry) => historyCut.holds(entry)),
      isLog: table.harness?.log === true && recording.tools === undefined,
      toolChoice: readToolChoice(valueAt(body, toolChoice)),
    });
  }

  return (recording) => {
    const { body } = recording;
    const response = recording.response?.kind === "null" ? undefined : recording.response;
    const answer = answerIn(body, response, places);
    const all = foundIn(body, answer.length > 0)
      .map(({ node, entries }) => ({ node, entries: arrange(node, entries) }))
      .flatMap((found) => groupsOf(found, groupBy))
      .map((found, index) => readOne(recording, found, index === 0 ? answer : []));
    return table.repeatsHistory === true ? withoutRepeated(all) : all;
  };

  function foundIn(body: JsonNode, isAnswered: boolean): readonly (FoundConversation | Missing)[] {
    const found = conversationsIn(body, places).flatMap((each) => [...withInner(each, places)]);
    if (found.length > 0) return found;
    if (body.kind === "array") return [{ node: body, entries: body.items() }];
    // An entry alone is a conversation of one.
    if (isEntry(body)) return [{ node: body, entries: [body] }];
    return [{ node: body, entries: isAnswered ? [] : undefined }];
  }
}

/** How the entries of a conversation, and those of the answer to it, get into a draft. */
function entriesReader({ title, read, idsOptional = false, numberIds = false, harness }: FormatTable, watch?: TableWatch) {
  if (read === "openai-chat") {
    const dialect: ChatDialect = {
      roles: chatRoles,
      typeIsRole: false,
      container: "either",
      flatCalls: false,
      contentTypes: null,
      idsOptional,
    };
    return (draft: ConversationDraft, entries: readonly JsonNode[], answer: readonly JsonNode[], _?: JsonNode): void => {
      const reader = new ChatReader(draft, dialect);
      reader.readAll(entries);
      reader.readAll(answer, { fromResponse: true });
    };
  }
  return piecesReader(read, { title, idsOptional, numberIds, keepsNoResults: harness?.results === "none", watch });
}

const chatRoles: ReadonlyMap<string, Role> = new Map([
  ["assistant", "assistant"],
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["tool", "tool"],
  ["function", "tool"],
]);

function readToolChoice(at: JsonNode | undefined): ToolChoice | undefined {
  const word = at?.string();
  const isKnown = word === "auto" || word === "required" || word === "none";
  return at === undefined || !isKnown ? undefined : { mode: word, names: [], at };
}

function lastAt(entries: readonly JsonNode[], paths: readonly Path[]): JsonNode | undefined {
  if (paths.length === 0) return undefined;
  for (const entry of entries.toReversed()) {
    const value = valueAt(entry, paths);
    if (value?.kind === "string") return value;
  }
  return undefined;
}

/** A conversation for each word at a place of its entries, in the order in which the words come first. */
function groupsOf(found: FoundConversation | Missing, paths: readonly Path[]): readonly (FoundConversation | Missing)[] {
  if (paths.length === 0 || found.entries === undefined || found.entries.length === 0) return [found];
  const groups = new Map<string, JsonNode[]>();
  for (const entry of found.entries) {
    const word = wordOf(valueAt(entry, paths)) ?? "";
    const group = groups.get(word) ?? [];
    group.push(entry);
    groups.set(word, group);
  }
  return [...groups.values()].map((entries) => ({ node: found.node, entries }));
}

/** What a table can carry, for `guardrails formats`. */
function carriedBy(table: FormatTable): readonly string[] {
  const pieces = table.read === "openai-chat" ? [] : [...allPieces(table.read)];
  const isChat = table.read === "openai-chat";
  const answers = table.answer !== undefined;
  return [
    "messages",
    ...(answers ? ["responses"] : []),
    ...(isChat || pieces.some(({ is }) => is === "call" || is === "openai-call" || is === "written-calls") ? ["calls"] : []),
    ...(isChat || pieces.some((piece) => piece.is === "result" || (piece.is === "call" && piece.result !== undefined)) ? ["results"] : []),
    ...(pieces.some((piece) => piece.is === "call" && piece.hosted !== undefined) ? ["hosted tools"] : []),
    ...(table.tools === undefined ? [] : ["declarations"]),
    ...(table.toolChoice === undefined ? [] : ["tool choice"]),
    ...(table.answer?.finish !== undefined || pieces.some((piece) => piece.is === "message" && piece.finish !== undefined)
      ? ["finish reasons"]
      : []),
    ...(table.inner === undefined ? [] : ["sub-agents"]),
  ];
}

function* allPieces({ kinds = {}, each = [] }: Pieces): Generator<Piece, void, undefined> {
  for (const piece of [...Object.values(kinds).flat(), ...each]) yield* withParts(piece);
}

function* withParts(piece: Piece): Generator<Piece, void, undefined> {
  yield piece;
  if (piece.is === "pieces") yield* allPieces(piece);
  if (piece.is !== "message") return;
  for (const beside of piece.beside ?? []) yield* withParts(beside);
  if (piece.parts !== undefined) yield* allPieces(piece.parts);
}
