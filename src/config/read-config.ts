import { formats } from "../formats/index.js";
import type { JsonNode } from "../json/node.js";
import { modes } from "../model/conversation.js";
import { profiles } from "../profiles/index.js";
import { type Config, colorChoices, failLevels, levels, type Override, presets, type Suppression } from "./config.js";
import { type ConfigFault, choice, count, type Field, flag, listOf, MemberReader, mapOf, oneOrMany, text } from "./fields.js";
import { ruleIds, selectors } from "./levels.js";
import { parseSize } from "./size.js";

/** A field with what it is for, for editors and for people. */
export interface DescribedField<T> extends Field<T> {
  readonly description: string;
}

const globs = oneOrMany(text("a glob"));

const size: Field<number> = {
  schema: { type: ["integer", "string"], minimum: 1 },
  read(node, report) {
    const bytes = parseSize(node.string() ?? node.raw());
    return bytes ?? void report({ at: node, message: 'Expected a size such as 1000000 or "50 MB"' });
  },
};

/** A day, `2027-01-31`. */
export const day: Field<string> = {
  schema: { type: "string", format: "date" },
  read(node, report) {
    const value = node.string() ?? "";
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
    return void report({ at: node, message: 'Expected a day such as "2027-01-31"' });
  },
};

/** What may differ from file to file. */
const fileFields = {
  format: described("Format of the transcripts, instead of the detected one", choice(formats.map(({ id }) => id))),
  profile: described("Endpoints whose rules the transcripts are judged by", oneOrMany(choice(profiles.map(({ id }) => id)))),
  mode: described("How much of the conversation a transcript claims to hold", choice(modes)),
  tools: described("Files of tool declarations, which replace those inside the transcripts", oneOrMany(text("a path or glob"))),
  rules: described("Level of each rule", mapOf(ruleIds, choice(levels))),
};

/** An entry of `overrides`. */
const overrideFields = { files: described("Files that the entry is for", globs), ...fileFields };

/** An entry of `suppress`. */
const suppressionFields = {
  rule: described("The rule whose findings are accepted", choice(ruleIds)),
  files: described("Files whose findings are accepted; all without it", globs),
  tool: described("The tool whose findings are accepted, * for any characters; all without it", text("the name of a tool")),
  reason: described("Why they are accepted", text("a reason")),
  expires: described("Last day on which the entry counts", day),
};

/** The keys of a configuration. Those of reporters depend on what there is. */
export function configFields(reporterIds: readonly string[]) {
  return {
    $schema: described("Address of the JSON Schema, for editors", text("an address")),
    extends: described("Preset to start from", oneOrMany(choice(presets))),
    ...fileFields,
    only: described("Rules and categories to check, and no others", oneOrMany(choice(selectors))),
    skip: described("Rules and categories not to check", oneOrMany(choice(selectors))),
    allowHandled: described("Lower faults of calls that were answered with an error to info", flag),
    assertFormats: described("Judge the format keyword of schemas", flag),
    maxSize: described("Largest document that is read, in bytes or with a unit", size),
    failOn: described("Lowest level that fails the run", choice(failLevels)),
    maxWarnings: described("More warnings than this fail the run", count),
    minFiles: described("Fewer files than this: the run was not done", count),
    minToolCalls: described("Fewer calls than this: the run was not done", count),
    requireTools: described("Calls that no declaration covers: the run was not done", flag),
    errorOnUnmatchedPattern: described("A pattern that matches nothing: the run was not done", flag),
    ignore: described("Globs of files to leave out", globs),
    gitignore: described("Leave out what .gitignore excludes", flag),
    forceExclude: described("Leave it out even where it is named", flag),
    reporter: described("What goes to standard output", choice(reporterIds)),
    output: described("More reports: reporter to path", mapOf(reporterIds, text("a path"))),
    quiet: described("Hide findings below the fail level", flag),
    maxShown: described("Most findings that are shown", count),
    snippets: described("Show the characters that a finding is about", flag),
    redact: described("Hide values of the transcripts", flag),
    color: described("When output is colored", choice(colorChoices)),
    pathBase: described("Folder that reported paths are relative to", text("a folder")),
    overrides: described("Settings for some files; a later entry wins", listOf(overrideFields, ["files"], readOverride)),
    baseline: described("File of accepted findings, written by --update-baseline", text("a path")),
    suppress: described("Findings that are known and accepted", listOf(suppressionFields, ["rule", "reason"], readSuppression)),
  };
}

