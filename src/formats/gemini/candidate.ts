import type { JsonNode } from "../../json/node.js";

/** One candidate of a response, whole or assembled. */
export interface Candidate {
  readonly at: JsonNode;
  readonly content: JsonNode | undefined;
  readonly finishReason: JsonNode | undefined;
  readonly finishMessage: JsonNode | undefined;
  /** The `functionCall` that a stream stopped in. */
  readonly cut: JsonNode | undefined;
}
