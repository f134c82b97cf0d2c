import { createRequire } from "node:module";
import type { Alias, CST, Document, Lexer, Node, Parser, YAMLParseError } from "yaml";
import type { Defect, JsonDocument, JsonFault } from "./node.js";
import { MAX_DEPTH } from "./scanner.js";
import { StringSource } from "./string-source.js";
import { resolve, type YamlContext, YamlNode } from "./yaml-node.js";

/** A document of a YAML file, or what is wrong with it. */
export type YamlResult =
  | { readonly kind: "document"; readonly document: JsonDocument }
  | { readonly kind: "fault"; readonly fault: JsonFault };

type Library = typeof import("yaml");

let loaded: Library | undefined;

/** Loaded when the first YAML file is met: a run over JSON never pays for it. */
function library(): Library {
  const yaml: Library = loaded ?? createRequire(import.meta.url)("yaml");
  loaded = yaml;
  return yaml;
}

/** Aliases may repeat what was written before, but not unfold to so much more than the text that nobody could have written it. */
const maxUnfolded = 1_000_000;

/** A tree takes some twenty times the bytes of its text. */
const maxCharacters = 64 * 1024 * 1024;

/** A long text is tried by its beginning: the parser takes long to find out that a log of a program is none. */
const headLength = 1 << 16;

/** Errors so near to where the beginning was cut may come from the cut. */
const cutMargin = 1024;

/**
 * Reads the documents of a YAML text. The whole tree is in memory, and a byte costs some twenty times what it costs in JSON.
 *
 * The parser goes on after a fault, so documents without one are read even where others have some.
 */
export function readYaml(text: string): readonly YamlResult[] {
  const source = new StringSource(text);
  const fault = text.length > maxCharacters ? tooLarge(source) : earlyFault(source);
  return fault === undefined ? parse(text, source) : [{ kind: "fault", fault }];
}

function tooLarge(source: StringSource): JsonFault {
  return faultAt("too-large", `The YAML text has more than ${maxCharacters} characters`, source, 0);
}

function earlyFault(source: StringSource): JsonFault | undefined {
  const { text } = source;
  if (text.length <= 2 * headLength) return undefined;
  const head = text.slice(0, text.lastIndexOf("\n", headLength) + 1);
  const fault = parse(head, source).find((result) => result.kind === "fault")?.fault;
  return fault !== undefined && fault.at.from < head.length - cutMargin ? fault : undefined;
}

function parse(text: string, source: StringSource): readonly YamlResult[] {
  const yaml = library();
  const documents: Document[] = [];
  try {
    const parser = new yaml.Parser();
    const composer = new yaml.Composer({
      uniqueKeys: false,
      merge: false,
      version: "1.2",
      schema: "core",
      intAsBigInt: true,
      logLevel: "silent",
    });
    const tokens = tokensOf(text, parser, lenientLexer(yaml));
    for (const document of composer.compose(tokens)) documents.push(document);
  } catch (error) {
    return [{ kind: "fault", fault: parserFault(error, source) }];
  }
  if (documents.length === 0) return [{ kind: "fault", fault: faultAt("empty", "The file is empty", source, 0) }];
  return documents.map((document) => toResult(yaml, document, source));
}

function* tokensOf(text: string, parser: Parser, lexer: Lexer): Generator<CST.Token, void, undefined> {
  for (const lexeme of lexer.lex(text)) yield* parser.next(lexeme);
  yield* parser.end();
}

/**
 * Reads quoted scalars and flow collections whose lines begin further left than YAML wants them, or scalars with tabs there: the loaders of
 * recorders (PyYAML, Psych, go-yaml) ask for no indentation inside quotes and brackets, and so their cassettes have none.
 *
 * The library has no option for that. Were its lexer to change, the fixtures with such scalars would say so.
 */
function lenientLexer(yaml: Library): Lexer {
  const lexer = new yaml.Lexer();
  for (const method of ["parseQuotedScalar", "parseFlowCollection"]) {
    const strict: unknown = Reflect.get(lexer, method);
    if (typeof strict !== "function") continue;
    Reflect.set(lexer, method, function* lenient() {
      const indentation: unknown = Reflect.get(lexer, "indentNext");
      Reflect.set(lexer, "indentNext", 0);
      try {
        return yield* Reflect.apply(strict, lexer, []);
      } finally {
        Reflect.set(lexer, "indentNext", indentation);
      }
    });
  }
  return lexer;
}

function toResult(yaml: Library, document: Document, source: StringSource): YamlResult {
  const [error] = document.errors;
  if (error !== undefined) return { kind: "fault", fault: syntaxFault(error, source) };
  try {
    const context = { library: yaml, document, source, targets: aliasTargets(yaml, document) };
    const fault = graphFault(context);
    return fault === undefined ? { kind: "document", document: new YamlDocument(context) } : { kind: "fault", fault };
  } catch (walkError) {
    return { kind: "fault", fault: parserFault(walkError, source) };
  }
}

