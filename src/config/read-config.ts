import { formats } from "../formats/index.js";
import type { JsonNode } from "../json/node.js";
import { modes } from "../model/conversation.js";
import { profiles } from "../profiles/index.js";
import { type Config, colorChoices, failLevels, groupings, levels, type Override, presets, type Suppression } from "./config.js";
import {
  type ConfigFault,
  choice,
  count,
  type Field,
  flag,
  listOf,
  MemberReader,
  mapOf,
  mustBe,
  oneOrMany,
  openChoice,
  text,
} from "./fields.js";
import { ruleIds, selectors } from "./levels.js";
import { idsOfFormats, ownFormats } from "./own-formats.js";
import { ownPolicies } from "./policy-fields.js";
import { parseSize } from "./size.js";

/** A field with what it is for, for editors and for people. */
export interface DescribedField<T> extends Field<T> {
  readonly description: string;
}

const globs = oneOrMany(text("a glob"));

/** What a configuration extends: a file or a package is looked for when it is read. */
const base: Field<string> = {
  ...text("a preset, a path or a package"),
  schema: { anyOf: [{ enum: presets }, { type: "string", minLength: 1 }] },
};

const size: Field<number> = {
  schema: { type: ["integer", "string"], minimum: 1 },
  read(node, report) {
    const bytes = parseSize(node.string() ?? node.raw());
    return bytes ?? void report({ at: node, message: mustBe(node, 'a size such as 1000000 or "50 MB"') });
  },
};

/** A day, `2027-01-31`. */
export const day: Field<string> = {
  schema: { type: "string", format: "date" },
  read(node, report) {
    const value = node.string() ?? "";
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
    return void report({ at: node, message: mustBe(node, 'a day such as "2027-01-31"') });
  },
};

/** Ids that plugins bring. */
export interface PluginIds {
  readonly formats: readonly string[];
  readonly rules: readonly string[];
}

const noPlugins: PluginIds = { formats: [], rules: [] };

/** What may differ from file to file. */
function fileFields(own: PluginIds) {
  const format = openChoice(
    formats.map(({ id }) => id),
    own.formats,
  );
  return {
    format: described("Format of the transcripts, instead of the detected one", format),
    profile: described("Endpoints whose rules the transcripts are judged by", oneOrMany(choice(profiles.map(({ id }) => id)))),
    mode: described("How much of the conversation a transcript claims to hold", choice(modes)),
    tools: described("Files of tool declarations, which replace those inside the transcripts", oneOrMany(text("a path or glob"))),
    rules: described("Level of each rule", mapOf([...ruleIds, ...own.rules], choice(levels), true)),
  };
}

/** An entry of `overrides`. */
function overrideFields(own: PluginIds) {
  return { files: described("Files that the entry is for", globs), ...fileFields(own) };
}

/** An entry of `suppress`. */
function suppressionFields(own: PluginIds) {
  return {
    rule: described("The rule whose findings are accepted", openChoice(ruleIds, own.rules)),
    files: described("Files whose findings are accepted; all without it", globs),
    tool: described("The tool whose findings are accepted, * for any characters; all without it", text("the name of a tool")),
    reason: described("Why they are accepted", text("a reason")),
    expires: described("Last day on which the entry counts", day),
  };
}

/** What a configuration loads before anything else of it is read. */
export const pluginsField = described(
  "Modules with formats and rules of one's own: paths or packages",
  oneOrMany(text("a path or a package")),
);

