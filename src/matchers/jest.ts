/**
 * Matchers for transcripts, for Jest: `import "tool-guardrails/jest"` in a test, or its name in `setupFilesAfterEnv`, adds them to `expect`.
 *
 * @packageDocumentation
 */
import type {} from "expect";
import { exchangeSerializer } from "./exchanges.js";
import { matchers, type ToolMatchers } from "./matchers.js";

export * from "./index.js";

/** What is needed of Jest's `expect`. */
interface ExtensibleExpect {
  extend(added: typeof matchers): void;
  addSnapshotSerializer(serializer: typeof exchangeSerializer): void;
}

/** Adds the matchers and the serializer to an `expect`: where it is no global (`injectGlobals: false`), that of `@jest/globals`. */
export function addTo(expect: ExtensibleExpect): void {
  expect.extend(matchers);
  expect.addSnapshotSerializer(exchangeSerializer);
}

const global: unknown = Reflect.get(globalThis, "expect");
if (isExtensible(global)) addTo(global);

function isExtensible(value: unknown): value is ExtensibleExpect {
  return typeof value === "function" && "extend" in value && "addSnapshotSerializer" in value;
}

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ToolMatchers<R> {}
}

declare global {
  namespace jest {
    interface Matchers<R, T> extends ToolMatchers<R> {}
  }
}
