import { configOfValue } from "../config/parse-config.js";
import { joinToolsets, readTools } from "../declarations/index.js";
import { InputError, UsageError } from "../errors.js";
import type { JsonNode, Source } from "../json/node.js";
import { parseJson } from "../json/read.js";
import type { ExternalTools } from "../lint/options.js";
import type { Toolset } from "../model/tool.js";
import { escapeControls } from "../text/quote.js";

/** What reports call declarations that came from no file. */
export const toolsInMemory = "<tools>";

/**
 * Declarations that are at hand, in any dialect.
 *
 * @throws UsageError where nothing in them declares anything
 */
export function externalToolsOf(value: readonly unknown[] | object): ExternalTools {
  const root = configOfValue(value);
  const toolset = readTools(root, { source: 0 });
  if (toolset.completeness === "absent") throw new UsageError("Option tools: No tool declarations in it");
  return { toolset, declarations: [root], paths: new Map([[root.range.source, toolsInMemory]]) };
}

/** A file that declares tools. */
export interface DeclarationFile {
  /** As reports show it. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads tool declarations in any dialect, as one toolset.
 *
 * @throws InputError for a text that is no JSON or declares nothing
 */
export function declaredIn(files: readonly DeclarationFile[]): ExternalTools {
  const declarations: JsonNode[] = [];
  const toolsets: Toolset[] = [];
  const paths = new Map<Source, string>();
  for (const { path, bytes } of files) {
    const result = parseJson(bytes);
    if (result.kind === "fault") {
      const { message, at } = result.fault;
      const place = at.source.position(at.from);
      throw new InputError(`${escapeControls(path)}${place === undefined ? "" : `:${place.line}:${place.column}`}: ${message}`);
    }
    const { root } = result.document;
    const toolset = readTools(root, { source: declarations.length });
    if (toolset.completeness === "absent") throw new InputError(`No tool declarations in ${escapeControls(path)}`);
    declarations.push(root);
    toolsets.push(toolset);
    paths.set(root.range.source, path);
  }
  return { toolset: joinToolsets(toolsets), declarations, paths, contents: files.map(({ bytes }) => bytes) };
}
