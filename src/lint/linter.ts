import { unreachable } from "../errors.js";
import type { Detected } from "../formats/detect.js";
import type { Recording } from "../formats/format.js";
import type { JsonDocument, Source } from "../json/node.js";
import type { Recorded } from "../model/conversation.js";
import type { Finding, Severity, Violation } from "../model/violation.js";
import { chooseProfile } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import type { ConversationRule, DocumentRule, Rule } from "../rules/rule.js";
import { createFingerprinter } from "./fingerprint.js";
import { ambiguousFinding, documentFault, type IntakeFinding, unknownFinding } from "./intake.js";
import { Judge, type Judgement } from "./judge.js";
import { mergeDoubles } from "./merge.js";
import type { FileOutcome, LintInput, LintOptions, LintSink } from "./options.js";
import { type Batch, FileReader } from "./read-file.js";
import { type DocumentPlace, type Stamped, stamp } from "./stamp.js";
import { Tally } from "./tally.js";
import { createSchemaSource } from "./tool-schemas.js";

const allRules: readonly Rule[] = rules;
const documentRules = allRules.filter((rule): rule is DocumentRule => rule.scope === "document");
const conversationRules = allRules.filter((rule): rule is ConversationRule => rule.scope === "conversation");

/** Size of the largest document that is read without being asked to, in bytes: what one JavaScript string can hold. */
export const defaultMaxBytes = 512 * 1024 * 1024;

/** What the batch at hand belongs to. */
interface Where {
  readonly tally: Tally;
  /** 0-based, in the file. */
  readonly conversationIndex: number;
  placeOf(source: Source): DocumentPlace;
}

/** Checks files, one after the other, over the same memory and caches. */
export class Linter {
  readonly #options: LintOptions;
  readonly #severities: ReadonlyMap<string, Severity | "off">;
  readonly #reader: FileReader;
  readonly #judge: Judge;
  readonly #documentRules: readonly DocumentRule[];
  /** Faults of `--tools` files stand in their own file: told once in a run, not once for each conversation. */
  readonly #toldOutside = new Set<string>();

