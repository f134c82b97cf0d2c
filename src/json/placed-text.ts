import { encodeWtf8 } from "./escapes.js";
import type { JsonNode, Range } from "./node.js";
import { Lines } from "./position.js";
import type { Text } from "./text.js";

/** A text that its node can place by UTF-16 units only. */
class PlacedText implements Text {
  private readonly node: JsonNode;
  private readonly units: Lines;

  constructor(node: JsonNode, bytes: Buffer) {
    this.node = node;
    this.units = new Lines(bytes, 0, bytes.length, { line: 1, column: 1, offset: 0 });
  }

  range(from: number, to: number): Range {
    return this.node.textRange(this.units.position(from).offset, this.units.position(to).offset);
  }
}

/** The text of a string as bytes up to `to`, where a NUL is, and the way back from them. */
export function placeText(value: string, node: JsonNode): { readonly bytes: Buffer; readonly to: number; readonly text: Text } {
  const bytes = encodeWtf8(value);
  return { bytes, to: bytes.length - 1, text: new PlacedText(node, bytes) };
}
