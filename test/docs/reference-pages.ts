import { formats } from "../../src/formats/index.js";
import { factsOf, inheritedFacts } from "../../src/profiles/facts.js";
import { profiles } from "../../src/profiles/index.js";
import type { Profile } from "../../src/profiles/profile.js";

/** `docs/formats.md`: what is read, from the formats themselves. */
export function formatsPage(): string {
  return [
    "# Formats",
    "",
    "Formats are detected by what a transcript says, never by its name; `--format <id>` names one instead, and `guardrails inspect <file>` says why one was",
    "chosen. JSON Lines may mix formats; records that are single messages are joined into one conversation.",
    "",
    "| format | what it is | carries | rests on |",
    "| --- | --- | --- | --- |",
    ...formats.map(({ id, title, carries, source }) => row([`\`${id}\``, title, carries.join(", "), source])),
    "",
  ].join("\n");
}

/** `docs/profiles.md`: what each endpoint enforces, and what that rests on. */
export function profilesPage(): string {
  return [
    "# Profiles",
    "",
    "A profile is what one endpoint enforces, as data. It is chosen by `--profile`, else by the host in the recording, else by the model's family, else it is the",
    "format's own; `guardrails inspect <file>` says which and why. `--profile <id>` checks a history for another endpoint than the one it was recorded on.",
    "",
    "What rests on hearsay or on a public report alone weighs a warning at most, unless the report quotes the refusal. Facts of some models hold where the recording",
    "names such a model, in place of those of the profile.",
    "",
    ...profiles.flatMap((profile) => [
      `## ${profile.id}`,
      "",
      `${profile.title}. ${takes(profile.formats)}`,
      "",
      ...extended(profile),
      `Pairing: ${pairing(profile.pairing)}.`,
      "",
      "| subject | fact | value | level | the endpoint answers | rests on |",
      "| --- | --- | --- | --- | --- | --- |",
      ...facts(profile),
      "",
    ]),
  ].join("\n");
}

/** The facts of a profile, the subject named at its first. */
function facts(profile: Profile): readonly string[] {
  let before = "";
  return factsOf(profile).map(({ name, models, value, severity, rejection, evidence }) => {
    const [subject = "", fact = ""] = name.split(/\.(.*)/s);
    const isFirst = subject !== before;
    before = subject;
    const source = `${evidence.kind}: ${evidence.source} (${evidence.date})`;
    return row([
      isFirst ? subject : "",
      models === null ? `\`${fact}\`` : `\`${fact}\` of ${models}`,
      value,
      severity ?? "the rule's",
      rejection ?? "",
      source,
    ]);
  });
}

/** What it extends, and what it has from there. */
function extended(profile: Profile): readonly string[] {
  if (profile.extends === undefined) return [];
  const inherited = inheritedFacts(profile).map(({ name, models }) => (models === null ? `\`${name}\`` : `\`${name}\` of ${models}`));
  return [
    `Extends \`${profile.extends.id}\`, from which it has ${inherited.length === 0 ? "the pairing alone" : inherited.join(", ")}.`,
    "",
  ];
}

function takes(formats: readonly string[]): string {
  return formats.length === 0
    ? "No endpoint: judges what no API enforces."
    : `Takes histories in ${formats.map((id) => `\`${id}\``).join(", ")}.`;
}

function pairing(policy: Profile["pairing"]): string {
  const { key, placement, mergesRoles, resultsFirst, callsLast, splitResults, split, severalResults, nameMustMatch } = policy;
  return [
    `linked by ${key}`,
    `results ${placement.replaceAll("-", " ")}`,
    ...(mergesRoles ? ["consecutive messages of one role count as one"] : []),
    ...(resultsFirst ? ["results lead their message"] : []),
    ...(callsLast ? ["nothing but calls behind a call"] : []),
    `split results ${splitResults ? "allowed" : `are ${split.severity === "error" ? "an error" : "a warning"}`}`,
    ...(severalResults ? ["a call may have several results"] : []),
    ...(nameMustMatch ? ["the result's name must match"] : []),
  ].join(", ");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
