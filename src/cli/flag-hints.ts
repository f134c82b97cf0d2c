import { reporters } from "../reporters/index.js";

/** Flags that other programs have, and what does the same here. */
const hints: ReadonlyMap<string, string> = new Map([
  ...same("--quiet", "-q", "--silent"),
  ...same("--color never", "--no-color", "--no-colour", "--no-colors", "--plain"),
  ...same("--color always", "--colors", "--force-color"),
  ...same("--ignore <glob>", "--exclude", "--ignore-pattern", "--ignore-path", "--exclude-dir", "-x"),
  ...same("--config <path>", "-c", "--configuration", "--rcfile"),
  ...same("--reporter <id>", "-f", "--formatter", "--output-format"),
  ...same("--output <reporter=path>", "--output-file", "--out-file", "--out"),
  ...same("--version", "-v"),
  ...same("--preset strict", "--strict"),
  ...same("--only <id>", "--select", "--rules", "--include"),
  ...same("--skip <id>", "--disable", "--disable-rule", "--ignore-rule", "--exclude-rule"),
  ...same("--tools <pattern>", "--schema", "--schemas", "--functions", "-t"),
  ...same("--profile <id>", "--provider", "--endpoint", "--model", "-p"),
  ...same("--fail-on <level>", "--severity", "--level", "--fail-level", "--min-severity", "--fail-severity"),
  ...same("--fail-on never", "--exit-zero", "--no-fail", "--no-error"),
  ...same("--max-warnings 0", "--fail-on-warnings", "--error-on-warnings"),
  ...same("--max-shown <n>", "--limit", "--max-issues", "--max-diagnostics"),
  ...same("--no-gitignore", "--no-ignore"),
  ...same("--list-files", "--dry-run", "--list"),
  ...same("--path-base <folder>", "--base-path", "--relative-to", "--root"),
  ...same("- among the patterns", "--stdin"),
  ...reporters.map(({ id }) => [`--${id}`, `--reporter ${id}`] as const),
]);

/** What a flag that nobody knows was meant to be; `undefined` where it is like none. */
export function flagHint(flag: string): string | undefined {
  return hints.get(flag.split("=", 1)[0] ?? flag);
}

/** Commands that other programs have, and what does the same here. */
const commandHints: ReadonlyMap<string, string> = new Map([
  ...same("check", "lint", "validate", "verify", "test", "run", "scan", "audit"),
  ...same("check --list-files", "ls", "list"),
  ...same("--version", "version"),
  ...same("inspect", "show", "print", "dump", "view"),
]);

/** What a command that nobody knows was meant to be; `undefined` where it is like none. */
export function commandHint(command: string): string | undefined {
  return commandHints.get(command);
}

function same(right: string, ...wrong: readonly string[]): readonly (readonly [string, string])[] {
  return wrong.map((flag) => [flag, right]);
}
