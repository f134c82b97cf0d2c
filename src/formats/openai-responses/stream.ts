import { composeArray, composeObject, joinText, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";

/** One response put together from its events. */
export interface AssembledResponse {
  /** What the endpoint would have answered without streaming; `undefined` where no event brought anything of it. */
  readonly response: JsonNode | undefined;
  /** The event that broke the stream off with an error. */
  readonly error: JsonNode | undefined;
  /** The item that was still being written when the stream stopped. */
  readonly open: JsonNode | undefined;
  readonly anomalies: readonly Anomaly[];
}

/** Events that hold the whole response, as far as it is known. */
const snapshots: ReadonlySet<string> = new Set(["response.created", "response.queued", "response.in_progress"]);
const ends: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
  "response.cancelled",
  "response.done",
]);

/** Events that bring a piece of an item, and the key that the pieces make up. */
const pieces: ReadonlyMap<string, string> = new Map([
  ["response.function_call_arguments", "arguments"],
  ["response.custom_tool_call_input", "input"],
  ["response.mcp_call_arguments", "arguments"],
  ["response.mcp_call.arguments", "arguments"],
  ["response.code_interpreter_call_code", "code"],
  ["response.output_text", "content"],
]);

/**
 * The event itself: recorders keep `{event, data}`, where `data` may be JSON text, or the bare data.
 *
 * @returns `undefined` where the text is no JSON
 */
export function eventOf(item: JsonNode): JsonNode | undefined {
  const data = item.kind === "string" ? item : item.get("data");
  if (data === undefined) return item;
  if (data.kind !== "string") return data;
  const nested = data.nested();
  return nested?.kind === "json" ? nested.document.root : undefined;
}

/** Whether a value is an event of a stream of responses. The Realtime API has events of the same names with an id of their own. */
export function isResponseEvent(item: JsonNode): boolean {
  const event = eventOf(item);
  return event?.get("type")?.string()?.startsWith("response.") === true && event.get("event_id") === undefined;
}

/** Puts the responses of a list of events together; a new `response.created` begins the next one. */
export function assembleResponses(list: JsonNode): readonly AssembledResponse[] {
  const done: AssembledResponse[] = [];
  let draft = new ResponseDraft(list);
  for (const item of list.items()) {
    const event = eventOf(item);
    if (draft.isBegun && event?.get("type")?.string() === "response.created") {
      done.push(draft.finish());
      draft = new ResponseDraft(list);
    }
    draft.read(item, event);
  }
  done.push(draft.finish());
  return done;
}

/** An item while its events come in. */
interface ItemDraft {
  /** As it was added, and as it was when it was done. */
  added: JsonNode | undefined;
  done: JsonNode | undefined;
  /** Values of keys as the event that ends them repeats them, and the fragments that came before. Text is kept under `content`. */
  readonly whole: Map<string, JsonNode>;
  readonly fragments: Map<string, JsonNode[]>;
  readonly at: JsonNode;
}

/** One response while its events are read. */
class ResponseDraft {
  readonly #list: JsonNode;
  readonly #anomalies: Anomaly[] = [];
  /** By output index: some gateways change an item's id from event to event. */
  readonly #items = new Map<string, ItemDraft>();
  #snapshot: JsonNode | undefined;
  #end: JsonNode | undefined;
  #error: JsonNode | undefined;
  #last: JsonNode;
  #isContradictory = false;

  constructor(list: JsonNode) {
    this.#list = list;
    this.#last = list;
  }

  get isBegun(): boolean {
    return this.#snapshot !== undefined || this.#items.size > 0;
  }

  read(item: JsonNode, event: JsonNode | undefined): void {
    if (event === undefined) {
      const text = item.kind === "string" ? item : item.get("data");
      if (text?.string()?.trim() !== "[DONE]") this.#contradict(text ?? item, "An event of the stream is not JSON");
      return;
    }
    this.#last = item;
    const type = event.get("type")?.string() ?? "";
    if (snapshots.has(type)) this.#snapshot = event.get("response") ?? this.#snapshot;
    else if (ends.has(type)) this.#end = event.get("response") ?? event;
    else if (type === "error" || (type === "" && event.get("error") !== undefined)) this.#error ??= event;
    else this.#readItem(event, type);
  }

