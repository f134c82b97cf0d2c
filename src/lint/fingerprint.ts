import { sha256 } from "../text/sha256.js";

/** What identifies a violation across reformatting, rewording and moved lines. */
export interface FindingIdentity {
  readonly ruleId: string;
  readonly path: string;
  readonly conversation: number;
  readonly tool: string | null;
  /** 0-based, among the calls of that tool in the conversation. */
  readonly callOfTool: number | null;
  readonly argumentPointer: string | null;
  readonly key: string;
}

/** Conversations whose identities are remembered: as many as may still go on (`Sessions`), not those of the whole file. */
const maxConversations = 4096;

/** Gives each violation of a file its fingerprint; equal identities are told apart by their order. */
export function createFingerprinter(): (identity: FindingIdentity) => string {
  /** How often an identity came, by conversation; the one that came last is last. */
  const seen = new Map<number, Map<string, number>>();
  return (identity) => {
    const { ruleId, path, conversation, tool, callOfTool, argumentPointer, key } = identity;
    // JSON keeps the parts apart: no tool name or key can imitate the border between two of them.
    const text = JSON.stringify(["v1", ruleId, path, conversation, tool, callOfTool, argumentPointer, key]);
    const ordinals = seen.get(conversation) ?? new Map<string, number>();
    seen.delete(conversation);
    seen.set(conversation, ordinals);
    const [oldest] = seen.size > maxConversations ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
    const ordinal = ordinals.get(text) ?? 0;
    ordinals.set(text, ordinal + 1);
    return sha256(`${text}#${ordinal}`, "hex").slice(0, 32);
  };
}
