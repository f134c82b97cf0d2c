import { UsageError } from "../errors.js";
import { formats } from "../formats/index.js";
import { profiles } from "../profiles/index.js";
import { type NotUnderstood, type Understood, understand } from "../run/understand.js";
import { quote } from "../text/quote.js";
import { blocksOf, type GivenFile, readGivenFile } from "./given-file.js";

/** A file that is at hand, and how it is read. */
export interface InspectOptions {
  readonly file: GivenFile;
  /** Id of a format, instead of the detected one. */
  readonly format?: string;
  /** Id of a profile, instead of the recognised one. */
  readonly profile?: string;
}

/** What was understood of a file: what `guardrails inspect --json` prints. */
export interface Inspection {
  readonly path: string;
  readonly conversations: readonly Understood[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/**
 * Says what is understood of a file: conversations, calls and results, and how they are linked.
 *
 * @throws UsageError for an unknown format or profile, and for anything but a file
 */
export async function inspect({ file, format, profile }: InspectOptions): Promise<Inspection> {
  const given = readGivenFile(file, "file");
  rejectUnknown("format", format, formats);
  rejectUnknown("profile", profile, profiles);
  const conversations: Understood[] = [];
  const notUnderstood: NotUnderstood[] = [];
  for (const each of understand(await blocksOf(given), format, profile)) {
    if ("format" in each) conversations.push(each);
    else notUnderstood.push(each);
  }
  return { path: given.path, conversations, notUnderstood };
}

function rejectUnknown(option: string, id: string | undefined, known: readonly { readonly id: string }[]): void {
  if (id !== undefined && !known.some((each) => each.id === id)) throw new UsageError(`Option ${option}: ${quote(id)} is not known`);
}
