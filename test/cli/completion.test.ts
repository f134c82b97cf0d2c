import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { formats } from "../../src/formats/index.js";
import { reporters } from "../../src/reporters/index.js";
import { rules } from "../../src/rules/index.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const shells = ["bash", "zsh", "fish", "powershell"];

function script(shell: string): string {
  return runCli(["completion", shell], { cwd: "." }).stdout;
}

function has(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

/** What is typed, and some of what is offered for it. The mark is where a list goes on. */
const typed: readonly (readonly [string, readonly string[]])[] = [
  ["guardrails che", ["check"]],
  ["guardrails check --form", ["--format"]],
  ["guardrails check --format openai-c", ["openai-chat"]],
  ["guardrails check --rule split-results=wa", ["warning"]],
  ["guardrails explain misp", ["misplaced-result"]],
  ["guardrails check -r js", ["json", "jsonl"]],
  ["guardrails inspect some", ["some file.json"]],
];

function offeredBy(shell: string, line: string): readonly string[] {
  const cwd = temporaryFolder({ script: script(shell), "some file.json": "[]" });
  const run = (args: readonly string[]) =>
    spawnSync(shell, args, { cwd, encoding: "utf8", env: { PATH: process.env.PATH ?? "", HOME: cwd, TERM: "dumb" } }).stdout;
  switch (shell) {
    case "bash": {
      const words = line.split(/ |(=)/).filter((word) => word !== undefined);
      return run([
        "-c",
        `source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _guardrails; printf '%s\\n' "\${COMPREPLY[@]}"`,
        "bash",
        ...words,
      ]).split("\n");
    }
    case "fish":
      return run(["-c", `source script; complete -C '${line}'`])
        .split("\n")
        .map((each) => (each.split("\t", 1)[0] ?? "").replace(/^.*=/, "").replaceAll("\\", ""));
    default:
      return run(["-f", "-c", zshSession(line)])
        .split(/[\r\n]+/)
        .flatMap((each) => /HIT (.*)$/.exec(each)?.[1]?.replaceAll("\\", "") ?? []);
  }
}

/** A zsh that somebody types into, and that says what it would show. */
function zshSession(line: string): string {
  return `
cat > rc <<'END'
PROMPT=
autoload -Uz compinit; compinit -u -D
source ./script
end-line() { print -r -- "__END__"; exit }
comppostfuncs=(end-line)
compadd() {
  local -a hits
  [[ " $* " == *" -"[OAD]" "* ]] || { builtin compadd -A hits "$@"; local hit; for hit in $hits; do print -r -- "HIT $hit"; done }
  builtin compadd "$@"
}
bindkey '^I' complete-word
END
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ./rc'
zpty -w shell ${JSON.stringify(line)}$'\\t'
while zpty -r shell output; do
  print -r -- $output
  [[ $output == *__END__* ]] && break
done
zpty -d shell`;
}

describe("completion", { timeout: 120_000 }, () => {
  it.each(shells)("knows all commands, rules, formats and reporters in the script for %s", (shell) => {
    const text = script(shell);
    for (const { id } of [...rules, ...formats, ...reporters]) expect(text).toMatch(new RegExp(`(?<![\\w-])${id}(?![\\w-])`));
    for (const command of ["check", "bug-report", "completion", "help"]) expect(text).toContain(command);
  });

  for (const shell of ["bash", "zsh", "fish"]) {
    const isThere = has(shell);
    it.skipIf(!isThere)(`completes commands, flags, values and files in ${shell}${isThere ? "" : " (not installed here)"}`, () => {
      for (const [line, expected] of typed) expect([line, ...offeredBy(shell, line)]).toEqual(expect.arrayContaining([line, ...expected]));
    });
  }

  it("offers nothing that is not meant in bash", () => {
    expect(offeredBy("bash", "guardrails schema b").filter(Boolean)).toEqual(["baseline"]);
    expect(offeredBy("bash", "guardrails check --format=cohere-v").filter(Boolean)).toEqual(
      ["cohere-v2", "cohere-v1"].toSorted((a, b) => formats.findIndex(({ id }) => id === a) - formats.findIndex(({ id }) => id === b)),
    );
  });

  it("suggests the right name for a shell or a command that is misspelled", () => {
    expect(runCli(["completion", "bahs"], { cwd: "." })).toMatchObject({
      stderr: 'guardrails: Unknown value "bahs" for <shell>, did you mean "bash"?\n',
      exitCode: 2,
    });
    expect(runCli(["chekc"], { cwd: "." }).stderr).toBe("guardrails: unknown command 'chekc' (Did you mean check?)\n");
    expect(runCli(["bugreport", "a.json"], { cwd: "." }).stderr).toBe(
      "guardrails: unknown command 'bugreport' (Did you mean bug-report?)\n",
    );
  });
});

describe("the man page", () => {
  const page = readFileSync(resolve(import.meta.dirname, "../../man/guardrails.1"), "utf8");

  it("has each command and each of its flags", () => {
    const help = runCli(["check", "--help"], { cwd: "." }).stdout;
    const flags = Array.from(help.matchAll(/^ {2}(-[^ ].*?) {2}/gm), ([, flag = ""]) => flag.trim());
    expect(flags.length).toBeGreaterThan(40);
    for (const flag of flags.filter((each) => !each.startsWith("-h"))) expect(page).toContain(`.B ${flag.replaceAll("-", "\\-")}\n`);
  });

  it.skipIf(!has("man"))("is read by man without a warning (where man is installed)", () => {
    const cwd = temporaryFolder({ "guardrails.1": page });
    const { stdout, stderr, status } = spawnSync("man", ["--warnings", "-l", join(cwd, "guardrails.1")], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", MANWIDTH: "100", LC_ALL: "C" },
    });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toContain("guardrails bug-report");
  });
});
