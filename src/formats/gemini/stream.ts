import { composeArray, composeObject, joinText } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Answer } from "../answer.js";
import { readName } from "../call-draft.js";
import { given } from "../google/field.js";
import { isErrorBody, readRefusal } from "../refusal.js";
import { AnswerDraft, foldStream, type StreamWire } from "../stream.js";
import type { Candidate, CandidateList } from "./candidate.js";
import { finishReason } from "./finish.js";
import { PartialArguments } from "./partial-arguments.js";

/** One response while its chunks come in (Gemini API reference, `streamGenerateContent`, read 2026-11). */
class ResponseDraft extends AnswerDraft {
  readonly candidates = new Map<number, StreamedCandidate>();
  model: JsonNode | undefined;
  id: string | undefined;

  override get isEnded(): boolean {
    return [...this.candidates.values()].every(({ isFinished }) => isFinished);
  }

  read(chunk: JsonNode): void {
    this.opening ??= chunk;
    this.model ??= given(chunk, "modelVersion", "model_version");
    this.id ??= given(chunk, "responseId", "response_id")?.string();
    (given(chunk, "candidates")?.items() ?? []).forEach((node, position) => {
      const index = given(node, "index")?.number() ?? position;
      const candidate = this.candidates.get(index) ?? new StreamedCandidate(node);
      this.candidates.set(index, candidate);
      const fault = candidate.read(node);
      if (fault !== undefined) this.contradict(fault.at, fault.message);
    });
  }
}

const wire: StreamWire<JsonNode, ResponseDraft> = {
  draft: (list) => new ResponseDraft(list, { answer: "answer", end: "finish reason" }),
  eventOf: (data) => (data.kind === "object" ? data : undefined),
  begins: () => false,
  read(event, draft) {
    if (isErrorBody(event)) draft.error ??= event;
    else draft.read(responseIn(event));
  },
};

/** Responses of several requests are told apart by their ids, or by a chunk with parts after the end. */
const severalWire: StreamWire<JsonNode, ResponseDraft> = {
  ...wire,
  begins(event, draft) {
    const chunk = responseIn(event);
    const id = given(chunk, "responseId", "response_id")?.string();
    if (draft.opening === undefined) return false;
    return id !== undefined && draft.id !== undefined ? id !== draft.id : draft.candidates.size > 0 && draft.isEnded && holdsParts(chunk);
  },
};

/** Puts the response in a list of chunks together, the answer to one request. */
export function readGeminiStream(list: JsonNode, status: number | undefined): readonly Answer<CandidateList>[] {
  return foldStream(list, wire).map((draft) => finish(draft, status));
}

/** Puts the responses in a list of chunks together, that nobody asked for in this file. */
export function readGeminiStreams(list: JsonNode): readonly Answer<CandidateList>[] {
  return foldStream(list, severalWire).map((draft) => finish(draft, undefined));
}

function finish({ candidates, model, error, anomalies }: ResponseDraft, status: number | undefined): Answer<CandidateList> {
  const ordered = [...candidates].sort(([one], [other]) => one - other).map(([, candidate]) => candidate.answer());
  return { body: { candidates: ordered, model }, refusal: error && readRefusal(error, status), anomalies };
}

/** The response inside what the Code Assist endpoint wraps around it: `{response: {candidates}, traceId}`. */
export function responseIn(node: JsonNode): JsonNode {
  const inner = node.get("response");
  return given(inner, "candidates", "promptFeedback", "prompt_feedback") === undefined ? node : (inner ?? node);
}

function holdsParts(chunk: JsonNode): boolean {
  return given(given(given(chunk, "candidates")?.first(), "content"), "parts")?.first() !== undefined;
}

interface StreamFault {
  readonly at: JsonNode;
  readonly message: string;
}

/** A piece of the answer, in the order in which each began. */
type Piece =
  | { readonly kind: "part"; readonly node: JsonNode }
  /** `part` is the first of those whose texts are joined. */
  | { readonly kind: "text"; readonly part: JsonNode; readonly thought: JsonNode | undefined; readonly texts: JsonNode[] }
  | { readonly kind: "call"; readonly call: StreamedCall };

/** A call that comes in one part, or in several (Vertex AI, `streamFunctionCallArguments`). */
interface StreamedCall {
  readonly part: JsonNode;
  readonly node: JsonNode;
  readonly name: JsonNode | undefined;
  readonly args: PartialArguments;
  readonly id: JsonNode | undefined;
  isOpen: boolean;
  inPieces: boolean;
}

class StreamedCandidate {
  readonly #at: JsonNode;
  readonly #pieces: Piece[] = [];
  readonly #byId = new Map<string, StreamedCall>();
  #role: JsonNode | undefined;
  #content: JsonNode | undefined;
  #finishReason: JsonNode | undefined;
  #finishMessage: JsonNode | undefined;
  /** The call that pieces without an id belong to. */
  #current: StreamedCall | undefined;

  constructor(at: JsonNode) {
    this.#at = at;
  }

