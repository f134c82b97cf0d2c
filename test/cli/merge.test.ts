import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reporters } from "../../src/reporters/index.js";
import { crossingSessions, smallTranscript } from "../support/crossing-sessions.js";
import { runCli } from "../support/run-cli.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const files = {
  "logs/long.jsonl": crossingSessions(250),
  "logs/a.json": smallTranscript("book_table"),
  "logs/b.json": smallTranscript("book_tabel"),
  "logs/note.json": '{"name":"none"}',
  "logs/torn.json": '{"messages":',
};

const config = {
  suppress: [
    { rule: "unknown-tool", files: ["logs/b.json"], reason: "known" },
    { rule: "duplicate-key", files: ["logs/**"], reason: "gone" },
  ],
};

/** Checks each of the shards, and gives the names of their blobs. */
function shards(cwd: string, count: number, ...flags: readonly string[]): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const blob = `${index + 1}.blob`;
    const { exitCode, stdout, stderr } = runCli(["check", "logs", "--shard", `${index + 1}/${count}`, "-o", `blob=${blob}`, ...flags], {
      cwd,
    });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    return blob;
  });
}

describe("guardrails merge", { timeout: 300_000 }, () => {
  it("reports in each format, byte for byte, what one run reports, although sessions go on from shard to shard", () => {
    const cwd = temporaryFolder({ ...files, "guardrails.config.json": JSON.stringify(config) });
    const blobs = shards(cwd, 3);
    const ranges = blobs.flatMap((blob) => [...readFileSync(join(cwd, blob), "utf8").matchAll(/^\{"share":.*"to":\d+\}\}$/gm)]);
    expect(ranges.length).toBeGreaterThan(0);
    const ids = reporters.map(({ id }) => id).filter((id) => !["blob", "html"].includes(id));
    const outputs = (folder: string) => ids.flatMap((id) => ["-o", `${id}=${folder}/${id}`]);
    const merged = runCli(["merge", ...blobs.toReversed(), ...outputs("merged")], { cwd });
    expect(merged).toEqual(runCli(["check", "logs", ...outputs("once")], { cwd }));
    for (const id of ids) expect(readFileSync(join(cwd, "merged", id), "utf8"), id).toBe(readFileSync(join(cwd, "once", id), "utf8"));
  });

  it("accepts what a baseline accepts, says which of its entries are gone, and weighs as it is told", () => {
    const cwd = temporaryFolder(files);
    runCli(["check", "logs", "--update-baseline"], { cwd });
    writeFileSync(join(cwd, "logs/a.json"), smallTranscript("book_table").replace("{}", '{"seats":"x"}').replace('"id":"c"', '"id":"d"'));
    const blobs = shards(cwd, 2);
    for (const flags of [[], ["--fail-on", "info"], ["--max-warnings", "0"], ["--fail-on", "never"]]) {
      expect(runCli(["merge", ...blobs, "-r", "jsonl", ...flags], { cwd })).toEqual(
        runCli(["check", "logs", "-r", "jsonl", ...flags], { cwd }),
      );
    }
  });

  it("gives the report of a run that was not divided, from its blob", () => {
    const cwd = temporaryFolder(files);
    const whole = runCli(["check", "logs", "-r", "json", "-o", "blob=whole.blob"], { cwd });
    expect(runCli(["merge", "whole.blob", "-r", "json"], { cwd })).toEqual(whole);
  });

  it("names the shard that is missing, there twice, torn, damaged, or of another run", () => {
    const cwd = temporaryFolder(files);
    const [one = "", two = ""] = shards(cwd, 2);
    const merged = (...blobs: readonly string[]) => runCli(["merge", ...blobs], { cwd });
    const text = readFileSync(join(cwd, two), "utf8");
    const write = (name: string, changed: string) => writeFileSync(join(cwd, name), changed);
    write("torn.blob", text.slice(0, -70));
    write("cut.blob", text.split("\n").slice(0, 3).join("\n"));
    write("damaged.blob", text.replace('"severity":"error"', '"severity":"info"'));
    write("older.blob", text.replace(/"version":"[^"]*"/, '"version":"0.0.9"'));
    write("empty.blob", "");
    write("other.json", "{}");
    runCli(["check", "logs", "--shard", "2/2", "-o", "blob=config.blob", "--skip", "call"], { cwd });
    runCli(["check", "logs", "--shard", "2/3", "-o", "blob=count.blob"], { cwd });
    write("logs/new.json", smallTranscript("book_table"));
    runCli(["check", "logs", "--shard", "2/2", "-o", "blob=files.blob"], { cwd });
    const said = [
      [one],
      [one, two, two],
      ["torn", "cut", "damaged", "older", "empty", "config", "count", "files"].map((name) => `${name}.blob`),
    ]
      .flatMap((names) => (names.length > 3 ? names.map((name) => [one, name]) : [names]))
      .concat([
        [one, "other.json"],
        [one, "nowhere.blob"],
      ])
      .map((names) => merged(...names));
    expect(said.map(({ exitCode, stdout }) => ({ exitCode, stdout }))).toEqual(said.map(() => ({ exitCode: 2, stdout: "" })));
    expect(said.map(({ stderr }) => stderr.replace(/this is \d[\d.]*/, "this is 0.1.0")).join("")).toMatchInlineSnapshot(`
      "guardrails: Shard 2 of 2 is missing
      guardrails: Shard 2 of 2 is there twice: 2.blob and 2.blob
      guardrails: torn.blob ends early: run shard 2 of 2 again
      guardrails: cut.blob ends early: run shard 2 of 2 again
      guardrails: damaged.blob is damaged: its contents do not fit its checksum; run its shard again
      guardrails: older.blob was written by guardrails 0.0.9, but this is 0.1.0: use one version for all shards and the merge
      guardrails: empty.blob is not a blob, or its first line is torn: \`guardrails check --shard i/n -o blob=FILE\` writes one
      guardrails: config.blob (shard 2 of 2) was checked with another configuration than 1.blob: run it again with the same flags and files
      guardrails: count.blob (shard 2 of 3) is of another run than 1.blob, which is one of 2
      guardrails: files.blob (shard 2 of 2) saw another list of files than 1.blob: run it again over the same files
      guardrails: other.json is not a blob, or its first line is torn: \`guardrails check --shard i/n -o blob=FILE\` writes one
      guardrails: Cannot read nowhere.blob: no such file
      "
    `);
  });
});

