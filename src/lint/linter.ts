import { unreachable } from "../errors.js";
import type { Recording } from "../formats/format.js";
import type { JsonDocument, Source } from "../json/node.js";
import type { Recorded } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding, Severity, Violation } from "../model/violation.js";
import { chooseProfile } from "../profiles/index.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import { invalidMessage } from "../rules/invalid-message.js";
import type { ConversationRule, DocumentRule, Rule } from "../rules/rule.js";
import type { Batch, ReadRecording } from "./batch.js";
import { createFingerprinter } from "./fingerprint.js";
import { ambiguousFinding, cutFindings, documentFault, type IntakeFinding, unknownFinding } from "./intake.js";
import { Judge, type Judgement } from "./judge.js";
import { mergeDoubles } from "./merge.js";
import type { FileOutcome, LintInput, LintOptions, LintSink } from "./options.js";
import { FileReader } from "./read-file.js";
import { Sessions, type Turn } from "./sessions.js";
import { type DocumentPlace, type Stamped, stamp } from "./stamp.js";
import { unknownStatements } from "./stated.js";
import { Tally } from "./tally.js";
import { createSchemaSource } from "./tool-schemas.js";

const allRules: readonly Rule[] = rules;
const documentRules = allRules.filter((rule): rule is DocumentRule => rule.scope === "document");
const conversationRules = allRules.filter((rule): rule is ConversationRule => rule.scope === "conversation");

/** Size of the largest document that is read without being asked to, in bytes: what one JavaScript string can hold. */
export const defaultMaxBytes = 512 * 1024 * 1024;

/** The file at hand. */
interface FileState {
  readonly path: string;
  readonly tally: Tally;
  readonly sessions: Sessions;
}

/** What the batch at hand belongs to. */
interface Where {
  readonly tally: Tally;
  /** 0-based, in the file. */
  readonly conversationIndex: number;
  placeOf(source: Source): DocumentPlace;
  /** The request of a session that is judged, if it is one. */
  readonly turn: Turn | undefined;
}

/** Violations of one session that wait for its next request. More than these are told at once. */
const mostWaiting = 10_000;

/** Checks files, one after the other, over the same memory and caches. */
export class Linter {
  readonly #options: LintOptions;
  readonly #severities: ReadonlyMap<string, Severity | "off">;
  readonly #reader: FileReader;
  readonly #judge: Judge;
  readonly #documentRules: readonly DocumentRule[];
  /** Faults of `--tools` files stand in their own file: told once in a run, not once for each conversation. */
  readonly #toldOutside = new Set<string>();
  readonly #outsidePaths: ReadonlySet<string>;

  constructor(options: LintOptions = {}) {
    this.#options = options;
    this.#outsidePaths = new Set(options.tools?.paths.values());
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
    const file: FileState = { path: input.path, tally: new Tally(input.path), sessions: new Sessions() };
    const fingerprint = createFingerprinter();
    const send = (stamped: readonly Stamped[]) => {
      for (const { identity, ...rest } of mergeDoubles(stamped)) {
        const violation: Violation = { fingerprint: fingerprint(identity), ...rest };
        if (this.#outsidePaths.has(violation.path) && violation.path !== input.path && this.#isTold(violation)) continue;
        if (sink.violation(violation)) file.tally.count(violation);
      }
    };
    let waiting: readonly Stamped[] = [];
    for (const batch of this.#reader.read(input.chunks())) {
      const before = file.sessions.turns;
      const stamped = this.#judgeBatch(batch, file);
      const goesOn = file.sessions.goesOn() && waiting.length < mostWaiting;
      if (!goesOn && waiting.length > 0) send(file.sessions.settle(waiting, before));
      waiting = goesOn ? [...waiting, ...stamped] : stamped;
      if (file.sessions.mustWait()) continue;
      send(file.sessions.settle(waiting, file.sessions.turns));
      waiting = [];
    }
    send(file.sessions.settle(waiting, file.sessions.turns));
    return file.tally.outcome();
  }

  #isTold({ path, ruleId, pointer, message }: Violation): boolean {
    const key = JSON.stringify([path, ruleId, pointer, message]);
    const told = this.#toldOutside.has(key);
    this.#toldOutside.add(key);
    return told;
  }