/** Reads a configuration and all that is wrong in it. With faults the values are incomplete. */
export function readConfig(
  node: JsonNode,
  reporterIds: readonly string[],
): { readonly config: Config; readonly faults: readonly ConfigFault[] } {
  const faults: ConfigFault[] = [];
  const fields = configFields(reporterIds);
  const members = new MemberReader(node, Object.keys(fields), (fault) => faults.push(fault));
  members.optional("$schema", fields.$schema);
  const config: Config = {
    extends: members.optional("extends", fields.extends),
    ...readFileSettings(members),
    only: members.optional("only", fields.only),
    skip: members.optional("skip", fields.skip),
    allowHandled: members.optional("allowHandled", fields.allowHandled),
    assertFormats: members.optional("assertFormats", fields.assertFormats),
    maxSize: members.optional("maxSize", fields.maxSize),
    failOn: members.optional("failOn", fields.failOn),
    maxWarnings: members.optional("maxWarnings", fields.maxWarnings),
    minFiles: members.optional("minFiles", fields.minFiles),
    minToolCalls: members.optional("minToolCalls", fields.minToolCalls),
    requireTools: members.optional("requireTools", fields.requireTools),
    errorOnUnmatchedPattern: members.optional("errorOnUnmatchedPattern", fields.errorOnUnmatchedPattern),
    ignore: members.optional("ignore", fields.ignore),
    gitignore: members.optional("gitignore", fields.gitignore),
    forceExclude: members.optional("forceExclude", fields.forceExclude),
    reporter: members.optional("reporter", fields.reporter),
    output: members.optional("output", fields.output),
    quiet: members.optional("quiet", fields.quiet),
    maxShown: members.optional("maxShown", fields.maxShown),
    snippets: members.optional("snippets", fields.snippets),
    redact: members.optional("redact", fields.redact),
    color: members.optional("color", fields.color),
    pathBase: members.optional("pathBase", fields.pathBase),
    overrides: members.optional("overrides", fields.overrides),
    baseline: members.optional("baseline", fields.baseline),
    suppress: members.optional("suppress", fields.suppress),
  };
  return { config, faults };
}

function readFileSettings(members: MemberReader) {
  return {
    format: members.optional("format", fileFields.format),
    profile: members.optional("profile", fileFields.profile),
    mode: members.optional("mode", fileFields.mode),
    tools: members.optional("tools", fileFields.tools),
    rules: members.optional("rules", fileFields.rules),
  };
}

function readOverride(members: MemberReader): Override | undefined {
  const files = members.required("files", overrideFields.files, "it names the files that the entry is for");
  const settings = readFileSettings(members);
  return files && { files, ...settings };
}

function readSuppression(members: MemberReader, node: JsonNode): Suppression | undefined {
  const rule = members.required("rule", suppressionFields.rule, "it names the rule whose findings are accepted");
  const reason = members.required("reason", suppressionFields.reason, "whoever reads this later must know why");
  const start = node.range.source.position(node.range.from);
  const end = node.range.source.position(node.range.to);
  const entry = {
    files: members.optional("files", suppressionFields.files),
    tool: members.optional("tool", suppressionFields.tool),
    expires: members.optional("expires", suppressionFields.expires),
    pointer: node.pointer,
    range: start === undefined || end === undefined ? null : { start, end },
  };
  return rule === undefined || reason === undefined ? undefined : { rule, reason, ...entry };
}

function described<T>(description: string, field: Field<T>): DescribedField<T> {
  return { ...field, description, schema: { description, ...field.schema } };
}
