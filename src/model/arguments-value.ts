import type { JsonValue } from "../json/value.js";
import type { ToolArguments } from "./exchange.js";

/** The arguments of a call as a value: the text of a tool that takes free text; `undefined` where they are malformed or were not recorded. */
export function argumentsValue(args: ToolArguments): JsonValue | undefined {
  switch (args.kind) {
    case "parsed":
      return args.root.value();
    case "empty":
      return {};
    case "text":
      return args.at.string() ?? args.at.value();
    case "unknown":
    case "malformed":
      return undefined;
  }
}
