import { readTools } from "../declarations/index.js";
import type { JsonNode } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolArguments } from "../model/exchange.js";
import { decodeArguments } from "./arguments.js";
import { adaptedFrom, ConversationDraft, type MessageDraft } from "./conversation-draft.js";
import { type Detection, type Format, noMatch, type RecordingInput } from "./format.js";
import { mustBeKind } from "./shape-faults.js";
import { readPythonCalls } from "./written-calls/python-calls.js";
import type { WrittenCall } from "./written-calls/written-call.js";

/**
 * Lines of the Berkeley Function Calling Leaderboard: questions with their functions, a model's results, expected answers. Lines of one
 * file that have the same id belong together; no result of a call is kept.
 *
 * Source: gorilla, berkeley-function-call-leaderboard, README.md and `bfcl_eval/data`, read 2026-11.
 */
export const bfcl: Format = {
  id: "bfcl",
  title: "Berkeley Function Calling Leaderboard",
  carries: ["calls", "declarations"],
  source: "gorilla, berkeley-function-call-leaderboard/bfcl_eval (read 2026-11)",
  profile: "dataset",
  rootKeys: ["question", "result", "ground_truth", "[].question", "[].result", "[].ground_truth"],
  detect,
  adapt,
};

/** The names of categories that ids begin with. */
const ids =
  /^(?:live_|exec_)?(?:simple|multiple|parallel|irrelevance|relevance|multi_turn|java|javascript|rest|sql|chatable|memory|web_search|format_sensitivity)/;

function detect({ body, response }: RecordingInput): Detection {
  if (response !== undefined && response.kind !== "null") return noMatch;
  const row = body.kind === "array" ? body.first() : body;
  if (row?.get("id")?.kind !== "string" || row.get("jsonrpc") !== undefined) return noMatch;
  const isUnit = body.kind === "object" ? ({ unit: "message" } as const) : {};
  if (isQuestion(row)) return { match: "certain", because: "is a question of the leaderboard, in turns", ...isUnit };
  const id = row.get("id")?.string() ?? "";
  const isAnswer = (row.get("result") ?? row.get("ground_truth")) !== undefined && ids.test(id);
  return isAnswer ? { match: "certain", because: "answers a question of the leaderboard", ...isUnit } : noMatch;
}

/** Messages of each turn; the functions are beside them, or in files of their own for the classes that a question involves. */
function isQuestion(row: JsonNode): boolean {
  const turns = row.get("question");
  const isTurned = turns?.kind === "array" && (turns.first() === undefined || turns.first()?.kind === "array");
  return isTurned && ["function", "involved_classes", "initial_config"].some((key) => row.get(key) !== undefined);
}

function adapt(recording: RecordingInput): readonly AdaptedConversation[] {
  const { body } = recording;
  const rows = body.kind === "array" ? body.items() : [body];
  const questions = new Map<string, JsonNode>();
  for (const row of rows) if (row.get("question") !== undefined) questions.set(row.get("id")?.string() ?? "", row);
  const answered = new Set<JsonNode>();
  const answers = rows.flatMap((row): readonly AdaptedConversation[] => {
    if (row.get("question") !== undefined && row.get("result") === undefined) return [];
    const question = row.get("question") === undefined ? questions.get(row.get("id")?.string() ?? "") : row;
    if (question !== undefined) answered.add(question);
    return [new RowReader(question).read(row, recording)];
  });
  const open = [...questions.values()].filter((question) => !answered.has(question));
  return [...answers, ...open.map((question) => new RowReader(question).read(question, recording))];
}

class RowReader {
  readonly #draft = new ConversationDraft();
  readonly #question: JsonNode | undefined;
  readonly #tools: JsonNode | undefined;
  /** Names as they are declared, by their spelling for models that take no dots. */
  readonly #declared = new Map<string, string>();
  /** Values of Java and JavaScript are written as text, whatever type is declared. */
  #isForeign = false;

  constructor(question: JsonNode | undefined) {
    this.#question = question;
    this.#tools = question?.get("function");
    if (this.#tools === undefined) return;
    for (const { key } of readTools(this.#tools).tools) this.#declared.set(key.replace(/[^\w-]/g, "_"), key);
  }

  read(row: JsonNode, recording: RecordingInput): AdaptedConversation {
    this.#isForeign = /java/.test(row.get("id")?.string() ?? "");
    if (row.kind !== "object") this.#draft.report(row, mustBeKind("A row", "an object with `id`", row));
    const turns = this.#question?.get("question")?.items() ?? [];
    const answers = turnsOf(row.get("result") ?? row.get("ground_truth"));
    for (let index = 0; index < Math.max(turns.length, answers.length); index += 1) {
      for (const message of turns[index]?.items() ?? []) this.#ask(message);
      for (const step of answers[index] ?? []) this.#answer(step);
    }
    // Files of results have their declarations in the file of questions.
    const isLog = this.#tools === undefined && recording.tools === undefined;
    return adaptedFrom(this.#draft, { ...recording, dataset: true, at: row }, { format: "bfcl", tools: [this.#tools], isLog });
  }

  #ask(node: JsonNode): void {
    const word = node.get("role")?.string();
    const role = word === "system" || word === "assistant" ? word : "user";
    const content = node.get("content");
    const message = this.#draft.open({ role, at: node, roleAt: node.get("role") });
    if (content?.kind === "string") message.text(content);
  }

  #answer(step: JsonNode): void {
    const message = this.#draft.open({ role: "assistant", at: step });
    if (step.kind === "string") this.#answerText(step, message);
    for (const item of step.items()) {
      if (item.kind === "string") this.#answerText(item, message);
      for (const { key, value } of item.entries()) {
        // Expected answers list the values that count as right: there are no arguments yet.
        const isExpected = value.kind === "object" && value.entries().some((each) => each.value.kind === "array");
        const decoded = isExpected ? expected : decodeArguments(value, { container: "either" });
        this.#call(message, { call: item, name: key, id: undefined, arguments: value, decoded });
      }
    }
  }

  /** Calls as Python, also without the brackets of a list; anything else is prose. Where code is run, arguments may be given by order. */
  #answerText(node: JsonNode, message: MessageDraft): void {
    const text = (node.string() ?? "").trim();
    if (!/^\[?\s*[\w.]+\s*\(/.test(text) || !/[)\]]$/.test(text)) {
      message.text(node);
      return;
    }
    for (const call of readPythonCalls(node, { byOrder: true }).calls) this.#call(message, call);
  }

  #call(message: MessageDraft, { decoded, ...parts }: WrittenCall): void {
    const name = parts.name?.string() ?? null;
    message.call({
      ...parts,
      named: name === null ? null : (this.#declared.get(name) ?? name),
      decoded: this.#isForeign && decoded.kind === "parsed" ? otherLanguage : decoded,
      idOptional: true,
      expectsNoResult: true,
      partial: name === null && decoded.kind === "malformed",
    });
  }
}

const expected: ToolArguments = { kind: "unknown", because: "the row lists the values that are right" };
const otherLanguage: ToolArguments = { kind: "unknown", because: "values of Java and JavaScript are written as text" };

/** The steps of each turn: one turn of one step, unless results are nested. */
function turnsOf(result: JsonNode | undefined): readonly (readonly JsonNode[])[] {
  if (result === undefined || result.kind === "null") return [];
  const items = result.items();
  const isNested = items.length > 0 && items.every(({ kind }) => kind === "array");
  if (!isNested) return [[result]];
  return items.map((turn) => (turn.items().some(({ kind }) => kind === "array") ? turn.items() : [turn]));
}
