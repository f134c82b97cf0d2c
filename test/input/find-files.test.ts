import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FindOptions, findFiles } from "../../src/input/find-files.js";
import { temporaryFolder } from "../support/temporary-folder.js";

async function find(cwd: string, patterns: readonly string[], options: Partial<FindOptions> = {}) {
  const found = await findFiles({ cwd, patterns, ignore: [], gitignore: true, forceExclude: false, notTranscripts: new Set(), ...options });
  return {
    paths: found.files.map(({ path }) => path),
    stdin: found.stdin,
    problems: found.problems.map(({ message }) => message),
    excluded: found.excluded.map(({ path, by }) => `${path} by ${by}`),
  };
}

describe("findFiles", () => {
  it("searches folders for transcripts, sorted, without hidden entries, dependencies and files of other programs", async () => {
    const cwd = temporaryFolder({
      "runs/b.json": "",
      "runs/a.jsonl": "",
      "runs/deep/c.NDJSON": "",
      "runs/notes.txt": "",
      "runs/.hidden.json": "",
      "runs/.cache/d.json": "",
      "runs/node_modules/e.json": "",
      "runs/package.json": "",
      "runs/guardrails.config.json": "",
    });
    expect((await find(cwd, ["runs"])).paths).toEqual(["runs/a.jsonl", "runs/b.json", "runs/deep/c.NDJSON"]);
    expect((await find(cwd, ["runs/package.json"])).paths).toEqual(["runs/package.json"]);
  });

  it("finds recordings of HTTP traffic, logs of evaluations, tables and packed files; YAML only where it is a cassette", async () => {
    const cwd = temporaryFolder({
      "a.har": "",
      "b.sse": "",
      "c.eval": "",
      "d.parquet": "",
      "e.jsonl.gz": "",
      "f.yaml.zst": "",
      "g.traj": "",
      "h.chunks.txt": "",
      "notes.txt": "",
      "notes.gz": "",
      "archive.zip": "",
      "cassette.yaml": "interactions:\n- request: {}\n",
      "ruby.yml": "---\nhttp_interactions:\n- request: {}\n",
      "compose.yaml": "services:\n  web: {}\n",
    });
    const found = [
      "a.har",
      "b.sse",
      "c.eval",
      "cassette.yaml",
      "d.parquet",
      "e.jsonl.gz",
      "f.yaml.zst",
      "g.traj",
      "h.chunks.txt",
      "ruby.yml",
    ];
    expect((await find(cwd, ["."])).paths).toEqual(found);
    expect((await find(cwd, ["compose.yaml"])).paths).toEqual(["compose.yaml"]);
  });

  it("lists a file once, however it was named", async () => {
    const cwd = temporaryFolder({ "a.json": "", "b.json": "" });
    expect((await find(cwd, ["b.json", "./a.json", ".", "*.json", join(cwd, "a.json")])).paths).toEqual(["a.json", "b.json"]);
  });

  it("shows paths outside the working directory relative to it", async () => {
    const cwd = temporaryFolder({ "a.json": "", "sub/b.json": "" });
    expect((await find(join(cwd, "sub"), [".."])).paths).toEqual(["../a.json", "b.json"]);
  });

  it("matches nothing with an empty pattern", async () => {
    const cwd = temporaryFolder({ "a.json": "" });
    expect(await find(cwd, [""])).toEqual({
      paths: [],
      stdin: false,
      excluded: [],
      problems: ["An empty pattern matches no file: is a variable unset?"],
    });
  });

  it("takes an existing name with glob characters as it is", async () => {
    const cwd = temporaryFolder({ "run[1].json": "", "run1.json": "" });
    expect((await find(cwd, ["run[1].json"])).paths).toEqual(["run[1].json"]);
  });

  it("expands globs, and the folders that a glob without ** matches", async () => {
    const cwd = temporaryFolder({ "runs/1/a.json": "", "runs/2/b.json": "", "runs/2/b.txt": "", "runs/c.log": "" });
    expect((await find(cwd, ["runs/*"])).paths).toEqual(["runs/1/a.json", "runs/2/b.json"]);
    expect((await find(cwd, ["runs/*.log"])).paths).toEqual(["runs/c.log"]);
    expect((await find(cwd, ["runs/**/*.{json,txt}"])).paths).toEqual(["runs/1/a.json", "runs/2/b.json", "runs/2/b.txt"]);
  });

  it("sees by a glob what the walk through the folder sees, also where links lead in circles", async () => {
    const cwd = temporaryFolder({
      "mono/package.json": "",
      "mono/tsconfig.build.json": "",
      "mono/a/package.json": "",
      "mono/a/one.json": "",
      "mono/b/two.jsonl": "",
      "mono/node_modules/x/three.json": "",
      "mono/.cache/four.json": "",
      "mono/README": "",
    });
    symlinkSync("..", join(cwd, "mono/a/up"));
    symlinkSync("..", join(cwd, "mono/b/up"));
    symlinkSync("../b", join(cwd, "mono/a/b"));
    symlinkSync("../a", join(cwd, "mono/b/a"));
    const walked = (await find(cwd, ["mono"])).paths;
    expect(walked).toEqual(["mono/a/b/two.jsonl", "mono/a/one.json", "mono/b/a/one.json", "mono/b/two.jsonl"]);
    expect((await find(cwd, ["mono/**/*.{json,jsonl}"])).paths).toEqual(walked);
    expect((await find(cwd, ["mono/**"])).paths).toEqual(walked);
    expect((await find(cwd, ["m*/package.json"])).paths).toEqual(["mono/package.json"]);
  });

  it("takes names out of a list as found, not as named", async () => {
    const cwd = temporaryFolder({ "a.json": "", "b.json": "" });
    const found = await findFiles({
      cwd,
      patterns: ["a.json"],
      listed: ["a.json", "b.json"],
      ignore: [],
      gitignore: true,
      forceExclude: false,
      notTranscripts: new Set(),
    });
    expect(found.files.map(({ path, named }) => [path, named])).toEqual([
      ["a.json", true],
      ["b.json", false],
    ]);
  });

  it("tells which pattern led to nothing and goes on with the others", async () => {
    const cwd = temporaryFolder({ "a.json": "", "empty/readme.md": "" });
    const found = await find(cwd, ["missing.json", "none/*.json", "empty", "a.json"]);
    expect(found.paths).toEqual(["a.json"]);
    expect(found.problems).toEqual(["No file matches missing.json", "No file matches none/*.json", "No transcripts in empty"]);
  });

  it("neutralises hostile characters in a pattern that it reports", async () => {
    const cwd = temporaryFolder();
    expect((await find(cwd, ["\u001b[31m\nx.json"])).problems).toEqual(["No file matches \\u001b[31m\\nx.json"]);
  });

  it("reports a pattern that no file system can take as unmatched", async () => {
    const cwd = temporaryFolder();
    expect((await find(cwd, [`${"x".repeat(5000)}*`, "a\0b.json"])).problems).toHaveLength(2);
  });

  it("knows standard input from files", async () => {
    const cwd = temporaryFolder({ "a.json": "" });
    expect(await find(cwd, ["-", "a.json"])).toEqual({ paths: ["a.json"], stdin: true, problems: [], excluded: [] });
  });

  it("leaves out declarations and reports that lie among the transcripts, unless they are named", async () => {
    const cwd = temporaryFolder({ "a.json": "", "tools.json": "" });
    const notTranscripts = new Set([join(cwd, "tools.json")]);
    expect((await find(cwd, ["."], { notTranscripts })).paths).toEqual(["a.json"]);
    expect((await find(cwd, ["*.json"], { notTranscripts })).paths).toEqual(["a.json"]);
    expect((await find(cwd, ["tools.json"], { notTranscripts })).paths).toEqual(["tools.json"]);
  });

  it("follows symbolic links, but not in circles", async () => {
    const cwd = temporaryFolder({ "runs/a.json": "", "elsewhere/b.json": "" });
    symlinkSync(join(cwd, "elsewhere"), join(cwd, "runs/linked"));
    symlinkSync(join(cwd, "runs"), join(cwd, "runs/circle"));
    symlinkSync(join(cwd, "nowhere"), join(cwd, "runs/broken.json"));
    const found = await find(cwd, ["runs"]);
    expect(found.paths).toEqual(["runs/a.json", "runs/linked/b.json"]);
    expect(found.problems).toEqual(["Cannot read runs/broken.json: no such file"]);
  });
});

