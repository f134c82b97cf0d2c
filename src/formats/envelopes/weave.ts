import type { Envelope } from "./envelope.js";
import { openGeneration } from "./generation.js";

/** Where a request has what the model was sent. */
const requestKeys = ["messages", "contents", "input"] as const;

/**
 * Calls of W&B Weave: those of a client hold a request and its answer, all other operations repeat what is there.
 *
 * Source: wandb/weave, trace_server/trace_server_interface.py (`CallSchema`), read 2026-12.
 */
export const weave: Envelope = {
  key: "op_name",
  open(node) {
    const inputs = node.get("inputs");
    if (inputs?.kind !== "object") return undefined;
    const isRequest = requestKeys.some((key) => inputs.get(key)?.first()?.kind === "object");
    return { layers: isRequest ? openGeneration({ input: inputs, output: node.get("output"), model: inputs.get("model"), at: node }) : [] };
  },
};
