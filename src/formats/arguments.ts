import type { JsonFault, JsonNode } from "../json/node.js";
import type { ArgumentsFault, ToolArguments } from "../model/exchange.js";
import { withArticle } from "../text/article.js";
import { uncapitalised } from "../text/capitalised.js";
import { quote } from "../text/quote.js";

/** How a wire writes the arguments of a call. */
export interface ArgumentsOptions {
  /** `string`: JSON as text. `object`: the object itself. `either`: the wire takes both. */
  readonly container: "string" | "object" | "either";
  /** The call's input is free text (custom tools), which is never decoded. */
  readonly text?: boolean;
  /** The finish reason that cut the model's answer off, as recorded. */
  readonly cutBy?: string | undefined;
}

const empty: ToolArguments = { kind: "empty" };

/** How often arguments are looked for inside a string inside a string. */
const maxEncodings = 4;

/**
 * Decodes the arguments of a call: an object, or a fault that says what is there instead and how to fix it.
 *
 * The empty string, JSON null, the string `null` and an absent key are the empty object. The wrong container is a fault whatever it holds.
 *
 * @param node the value as recorded, a string or an object; `undefined` where the key is absent
 */
export function decodeArguments(node: JsonNode | undefined, options: ArgumentsOptions): ToolArguments {
  if (node === undefined) return empty;
  const { kind } = node;
  if (kind === "null") return empty;
  if (options.text === true) return { kind: "text", at: node };
  switch (kind) {
    case "object":
      return options.container === "string" ? wrongContainer(node, options) : decodedObject(node, node, null);
    case "string":
      return options.container === "object" ? wrongContainer(node, options) : decodeText(node, options);
    default:
      return options.container === "either" ? notAnObject(node, node) : wrongContainer(node, options);
  }
}

function decodeText(node: JsonNode, options: ArgumentsOptions): ToolArguments {
  const nested = node.nested();
  if (nested === undefined) return empty;
  if (nested.kind === "malformed") return broken(node, nested.fault, options.cutBy);
  const { document } = nested;
  switch (document.root.kind) {
    case "object":
      return decodedObject(node, document.root, document);
    case "null":
      return empty;
    case "string":
      return encodedString(node, document.root);
    default:
      return notAnObject(node, document.root);
  }
}

/**
 * An object, unless it is the wrapper in which an unparsable input is handed back: `{"INVALID_JSON": "<text>"}`
 * (Anthropic, "Fine-grained tool streaming", read 2026-11).
 */
function decodedObject(node: JsonNode, root: JsonNode, document: Extract<ToolArguments, { kind: "parsed" }>["document"]): ToolArguments {
  const wrapped = root.get("INVALID_JSON");
  if (wrapped?.kind !== "string" || root.entries().length > 1) return { kind: "parsed", root, document };
  return {
    kind: "malformed",
    fault: "not-json",
    at: node,
    range: wrapped.range,
    message: "Arguments are an `INVALID_JSON` wrapper: the text of the model was not JSON and was wrapped to be sent back",
    fix: "Answer the call with an error result and let the model write it again",
  };
}

function wrongContainer(node: JsonNode, { container }: ArgumentsOptions): ToolArguments {
  const wantsText = container === "string";
  return {
    kind: "malformed",
    fault: "wrong-container",
    at: node,
    message: `Arguments must be ${wantsText ? "a string that holds a JSON object" : "an object"}, got ${withArticle(node.kind)}`,
    ...(wantsText && node.kind === "object" && { fix: "Send the arguments as JSON text: this format takes a string here" }),
    ...(!wantsText && node.kind === "string" && { fix: "Send the object itself, not a string: this format takes no JSON text here" }),
  };
}

function notAnObject(node: JsonNode, root: JsonNode): ToolArguments {
  return {
    kind: "malformed",
    fault: "not-an-object",
    at: node,
    range: root.range,
    message: `Arguments must be an object, got ${withArticle(root.kind)}`,
    fix: 'Pass the value by name: {"<parameter>": <value>}',
  };
}

/** JSON text that is itself a JSON string: encoded once too often where an object comes out in the end. */
function encodedString(node: JsonNode, text: JsonNode): ToolArguments {
  let inner = text;
  for (let encodings = 1; inner.kind === "string" && encodings < maxEncodings; encodings += 1) {
    const nested = inner.nested();
    if (nested?.kind !== "json") break;
    inner = nested.document.root;
  }
  if (inner.kind !== "object") return notAnObject(node, text);
  return {
    kind: "malformed",
    fault: "double-encoded",
    at: node,
    range: text.range,
    message: "Arguments are encoded twice: the JSON string holds another JSON string",
    fix: "Encode the arguments once",
  };
}

/** Arguments that do not parse, told by the mistake after it where it shows. */
function broken(node: JsonNode, fault: JsonFault, cutBy: string | undefined): ToolArguments {
  if (fault.kind === "empty" && node.string() === "") return empty;
  const { kind, message, fix } = diagnose(node, fault, cutBy);
  return { kind: "malformed", fault: kind, at: node, range: fault.at, message, ...(fix !== undefined && { fix }) };
}

interface Diagnosis {
  readonly kind: ArgumentsFault;
  readonly message: string;
  readonly fix?: string;
}

function diagnose(node: JsonNode, fault: JsonFault, cutBy: string | undefined): Diagnosis {
  if (node.string()?.trimStart().startsWith("```") === true) {
    return {
      kind: "fenced",
      message: "Arguments are wrapped in a Markdown fence",
      fix: "Strip the fence before you record the call",
    };
  }
  switch (fault.kind) {
    case "truncated": {
      const fix =
        cutBy === undefined
          ? "Do not run the call: the answer or its recording was cut off"
          : `Let the model write the call again, with a higher token limit: finish reason ${quote(cutBy)} cut the answer off`;
      return { kind: "truncated", message: `Arguments are cut off: ${uncapitalised(fault.message)}`, fix };
    }
    case "several-values":
      return {
        kind: "glued",
        message: "Arguments hold a second JSON value after the first: the arguments of several calls were joined",
        fix: "Keep the pieces of streamed calls apart by their index and id",
      };
    case "single-quotes":
    case "python-literal":
      return { kind: "python-literal", message: notJson(fault), fix: "Write the arguments with a JSON encoder, not as a Python literal" };
    case "control-character":
      return {
        kind: "not-json",
        message: notJson(fault),
        fix: "Write the arguments with a JSON encoder: inside strings it escapes control characters",
      };
    case "empty":
      return {
        kind: "not-json",
        message: "Arguments are only white space, not JSON",
        fix: "Write {} for no arguments",
      };
    default:
      return {
        kind: "not-json",
        message: startsObject(node) ? notJson(fault) : "Arguments are plain text, not JSON",
        fix: "Answer the call with an error result, so that the model writes it again",
      };
  }
}

/** `Arguments are not JSON: there is a trailing comma before "}"`. */
function notJson({ message }: JsonFault): string {
  return `Arguments are not JSON: ${uncapitalised(message)}`;
}

/** Text that does not even begin as an object is prose or markup: to name its first odd character would not help. */
function startsObject(node: JsonNode): boolean {
  return node.string()?.trimStart().startsWith("{") === true;
}
