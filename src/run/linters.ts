import { UsageError } from "../errors.js";
import { formats } from "../formats/index.js";
import { Linter } from "../lint/linter.js";
import type { ExternalTools, LintOptions } from "../lint/options.js";
import { profiles } from "../profiles/index.js";
import { quote } from "../text/quote.js";
import { findToolFiles, readExternalTools } from "./external-tools.js";
import type { PlannedFile } from "./plan.js";
import type { FileJudging } from "./settings.js";

/** Linters by what they judge by. */
export interface Linters {
  readonly linters: ReadonlyMap<FileJudging, Linter>;
  /** Files of declarations, absolute. */
  readonly toolFiles: readonly string[];
  /** The declarations that files judged so are given. */
  toolsOf(judging: FileJudging): ExternalTools | undefined;
}

/**
 * One linter for all files that are judged alike, and the files of declarations that they know.
 *
 * @param given declarations that are at hand, instead of those that the settings name
 * @param sketch draws conversations, where a report shows them
 * @throws UsageError and InputError for declarations that cannot be found or read
 */
export async function createLinters(
  files: readonly PlannedFile[],
  cwd: string,
  given?: ExternalTools,
  sketch?: LintOptions["sketch"],
): Promise<Linters> {
  const allToolFiles: string[] = [];
  const toolsByFiles = new Map<string, ExternalTools>();
  const linters = new Map<FileJudging, Linter>();
  const toolsByJudging = new Map<FileJudging, ExternalTools>();
  for (const { judging } of files) {
    if (linters.has(judging)) continue;
    const toolFiles = judging.tools === undefined || given !== undefined ? [] : await findToolFiles(judging.tools);
    allToolFiles.push(...toolFiles);
    const toolsKey = toolFiles.join("\n");
    const tools = toolFiles.length === 0 ? given : (toolsByFiles.get(toolsKey) ?? readExternalTools(toolFiles, cwd));
    if (tools !== undefined && tools !== given) toolsByFiles.set(toolsKey, tools);
    if (tools !== undefined) toolsByJudging.set(judging, tools);
    linters.set(judging, createLinter(judging, tools, sketch));
  }
  return { linters, toolFiles: allToolFiles, toolsOf: (judging) => toolsByJudging.get(judging) };
}

/** The linter for files that are judged in one way. */
export function createLinter(judging: FileJudging, tools: ExternalTools | undefined, sketch?: LintOptions["sketch"]): Linter {
  const { extensions } = judging;
  const format = [...extensions.formats, ...formats].find(({ id }) => id === judging.format);
  if (format === undefined && judging.format !== undefined) {
    throw new UsageError(`Format ${quote(judging.format)} is unknown to the configuration of some of the files`);
  }
  return new Linter({
    ...(format !== undefined && { format }),
    formats: extensions.formats,
    rules: extensions.rules,
    profiles: profiles.filter(({ id }) => judging.profiles.includes(id)),
    ...(judging.mode !== undefined && { mode: judging.mode }),
    ...(tools !== undefined && { tools }),
    severities: judging.severities,
    policies: judging.policies,
    assertFormats: judging.assertFormats,
    allowHandled: judging.allowHandled,
    ...(judging.maxBytes !== undefined && { maxBytes: judging.maxBytes }),
    ...(sketch !== undefined && { sketch }),
  });
}
