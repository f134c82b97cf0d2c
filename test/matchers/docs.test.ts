import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { project, runJest, runVitest, type TestRun } from "./project.js";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/test-matchers.md"), "utf8");

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocks = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", text = ""]): Block => ({ language, text: text.trimEnd() }),
);
const transcript = blocks.find(({ language }) => language === "json")?.text ?? "";
/** Each example, and the message of its failure where the page shows one. */
const examples = blocks.flatMap(({ language, text }, index) => {
  const next = blocks[index + 1];
  return language === "js" ? [{ code: text, message: next?.language === "text" ? next.text : undefined }] : [];
});

const tests = examples.map(({ code, message }, index) =>
  message === undefined
    ? `test("example ${index}", () => {\n${code}\n});`
    : `test("example ${index}", () => {\nexpect(messageOf(() => {\n${code}\n})).toBe(${JSON.stringify(message)});\n});`,
);

const body = `
const transcript = JSON.parse(readFileSync("agent.json", "utf8"));
function messageOf(work) { try { work(); } catch (error) { return error.message; } return "it passes"; }
${tests.join("\n\n")}
`;

function files(head: string, name: string): Readonly<Record<string, string>> {
  return { "agent.json": transcript, "tools.json": JSON.stringify(JSON.parse(transcript).tools), [name]: `${head}\n${body}` };
}

function passed({ exitCode, output }: TestRun): void {
  expect(output).toContain(`${examples.length} passed`);
  expect(exitCode).toBe(0);
}

describe("docs/test-matchers.md", { timeout: 120_000 }, () => {
  it("has examples, some of which fail as it says", () => {
    expect(examples.length).toBeGreaterThan(10);
    expect(examples.filter(({ message }) => message !== undefined).length).toBeGreaterThan(3);
  });

  it("shows examples that run in Vitest, after a setup file", () => {
    const head = `import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callsOf, conversationOf, exchangesOf } from "tool-guardrails/vitest";`;
    const config = 'export default { test: { setupFiles: ["tool-guardrails/vitest"] } };';
    passed(runVitest(project({ ...files(head, "agent.test.js"), "vitest.config.js": config }, ["vitest"])));
  });

  it("shows examples that run in Jest as CommonJS, after a setup file", () => {
    const head = `const { readFileSync } = require("node:fs");
const { callsOf, conversationOf, exchangesOf } = require("tool-guardrails/jest");`;
    const config = 'module.exports = { setupFilesAfterEnv: ["tool-guardrails/jest"], transform: {} };';
    passed(runJest(project({ ...files(head, "agent.test.js"), "jest.config.js": config }, [])));
  });

  it("shows examples that run in Jest as ES modules, with an expect that is no global", () => {
    const head = `import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { addTo, callsOf, conversationOf, exchangesOf } from "tool-guardrails/jest";
addTo(expect);`;
    const config = "export default { transform: {}, injectGlobals: false };";
    const manifest = '{ "name": "agent", "type": "module" }';
    const folder = project({ ...files(head, "agent.test.js"), "jest.config.js": config, "package.json": manifest }, ["@jest/globals"]);
    passed(runJest(folder, "--experimental-vm-modules --no-warnings"));
  });
});