  get isFinished(): boolean {
    return finishReason(this.#finishReason) !== undefined;
  }

  read(candidate: JsonNode): StreamFault | undefined {
    this.#finishReason = given(candidate, "finishReason", "finish_reason") ?? this.#finishReason;
    this.#finishMessage = given(candidate, "finishMessage", "finish_message") ?? this.#finishMessage;
    const content = given(candidate, "content");
    this.#content ??= content;
    this.#role ??= given(content, "role");
    let fault: StreamFault | undefined;
    for (const part of given(content, "parts")?.items() ?? []) {
      const call = given(part, "functionCall", "function_call");
      if (call?.kind === "object") fault ??= this.#readCall(call, part);
      else this.#readOther(part);
    }
    return fault;
  }

  answer(): Candidate {
    const parts = this.#pieces.map(assemble);
    const last = this.#pieces.at(-1);
    const isCut = !this.isFinished && last?.kind === "call" && last.call.isOpen;
    const at = this.#content ?? this.#at;
    return {
      at: this.#at,
      content: composeObject(
        [
          ["role", this.#role],
          ["parts", composeArray(parts, at)],
        ],
        at,
      ),
      finishReason: this.#finishReason,
      finishMessage: this.#finishMessage,
      cut: isCut ? given(parts.at(-1), "functionCall", "function_call") : undefined,
    };
  }

  /** Texts that follow each other are one text: a call that leaked into it may be torn. */
  #readOther(part: JsonNode): void {
    const text = given(part, "text");
    const isBare = text?.kind === "string" && part.entries().every(({ key, value }) => value.kind === "null" || isTrait(key.string()));
    if (text === undefined || !isBare) {
      this.#pieces.push({ kind: "part", node: part });
      return;
    }
    if (text.string() === "") return; // the last chunk often brings no more than a finish reason
    const thought = given(part, "thought");
    const last = this.#pieces.at(-1);
    if (last?.kind === "text" && last.thought?.boolean() === thought?.boolean()) last.texts.push(text);
    else this.#pieces.push({ kind: "text", part, thought, texts: [text] });
  }

  #readCall(node: JsonNode, part: JsonNode): StreamFault | undefined {
    const pieces = given(node, "partialArgs", "partial_args");
    const args = given(node, "args");
    const name = given(node, "name");
    const goesOn = given(node, "willContinue", "will_continue")?.boolean() === true;
    const known = this.#callOf(node, readName(name), pieces !== undefined);
    if (known === undefined) {
      // What closes a call that is not open, or names nothing, is a call of its own only if it says something.
      if (name === undefined && pieces === undefined && args === undefined) return undefined;
      if (name === undefined && pieces !== undefined) return { at: node, message: "The stream continues a call that it never began" };
    }
    const call = known ?? this.#begin(node, part, args === undefined || goesOn);
    call.isOpen = goesOn;
    if (known !== undefined) call.inPieces = true;
    if (pieces === undefined && known === undefined && !goesOn) return undefined;
    call.inPieces = true;
    if (args !== undefined) call.args.seed(args);
    for (const piece of pieces?.items() ?? []) {
      const message = call.args.write(piece);
      if (message !== undefined) return { at: piece, message };
    }
    return undefined;
  }

  /** The call that a part goes on with: the one with its id, else the last one, unless the part begins another. */
  #callOf(node: JsonNode, name: string | null, hasPieces: boolean): StreamedCall | undefined {
    const id = readName(given(node, "id"));
    const same = id === null ? undefined : this.#byId.get(id);
    if (same !== undefined) return same;
    const current = this.#current;
    if (id !== null && current?.id !== undefined) return undefined;
    // Some repeat the name on each piece. The mark that ends a call may be missing, so a name without pieces begins the next.
    if (name !== null && !(hasPieces && current?.isOpen === true && readName(current.name) === name)) return undefined;
    return current;
  }

  /** @param mayGoOn not whole yet: whole calls that share an id by mistake are two calls */
  #begin(node: JsonNode, part: JsonNode, mayGoOn: boolean): StreamedCall {
    const id = given(node, "id");
    const key = readName(id);
    const call: StreamedCall = { part, node, id, name: given(node, "name"), args: new PartialArguments(), isOpen: false, inPieces: false };
    if (key !== null && mayGoOn) this.#byId.set(key, call);
    this.#current = mayGoOn ? call : undefined;
    this.#pieces.push({ kind: "call", call });
    return call;
  }
}

/** Keys that may be beside a text without being more than that. */
function isTrait(key: string | undefined): boolean {
  return key === "text" || key === "thought" || key === "thoughtSignature" || key === "thought_signature";
}

function assemble(piece: Piece): JsonNode {
  switch (piece.kind) {
    case "part":
      return piece.node;
    case "text": {
      const { part, thought, texts } = piece;
      const [first] = texts;
      if (first === undefined || texts.length === 1) return part;
      return composeObject(
        [
          ["text", joinText(texts, first)],
          ["thought", thought],
        ],
        part,
      );
    }
    case "call": {
      const { part, node, id, name, args, inPieces } = piece.call;
      if (!inPieces) return part;
      const whole = composeObject(
        [
          ["id", id],
          ["name", name],
          ["args", args.isWritten ? args.node(node) : undefined],
        ],
        node,
      );
      return composeObject(
        [
          ["functionCall", whole],
          ["thoughtSignature", given(part, "thoughtSignature", "thought_signature")],
        ],
        part,
      );
    }
  }
}
