import type { JsonObject } from "../json/value.js";
import type { Dialect } from "./dialect.js";

/** Where a reference leads: a schema of the same declaration, or the meta-schema of a dialect. */
export type ReferenceTarget =
  | { readonly kind: "schema"; readonly schema: JsonObject | boolean; readonly pointer: string }
  | { readonly kind: "meta-schema"; readonly dialect: Dialect };