describe("findFiles and what is excluded", () => {
  const files = {
    ".gitignore": "drafts/\n*.tmp.json\n!keep.tmp.json\n",
    "a.json": "",
    "b.tmp.json": "",
    "keep.tmp.json": "",
    "drafts/c.json": "",
  };

  it("respects .gitignore for what it finds, with and without a repository", async () => {
    const cwd = temporaryFolder(files);
    expect((await find(cwd, ["."])).paths).toEqual(["a.json", "keep.tmp.json"]);
    expect((await find(cwd, ["**/*.json"])).paths).toEqual(["a.json", "keep.tmp.json"]);
    mkdirSync(join(cwd, ".git"));
    expect((await find(join(cwd, "drafts"), [".."])).paths).toEqual(["../a.json", "../keep.tmp.json"]);
  });

  it("reads the list of every folder on the way, the nearest deciding", async () => {
    const cwd = temporaryFolder({ ".gitignore": "*.json", "sub/.gitignore": "!a.json", "sub/a.json": "", "sub/b.json": "" });
    expect((await find(cwd, ["."])).paths).toEqual(["sub/a.json"]);
  });

  it("takes named files and folders even if they are excluded", async () => {
    const cwd = temporaryFolder(files);
    expect((await find(cwd, ["b.tmp.json", "drafts"])).paths).toEqual(["b.tmp.json", "drafts/c.json"]);
  });

  it("excludes named ones as well on request", async () => {
    const cwd = temporaryFolder(files);
    const found = await find(cwd, ["b.tmp.json", "drafts", "a.json"], { forceExclude: true });
    expect(found.paths).toEqual(["a.json"]);
    expect(found.problems).toEqual([]);
    expect(found.excluded).toEqual(["b.tmp.json by .gitignore", "drafts by .gitignore"]);
  });

  it("can leave .gitignore alone", async () => {
    const cwd = temporaryFolder(files);
    expect((await find(cwd, ["."], { gitignore: false })).paths).toEqual(["a.json", "b.tmp.json", "drafts/c.json", "keep.tmp.json"]);
  });

  it("says that everything a pattern matched is excluded", async () => {
    const cwd = temporaryFolder(files);
    expect((await find(cwd, ["drafts/*.json"])).problems).toEqual(["No file matches drafts/*.json (excluded: 1 file by .gitignore)"]);
  });

  it("leaves out what --ignore names, files and folders", async () => {
    const cwd = temporaryFolder({ "a.json": "", "b.json": "", "old/c.json": "", "x/old/d.json": "" });
    expect((await find(cwd, ["."], { ignore: ["old", "b.json"] })).paths).toEqual(["a.json"]);
    expect((await find(cwd, ["a.json", "b.json"], { ignore: ["b*"] })).paths).toEqual(["a.json"]);
  });
});
