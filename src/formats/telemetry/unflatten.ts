import { composeArray, composeObject } from "../../json/composed.js";
import type { JsonNode } from "../../json/node.js";
import { decoded } from "../decoded.js";
import type { Attributes } from "./attributes.js";

interface Branch {
  readonly branches: Map<string, Branch>;
  leaf: JsonNode | undefined;
}

/**
 * What is under a prefix, put together again: `prefix.0.role`, `prefix.0.content` give `[{role, content}]`. Exports that nest or that
 * keep the whole under the prefix itself (JSON text, too) are read as they are.
 *
 * @returns `undefined` where nothing is there
 */
export function unflatten(attributes: Attributes, prefix: string): JsonNode | undefined {
  const whole = attributes.get(prefix) ?? lookUpIn(attributes, prefix);
  if (whole !== undefined) return decoded(whole);
  const root: Branch = { branches: new Map(), leaf: undefined };
  for (const [key, value] of attributes) {
    if (!key.startsWith(prefix) || key[prefix.length] !== ".") continue;
    let branch = root;
    for (const step of key.slice(prefix.length + 1).split(".")) {
      let next = branch.branches.get(step);
      if (next === undefined) {
        next = { branches: new Map(), leaf: undefined };
        branch.branches.set(step, next);
      }
      branch = next;
    }
    branch.leaf = value;
  }
  return root.branches.size === 0 ? undefined : compose(root);
}

/** A member by a dotted path, however much of it the keys spell: `message.role` is `{"message.role"}` or `{message: {role}}`. */
export function lookUp(node: JsonNode, path: string): JsonNode | undefined {
  const own = node.get(path);
  if (own !== undefined) return own.kind === "null" ? undefined : own;
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const inner = node.get(path.slice(0, dot));
    const found = inner && lookUp(inner, path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function lookUpIn(attributes: Attributes, path: string): JsonNode | undefined {
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const inner = attributes.get(path.slice(0, dot));
    const found = inner && lookUp(decoded(inner), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function compose(branch: Branch): JsonNode | undefined {
  if (branch.branches.size === 0) return branch.leaf;
  const place = leafIn(branch);
  if (place === undefined) return undefined;
  const members = [...branch.branches];
  if (!members.every(([step]) => /^\d+$/.test(step))) {
    return composeObject(
      members.map(([step, inner]) => [step, compose(inner)] as const),
      place,
    );
  }
  // What the exporter left out or dropped leaves no hole.
  const items = members.sort(([one], [other]) => Number(one) - Number(other)).flatMap(([, inner]) => compose(inner) ?? []);
  return composeArray(items, place);
}

/** The first attribute of a branch: where it is in the file. */
function leafIn({ leaf, branches }: Branch): JsonNode | undefined {
  if (leaf !== undefined) return leaf;
  for (const branch of branches.values()) {
    const found = leafIn(branch);
    if (found !== undefined) return found;
  }
  return undefined;
}
