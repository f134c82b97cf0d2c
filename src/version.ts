import { createRequire } from "node:module";

const manifest: unknown = createRequire(import.meta.url)("../package.json");

/** The version of this package, as `package.json` states it. */
export const version: string =
  typeof manifest === "object" && manifest !== null && "version" in manifest && typeof manifest.version === "string"
    ? manifest.version
    : "0.0.0";