  #readItem(event: JsonNode, type: string): void {
    if (type === "response.output_item.added") {
      this.#itemOf(event, true).added = event.get("item");
    } else if (type === "response.output_item.done") {
      this.#itemOf(event, true).done = event.get("item");
    } else {
      const [, piece = "", step] = /^(.*)\.(delta|done)$/.exec(type) ?? [];
      const key = pieces.get(piece);
      if (key === undefined) return;
      const item = this.#itemOf(event, false);
      const value = event.get(step === "delta" ? "delta" : key);
      if (value === undefined) return;
      if (step === "done") item.whole.set(key, value);
      else if (!item.fragments.get(key)?.push(value)) item.fragments.set(key, [value]);
    }
  }

  #itemOf(event: JsonNode, mayBegin: boolean): ItemDraft {
    const index = event.get("output_index")?.number();
    const id = (event.get("item_id") ?? event.get("item")?.get("id"))?.string() ?? "";
    const key = index === undefined ? id : String(index);
    const known = this.#items.get(key);
    if (known !== undefined) return known;
    if (!mayBegin) this.#contradict(event, "The stream goes on with an item that no response.output_item.added began");
    const draft: ItemDraft = { added: undefined, done: undefined, whole: new Map(), fragments: new Map(), at: event };
    this.#items.set(key, draft);
    return draft;
  }

  finish(): AssembledResponse {
    const response = this.#end ?? this.#snapshot;
    if (this.#end === undefined && this.#error === undefined) {
      this.#anomalies.push({
        rule: "incomplete-stream",
        at: this.#last,
        message: "The stream ends before the response does: no response.completed came",
        hint: "The connection or the recorder stopped early: do not run the calls of this answer",
      });
    }
    if (this.#end?.get("output")?.first() !== undefined) {
      return { response: this.#end, error: this.#error, open: undefined, anomalies: this.#anomalies };
    }
    // Some backends end a stream with an empty output, or with nothing but the usage.
    const drafts = [...this.#items.values()];
    const known = drafts.length === 0 ? this.#snapshot?.get("output") : undefined;
    // A stream that was picked up again opens with what it had brought by then.
    const items = known?.kind === "array" ? known.items() : drafts.map(composeItem);
    const last = drafts.at(-1);
    const isOpen = this.#end === undefined && last?.done === undefined && known === undefined;
    return {
      response:
        response === undefined && items.length === 0 ? undefined : withOutput(response, composeArray(items, this.#list), this.#list),
      error: this.#error,
      open: isOpen ? items.at(-1) : undefined,
      anomalies: this.#anomalies,
    };
  }

  /** One contradiction is told: the others follow from it. */
  #contradict(at: JsonNode, message: string): void {
    if (this.#isContradictory) return;
    this.#isContradictory = true;
    this.#anomalies.push({ rule: "incomplete-stream", at, message });
  }
}

/** An item as it is when it is done, else as it was added, with the pieces that came since. */
function composeItem({ added, done, whole, fragments, at }: ItemDraft): JsonNode {
  if (done !== undefined) return done;
  const place = added ?? at;
  const made = new Map<string, JsonNode>();
  for (const [key, values] of fragments) {
    const joined = values.length > 1 ? joinText(values, values[0] ?? place) : (values[0] ?? place);
    made.set(key, key === "content" ? textContent(joined) : joined);
  }
  for (const [key, value] of whole) made.set(key, value);
  if (added !== undefined && made.size === 0) return added;
  return composeObject([...members(added, (key) => !made.has(key)), ...made], place);
}

function textContent(text: JsonNode): JsonNode {
  const part = composeObject(
    [
      ["type", literal("output_text", text)],
      ["text", text],
    ],
    text,
  );
  return composeArray([part], text);
}

function members(node: JsonNode | undefined, isKept: (key: string) => boolean): readonly (readonly [string, JsonNode])[] {
  const all = (node?.entries() ?? []).map(({ key, value }) => [key.string() ?? "", value] as const);
  return all.filter(([key]) => isKept(key));
}

/** The response with what its events made up in place of its own output. */
function withOutput(response: JsonNode | undefined, output: JsonNode, place: JsonNode): JsonNode {
  return composeObject([...members(response, (key) => key !== "output"), ["output", output]], response ?? place);
}
