import { UsageError } from "../errors.js";
import { readBlocks } from "../input/read-file.js";
import type { Linter } from "../lint/linter.js";
import { OutsideOnce } from "../lint/outside-once.js";
import { cutUp, type DealtFile, deal, type Share } from "../parts/deal.js";
import { BlobWriter } from "../run/blob-file.js";
import { blobHeader } from "../run/blob-header.js";
import type { CheckFlags } from "../run/flags.js";
import { judgeShare, type SharedFile, type ShareLine } from "../run/judge-share.js";
import type { Linters } from "../run/linters.js";
import type { Plan, PlannedFile } from "../run/plan.js";
import type { Run } from "../run/run.js";
import type { FileJudging } from "../run/settings.js";
import type { ShardNumber } from "../run/shard-number.js";
import { ShareIntake } from "../run/share-intake.js";
import type { ShareTaker } from "../run/share-taker.js";
import { addCounts, type OpenWatches, takenCounts } from "../run/watches.js";
import { escapeControls } from "../text/quote.js";
import type { Io } from "./io.js";
import { ciRoot, type Outputs } from "./outputs.js";

/** Gives what shares lead to, to a run: file by file. */
export class RunTaker implements ShareTaker {
  readonly #run: Run;
  readonly #files: readonly PlannedFile[];
  readonly #outside = new Map<FileJudging, OutsideOnce>();
  readonly #toolPaths: (judging: FileJudging) => Iterable<string>;
  readonly #counts: (() => void)[] = [];
  #open: { readonly file: number; readonly intake: ShareIntake } | undefined;

  /** @param toolPaths the files that declare the tools of a judging, as reports show them */
  constructor(run: Run, files: readonly PlannedFile[], toolPaths: (judging: FileJudging) => Iterable<string>) {
    this.#run = run;
    this.#files = files;
    this.#toolPaths = toolPaths;
  }

  begin(share: Share): void {
    if (this.#open?.file !== share.file) {
      this.#close();
      const file = this.#files[share.file];
      if (file === undefined) return;
      const isDivided = share.to !== null;
      this.#open = { file: share.file, intake: new ShareIntake(this.#intakeFile(file), this.#run.open(file), isDivided) };
    }
    this.#open.intake.begin(share);
  }

  take(line: ShareLine): boolean {
    return this.#open?.intake.take(line) ?? true;
  }

  /** Whether sessions of the file are open that its next part may go on with. */
  get hasOpenSessions(): boolean {
    return this.#open?.intake.hasOpenSessions === true;
  }

  end(): void {
    this.#close();
    // Not before: where files are checked in this thread, the tables still count.
    for (const add of this.#counts.splice(0)) add();
  }

  #close(): void {
    this.#open?.intake.end();
    this.#open = undefined;
  }

  #intakeFile({ path, named, judging }: PlannedFile) {
    const outside = this.#outside.get(judging) ?? new OutsideOnce(this.#toolPaths(judging));
    this.#outside.set(judging, outside);
    return {
      path,
      isFound: !named,
      levels: judging.severities,
      outside,
      addCounts: (counts: OpenWatches | undefined) => {
        if (counts !== undefined) this.#counts.push(() => addCounts(judging.extensions, counts));
      },
    };
  }
}

/** The files of a plan, as their shares are judged. */
export function sharedFiles(
  { files }: Plan,
  linters: ReadonlyMap<FileJudging, Linter>,
  run: Pick<Run, "stablePathIn" | "counted">,
  attend: (file: PlannedFile) => Promise<() => void>,
): (file: number) => SharedFile {
  return (index) => {
    const file = files[index];
    const linter = file && linters.get(file.judging);
    if (file === undefined || linter === undefined) throw new RangeError(`No file has the number ${index}`);
    const { path, absolute, named, judging, loaded } = file;
    return {
      path,
      absolute,
      isFound: !named,
      linter,
      extensions: judging.extensions,
      stablePath: run.stablePathIn(loaded),
      async open() {
        const begins = await attend(file);
        const chunks = await file.open();
        begins(); // nothing may wait from here on
        return () => run.counted(chunks());
      },
      async attend() {
        const begins = await attend(file);
        begins();
      },
      mayBeOpen: () => true,
      counted: (chunks) => run.counted(chunks),
    };
  };
}

/** Judges shares one after the other, in this thread. */
export async function judgeHere(
  shares: readonly Share[],
  fileOf: (file: number) => SharedFile,
  takers: readonly ShareTaker[],
): Promise<void> {
  for (const share of shares) {
    for (const taker of takers) taker.begin(share);
    await judgeShare(share, fileOf(share.file), (line) => {
      for (const taker of takers) taker.take(line);
    });
  }
  for (const taker of takers) taker.end();
}

