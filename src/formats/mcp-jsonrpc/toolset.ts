import { readTools } from "../../declarations/index.js";
import { composeArray } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { isSameValue } from "../../json/same-value.js";
import { type Tool, type ToolFault, Toolset } from "../../model/tool.js";

/**
 * The tools that a server listed, page by page and again after changes.
 *
 * A tool may be called before it is listed: clients keep lists from earlier. One that a later list lacks is gone only if the server said
 * that its list changed: logs mix servers, and lists are filtered.
 */
export class ServerTools {
  readonly declarations: JsonNode[] = [];
  /** The declarations of each key in the order in which they came; the last one is in force. */
  readonly #versions = new Map<string, Tool[]>();
  readonly #faults: ToolFault[] = [];
  #pages: JsonNode[] = [];
  #isChanged = false;
  /** Calls were made while the list was known to be out of date, or pages are missing. */
  #isPartial = false;

  /** A page of a listing. `sentence` is the index of the next message. */
  page(result: JsonNode, isFirst: boolean, message: number): void {
    if (isFirst) this.#finish(message);
    this.#pages.push(result);
    const cursor = result.get("nextCursor")?.string() ?? "";
    if (cursor === "") this.#finish(message);
  }

  changed(): void {
    this.#isChanged = true;
  }

  /** A call is made: with the list as it is known. */
  called(): void {
    if (this.#isChanged) this.#isPartial = true;
  }

  toolset(message: number): Toolset {
    this.#finish(message);
    if (this.declarations.length === 0) return Toolset.absent;
    const all = [...this.#versions.values()];
    const later = all.flatMap(([first, ...others]): readonly ToolFault[] =>
      first === undefined ? [] : others.map((tool) => ({ kind: "duplicate", tool, first })),
    );
    return new Toolset(
      all.flatMap(([first]) => (first === undefined ? [] : [first])),
      this.#isPartial ? "partial" : "declared",
      [...this.#faults, ...later],
    );
  }

  #finish(message: number): void {
    const [first, second] = this.#pages;
    if (first === undefined) return;
    const list = second === undefined ? first : composeArray(this.#pages, first);
    this.#pages = [];
    this.declarations.push(list);
    const listed = readTools(list, { source: this.declarations.length - 1 });
    if (listed.completeness !== "declared") this.#isPartial = true;
    this.#faults.push(...listed.faults);
    const isFirst = this.#versions.size === 0;
    for (const tool of listed.tools) this.#declare(tool, isFirst ? 0 : message);
    if (this.#isChanged && listed.completeness === "declared") this.#removeOthers(listed, message);
    this.#isChanged = false;
  }

  #declare(tool: Tool, message: number): void {
    const versions = this.#versions.get(tool.key);
    const last = versions?.at(-1);
    if (versions === undefined || last === undefined) {
      this.#versions.set(tool.key, [tool]);
    } else if (last.removedAt !== null || !declareTheSame(last, tool)) {
      versions[versions.length - 1] = { ...last, removedAt: last.removedAt ?? message };
      versions.push({ ...tool, availableFrom: message });
    }
  }

  #removeOthers(listed: Toolset, message: number): void {
    for (const [key, versions] of this.#versions) {
      const last = versions.at(-1);
      if (last === undefined || last.removedAt !== null || listed.get(key) !== undefined) continue;
      versions[versions.length - 1] = { ...last, removedAt: message };
    }
  }
}

function declareTheSame(one: Tool, other: Tool): boolean {
  return isSameValue(one.argumentsSchema, other.argumentsSchema) && isSameValue(one.resultSchema, other.resultSchema);
}
