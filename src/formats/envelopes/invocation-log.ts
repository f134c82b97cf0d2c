import type { JsonNode } from "../../json/node.js";
import { readBody } from "./body.js";
import type { Envelope, Opened } from "./envelope.js";
import { unreadOf } from "./exchange.js";

/**
 * Amazon Bedrock's model invocation logs (User Guide, "Monitor model invocation", read 2026-11): one entry a call. Bodies over 100 KB are
 * stored elsewhere (`inputBodyS3Path`), so their conversation cannot be resolved.
 */
export const invocationLog: Envelope = { key: "schemaType", open };

function open(node: JsonNode): Opened | undefined {
  if (node.get("schemaType")?.string() !== "ModelInvocationLog") return undefined;
  const sent = readBody(node.get("input")?.get("inputBodyJson"));
  const received = readBody(node.get("output")?.get("outputBodyJson"));
  if (sent.kind === "broken") return { layers: [], faults: [sent.fault] };
  if (sent.kind !== "json") return { layers: [], unresolvable: 1 };
  const url = urlOf(node);
  const unread = unreadOf(received);
  return {
    layers: [
      {
        body: sent.root,
        ...(received.kind === "json" && { response: received.root }),
        ...(url !== undefined && { url }),
        ...(unread !== undefined && { unread }),
        documents: [...sent.documents, ...(received.kind === "json" ? received.documents : [])],
      },
    ],
  };
}

const paths: ReadonlyMap<string, string> = new Map([
  ["Converse", "converse"],
  ["ConverseStream", "converse-stream"],
  ["InvokeModel", "invoke"],
  ["InvokeModelWithResponseStream", "invoke-with-response-stream"],
]);

/** The URL that was called: operation and model choose the wire of the bodies, and both are in it. */
function urlOf(node: JsonNode): string | undefined {
  const model = node.get("modelId")?.string();
  const path = paths.get(node.get("operation")?.string() ?? "");
  if (model === undefined || path === undefined) return undefined;
  const region = node.get("region")?.string() ?? "us-east-1";
  return `https://bedrock-runtime.${region}.amazonaws.com/model/${encodeURIComponent(model)}/${path}`;
}
