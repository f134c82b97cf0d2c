import type { Command, Option } from "commander";
import { colorChoices, failLevels, groupings, levels, presets } from "../../config/config.js";
import { ruleIds, selectors } from "../../config/levels.js";
import { formats } from "../../formats/index.js";
import { modes } from "../../model/conversation.js";
import { profiles } from "../../profiles/index.js";
import { reporters } from "../../reporters/index.js";

/** What a shell offers for a word: some words, one of them at the beginning of a longer word, paths, or nothing. */
export type Offer =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** `words` are followed by `=` and one of `values`, or by a path. */
  | { readonly kind: "pairs"; readonly words: readonly string[]; readonly values: readonly string[] }
  | { readonly kind: "files" | "folders" | "nothing" };

/** A flag as the shells see it. */
export interface FlagNode {
  /** `-r`, `--reporter`: as it may be typed. */
  readonly spellings: readonly string[];
  readonly description: string;
  /** `undefined`: it takes no value. */
  readonly value: Offer | undefined;
}

/** A command as the shells see it. */
export interface CommandNode {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagNode[];
  /** For words that are no flags. */
  readonly argument: Offer;
}

const profileIds = profiles.map(({ id }) => id);
const words = (list: readonly string[]): Offer => ({ kind: "words", words: list });

/** What a flag takes, by its name; others that take a value take anything. */
const values: ReadonlyMap<string, Offer> = new Map([
  ["format", words(formats.map(({ id }) => id))],
  ["profile", words(profileIds)],
  ["mode", words(modes)],
  ["preset", words(presets)],
  ["rule", { kind: "pairs", words: ruleIds, values: levels }],
  ["only", words(selectors)],
  ["skip", words(selectors)],
  ["fail-on", words(failLevels)],
  ["reporter", words(reporters.map(({ id }) => id))],
  ["output", { kind: "pairs", words: reporters.map(({ id }) => id), values: [] }],
  ["color", words(colorChoices)],
  ["group-by", words(groupings)],
  ["ci", words(["github", "gitlab"])],
  ["path-base", { kind: "folders" }],
  ...["tools", "config", "baseline", "files-from", "stdin-filename", "draft"].map((name): [string, Offer] => [name, { kind: "files" }]),
]);

/** What a command takes beside its flags, by its name; others take files. */
function argumentOf(command: Command, all: readonly Command[]): Offer {
  if (command.registeredArguments.length === 0) return { kind: "nothing" };
  switch (command.name()) {
    case "explain":
      return words([...ruleIds, ...profileIds]);
    case "schema":
      return words(["config", "report", "baseline"]);
    case "completion":
      return words(["bash", "zsh", "fish", "powershell"]);
    case "help":
      return words(all.map((each) => each.name()));
    default:
      return { kind: "files" };
  }
}

/** The commands of the program, with their flags and what these take. */
export function commandTree(program: Command): readonly CommandNode[] {
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    flags: [...command.options.map((option) => flagOf(option, command)), help],
    argument: argumentOf(command, program.commands),
  }));
}

const help: FlagNode = { spellings: ["-h", "--help"], description: "print this help", value: undefined };

function flagOf(option: Option, command: Command): FlagNode {
  const name = option.long?.slice(2) ?? "";
  // Of a bug report the output is a path alone, and the rule an id alone.
  const plain: ReadonlyMap<string, Offer> =
    command.name() === "bug-report"
      ? new Map<string, Offer>([
          ["output", { kind: "files" }],
          ["rule", words(ruleIds)],
        ])
      : new Map();
  return {
    spellings: [option.short, option.long].filter((spelling) => spelling !== undefined),
    description: option.description,
    value: option.required ? (plain.get(name) ?? values.get(name) ?? { kind: "nothing" }) : undefined,
  };
}