describe("guardrails check --shard", { timeout: 300_000 }, () => {
  const env = (variables: Readonly<Record<string, string>>) => {
    const cwd = temporaryFolder({ "logs/a.json": smallTranscript("book_table") });
    const { exitCode, stderr, stdout } = runCli(["check", "logs", "--shard", "auto", "-r", "blob"], { cwd, env: variables });
    return `${exitCode} ${/"shard":(\{[^}]*\})/.exec(stdout)?.[1] ?? ""}${stderr}`.trim();
  };

  it("reads with auto what job arrays say of themselves", () => {
    expect([
      env({ SLURM_ARRAY_TASK_ID: "14", SLURM_ARRAY_TASK_COUNT: "4", SLURM_ARRAY_TASK_MIN: "10", SLURM_ARRAY_TASK_STEP: "2" }),
      env({ AWS_BATCH_JOB_ARRAY_INDEX: "0", AWS_BATCH_JOB_ARRAY_SIZE: "3" }),
      env({ JOB_COMPLETION_INDEX: "2", JOB_COMPLETIONS: "3" }),
      env({ CI_NODE_INDEX: "1", CI_NODE_TOTAL: "3" }),
      env({ CIRCLE_NODE_INDEX: "1", CIRCLE_NODE_TOTAL: "3" }),
    ]).toMatchInlineSnapshot(`
      [
        "0 {"index":3,"count":4}",
        "0 {"index":1,"count":3}",
        "0 {"index":3,"count":3}",
        "0 {"index":1,"count":3}",
        "0 {"index":2,"count":3}",
      ]
    `);
  });

  it("says what it reads where nothing or nonsense is set", () => {
    expect([
      env({}),
      env({ JOB_COMPLETION_INDEX: "2" }),
      env({ CI_NODE_INDEX: "one", CI_NODE_TOTAL: "3" }),
      env({ CIRCLE_NODE_INDEX: "3", CIRCLE_NODE_TOTAL: "3" }),
      env({ SLURM_ARRAY_TASK_ID: "7", SLURM_ARRAY_TASK_COUNT: "3", SLURM_ARRAY_TASK_MIN: "1", SLURM_ARRAY_TASK_STEP: "4" }),
    ]).toMatchInlineSnapshot(`
      [
        "2 guardrails: --shard auto finds no job array around it; it reads SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT (Slurm job arrays), AWS_BATCH_JOB_ARRAY_INDEX and AWS_BATCH_JOB_ARRAY_SIZE (AWS Batch array jobs), JOB_COMPLETION_INDEX and JOB_COMPLETIONS (Kubernetes Indexed Jobs), CI_NODE_INDEX and CI_NODE_TOTAL (GitLab), CIRCLE_NODE_INDEX and CIRCLE_NODE_TOTAL (CircleCI)",
        "2 guardrails: --shard auto reads JOB_COMPLETION_INDEX and JOB_COMPLETIONS (Kubernetes Indexed Jobs), but JOB_COMPLETIONS is not set",
        "2 guardrails: --shard auto reads CI_NODE_INDEX and CI_NODE_TOTAL (GitLab), but CI_NODE_INDEX is "one", not a number",
        "2 guardrails: There is no such shard (CIRCLE_NODE_INDEX=3, CIRCLE_NODE_TOTAL=3): shards are numbered from 1 to their count",
        "2 guardrails: The job array has gaps (SLURM_ARRAY_TASK_ID=7, SLURM_ARRAY_TASK_MIN=1, SLURM_ARRAY_TASK_COUNT=3): number it evenly, as in --array=1-8",
      ]
    `);
  });

  it("takes no flag that needs the whole run", () => {
    const cwd = temporaryFolder({ "a.json": smallTranscript("book_table") });
    const said = [
      ["--shard", "3/2", "-r", "blob"],
      ["--shard", "2", "-r", "blob"],
      ["--shard", "1/2"],
      ["--shard", "1/2", "-r", "blob", "-o", "json=out.json"],
      ["--shard", "1/2", "-r", "blob", "--update-baseline"],
      ["--shard", "1/2", "-r", "blob", "-"],
    ].map((flags) => runCli(["check", "a.json", ...flags], { cwd }));
    expect(said.map(({ exitCode }) => exitCode)).toEqual(said.map(() => 2));
    expect(said.map(({ stderr }) => stderr).join("")).toMatchInlineSnapshot(`
      "guardrails: There is no such shard (--shard 3/2): shards are numbered from 1 to their count
      guardrails: --shard must be a shard such as 2/8, or auto, not "2"
      guardrails: A shard is a part of a run: add -o blob=FILE, and put the files together with \`guardrails merge\`
      guardrails: A shard is a part of a run, so it cannot write json: write a blob, and name the report in \`guardrails merge\`
      guardrails: A shard cannot change the baseline, since it sees only a part of the findings
      guardrails: Standard input cannot be dealt to shards, since nobody knows how long it is: name files, or pipe each shard its own records
      "
    `);
  });
});