  #judgeBatch(batch: Batch, { path, tally, sessions }: FileState): readonly Stamped[] {
    switch (batch.kind) {
      case "fault": {
        const place = { path: memberPath(path, batch), record: batch.record };
        const where = { tally, conversationIndex: tally.conversations, placeOf: () => place, turn: undefined };
        return this.#intake(documentFault(batch.fault, batch.cutOff), where);
      }
      case "recordings": {
        const places = new Map<Source, DocumentPlace>();
        for (const each of [...batch.documents, ...batch.others])
          places.set(each.document.root.range.source, { path: memberPath(path, each), record: each.record });
        const unplaced = { path, record: null };
        const placeOf = (source: Source): DocumentPlace => {
          const outside = this.#options.tools?.paths.get(source);
          return outside === undefined ? (places.get(source) ?? unplaced) : { path: outside, record: null };
        };
        const where = { tally, conversationIndex: tally.conversations, placeOf, turn: undefined };
        const stamped: Stamped[] = [];
        for (const fault of batch.faults) stamped.push(...this.#intake(documentFault(fault, false), where));
        tally.unresolvable(batch.unresolvable);
        const turns: Turn[] = [];
        for (const each of batch.recordings) stamped.push(...this.#judgeRecording(each, where, sessions, turns));
        for (const { document } of batch.documents) stamped.push(...this.#judgeDocument(document, where, turns));
        return stamped;
      }
      default:
        return unreachable(batch);
    }
  }

  /** `turns`: the requests of sessions that the document may hold. `call`: the call whose arguments it is. */
  #judgeDocument(document: JsonDocument, where: Where, turns: readonly Turn[], call?: ToolCall): readonly Stamped[] {
    if (document.defects().length === 0) return [];
    const stamped: Stamped[] = [];
    for (const rule of this.#documentRules) {
      for (const finding of rule.check(document)) {
        const turn = call === undefined ? turns.find((each) => each.covers(finding)) : turns[0];
        const told = turn === undefined ? this.#stamp(rule, finding, where) : turn.tell(finding, this.#stamp(rule, finding, where), call);
        if (told !== undefined) stamped.push(told);
      }
    }
    return stamped;
  }

  #judgeRecording(
    { recording, detected }: ReadRecording,
    { tally, placeOf }: Where,
    sessions: Sessions,
    turns: Turn[],
  ): readonly Stamped[] {
    const here = { tally, conversationIndex: tally.conversations, placeOf, turn: undefined };
    if (detected.kind === "unknown") return this.#intake(unknownFinding(recording), here);
    const { claim, rivals } = detected;
    const stamped: Stamped[] = [];
    for (const finding of unknownStatements(recording)) stamped.push(...this.#intake({ rule: invalidMessage, finding }, here));
    const first = turns.length;
    for (const adapted of claim.format.adapt(recording)) {
      const recorded = this.#completed(adapted, recording);
      const turn = sessions.enter(recorded, tally.conversations, recording.half);
      if (turn !== undefined) turns.push(turn);
      const where = { tally, conversationIndex: turn?.index ?? tally.conversations, placeOf, turn };
      for (const finding of cutFindings(recorded)) stamped.push(...this.#intake(finding, where));
      for (const [document, call] of argumentDocuments(recorded))
        stamped.push(...this.#judgeDocument(document, where, turn === undefined ? [] : [turn], call));
      stamped.push(...this.#judgeConversation(recorded, this.#profilesOf(recorded, recording, claim.format.profile), where));
    }
    const ownTurns = turns.slice(first);
    for (const document of recording.documents ?? []) stamped.push(...this.#judgeDocument(document, here, ownTurns));
    if (rivals.length > 0) stamped.push(...this.#intake(ambiguousFinding(recording, claim, rivals), { ...here, turn: ownTurns[0] }));
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
      if (position === 0) {
        const { tally, turn } = where;
        const counted = tally.conversation(judgement, turn?.counted);
        turn?.count(counted);
      }
      stamped.push(...this.#stampAll(judgement, profiles.length > 1 ? profile.id : null, where));
    });
    return stamped;
  }

  #stampAll({ conversation, judged, crashes }: Judgement, profile: string | null, where: Where): readonly Stamped[] {
    for (const { rule, error } of crashes) {
      const reason = error instanceof Error ? error.message : String(error);
      where.tally.notice({ code: "internal-fault", level: "error", message: `Rule ${rule.id} failed and was left out: ${reason}` });
    }
    const { turn } = where;
    return judged.flatMap(({ rule, finding, severity, handled }) => {
      const stamped = stamp(finding, { rule, severity, handled, profile, conversation, ...where });
      return turn === undefined ? stamped : (turn.tell(finding, stamped) ?? []);
    });
  }

  #intake({ rule, finding }: IntakeFinding, where: Where): readonly Stamped[] {
    if (this.#severities.get(rule.id) === "off") return [];
    const stamped = this.#stamp(rule, finding, where);
    const told = where.turn === undefined ? stamped : where.turn.tell(finding, stamped);
    return told === undefined ? [] : [told];
  }

  #stamp(rule: Rule, finding: Finding, where: Where): Stamped {
    const level = this.#severities.get(rule.id);
    const severity = level === undefined || level === "off" ? (finding.severity ?? rule.severity) : level;
    return stamp(finding, { rule, severity, handled: false, profile: null, conversation: undefined, ...where });
  }
}

/** The documents that the recording holds as text inside arguments: what their text hides counts as well. */
function* argumentDocuments(recorded: Recorded): Iterable<readonly [JsonDocument, ToolCall]> {
  for (const { parts } of recorded.messages) {
    for (const part of parts) {
      if (part.kind !== "call") continue;
      const { arguments: args } = part.call.function;
      if (args.kind === "parsed" && args.document !== null) yield [args.document, part.call];
    }
  }
}

/** A file in an archive is shown as if the archive were a folder. */
function memberPath(path: string, { member }: { readonly member?: string }): string {
  return member === undefined ? path : `${path}/${member}`;
}
