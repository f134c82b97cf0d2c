import { composeObject, literal } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { withMembers } from "../stream.js";
import { opencodeEventIn, pageIn } from "./event.js";

/** A message, put together from its files or events. */
export interface SessionMessage {
  /** What is known of the message beside its parts. */
  info: JsonNode | undefined;
  /** The newest state of each part, in the order in which they began. */
  readonly parts: Map<string, JsonNode>;
  readonly at: JsonNode;
}

/** The messages of one session: each sub-agent has one of its own. */
export type Session = ReadonlyMap<string, SessionMessage>;

/** Gathers what the entries of a recording say, whichever of OpenCode's shapes they have. */
export function readSessions(body: JsonNode): readonly Session[] {
  const sessions = new Sessions();
  sessions.add(body);
  return sessions.all();
}

class Sessions {
  readonly #sessions = new Map<string, Map<string, SessionMessage>>();
  /** Events of calls, by session and id, until their end comes. */
  readonly #called = new Map<string, { readonly event: JsonNode; readonly message: SessionMessage; readonly key: string }>();
  #count = 0;

  all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  add(node: JsonNode): void {
    const list = node.kind === "array" ? node : pageIn(node);
    if (list !== undefined) {
      for (const item of list.items()) if (item.kind !== "array") this.add(item);
      return;
    }
    const messages = node.get("messages");
    const info = node.get("info");
    if (messages?.kind === "array") {
      const session = info?.get("id")?.string() ?? "";
      for (const message of messages.items()) this.#addMessage(message, session);
    } else if (info?.kind === "object" && node.get("parts")?.kind === "array") {
      this.#addMessage(node, "");
    } else if (node.get("part")?.kind === "object") {
      this.#addPart(node.get("part") ?? node, node.get("sessionID")?.string());
    } else if (!this.#addEvent(node) && node.get("type")?.string() !== "error") {
      this.#addRecord(node);
    }
  }

  /** `{info, parts}`, or a message of the second version. */
  #addMessage(node: JsonNode, session: string): void {
    const info = node.get("info");
    if (info === undefined) {
      this.#addBlocks(node, node.get("sessionID")?.string() ?? session);
      return;
    }
    const owner = info.get("sessionID")?.string() ?? session;
    const id = info.get("id")?.string() ?? this.#next();
    this.#messageOf(owner, id, node).info = info;
    for (const part of node.get("parts")?.items() ?? []) this.#addPart(part, owner, id);
  }

  /** A part alone, or the file of a message. */
  #addRecord(node: JsonNode): void {
    const type = node.get("type")?.string();
    if (node.get("role") !== undefined && node.get("sessionID") !== undefined) {
      const message = this.#messageOf(node.get("sessionID")?.string() ?? "", node.get("id")?.string() ?? this.#next(), node);
      message.info = node;
    } else if (node.get("content")?.kind === "array" || node.get("text") !== undefined) {
      if (node.get("messageID") === undefined) this.#addBlocks(node, node.get("sessionID")?.string() ?? "");
      else this.#addPart(node, undefined);
    } else if (type !== undefined) {
      this.#addPart(node, undefined);
    }
  }

  #addPart(part: JsonNode, session: string | undefined, message = part.get("messageID")?.string() ?? ""): void {
    const owner = session ?? part.get("sessionID")?.string() ?? "";
    const key = part.get("id")?.string() ?? part.get("callID")?.string() ?? this.#next();
    this.#messageOf(owner, message, part).parts.set(key, part);
  }

  /** A message of the second version: `{type, content | text}` (`SessionMessage`, @opencode-ai/sdk 1.19, read 2026-11). */
  #addBlocks(node: JsonNode, session: string): void {
    const message = this.#messageOf(session, node.get("id")?.string() ?? this.#next(), node);
    message.info = node;
    const text = node.get("text") ?? node.get("summary");
    if (text?.kind === "string") message.parts.set("text", text);
    for (const block of node.get("content")?.items() ?? []) message.parts.set(block.get("id")?.string() ?? this.#next(), block);
  }

  /** An event of the server's bus, also inside the envelope of all its folders, or as the log keeps it. */
  #addEvent(node: JsonNode): boolean {
    const event = opencodeEventIn(node);
    const properties = event.get("properties") ?? event.get("data");
    if (properties?.kind !== "object") return false;
    const type = (event.get("type")?.string() ?? "").replace(/\.\d+$/, "");
    const session = properties.get("sessionID")?.string();
    switch (type) {
      case "message.updated": {
        const info = properties.get("info");
        if (info !== undefined) this.#addRecord(info);
        break;
      }
      case "message.part.updated": {
        const part = properties.get("part");
        if (part !== undefined) this.#addPart(part, undefined);
        break;
      }
      case "message.part.removed":
        this.#sessions
          .get(session ?? "")
          ?.get(properties.get("messageID")?.string() ?? "")
          ?.parts.delete(properties.get("partID")?.string() ?? "");
        break;
      case "message.removed":
        this.#sessions.get(session ?? "")?.delete(properties.get("messageID")?.string() ?? "");
        break;
      case "session.next.tool.called":
        this.#addCalled(properties);
        break;
      case "session.next.tool.success":
      case "session.next.tool.failed":
        this.#addEnded(properties);
        break;
    }
    return true;
  }

  #addCalled(event: JsonNode): void {
    const session = event.get("sessionID")?.string() ?? "";
    const message = this.#messageOf(session, event.get("assistantMessageID")?.string() ?? "", event);
    const key = this.#next();
    message.parts.set(key, toolPart(event, undefined));
    this.#called.set(callKey(event), { event, message, key });
  }

  #addEnded(ended: JsonNode): void {
    const called = this.#called.get(callKey(ended));
    if (called === undefined) return;
    called.message.parts.set(called.key, toolPart(called.event, ended));
  }

  #messageOf(session: string, id: string, at: JsonNode): SessionMessage {
    const messages = this.#sessions.get(session) ?? new Map<string, SessionMessage>();
    this.#sessions.set(session, messages);
    const message = messages.get(id) ?? { info: undefined, parts: new Map<string, JsonNode>(), at };
    messages.set(id, message);
    return message;
  }

  /** A key for what has none. */
  #next(): string {
    this.#count += 1;
    return `#${this.#count}`;
  }
}

function callKey(event: JsonNode): string {
  return JSON.stringify([event.get("sessionID")?.string() ?? "", event.get("callID")?.string() ?? ""]);
}

/** The event of a call with that of its end, as the part of a message (`session.next.tool.called`, `.success`, `.failed`, the same package). */
function toolPart(called: JsonNode, ended: JsonNode | undefined): JsonNode {
  const error = ended?.get("error");
  const state = [
    ["status", literal(ended === undefined ? "running" : error === undefined ? "completed" : "error", called)],
    ["input", called.get("input")],
    ["error", error],
    ["content", ended?.get("content")],
  ] as const;
  return withMembers(called, [
    ["type", literal("tool", called)],
    ["messageID", called.get("assistantMessageID")],
    ["state", composeObject(state, called)],
  ]);
}
