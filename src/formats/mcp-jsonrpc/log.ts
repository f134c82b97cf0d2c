import type { JsonNode } from "../../json/node.js";
import { TextProbe } from "../../json/text-probe.js";

/** One JSON-RPC message of a log. */
export interface RpcMessage {
  readonly node: JsonNode;
  /** What the log calls the direction it went; only whether two differ means something. */
  readonly direction: string | undefined;
  /** What the log calls its session or server; `""` where it does not tell. */
  readonly connection: string;
}

/** Keys under which loggers keep a message; it may be JSON text. */
export const wrapperKeys = ["message", "payload", "data", "msg", "body", "rpc", "json", "request", "response"] as const;

const directionKeys = ["direction", "dir", "from", "sender", "source", "type"] as const;

/** Words under `type` that say what the message is, not which way it went. */
const kinds: ReadonlySet<string> = new Set(["request", "response", "notification", "error", "log", "message", "mcp", "jsonrpc", "rpc"]);

const connectionKeys = [
  "sessionId",
  "session_id",
  "session",
  "connectionId",
  "connection_id",
  "server",
  "serverName",
  "server_name",
] as const;

/** Loggers wrap what transports have wrapped already. */
const maxDepth = 4;

/** Whether a value is a JSON-RPC message (JSON-RPC 2.0 specification, section 4: `jsonrpc` must be exactly "2.0"). */
export function isRpc(node: JsonNode): boolean {
  return node.kind === "object" && node.get("jsonrpc")?.string() === "2.0";
}

/** Whether a value is such a message, wrapped or not, or a list that begins with one. */
export function holdsRpc(node: JsonNode, depth = maxDepth): boolean {
  if (depth === 0) return false;
  if (node.kind === "array") {
    const first = node.first();
    return first !== undefined && holdsRpc(first, depth - 1);
  }
  if (node.kind !== "object") return false;
  return isRpc(node) || wrapperKeys.some((key) => innerOf(node, key, (inner) => holdsRpc(inner, depth - 1)));
}

/** The messages that a value holds, in order: its own, those of a list or a batch, those that log lines wrap. */
export function messagesInLog(root: JsonNode): readonly RpcMessage[] {
  const found: RpcMessage[] = [];
  gather(root, { direction: undefined, connection: "" }, maxDepth, found);
  return found;
}

function gather(node: JsonNode, around: Omit<RpcMessage, "node">, depth: number, found: RpcMessage[]): void {
  if (isRpc(node)) {
    found.push({ node, ...around });
    return;
  }
  if (depth === 0) return;
  if (node.kind === "array") {
    for (const item of node.items()) gather(item, around, depth - 1, found);
    return;
  }
  if (node.kind !== "object") return;
  const inside = {
    direction: textUnder(node, directionKeys, kinds) ?? around.direction,
    connection: textUnder(node, connectionKeys) ?? around.connection,
  };
  for (const key of wrapperKeys) {
    innerOf(node, key, (inner) => {
      gather(inner, inside, depth - 1, found);
      return false;
    });
  }
}

/** What is under a key, also as JSON text. */
function innerOf(node: JsonNode, key: string, use: (inner: JsonNode) => boolean): boolean {
  const value = node.get(key);
  if (value === undefined) return false;
  if (value.kind !== "string") return use(value);
  if (!rpc.mayBeIn(value)) return false;
  const nested = value.nested();
  return nested?.kind === "json" && use(nested.document.root);
}

/** Bodies are kept as text by many recorders: no text is parsed that does not even hold the word. */
const rpc = new TextProbe(["jsonrpc"]);

function textUnder(node: JsonNode, keys: readonly string[], except?: ReadonlySet<string>): string | undefined {
  for (const key of keys) {
    const text = node.get(key)?.string();
    if (text !== undefined && text !== "" && except?.has(text.toLowerCase()) !== true) return text;
  }
  return undefined;
}

/** An id as text that tells 1 from "1", as JSON-RPC does; `undefined` where there is none. */
export function idText(id: JsonNode | undefined): string | undefined {
  if (id?.kind === "number") return id.raw();
  const text = id?.string();
  return text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? JSON.stringify(text) : text;
}
