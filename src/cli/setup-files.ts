import type { FolderOfTranscripts, Project } from "./survey-project.js";

/** The flags of `init`. */
export interface InitFlags {
  readonly ci?: readonly ("github" | "gitlab")[];
  readonly preCommit?: boolean;
  readonly vscode?: boolean;
  readonly dryRun?: boolean;
}

/** A file that `init` writes. */
export interface SetupFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  /** What to add where the file exists already. */
  readonly snippet: string;
}

/** The configuration, and what was asked for beside it. */
export function setupFiles(project: Project, flags: InitFlags, version: string): readonly SetupFile[] {
  const { transcripts } = project;
  return [
    configuration(project),
    ...(flags.ci?.includes("github") === true ? [whole(".github/workflows/guardrails.yml", githubWorkflow(transcripts, version))] : []),
    ...(flags.ci?.includes("gitlab") === true ? [whole(".gitlab-ci.yml", gitlabJob(transcripts, version))] : []),
    ...(flags.preCommit === true ? [preCommit(transcripts, version)] : []),
    ...(flags.vscode === true ? [editorTask()] : []),
  ];
}

function whole(path: string, text: string): SetupFile {
  return { path, text, snippet: text };
}

/** Where the schema of the configuration is published. */
const schemaUrl = "https://unpkg.com/tool-guardrails/dist/schemas/config.schema.json";

function configuration({ transcripts, tools, lacksTools }: Project): SetupFile {
  // Where transcripts hold their declarations, others may replace them: that is for the reader to say.
  const off = lacksTools ? "" : "// ";
  const text = `{
  "$schema": ${JSON.stringify(schemaUrl)},
  // What was found here:
${transcripts.map(({ folder, files, formats }) => `  // ${JSON.stringify(folder)}: ${files} (${formats.join(", ")})\n`).join("")}${
  tools.length === 0 ? "" : `  // Declarations, instead of those in the transcripts:\n  ${off}"tools": ${JSON.stringify(tools)},\n`
}  // Levels that differ from the defaults, such as "leaked-call": "off" (guardrails rules lists them):
  "rules": {},
  // Files to skip, and findings to accept for a reason:
  "ignore": [],
  "suppress": []
}
`;
  return whole("guardrails.config.jsonc", text);
}

/** The folders to check, quoted for a shell; `.` where they lie all over. */
function patternsOf(transcripts: readonly FolderOfTranscripts[]): string {
  const tops = new Set(transcripts.map(({ folder }) => folder.split("/")[0] ?? "."));
  const names = tops.has(".") || tops.size > 3 ? ["."] : [...tops].sort();
  return names.map((name) => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)).join(" ");
}

function githubWorkflow(transcripts: readonly FolderOfTranscripts[], version: string): string {
  return `name: guardrails
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npx --yes tool-guardrails@${version} check ${patternsOf(transcripts)}
`;
}

function gitlabJob(transcripts: readonly FolderOfTranscripts[], version: string): string {
  return `guardrails:
  image: node:22-slim
  script:
    - npx --yes tool-guardrails@${version} check ${patternsOf(transcripts)} -o gitlab=guardrails.json
  artifacts:
    when: always
    reports:
      codequality: guardrails.json
`;
}

function preCommit(transcripts: readonly FolderOfTranscripts[], version: string): SetupFile {
  const tops = [...new Set(transcripts.map(({ folder }) => folder.split("/")[0] ?? "."))].sort();
  const files = tops.includes(".") ? "\\.(json|jsonl|ya?ml)$" : `^(${tops.map((name) => name.replace(/[^\w-]/g, "\\$&")).join("|")})/`;
  const snippet = `  - repo: local
    hooks:
      - id: guardrails
        name: guardrails
        language: node
        additional_dependencies: ["tool-guardrails@${version}"]
        entry: guardrails check --force-exclude --no-error-on-unmatched-pattern
        files: '${files.replaceAll("'", "''")}'
`;
  return { path: ".pre-commit-config.yaml", text: `repos:\n${snippet}`, snippet };
}

function editorTask(): SetupFile {
  const task = {
    label: "guardrails",
    type: "shell",
    command: "npx guardrails check -r compact",
    problemMatcher: {
      owner: "guardrails",
      fileLocation: "relative",
      pattern: {
        regexp: "^(.*?):(\\d+):(\\d+): (error|warning|info) ([a-z-]+): (.*)$",
        file: 1,
        line: 2,
        column: 3,
        severity: 4,
        code: 5,
        message: 6,
      },
    },
  };
  const text = `${JSON.stringify({ version: "2.0.0", tasks: [task] }, null, 2)}\n`;
  return { path: ".vscode/tasks.json", text, snippet: `${JSON.stringify(task, null, 2)}\n` };
}
