import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/violation.js";
import { reporters } from "../../src/reporters/index.js";
import type { ReporterOptions } from "../../src/reporters/reporter.js";
import { report, reporterOptions, violation } from "../support/report.js";

type Id = (typeof reporters)[number]["id"];

async function show(id: Id, value: Report, options: Partial<ReporterOptions> = {}, color = false): Promise<string> {
  const reporter = await reporters.find((each) => each.id === id)?.load(color);
  return [...(reporter?.report(value, reporterOptions(options)) ?? [])].join("");
}

/** Those that are made from a report: a blob is written while files are checked. */
const ids: readonly Id[] = reporters.flatMap(({ id }) => (id === "blob" ? [] : [id]));

const second = violation({
  ruleId: "unanswered-call",
  severity: "warning",
  message: "The conversation goes on without a result",
  redacted: { message: "The conversation goes on without a result", fix: null },
  pointer: "/messages/8/tool_calls/0",
  range: { start: { line: 60, column: 9, offset: 2000 }, end: { line: 64, column: 10, offset: 2100 } },
  excerpt: { text: "        {", column: 1, cutLeft: false, cutRight: false },
  call: { conversation: 0, message: 8, index: 0, id: null, tool: "send_mail", argumentPointer: null },
  handled: true,
  data: {},
  related: [],
  fix: null,
  provider: { name: "Anthropic Messages", status: 400, says: "tool_use without tool_result", source: "Anthropic API reference (2026-11)" },
  fingerprint: "fedcba9876543210fedcba9876543210",
});
const placeless = violation({
  ruleId: "no-tool-calls",
  severity: "info",
  message: "Nothing to check in this transcript",
  redacted: { message: "Nothing to check in this transcript", fix: null },
  pointer: "",
  range: null,
  excerpt: null,
  call: null,
  data: {},
  related: [],
  fix: null,
  profile: "mistral",
});
const mixed = report([violation(), second, placeless], {
  notices: [{ code: "unmatched-pattern", level: "error", message: "No file matches missing.json" }],
});

