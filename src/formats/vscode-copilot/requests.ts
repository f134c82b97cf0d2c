import type { JsonNode } from "../../json/node.js";

/** What the user asked, and all that came of it. */
export interface ChatTurn {
  readonly at: JsonNode;
  readonly message: JsonNode | undefined;
  /** What was shown of the answer. */
  readonly shown: readonly JsonNode[];
  readonly result: JsonNode | undefined;
  readonly model: JsonNode | undefined;
  readonly isCancelled: boolean;
}

/** The requests of a session, and what a later line took back. */
export interface ChatRequests {
  readonly requests: readonly ChatTurn[];
  readonly takenBack: readonly JsonNode[];
}

/** Members of a request: the last value of each. */
type Members = Map<string, readonly JsonNode[]>;

/**
 * The requests of a session: of a document, or of the lines of its log, which tell what changed.
 *
 * Source: microsoft/vscode, contrib/chat/common/model, `objectMutationLog.ts` and `chatSessionOperationLog.ts` (read 2026-12).
 */
export function requestsIn(body: JsonNode): ChatRequests {
  const log = new SessionLog();
  for (const line of body.kind === "array" ? body.items() : [body]) {
    if (line.get("kind")?.kind === "number") log.apply(line);
    else log.replace(line);
  }
  return log;
}

class SessionLog implements ChatRequests {
  readonly takenBack: JsonNode[] = [];
  #requests: { readonly at: JsonNode; readonly members: Members }[] = [];

  get requests(): readonly ChatTurn[] {
    return this.#requests.map(({ at, members }): ChatTurn => {
      const last = (key: string) => members.get(key)?.at(-1);
      return {
        at,
        message: last("message"),
        shown: members.get("response") ?? [],
        result: last("result"),
        model: last("modelId"),
        // 2 is cancelled, 3 failed (`ResponseModelState`).
        isCancelled: last("isCanceled")?.boolean() === true || [2, 3].includes(last("modelState")?.get("value")?.number() ?? 0),
      };
    });
  }

  /** Takes a whole session. */
  replace(session: JsonNode): void {
    this.#truncate(0);
    this.#push(session.get("requests")?.items() ?? []);
  }

  /** Applies one line: 0 is a whole session, 1 sets a value, 2 adds to a list, 3 deletes. */
  apply(line: JsonNode): void {
    const value = line.get("v");
    const kind = line.get("kind")?.number();
    if (kind === 0) {
      if (value !== undefined) this.replace(value);
      return;
    }
    const [list, index, key, ...deeper] = line.get("k")?.items() ?? [];
    if (list?.string() !== "requests" || deeper.length > 0) return;
    if (index === undefined) {
      this.#truncate(kind === 2 ? (line.get("i")?.number() ?? this.#requests.length) : 0);
      this.#push(value?.items() ?? []);
      return;
    }
    const request = this.#requests[index.number() ?? -1];
    const name = key?.string();
    if (request === undefined || name === undefined) return;
    const before = request.members.get(name) ?? [];
    const kept = kind === 2 ? before.slice(0, line.get("i")?.number() ?? before.length) : [];
    this.takenBack.push(...before.slice(kept.length));
    request.members.set(name, value === undefined ? kept : [...kept, ...valuesOf(name, value)]);
  }

  #truncate(length: number): void {
    for (const { at, members } of this.#requests.slice(length)) this.takenBack.push(at, ...[...members.values()].flat());
    this.#requests = this.#requests.slice(0, length);
  }

  #push(requests: readonly JsonNode[]): void {
    for (const at of requests) {
      const members: Members = new Map(at.entries().map(({ key, value }) => [key.string() ?? "", valuesOf(key.string() ?? "", value)]));
      this.#requests.push({ at, members });
    }
  }
}

function valuesOf(name: string, value: JsonNode): readonly JsonNode[] {
  return name === "response" && value.kind === "array" ? value.items() : [value];
}