/** What a run is checked with. */
export interface ShareRun {
  readonly plan: Plan;
  readonly flags: CheckFlags;
  readonly judges: Linters;
  readonly run: Run;
  readonly outputs: Outputs;
  readonly io: Io;
  readonly version: string;
  /** Before a file is opened; what it gives is called when nothing may wait any more. */
  attend(file: PlannedFile): Promise<() => void>;
  readonly threads: number;
}

/**
 * Checks a run share by share, or one shard of it.
 *
 * @returns whether all of it could be read and judged
 */
export async function checkShares({ plan, flags, judges, run, outputs, io, version, attend, threads }: ShareRun): Promise<boolean> {
  const { files } = plan;
  const shard = flags.shard ?? { index: 1, count: 1 };
  const fileOf = sharedFiles(plan, judges.linters, run, attend);
  const dealt = sharesOf(plan, fileOf, shard);
  const takers: ShareTaker[] = [];
  const failures = new Failures(files, io);
  const toolPaths = (judging: FileJudging) => [...(judges.toolsOf(judging)?.paths.values() ?? [])];
  if (flags.shard === undefined) takers.push(new RunTaker(run, files, toolPaths));
  else takers.push(failures);
  if (outputs.hasRaw) {
    const parts = { plan, flags, cwd: io.cwd, root: ciRoot(io), epoch: io.env.SOURCE_DATE_EPOCH };
    const { toolFiles } = judges;
    const header = blobHeader({ ...parts, toolFiles, toolPaths, stablePathIn: (loaded) => run.stablePathIn(loaded) }, version, shard);
    takers.push(new BlobWriter(header, (text) => outputs.raw(text)));
  }
  const { workerUrl } = io;
  if (threads > 1 && workerUrl !== undefined) {
    const { judgeInThreads, rangeLength } = await import("./threads.js");
    const shares = cutUp(dealt, dealtFiles(plan, fileOf), rangeLength(plan, threads));
    // A blob may be merged with parts that nobody has seen.
    const taker = takers.find((each) => each instanceof RunTaker);
    const opens = outputs.hasRaw || taker === undefined ? undefined : () => taker.hasOpenSessions;
    await judgeInThreads({ plan, flags, cwd: io.cwd, run, shares, threads, workerUrl, fileOf, opens }, takers);
  } else await judgeHere(dealt, fileOf, takers);
  return !failures.hasAny;
}

/** Every shard cuts files alike: what it needs to know of them is in their first records. */
function sharesOf({ files }: Plan, fileOf: (file: number) => SharedFile, { index, count }: ShardNumber): readonly Share[] {
  if (count === 1) return files.map((_, file) => ({ file, from: 0, to: null }));
  const endless = files.find(({ size }) => size === undefined);
  if (endless !== undefined) {
    const name = endless.path === "<stdin>" ? "Standard input" : escapeControls(endless.path);
    throw new UsageError(
      `${name} cannot be dealt to shards, since nobody knows how long it is: name files, or pipe each shard its own records`,
    );
  }
  return deal(dealtFiles({ files }, fileOf), count)[index - 1] ?? [];
}

function dealtFiles({ files }: Pick<Plan, "files">, fileOf: (file: number) => SharedFile): readonly DealtFile[] {
  return files.map(({ size = 0 }, file) => ({ size, isDivisible: () => isDivisible(fileOf(file)) }));
}

/** Whatever keeps a file from being looked at is reported where it is checked. */
function isDivisible({ absolute, path, linter, extensions }: SharedFile): boolean {
  try {
    return linter.isDivisible(() => readBlocks(absolute, path));
  } catch {
    return false;
  } finally {
    takenCounts(extensions);
  }
}

/** Says what could not be read, where no report will. */
class Failures implements ShareTaker {
  hasAny = false;
  readonly #files: readonly PlannedFile[];
  readonly #io: Io;
  #path = "";

  constructor(files: readonly PlannedFile[], io: Io) {
    this.#files = files;
    this.#io = io;
  }

  begin({ file }: Share): void {
    this.#path = escapeControls(this.#files[file]?.path ?? "");
  }

  take(line: ShareLine): boolean {
    if (!("error" in line)) return true;
    this.hasAny = true;
    const { kind, message } = line.error;
    this.#io.stderr.write(`guardrails: ${kind === "input" ? message : `${this.#path} could not be checked: ${escapeControls(message)}`}\n`);
    return true;
  }

  end(): void {}
}