/** The keys of a configuration. Those of reporters depend on what there is. */
export function configFields(reporterIds: readonly string[], own: PluginIds = noPlugins, pluginFormats: readonly string[] = []) {
  const overriding = overrideFields(own);
  const suppressing = suppressionFields(own);
  const selector = openChoice(selectors, own.rules);
  return {
    $schema: described("Address of the JSON Schema, for editors", text("an address")),
    extends: described("Presets, files and packages to start from; a later one wins", oneOrMany(base)),
    plugins: pluginsField,
    formats: described("Formats of one's own, as tables", ownFormats(pluginFormats)),
    ...fileFields(own),
    only: described("Rules and categories to check, and no others", oneOrMany(selector)),
    skip: described("Rules and categories not to check", oneOrMany(selector)),
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
    groupBy: described("Show counts by this in place of single findings", choice(groupings)),
    snippets: described("Show the characters that a finding is about", flag),
    redact: described("Hide values of the transcripts", flag),
    color: described("When output is colored", choice(colorChoices)),
    pathBase: described("Folder that reported paths are relative to", text("a folder")),
    cache: described("Remember what was found in files that did not change", flag),
    cacheLocation: described("Folder to remember it in; default node_modules/.cache/tool-guardrails", text("a folder")),
    baseline: described("File of accepted findings, written by --update-baseline", text("a path")),
    overrides: described(
      "Settings for some files; a later entry wins",
      listOf(overriding, ["files"], (members) => readOverride(members, overriding)),
    ),
    policies: described("How agents may use their tools: rules of one's own about their calls", ownPolicies),
    suppress: described(
      "Findings that are known and accepted",
      listOf(suppressing, ["rule", "reason"], (members, node) => readSuppression(members, node, suppressing)),
    ),
  };
}

/** Reads a configuration and all that is wrong in it. With faults the values are incomplete. `plugins`: what those that it names bring. */
export function readConfig(
  node: JsonNode,
  reporterIds: readonly string[],
  plugins: PluginIds = noPlugins,
): { readonly config: Config; readonly faults: readonly ConfigFault[] } {
  const faults: ConfigFault[] = [];
  const own = { formats: [...idsOfFormats(node.get("formats")), ...plugins.formats], rules: plugins.rules };
  const fields = configFields(reporterIds, own, plugins.formats);
  const members = new MemberReader(node, Object.keys(fields), (fault) => faults.push(fault));
  members.optional("$schema", fields.$schema);
  const config: Config = {
    extends: members.optional("extends", fields.extends),
    plugins: members.optional("plugins", fields.plugins),
    formats: members.optional("formats", fields.formats),
    ...readFileSettings(members, fields),
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
    groupBy: members.optional("groupBy", fields.groupBy),
    snippets: members.optional("snippets", fields.snippets),
    redact: members.optional("redact", fields.redact),
    color: members.optional("color", fields.color),
    pathBase: members.optional("pathBase", fields.pathBase),
    overrides: members.optional("overrides", fields.overrides),
    cache: members.optional("cache", fields.cache),
    cacheLocation: members.optional("cacheLocation", fields.cacheLocation),
    baseline: members.optional("baseline", fields.baseline),
    suppress: members.optional("suppress", fields.suppress),
    policies: members.optional("policies", fields.policies),
  };
  return { config, faults };
}

function readFileSettings(members: MemberReader, fields: ReturnType<typeof fileFields>) {
  return {
    format: members.optional("format", fields.format),
    profile: members.optional("profile", fields.profile),
    mode: members.optional("mode", fields.mode),
    tools: members.optional("tools", fields.tools),
    rules: members.optional("rules", fields.rules),
  };
}

function readOverride(members: MemberReader, fields: ReturnType<typeof overrideFields>): Override | undefined {
  const files = members.required("files", fields.files, "it names the files that the entry is for");
  const settings = readFileSettings(members, fields);
  return files && { files, ...settings };
}

function readSuppression(members: MemberReader, node: JsonNode, fields: ReturnType<typeof suppressionFields>): Suppression | undefined {
  const rule = members.required("rule", fields.rule, "it names the rule whose findings are accepted");
  const reason = members.required("reason", fields.reason, "whoever reads this later must know why");
  const start = node.range.source.position(node.range.from);
  const end = node.range.source.position(node.range.to);
  const entry = {
    files: members.optional("files", fields.files),
    tool: members.optional("tool", fields.tool),
    expires: members.optional("expires", fields.expires),
    pointer: node.pointer,
    range: start === undefined || end === undefined ? null : { start, end },
  };
  return rule === undefined || reason === undefined ? undefined : { rule, reason, ...entry };
}

function described<T>(description: string, field: Field<T>): DescribedField<T> {
  return { ...field, description, schema: { description, ...field.schema } };
}
