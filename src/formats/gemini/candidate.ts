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

/** What came back: the candidates of one response, and the model that made them. */
export interface CandidateList {
  readonly candidates: readonly Candidate[];
  readonly model: JsonNode | undefined;
}
