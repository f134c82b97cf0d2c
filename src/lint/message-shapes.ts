import type { Format } from "../formats/format.js";
import { keysOf } from "../json/keys-of.js";
import type { JsonNode } from "../json/node.js";

/** Shapes that are remembered: a log has few kinds of lines. */
const maxShapes = 64;

/**
 * The keys of the messages of one log. A line that no format knows is a message all the same, with a fault in it, where it is made like
 * the others: a role that nobody has or an id that was lost must not hide the line from the rules.
 */
export class MessageShapes {
  /** What the messages were recognised as, the first of them. */
  format: Format | undefined;
  readonly #known = new Set<string>();

  add(message: JsonNode, format: Format): void {
    this.format ??= format;
    if (this.#known.size < maxShapes) this.#known.add(shapeOf(keysOf(message)));
  }

  /** Whether a line has the keys of a message, or all of them but one; or has a role and says something, as all messages do. */
  fit(line: JsonNode): boolean {
    const keys = keysOf(line);
    if (keys.length < fewestKeys) return false;
    if (line.get("role")?.kind === "string" && said.some((key) => keys.includes(key))) return true;
    const shape = shapeOf(keys);
    if (this.#known.has(shape)) return true;
    for (const known of this.#known) {
      const missing = known.split(separator).filter((key) => !keys.includes(key));
      if (missing.length === 1 && known.length === shape.length + (missing[0] ?? "").length + separator.length) return true;
    }
    return false;
  }
}

/** What is beside a role in a message. */
const said = ["content", "parts", "tool_calls", "tool_call_id"] as const;

/** Lines with one key are alike by chance. */
const fewestKeys = 2;

const separator = "\0";

function shapeOf(keys: readonly string[]): string {
  return [...keys].sort().join(separator);
}
