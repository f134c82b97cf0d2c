import type { JsonObject } from "../json/value.js";
import type { Way } from "./values.js";

/** How results are kept. */
export type ResultPlan =
  /** In the call, or in the entry around the only call of it. */
  | {
      readonly kind: "inline";
      readonly from: "call" | "entry";
      readonly id: Way | undefined;
      readonly content: readonly Way[];
      readonly holders: readonly JsonObject[];
    }
  /** Objects of their own. Without `id` they come in the order of the calls. */
  | {
      readonly kind: "apart";
      readonly at: Way;
      readonly callId: Way | undefined;
      readonly id: Way | undefined;
      readonly name: Way | undefined;
      readonly content: readonly Way[];
      readonly entries: readonly JsonObject[];
      readonly holders: readonly JsonObject[];
    }
  /** Under the id of the call, in an object of the entry or of the conversation. */
  | { readonly kind: "map"; readonly from: "entry" | "conversation"; readonly id: Way; readonly map: Way }
  | { readonly kind: "none"; readonly id: Way | undefined };