/** An alias stands for the last node before it that has its anchor. */
function aliasTargets(yaml: Library, document: Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  yaml.visit(document, {
    Node(_key, node) {
      if (yaml.isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) {
        anchors.set(node.anchor, node);
      }
    },
  });
  return targets;
}

class YamlDocument implements JsonDocument {
  readonly root: YamlNode;
  private found: readonly Defect[] | undefined;

  constructor(context: YamlContext) {
    this.root = YamlNode.root(context);
  }

  defects(): readonly Defect[] {
    this.found ??= [...defectsOf(this.root)];
    return this.found;
  }
}

/** What an alias refers to is judged where it is written. */
function* defectsOf(node: YamlNode): Generator<Defect, void, undefined> {
  if (node.isAlias) return;
  switch (node.kind) {
    case "object": {
      const keys = new Set<string>();
      for (const { key, value } of node.entries()) {
        const text = key.string() ?? "";
        if (keys.has(text)) yield { kind: "repeated-key", at: key };
        keys.add(text);
        if (isTorn(text)) yield { kind: "lone-surrogate", at: key };
        yield* defectsOf(value);
      }
      return;
    }
    case "array":
      for (const item of node.items()) yield* defectsOf(item);
      return;
    case "string":
      if (isTorn(node.string() ?? "")) yield { kind: "lone-surrogate", at: node };
      return;
    case "number": {
      const raw = node.raw();
      const value = Number(raw);
      if (!Number.isFinite(value) || (/^-?[0-9]{16,}$/.test(raw) && BigInt(raw) !== BigInt(value))) yield { kind: "long-number", at: node };
      return;
    }
    default:
  }
}

function isTorn(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Words for what the parser found; its own sentences may quote the text. */
function syntaxFault({ code, pos: [at] }: YAMLParseError, source: StringSource): JsonFault {
  const isCut = at >= source.text.trimEnd().length;
  const what = code.toLowerCase().replaceAll("_", " ");
  if (isCut) return faultAt("truncated", `The YAML text ends too early (${what})`, source, source.text.length);
  return faultAt("invalid-yaml", `The text is not YAML (${what})`, source, at);
}

/** The parser is recursive: a text that is nested too deep ends it. */
function parserFault(error: unknown, source: StringSource): JsonFault {
  if (error instanceof RangeError) return faultAt("too-deep", `The YAML text is nested deeper than ${MAX_DEPTH} levels`, source, 0);
  return faultAt("invalid-yaml", "The text is not YAML", source, 0);
}

function faultAt(kind: JsonFault["kind"], message: string, source: StringSource, offset: number): JsonFault {
  return { kind, message, at: source.range(offset, offset) };
}

/** Nodes in a value, aliases unfolded, and its levels. */
interface Extent {
  readonly size: number;
  readonly height: number;
}

const leaf: Extent = { size: 1, height: 0 };

/** What no tree can hold: an alias inside its own anchor, aliases of aliases without end, too many levels. */
function graphFault(context: YamlContext): JsonFault | undefined {
  const { library: yaml, source } = context;
  const known = new Map<Node, Extent>();
  const open = new Set<Node>();
  const most = maxUnfolded + source.text.length;
  let fault: JsonFault | undefined;
  const refuse = (kind: JsonFault["kind"], message: string, at: Node): Extent => {
    fault ??= faultAt(kind, message, source, at.range?.[0] ?? 0);
    return leaf;
  };
  const measure = (value: unknown): Extent => {
    if (fault !== undefined || !yaml.isNode(value)) return leaf;
    const node = resolve(value, context);
    if (node === undefined) return refuse("invalid-yaml", "The alias has no anchor before it", value);
    if (yaml.isScalar(node)) return leaf;
    if (open.has(node)) return refuse("invalid-yaml", "The alias is inside the value that it refers to", value);
    let extent = known.get(node);
    if (extent === undefined) {
      open.add(node);
      extent = measureParts(yaml.isMap(node) ? node.items.flatMap((pair) => [pair.key, pair.value]) : yaml.isSeq(node) ? node.items : []);
      open.delete(node);
      known.set(node, extent);
    }
    if (extent.size > most) return refuse("too-large", `The aliases unfold to more than ${most} values`, value);
    if (extent.height > MAX_DEPTH) return refuse("too-deep", `The YAML text is nested deeper than ${MAX_DEPTH} levels`, value);
    return extent;
  };
  const measureParts = (parts: readonly unknown[]): Extent => {
    let size = 1;
    let height = 0;
    for (const part of parts) {
      const extent = measure(part);
      size += extent.size;
      height = Math.max(height, extent.height);
    }
    return { size, height: height + 1 };
  };
  measure(context.document.contents);
  return fault;
}
