import type { JsonNode } from "../../json/node.js";
import type { Anomaly } from "../../model/conversation.js";
import { quote } from "../../text/quote.js";

/** What recorders write in place of content that they withhold. */
const withheld = /^[[<({"'*_\s]*(?:redacted|scrubbed|filtered|omitted|removed|masked|truncated|hidden)(?![a-z])/i;

/** Whether a text says that the recorder withheld what stood there. */
export function isWithheld(node: JsonNode | undefined): boolean {
  if (node?.kind !== "string") return false;
  const { from, to } = node.range;
  // A remark is short: longer text is not decoded to learn that it is none.
  return to - from <= 200 && withheld.test(node.string() ?? "");
}

/**
 * The list that an attribute holds, as it is or as JSON text.
 *
 * Limits on the length of attributes cut JSON in the middle: that is the exporter's doing, not the model's.
 *
 * @param what the attribute's key, for people
 * @param report takes what keeps the list from being read
 */
export function listInText(node: JsonNode | undefined, what: string, report: (anomaly: Anomaly) => void): JsonNode | undefined {
  if (node === undefined || node.kind === "null") return undefined;
  const nested = node.kind === "string" ? node.nested() : undefined;
  const value = nested?.kind === "json" ? nested.document.root : node;
  if (value.kind === "array") return value;
  if (isWithheld(node) || node.string() === "") return undefined;
  if (nested?.kind === "malformed" && nested.fault.kind === "truncated") {
    report({
      rule: "truncated-record",
      severity: "warning",
      at: node,
      message: `Attribute ${quote(what)} is cut off, so what it holds is not checked`,
      fix: "Raise the exporter's limit on the length of attributes (OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT)",
    });
    return undefined;
  }
  const found = nested?.kind === "malformed" ? "text that is not JSON" : value.kind;
  report({ rule: "invalid-message", severity: "warning", at: node, message: `Attribute ${quote(what)} must be a list, got ${found}` });
  return undefined;
}
