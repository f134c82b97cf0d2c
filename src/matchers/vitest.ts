/**
 * Matchers for transcripts, for Vitest: `import "tool-guardrails/vitest"` in a test or in a file of `setupFiles` adds them to `expect`.
 *
 * @packageDocumentation
 */
import { expect } from "vitest";
import { exchangeSerializer } from "./exchanges.js";
import { matchers, type ToolMatchers } from "./matchers.js";

export * from "./index.js";

expect.extend(matchers);
expect.addSnapshotSerializer(exchangeSerializer);

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest declares it
  interface Matchers<T = any> extends ToolMatchers<void> {}
}
