import type { TextShape } from "../profiles/fact.js";

/** How a text breaks a shape: too long, or against the pattern; `undefined` where it fits. Length is reported first, it is the plainer fault. */
export function breach(text: string, shape: TextShape): "length" | "pattern" | undefined {
  if (shape.maxLength !== null && text.length > shape.maxLength) return "length";
  return shape.pattern === null || shape.pattern.test(text) ? undefined : "pattern";
}
