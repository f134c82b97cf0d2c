import type { Command } from "commander";

/** The manual of the program in roff (man 7), made of its commands. */
export function manPage(program: Command, version: string): string {
  return [
    `.TH GUARDRAILS 1 "" "guardrails ${roff(version)}" "User Commands"`,
    ".SH NAME",
    `guardrails \\- ${roff("find what is broken in recorded LLM tool calls")}`,
    ".SH SYNOPSIS",
    ...program.commands.flatMap((command) => [".B guardrails", `${roff(command.name())} ${roff(command.usage())}`, ".br"]),
    ".SH DESCRIPTION",
    roff(`${program.description()}.`),
    ".SH COMMANDS",
    ...program.commands.flatMap((command) => [
      `.SS ${roff(`guardrails ${command.name()}`)}`,
      roff(command.description()),
      ...command.options.flatMap(({ flags, description }) => [".TP", `.B ${roff(flags)}`, roff(`${description}.`)]),
    ]),
    ".SH EXIT STATUS",
    ...definitions([
      ["0", "Something was checked, and nothing at the fail level was found."],
      ["1", "Findings at or above the fail level were found."],
      ["2", "The check could not be done."],
    ]),
    ".SH FILES",
    ...definitions([
      ["guardrails.config.json, .jsonc, .mjs, .js", "The configuration; the nearest one above a transcript counts."],
      ["guardrails-baseline.jsonl", "Findings that are accepted."],
    ]),
    ".SH ENVIRONMENT",
    ...definitions([
      ["NO_COLOR, FORCE_COLOR, TERM", "Whether output is colored."],
      ["GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, GITLAB_CI, CI", "What continuous integration is told, and from where paths are reported."],
      ["SOURCE_DATE_EPOCH", "The day that suppressions expire by; the report says no duration."],
    ]),
    ".SH SEE ALSO",
    roff("https://github.com/tool-guardrails/guardrails"),
    "",
  ].join("\n");
}

function definitions(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.flatMap(([term, text]) => [".TP", `.B ${roff(term)}`, roff(text)]);
}

/** Text that roff prints as it is. */
function roff(text: string): string {
  const escaped = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("`", "\\(ga");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