describe("every reporter", () => {
  it.each(ids)("%s carries its own id and a summary", async (id) => {
    const reporter = await reporters.find((each) => each.id === id)?.load(false);
    expect(reporter?.id).toBe(id);
    expect(reporter?.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  it.each(ids)("%s shows a report as recorded", async (id) => {
    await expect(await show(id, mixed)).toMatchFileSnapshot(`../../fixtures/reporters/${id}.txt`);
  });

  it.each(ids)("%s gives the same bytes for the same report", async (id) => {
    expect(await show(id, mixed)).toBe(await show(id, mixed));
  });

  it.each(ids)("%s shows an empty run", async (id) => {
    const empty = report([], { files: [] });
    expect(await show(id, empty)).not.toContain("undefined");
  });

  it.each(ids)("%s makes paths fit", async (id) => {
    const shown = await show(id, report([violation()]), { path: (path) => `base/${path}` });
    if (id !== "junit") expect(shown).not.toMatch(/(?<!base\/)transcripts\/refund/);
    expect(shown).toContain("base/transcripts/refund.json");
  });

  it.each(ids)("%s leaves out what is below the fail level when it is quiet", async (id) => {
    const quiet = await show(id, mixed, { quiet: true });
    expect(quiet).not.toContain("The conversation goes on without a result");
  });

  it.each(ids)("%s shows no value of the transcript with --redact", async (id) => {
    expect(await show(id, mixed, { redact: true })).not.toContain("A-17");
    expect(await show(id, mixed)).toContain("A-17");
  });
});

// What a tool called like this could do to a terminal, an editor, a CI log or a page.
const hostile = [
  "\u001b[2J\u001b]0;owned\u0007",
  "line\n::error file=a.js::pwned",
  "##[add-path]/tmp/evil",
  "##vso[task.setvariable variable=x]y",
  "a\u202eb\u2066c\u200fd",
  "</script><img src=x onerror=alert(1)>",
  "[click](https://evil.example) ![](https://evil.example/x.png) @everyone",
  "`code` | cell",
  "\u{e0041}\ufeff\u0085\u2028",
  "]]> --> &amp; \"quoted\" 'quoted'",
  "\ud800",
];

describe("hostile text", () => {
  const attacked = report(
    hostile.flatMap((text) => [
      violation({
        message: text,
        redacted: { message: text, fix: text },
        path: `${text}.json`,
        pointer: `/${text}`,
        fix: text,
        provider: { name: text, status: null, says: text, source: null },
        call: { conversation: 0, message: 0, index: 0, id: text, tool: text, argumentPointer: `/${text}` },
        excerpt: { text: `x ${text} y`, column: 42, cutLeft: true, cutRight: true },
        related: [{ message: text, path: text, pointer: `/${text}`, range: null }],
        data: { text },
      }),
    ]),
    { notices: [{ code: "unreadable-file", level: "error", message: hostile.join(" ") }] },
  );

  it.each(ids)("%s lets no control, bidi or invisible character through", async (id) => {
    expect(await show(id, attacked)).not.toMatch(
      /[^\P{Cc}\n]|[\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u,
    );
  });

  it.each(ids)("%s writes no line that a CI runner obeys, but its own annotations", async (id) => {
    const lines = (await show(id, attacked)).split("\n");
    const commands = lines.filter((line) => line.trimStart().startsWith("::"));
    if (id === "github") expect(commands.every((line) => /^::error (?:file|title)=[^:]*::/.test(line))).toBe(true);
    else expect(commands).toEqual([]);
    expect(lines.filter((line) => /##[\w-]*\[/.test(line))).toEqual([]);
  });

  it("markup reporters keep it inside text", async () => {
    for (const id of ["junit", "checkstyle"] as const) {
      const shown = await show(id, attacked);
      expect(
        shown
          .match(/<[^>]*>/g)
          ?.filter((tag) => !/^<(?:\?xml|\/?(?:testsuites|testsuite|testcase|failure|error|system-out|checkstyle|file)\b)/.test(tag)),
      ).toEqual([]);
    }
  });

  it("markdown keeps it inside code spans and cells", async () => {
    const rows = (await show("markdown", attacked)).split("\n").filter((line) => line.startsWith("| "));
    for (const row of rows) {
      expect(row.replace(/\\\|/g, "").split("|")).toHaveLength(7);
      expect(row.replace(/(`+)(?: .*? |.*?[^`])\1(?!`)/g, "")).not.toMatch(/evil|onerror|@everyone/);
    }
  });

  it.each(["json", "jsonl", "sarif", "rdjson", "gitlab"] as const)(
    "%s holds no command of a CI runner, not even inside a text",
    async (id) => {
      expect(await show(id, attacked)).not.toMatch(/##[\w-]*\[|::error/);
    },
  );

  it("JSON parses back to the very same text", async () => {
    const [first] = (await show("jsonl", attacked)).split("\n");
    expect(hostile).toContain(JSON.parse(first ?? "").message);
    const value = JSON.parse(await show("json", attacked));
    expect(value.violations.map(({ message }: { readonly message: string }) => message)).toEqual(hostile);
    expect(value.violations.map(({ path }: { readonly path: string }) => path)).toEqual(hostile.map((text) => `${text}.json`));
    const entries = JSON.parse(await show("gitlab", attacked));
    expect(entries.map((entry: { readonly location: { readonly path: string } }) => entry.location.path)).toEqual(
      hostile.map((text) => `${text}.json`),
    );
  });

  it.each(["json", "sarif", "rdjson", "gitlab"] as const)("%s stays one JSON document", async (id) => {
    expect(typeof JSON.parse(await show(id, attacked))).toBe("object");
  });

  it("jsonl stays one JSON object a line", async () => {
    const lines = (await show("jsonl", attacked)).trimEnd().split("\n");
    expect(lines.map((line) => typeof JSON.parse(line))).toEqual(Array(hostile.length + 1).fill("object"));
  });
});

describe("pretty", () => {
  it("marks the very characters", async () => {
    const lines = (await show("pretty", report([violation()]))).split("\n");
    const code = lines.findIndex((line) => line.includes("41 |"));
    const marks = lines[code + 1] ?? "";
    expect(lines[code]?.slice(marks.indexOf("^"), marks.lastIndexOf("^") + 1)).toBe('\\"A-17\\"');
  });

  it("marks them under wide characters, emoji and tabs as well", async () => {
    const text = '\t"名前": "👩‍👩‍👧", "id": 17';
    const column = text.indexOf("17") + 1;
    const at = (offset: number) => ({ line: 3, column: column + offset, offset: 0 });
    const shown = await show(
      "pretty",
      report([violation({ excerpt: { text, column: 1, cutLeft: false, cutRight: false }, range: { start: at(0), end: at(2) } })]),
    );
    // two columns each for 名, 前 and the family
    expect(shown).toContain(
      '    3 | "名前": "👩‍👩‍👧", "id": 17\n      |                       ^^\n'.replace(
        "                       ",
        " ".repeat(1 + '"..xx": "..", "id": '.length),
      ),
    );
  });

  it("cuts long lines on both sides and shows no more than 80 columns", async () => {
    const text = `${"a".repeat(200)}X${"b".repeat(200)}`;
    const range = { start: { line: 1, column: 1001, offset: 0 }, end: { line: 1, column: 1002, offset: 0 } };
    const shown = await show("pretty", report([violation({ excerpt: { text, column: 801, cutLeft: true, cutRight: true }, range })]));
    const line = shown.split("\n").find((each) => each.includes("1 |")) ?? "";
    expect(line).toMatch(/^ {4}1 \| …a{29}Xb+…$/);
    expect(line.length).toBe("    1 | ".length + 80);
  });

  it("marks a place without characters", async () => {
    const range = { start: { line: 2, column: 3, offset: 0 }, end: { line: 2, column: 3, offset: 0 } };
    const shown = await show("pretty", report([violation({ excerpt: { text: "ab", column: 1, cutLeft: false, cutRight: false }, range })]));
    expect(shown).toContain("    2 | ab\n      |   ^\n");
  });

  it("shows no code with --no-snippets", async () => {
    expect(await show("pretty", report([violation()]), { snippets: false })).not.toContain("41 |");
  });

  it("shows the first ones and counts the rest", async () => {
    const shown = await show("pretty", report([violation(), second, placeless]), { maxShown: 1 });
    expect(shown).toContain("… 2 more findings, see them with a higher --max-shown");
    expect(shown).not.toContain("send_mail");
  });

  it("says what was checked and what was not, also when all is well", async () => {
    const shown = await show("pretty", report([], { run: { status: "pass", exitCode: 0, failOn: "error", durationMs: 1 } }));
    expect(shown).toBe(
      [
        "Passed: no problems in 2 files",
        "Checked 2 files: 2 conversations, 5 exchanges, 7 calls, 6 results",
        "Not checked: arguments of 3 calls without a declared tool (give them with --tools)",
        "Not checked: arguments of 1 call of hosted tools, whose shape the provider owns",
        "Suppressed: 1 accepted finding",
        "",
      ].join("\n"),
    );
  });

  it("colors only when it is told to", async () => {
    expect(await show("pretty", mixed, {}, true)).toContain("\u001b[31merror\u001b[39m");
    expect(await show("pretty", mixed, {}, false)).not.toContain("\u001b");
  });
});

describe("reporters that stream", () => {
  it.each(ids)("%s gives the same text for violations one by one", async (id) => {
    const reporter = await reporters.find((each) => each.id === id)?.load(false);
    if (reporter?.violation === undefined) return;
    const options = reporterOptions();
    const streamed = mixed.violations.map((each) => reporter.violation?.(each, options));
    const rest = [...reporter.report({ ...mixed, violations: [] }, options)];
    expect([...streamed, ...rest].join("")).toBe(await show(id, mixed));
  });
});

describe("github", () => {
  it("annotates ten of each level and tells the rest", async () => {
    const many = report([...Array(12).fill(violation()), ...Array(11).fill(second)]);
    const lines = (await show("github", many)).trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("::error"))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith("::warning"))).toHaveLength(10);
    expect(lines).toContain("Not annotated, since GitHub shows 10 of each level: 2 errors, 1 warning");
  });
});

describe("json", () => {
  it("has the documented shape", async () => {
    const value = JSON.parse(await show("json", mixed));
    expect(Object.keys(value)).toEqual(["schemaVersion", "tool", "run", "summary", "files", "violations", "notices"]);
    expect(Object.keys(value.violations[0])).toEqual([
      ...[
        "ruleId",
        "severity",
        "handled",
        "message",
        "path",
        "record",
        "pointer",
        "range",
        "call",
        "data",
        "related",
        "fix",
        "provider",
        "fixable",
        "edits",
        "url",
      ],
      "fingerprint",
    ]);
    expect(value.violations[2].profile).toBe("mistral");
  });
});

describe("junit", () => {
  it("has one failure a case, with all its findings, under the conversation that they are in", async () => {
    const [clean, refund] = mixed.files;
    const conversations = [...(refund?.conversations ?? []), ...(refund?.conversations ?? [])];
    const files = clean === undefined || refund === undefined ? [] : [clean, { ...refund, conversations }];
    const found = [
      violation(),
      violation({ message: "Another one" }),
      violation({ call: null, conversation: 1 }),
      { ...placeless, conversation: null },
    ];
    const cases = (await show("junit", report(found, { files }))).split("<testcase").slice(1);
    expect(cases.map((each) => / name="([^"]*)"/.exec(each)?.[1])).toEqual([
      "file",
      "conversation 1 (openai-chat, openai-chat)",
      "file",
      "conversation 1 (openai-chat, openai-chat)",
      "conversation 2 (openai-chat, openai-chat)",
    ]);
    expect(cases.map((each) => each.split("<failure").length - 1)).toEqual([0, 0, 0, 1, 1]);
    expect(cases[3]).toContain("(and 1 more finding)");
    expect(cases[3]).toContain("Another one");
  });

  it("keeps the same cases when all is well, with totals at the root and unique names", async () => {
    const names = (text: string) => text.match(/<testcase [^>]*name="[^"]*"/g) ?? [];
    const twice = { code: "unreadable-file", level: "error", message: "Cannot read it" } as const;
    const broken = await show("junit", report([violation()], { notices: [twice, twice] }));
    const whole = await show("junit", report([]));
    expect(names(broken).slice(0, names(whole).length)).toEqual(names(whole));
    expect(new Set(names(broken)).size).toBe(names(broken).length);
    expect(broken).toContain('<testsuites name="guardrails" tests="6" failures="1" errors="2">');
  });

  it("puts findings in a member of an archive under the archive", async () => {
    const [, refund] = mixed.files;
    const shown = await show(
      "junit",
      report([violation({ path: "a.zip/b/c.json" })], { files: refund === undefined ? [] : [{ ...refund, path: "a.zip" }] }),
    );
    expect(shown.match(/<testsuite /g)).toHaveLength(1);
    expect(shown).toContain("a.zip/b/c.json:41:48");
  });
});

describe("reports of many findings", () => {
  it.each(ids)("%s comes in pieces, none of which grows with their number", async (id) => {
    const reporter = await reporters.find((each) => each.id === id)?.load(false);
    const longest = (count: number) =>
      Math.max(...Array.from(reporter?.report(report(Array(count).fill(violation())), reporterOptions()) ?? [], (piece) => piece.length));
    expect(longest(500)).toBeLessThan(longest(5) + 100);
  });
});

describe("sarif", () => {
  it("escapes placeholders and links in notices as in messages", async () => {
    const notice = { code: "unreadable-file", level: "error", message: "Cannot read {0} [x](y)" } as const;
    const log = JSON.parse(await show("sarif", report([], { notices: [notice] })));
    expect(log.runs[0].invocations[0].toolExecutionNotifications[0].message.text).toBe("Cannot read {{0}} \\[x\\](y)");
  });

  it("describes the rules, where the catalogue is at hand", async () => {
    const about = { summary: "A call is wrong", severity: "warning", consequence: "It fails.", repair: "Mend it." } as const;
    const aboutRule = (ruleId: string) => (ruleId === "unknown-tool" ? about : undefined);
    const log = JSON.parse(await show("sarif", report([violation({ ruleId: "unknown-tool" }), violation({})]), { aboutRule }));
    expect(log.runs[0].tool.driver.rules).toMatchObject([
      { id: violation({}).ruleId, helpUri: expect.any(String) },
      {
        id: "unknown-tool",
        shortDescription: { text: "A call is wrong" },
        fullDescription: { text: "It fails." },
        help: { text: "Mend it." },
        defaultConfiguration: { level: "warning" },
      },
    ]);
  });

  it("encodes what a URI cannot hold", async () => {
    const log = JSON.parse(await show("sarif", report([violation({ path: "a b/#1?.json" })])));
    expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe("a%20b/%231%3F.json");
  });
});