  constructor(options: LintOptions = {}) {
    this.#options = options;
    this.#severities = options.severities ?? new Map();
    this.#reader = new FileReader(options.format, options.maxBytes ?? defaultMaxBytes);
    const isOn = (rule: Rule) => this.#severities.get(rule.id) !== "off";
    this.#documentRules = documentRules.filter(isOn);
    this.#judge = new Judge({
      rules: conversationRules.filter(isOn),
      schemas: createSchemaSource(options.assertFormats ?? false),
      severities: this.#severities,
      allowHandled: options.allowHandled ?? false,
    });
  }

  /** Reads, rebuilds and judges one file. Its violations go to the sink in order of place; any input gives an outcome. */
  lintFile(input: LintInput, sink: LintSink): FileOutcome {
    const tally = new Tally(input.path);
    const fingerprint = createFingerprinter();
    for (const batch of this.#reader.read(input.chunks())) {
      for (const { identity, ...rest } of mergeDoubles(this.#judgeBatch(batch, input.path, tally))) {
        const violation: Violation = { fingerprint: fingerprint(identity), ...rest };
        if (violation.path !== input.path && this.#isTold(violation)) continue;
        if (sink.violation(violation)) tally.count(violation);
      }
    }
    return tally.outcome();
  }

  #isTold({ path, ruleId, pointer, message }: Violation): boolean {
    const key = JSON.stringify([path, ruleId, pointer, message]);
    const told = this.#toldOutside.has(key);
    this.#toldOutside.add(key);
    return told;
  }

  #judgeBatch(batch: Batch, path: string, tally: Tally): readonly Stamped[] {
    switch (batch.kind) {
      case "fault": {
        const place = { path, record: batch.record };
        return this.#intake(documentFault(batch.fault, batch.cutOff), {
          tally,
          conversationIndex: tally.conversations,
          placeOf: () => place,
        });
      }
      case "recordings": {
        const records = new Map<Source, number | null>();
        for (const { document, record } of batch.documents) records.set(document.root.range.source, record);
        const placeOf = (source: Source): DocumentPlace => {
          const outside = this.#options.tools?.paths.get(source);
          return outside === undefined ? { path, record: records.get(source) ?? null } : { path: outside, record: null };
        };
        const stamped: Stamped[] = [];
        for (const { document } of batch.documents)
          stamped.push(...this.#judgeDocument(document, { tally, conversationIndex: tally.conversations, placeOf }));
        for (const { recording, detected } of batch.recordings) stamped.push(...this.#judgeRecording(recording, detected, tally, placeOf));
        return stamped;
      }
      default:
        return unreachable(batch);
    }
  }

  #judgeDocument(document: JsonDocument, where: Where): readonly Stamped[] {
    const stamped: Stamped[] = [];
    if (document.defects().length === 0) return stamped;
    for (const rule of this.#documentRules) {
      for (const finding of rule.check(document)) stamped.push(this.#stamp(rule, finding, where));
    }
    return stamped;
  }

  #judgeRecording(recording: Recording, detected: Detected, tally: Tally, placeOf: Where["placeOf"]): readonly Stamped[] {
    const here = { tally, conversationIndex: tally.conversations, placeOf };
    if (detected.kind === "unknown") return this.#intake(unknownFinding(recording), here);
    const { claim, rivals } = detected;
    const stamped = rivals.length === 0 ? [] : [...this.#intake(ambiguousFinding(recording, claim, rivals), here)];
    for (const adapted of claim.format.adapt(recording)) {
      const recorded = this.#completed(adapted, recording);
      const where = { tally, conversationIndex: tally.conversations, placeOf };
      for (const document of argumentDocuments(recorded)) stamped.push(...this.#judgeDocument(document, where));
      stamped.push(...this.#judgeConversation(recorded, this.#profilesOf(recorded, recording, claim.format.profile), where));
    }
    return stamped;
  }

  /** The conversation with what flags and envelope say about it. */
  #completed(recorded: Recorded, recording: Recording): Recorded {
    const mode = this.#options.mode ?? recording.stated.mode ?? recorded.mode;
    const { tools } = this.#options;
    if (tools === undefined) return mode === recorded.mode ? recorded : { ...recorded, mode };
    const declarationOrigin = recorded.declarationOrigin === "log" ? "log" : "list";
    return { ...recorded, mode, toolset: tools.toolset, declarations: tools.declarations, declarationOrigin };
  }

  #profilesOf(recorded: Recorded, recording: Recording, formatProfile: string): readonly Profile[] {
    const named = this.#options.profiles ?? [];
    if (named.length > 0) return named;
    const { format, provider } = recorded;
    const clues = { flag: undefined, stated: recording.stated.profile, url: provider.url, model: provider.model, format, formatProfile };
    return [chooseProfile(clues).profile];
  }

  #judgeConversation(recorded: Recorded, profiles: readonly Profile[], where: Where): readonly Stamped[] {
    const stamped: Stamped[] = [];
    profiles.forEach((profile, position) => {
      const judgement = this.#judge.judge(recorded, profile);
      // A history judged for several profiles is still one conversation.
      if (position === 0) where.tally.conversation(judgement.conversation, judgement.unresolvable);
      stamped.push(...this.#stampAll(judgement, profiles.length > 1 ? profile.id : null, where));
    });
    return stamped;
  }

  #stampAll({ conversation, judged, crashes }: Judgement, profile: string | null, where: Where): readonly Stamped[] {
    for (const { rule, error } of crashes) {
      const reason = error instanceof Error ? error.message : String(error);
      where.tally.notice({ code: "internal-fault", level: "error", message: `Rule ${rule.id} failed and was left out: ${reason}` });
    }
    return judged.map(({ rule, finding, severity, handled }) =>
      stamp(finding, { rule, severity, handled, profile, conversation, ...where }),
    );
  }

  #intake({ rule, finding }: IntakeFinding, where: Where): readonly Stamped[] {
    return this.#severities.get(rule.id) === "off" ? [] : [this.#stamp(rule, finding, where)];
  }

  #stamp(rule: Rule, finding: Finding, where: Where): Stamped {
    const level = this.#severities.get(rule.id);
    const severity = level === undefined || level === "off" ? (finding.severity ?? rule.severity) : level;
    return stamp(finding, { rule, severity, handled: false, profile: null, conversation: undefined, ...where });
  }
}

/** The documents that the recording holds as text inside arguments: what their text hides counts as well. */
function* argumentDocuments(recorded: Recorded): Iterable<JsonDocument> {
  for (const { parts } of recorded.messages) {
    for (const part of parts) {
      if (part.kind !== "call") continue;
      const { arguments: args } = part.call.function;
      if (args.kind === "parsed" && args.document !== null) yield args.document;
    }
  }
}
