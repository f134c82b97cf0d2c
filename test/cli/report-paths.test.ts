import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { broken } from "../support/calls.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const isRoot = process.getuid?.() === 0;

describe("a report path", { timeout: 120_000 }, () => {
  it("that is a folder or a full device is reported, and the report on standard output is whole", {
    skip: process.platform !== "linux",
  }, () => {
    const cwd = temporaryFolder({ "a.json": broken, "folder/x": "" });
    for (const [path, reason] of [
      ["folder", "it is a folder"],
      ["/dev/full", "no space left on the device"],
    ]) {
      const { stdout, stderr, exitCode } = runCli(["check", "a.json", "-r", "json", "-o", `sarif=${path}`], { cwd });
      expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(`: ${reason}\n`), exitCode: 2 });
      expect(JSON.parse(stdout).run.exitCode).toBe(2);
    }
  });

  it("that is write-protected is left as it is", { skip: isRoot || process.platform === "win32" }, () => {
    const cwd = temporaryFolder({ "a.json": broken, "report.json": "{}" });
    chmodSync(join(cwd, "report.json"), 0o444);
    const { stderr, exitCode } = runCli(["check", "a.json", "-o", "json=report.json"], { cwd });
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining("Cannot write report.json: permission denied"), exitCode: 2 });
    expect(readFileSync(join(cwd, "report.json"), "utf8")).toBe("{}");
  });
});

describe("paths with blanks, brackets, hashes, percent signs and letters of any script", { timeout: 120_000 }, () => {
  const name = "a b/x [1] #2 50%&amp ünï-日本.json";

  it("come back from each report as they are", () => {
    const cwd = temporaryFolder({ [name]: broken });
    const report = (id: string) => runCli(["check", "a b", "-r", id], { cwd }).stdout;
    expect(JSON.parse(report("json")).violations[0].path).toBe(name);
    const uri: string = JSON.parse(report("sarif")).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri;
    expect(decodeURIComponent(new URL(uri, "file:///root/").pathname)).toBe(`/root/${name}`);
    expect(JSON.parse(report("gitlab"))[0].location.path).toBe(name);
    expect(JSON.parse(report("rdjson")).diagnostics[0].location.path).toBe(name);
    expect(report("compact").startsWith(`${name}:`)).toBe(true);
    expect(report("checkstyle")).toContain(`<file name="${name.replace("&", "&#38;")}">`);
    expect(report("github")).toContain(`file=${name.replace("%", "%25")},`);
  });
});
