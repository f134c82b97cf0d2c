import { createRequire } from "node:module";

// By the name of the package: in the bundle, this file lies in another folder.
const manifest: unknown = createRequire(import.meta.url)("tool-guardrails/package.json");

/** The version of this package, as `package.json` states it. */
export const version: string =
  typeof manifest === "object" && manifest !== null && "version" in manifest && typeof manifest.version === "string"
    ? manifest.version
    : "0.0.0";
