import type { Defect } from "./node.js";
import { Flag } from "./scalar-scanner.js";
import type { TapeNode } from "./tape-node.js";

/** What the scan suspected of a document, confirmed and placed, in document order. Linear. */
export function findDefects(root: TapeNode): readonly Defect[] {
  const { view } = root;
  const defects: Defect[] = [];
  if (!view.has(Flag.repeatedKey | Flag.loneSurrogate | Flag.longNumber)) return defects;

  const judgeText = (node: TapeNode) => {
    if (view.has(Flag.loneSurrogate) && /\p{Surrogate}/u.test(node.string() ?? "")) defects.push({ kind: "lone-surrogate", at: node });
  };
  const visit = (node: TapeNode): void => {
    switch (node.kind) {
      case "object": {
        const keys = new Set<string>();
        for (const { key, value } of node.entries()) {
          const text = key.string() ?? "";
          if (view.has(Flag.repeatedKey) && keys.has(text)) defects.push({ kind: "repeated-key", at: key });
          keys.add(text);
          judgeText(key);
          visit(value);
        }
        break;
      }
      case "array":
        for (const item of node.items()) visit(item);
        break;
      case "string":
        judgeText(node);
        break;
      case "number":
        if (view.has(Flag.longNumber) && isInexact(node.raw())) defects.push({ kind: "long-number", at: node });
        break;
      default:
    }
  };
  visit(root);
  return defects;
}

/** Does a double change the number: an integer other digits, or any literal `Infinity`? */
function isInexact(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  return /^-?[0-9]{16,}$/.test(literal) && BigInt(literal) !== BigInt(value);
}
