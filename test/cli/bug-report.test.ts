import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const declared = [
  {
    type: "function",
    function: {
      name: "book_table",
      description: "Books a table for guests of Trattoria Paradiso",
      parameters: {
        type: "object",
        properties: { guests: { type: "integer" }, area: { enum: ["terrace", "basement"] } },
        required: ["guests"],
      },
    },
  },
];

function conversation(guests: unknown, tools: unknown = declared) {
  return {
    model: "gpt-5-mini",
    ...(tools !== undefined && { tools }),
    messages: [
      { role: "system", content: "You serve Giuseppe Verdi, phone 0171 5550199." },
      { role: "user", content: "A table, please." },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_Qx81", type: "function", function: { name: "book_table", arguments: JSON.stringify({ guests, area: "terrace" }) } },
        ],
      },
      { role: "tool", tool_call_id: "call_Qx81", content: '{"confirmed": "yes, by Lucrezia"}' },
      { role: "assistant", content: "Booked." },
    ],
  };
}

const broken = JSON.stringify(conversation("four"));

function rulesIn(cwd: string, path: string, ...flags: readonly string[]): readonly string[] {
  const { stdout } = runCli(["check", path, "-r", "json", "--no-config", ...flags], { cwd });
  return JSON.parse(stdout).violations.map(({ ruleId }: { readonly ruleId: string }) => ruleId);
}

describe("bug-report", () => {
  it("prints a small transcript that shows the same finding and no text of the original", () => {
    const cwd = temporaryFolder({ "a.json": broken });
    const { stdout, stderr, exitCode } = runCli(["bug-report", "a.json", "-o", "out.json"], { cwd });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(
      /^guardrails: The reproduction shows invalid-arguments as the file does \(\d+ of \d+ bytes\)\. Read it before you share it\n$/,
    );
    const text = readFileSync(join(cwd, "out.json"), "utf8");
    expect(text).not.toMatch(/Giuseppe|0171|Lucrezia|terrace|Paradiso|Qx81|gpt|four/);
    expect(text).toContain("book_table");
    expect(rulesIn(cwd, "out.json")).toEqual(["invalid-arguments"]);
  });

  it("finds the one record of a log, and keeps of it what the finding needs", () => {
    const lines = Array.from({ length: 300 }, (_, at) => JSON.stringify(conversation(at === 211 ? "four" : at)));
    const cwd = temporaryFolder({ "a.jsonl": `${lines.join("\n")}\n` });
    const { stdout, exitCode } = runCli(["bug-report", "a.jsonl"], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout.split("\n")).toHaveLength(2);
    expect(stdout).not.toContain("Giuseppe");
  });

  it("takes the finding of the rule that is named", () => {
    const messages = [...conversation("four").messages, { role: "tool", tool_call_id: "call_Zz", content: "late" }];
    const cwd = temporaryFolder({ "a.json": JSON.stringify({ ...conversation("four"), messages }) });
    const { stdout, exitCode } = runCli(["bug-report", "a.json", "--rule", "orphaned-result", "-o", "o.json"], { cwd });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(rulesIn(cwd, "o.json")).toContain("orphaned-result");
    expect(rulesIn(cwd, "o.json")).not.toContain("invalid-arguments");
  });

  it("puts declarations and the profile that were given beside the transcript into the file", () => {
    const cwd = temporaryFolder({ "a.json": JSON.stringify(conversation("four", undefined)), "tools.json": JSON.stringify(declared) });
    const { exitCode } = runCli(["bug-report", "a.json", "--tools", "tools.json", "--profile", "groq", "-o", "o.json"], { cwd });
    expect(exitCode).toBe(0);
    expect(rulesIn(cwd, "o.json")).toEqual(["invalid-arguments"]);
    expect(readFileSync(join(cwd, "o.json"), "utf8")).not.toContain("Paradiso");
  });

  it("keeps two ids apart that differ, and one id the same where it comes again", () => {
    const cwd = temporaryFolder({ "a.json": JSON.stringify({ ...conversation(4), messages: conversation(4).messages.toSpliced(3, 1) }) });
    const { exitCode } = runCli(["bug-report", "a.json", "-o", "o.json"], { cwd });
    expect(exitCode).toBe(0);
    expect(rulesIn(cwd, "o.json")).toEqual(["unanswered-call"]);
  });

  it("reduces the arguments of a stream, whose pieces cut keys and words in two", () => {
    const pieces = ['{"gue', 'sts": "fo', 'ur", "area": "terr', 'ace"}'];
    const events = pieces.map((piece, at) => ({
      object: "chat.completion.chunk",
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              {
                index: 0,
                ...(at === 0 && { id: "call_Qx81", type: "function" }),
                function: { ...(at === 0 && { name: "book_table" }), arguments: piece },
              },
            ],
          },
        },
      ],
    }));
    const done = { object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] };
    const text = [...events, done].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    const cwd = temporaryFolder({ "a.sse": `${text}data: [DONE]\n\n`, "tools.json": JSON.stringify(declared) });
    const { stdout, exitCode } = runCli(["bug-report", "a.sse", "--tools", "tools.json"], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^data: /);
    expect(stdout).not.toMatch(/terr|four/);
  });

  it("shows a file that is not JSON with its marks alone", () => {
    const cwd = temporaryFolder({ "a.json": `${JSON.stringify(conversation(4)).slice(0, -2)},]}` });
    const { stdout, exitCode } = runCli(["bug-report", "a.json", "-o", "o.json"], { cwd });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(rulesIn(cwd, "o.json")).toEqual(["invalid-json"]);
    expect(readFileSync(join(cwd, "o.json"), "utf8")).not.toMatch(/Giuseppe|please/);
  });

  it("says that a file has no finding, or none of a rule, and exits with 2", () => {
    const cwd = temporaryFolder({ "a.json": JSON.stringify(conversation(4)), "b.json": broken });
    expect(runCli(["bug-report", "a.json"], { cwd })).toEqual({ stdout: "", stderr: "guardrails: a.json shows no finding\n", exitCode: 2 });
    const none = runCli(["bug-report", "b.json", "--rule", "masked-result"], { cwd });
    expect(none).toEqual({ stdout: "", stderr: "guardrails: b.json shows no finding of masked-result\n", exitCode: 2 });
    const unknown = runCli(["bug-report", "b.json", "--rule", "masked-results"], { cwd });
    expect(unknown.stderr).toBe('guardrails: Unknown value "masked-results" for --rule, did you mean "masked-result"?\n');
  });

  it("does not write over the transcript, and takes one file only", () => {
    const cwd = temporaryFolder({ "a.json": broken, "b/c.json": broken, "b/d.json": broken });
    const over = runCli(["bug-report", "a.json", "-o", "./a.json"], { cwd });
    expect(over.exitCode).toBe(2);
    expect(over.stderr).toBe("guardrails: The bug report would overwrite a.json, which is checked in this run: give it another path\n");
    expect(runCli(["bug-report", "b"], { cwd }).stderr).toBe("guardrails: bug-report takes one file\n");
    expect(runCli(["bug-report", "missing.json"], { cwd }).stderr).toBe("guardrails: No file matches missing.json\n");
  });
});
