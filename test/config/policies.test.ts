import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { checkValue } from "../../src/check.js";
import { configSchema } from "../../src/config/config-schema.js";
import { faultPlace, parseConfigText } from "../../src/config/parse-config.js";
import { readConfig } from "../../src/config/read-config.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const validates = new Ajv2020({ strict: false, logger: false }).compile(configSchema(["pretty"]));

/** What is wrong with policies, each place on a line of its own; the JSON Schema is asked as well. */
function faultsOf(...policies: readonly string[]): readonly string[] {
  const text = `{"policies":[\n${policies.join(",\n")}]}`;
  const parsed = parseConfigText(text, false);
  if (parsed.kind === "fault") throw new Error(parsed.message);
  const { faults } = readConfig(parsed.root, ["pretty"]);
  return faults.map(({ at, message }) => `${faultPlace(at)} ${message}`);
}

const head = '"name":"p","reason":"r","call":"pay"';

describe("policies of a configuration", () => {
  it.each([
    [`{${head},"mustComeBefore":"ship"}`],
    [`{${head},"neverWithout":{"tool":["ship","post"],"except":"post","arguments":{"to":{"country":"FR"}}}}`],
    [`{${head},"atMost":0,"within":"turn","tools":["pay"],"files":["a/**"],"severity":"warning"}`],
    [`{${head},"neverTogetherWith":["ship_*"],"within":"conversation"}`],
    [`{${head},"mustBeCalled":true}`],
  ])("may say %s, by the reader and by the JSON Schema", (policy) => {
    expect(faultsOf(policy)).toEqual([]);
    expect(validates(JSON.parse(`{"policies":[${policy}]}`))).toBe(true);
  });

  it.each([
    [
      `{"call":"pay","atMost":1}`,
      ['2:1 Missing key "name": reports call the policy by it', '2:1 Missing key "reason": whoever breaks the policy must know why'],
    ],
    [`{"name":"p","reason":"r","atMost":1}`, ['2:1 Missing key "call": it names the tool that the policy is about']],
    [`{${head}}`, [expect.stringMatching(/^2:1 A policy demands one thing: mustComeBefore, .*mustNotBeCalled$/)]],
    [`{${head},"atMost":1,"mustBeCalled":true}`, ["2:1 A policy demands one thing: make atMost and mustBeCalled two policies"]],
    [`{${head},"mustBeCaled":true}`, [expect.stringContaining('Unknown key "mustBeCaled", did you mean "mustBeCalled"?')]],
    [`{${head},"mustBeCalled":false}`, ['2:54 "mustBeCalled" must be true; leave the key out otherwise']],
    [`{${head},"atMost":"3"}`, ['2:48 "atMost" must be a whole number, zero or more, not "3"']],
    [
      `{${head},"neverWithout":{"tools":"ship"}}`,
      [expect.stringContaining('did you mean "tool"?'), expect.stringContaining('Missing key "tool"')],
    ],
    [`{${head},"neverWithout":{"tool":"ship","arguments":[1]}}`, ['2:81 "arguments" must be an object, not an array']],
    [`{${head},"severity":"fatal","atMost":1}`, ['2:50 Unknown value "fatal", it must be "error", "warning" or "info"']],
  ])("is reported at its place: %s", (policy, faults) => {
    expect(faultsOf(policy)).toEqual(faults);
    expect(validates(JSON.parse(`{"policies":[${policy}]}`))).toBe(false);
  });

  it("that goes with no reach is reported, and so is a second one of the same name", () => {
    expect(faultsOf(`{${head},"mustBeCalled":true,"within":"turn"}`)).toEqual(['2:1 "within" does not go with mustBeCalled']);
    expect(faultsOf(`{${head},"atMost":1}`, `{${head},"atMost":2}`)).toEqual(['3:9 Another policy has the name "p"']);
  });
});

const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: "{}" } });
const messages = (name: string) => [
  { role: "user", content: "Go." },
  { role: "assistant", content: null, tool_calls: [call("call_1", name)] },
  { role: "tool", tool_call_id: "call_1", content: "ok" },
  { role: "assistant", content: "Done." },
];

describe("guardrails check", { timeout: 60_000 }, () => {
  const policies = [
    { name: "no payments", reason: "tests pay nothing", call: "pay", mustNotBeCalled: true, files: ["tests/**"] },
    { name: "greet", reason: "manners", call: "greet", mustBeCalled: true, severity: "warning" },
  ];

  it("reports breaches in the files that a policy is for, with its name, its reason and its weight", () => {
    const cwd = temporaryFolder({
      "guardrails.config.json": JSON.stringify({ policies }),
      "tests/a.json": JSON.stringify(messages("pay")),
      "live/a.json": JSON.stringify(messages("pay")),
      "live/b.json": JSON.stringify(messages("greet")),
    });
    const { stdout, exitCode } = runCli(["check", ".", "-r", "json", "--only", "violated-policy"], { cwd });
    expect(JSON.parse(stdout).violations).toMatchObject([
      { path: "live/a.json", severity: "warning", message: '"greet" is never called (policy greet)', call: null },
      { path: "tests/a.json", severity: "warning", data: { policy: "greet", reason: "manners" } },
      { path: "tests/a.json", severity: "error", fix: "Drop the call: tests pay nothing.", call: { tool: "pay", id: "call_1" } },
    ]);
    expect(exitCode).toBe(1);
    expect(runCli(["check", ".", "--rule", "violated-policy=off"], { cwd }).exitCode).toBe(0);
    expect(runCli(["check", ".", "--rule", "violated-policy=info", "-r", "compact"], { cwd }).stdout).not.toMatch(
      /(?:error|warning) violated-policy/,
    );
  });

  it("exits with 2 for a policy that is wrong, at its line", () => {
    const config = JSON.stringify({ policies: [{ name: "p", reason: "r", call: "pay", mustComBefore: "ship" }] }, null, 2);
    const cwd = temporaryFolder({ "guardrails.config.json": config, "a.json": JSON.stringify(messages("pay")) });
    const { stderr, exitCode } = runCli(["check", "a.json"], { cwd });
    expect(stderr).toContain('guardrails.config.json:7:7: Unknown key "mustComBefore", did you mean "mustComeBefore"?');
    expect(exitCode).toBe(2);
  });

  it("shows the policies of a file with its other settings", () => {
    const cwd = temporaryFolder({ "guardrails.config.json": JSON.stringify({ policies }) });
    expect(runCli(["config", "live/a.json"], { cwd }).stdout).toMatch(/^policies +guardrails\.config\.json +\["greet"\]$/m);
  });
});

describe("checkValue", () => {
  it("takes policies, and hides under redaction what their calls hold", () => {
    const policy = {
      name: "no gifts",
      reason: "they are taxed",
      call: { tool: "pay", arguments: { to: "Anna" } },
      mustNotBeCalled: true,
    } as const;
    const paid = messages("pay").with(1, {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "pay", arguments: '{"to":"Anna","sum":5}' } }],
    });
    const [violation] = checkValue(paid, { policies: [policy], only: "violated-policy" }).violations;
    expect(violation?.message).toBe('"pay" with {"to":"Anna"} is called, which is forbidden (policy no gifts)');
    expect(violation?.redacted.message).toBe('"…" with {…} is called, which is forbidden (policy no gifts)');
    expect(() => checkValue(paid, { policies: JSON.parse('[{"name":"p"}]') })).toThrow('Option policies.0: Missing key "reason"');
  });
});
