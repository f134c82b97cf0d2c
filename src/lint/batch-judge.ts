import { unreachable } from "../errors.js";
import type { RecordingInput } from "../formats/format.js";
import type { JsonDocument } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding, Severity } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import { invalidMessage } from "../rules/invalid-message.js";
import { type ConversationRule, type DocumentRule, defaultLevel, type Rule } from "../rules/rule.js";
import { unreadCalls } from "../rules/unread-calls.js";
import type { Batch } from "./batch.js";
import { type BatchContext, tell } from "./batch-context.js";
import { type BatchEvent, BatchEvents, type ConversationEvent } from "./batch-events.js";
import { BatchSketches } from "./batch-sketches.js";
import { findUnreadCall } from "./find-unread-calls.js";
import {
  ambiguousFinding,
  bodyFault,
  cutFindings,
  documentFault,
  type IntakeFinding,
  isMisstated,
  unknownFinding,
  unreadFinding,
} from "./intake.js";
import { Judge, type Judgement } from "./judge.js";
import type { LintOptions } from "./options.js";
import { memberPath, placesIn } from "./places.js";
import { ProfileChooser } from "./profile-chooser.js";
import { type ReadClaim, readClaim } from "./read-claim.js";
import type { ReceivedThinking } from "./received-thinking.js";
import { SessionMarks } from "./session-marks.js";
import { unknownStatements } from "./stated.js";
import { ConversationSummaries, leftUnchecked } from "./tally.js";
import { mayGoOn, threadOf } from "./thread.js";
import { type LocatedFinding, toViolation } from "./to-violation.js";
import { createSchemaSource } from "./tool-schemas.js";
import type { UnreadKind } from "./unread-records.js";
import { withSettings } from "./with-settings.js";

const allRules: readonly Rule[] = rules;
const documentRules = allRules.filter((rule): rule is DocumentRule => rule.scope === "document");
const conversationRules = allRules.filter((rule): rule is ConversationRule => rule.scope === "conversation");

/** What is known of a file, or of a part of one, while it is read, beside what its batches led to. */
export interface FileState {
  readonly path: string;
  /** Whether a session may be open that was begun in an earlier batch. */
  readonly mayBeOpen: () => boolean;
  readonly thinking: ReceivedThinking;
  /** What no format read, as far as a first one was found: the others are only counted. */
  readonly noted: Set<UnreadKind>;
  /** A body that could not be read was reported: the others are only counted. */
  hasUnreadBody: boolean;
}

/** Judges what was read, batch by batch. */
export class BatchJudge {
  readonly #options: LintOptions;
  readonly #severities: ReadonlyMap<string, Severity | "off">;
  readonly #judge: Judge;
  readonly #documentRules: readonly DocumentRule[];
  readonly #profiles: ProfileChooser;
  readonly #summaries = new ConversationSummaries();

  constructor(options: LintOptions) {
    this.#options = options;
    this.#severities = options.severities ?? new Map();
    this.#profiles = new ProfileChooser(options.profiles ?? []);
    const isOn = (rule: Rule) => (this.#severities.get(rule.id) ?? defaultLevel(rule)) !== "off";
    this.#documentRules = documentRules.filter(isOn);
    this.#judge = new Judge({
      rules: [...conversationRules, ...(options.rules ?? [])].filter(isOn),
      schemas: createSchemaSource(options.assertFormats ?? false),
      severities: this.#severities,
      policies: options.policies ?? [],
      allowHandled: options.allowHandled ?? false,
    });
  }

  /** What a batch leads to, in order. */
  judge(batch: Batch, file: FileState): readonly BatchEvent[] {
    const { path } = file;
    const { sketch } = this.#options;
    const events = new BatchEvents(sketch && new BatchSketches(sketch));
    switch (batch.kind) {
      case "fault": {
        const place = { path: memberPath(path, batch), record: batch.record };
        const where = { events, from: 0, isInside: false, placeOf: () => place, marks: undefined };
        const fault = documentFault(batch.fault, batch.cutOff);
        if (batch.isText === true) this.#note("text", fault, where, file);
        else this.#intake(fault, where);
        return events.list;
      }
      case "recordings": {
        const where = { events, from: 0, isInside: false, placeOf: placesIn(batch, path, this.#options.tools?.paths), marks: undefined };
        const [fault] = batch.faults;
        if (fault !== undefined && !file.hasUnreadBody) {
          const found = this.#stampIntake(bodyFault(fault), where);
          if (found !== undefined) events.finding(found, 0, [], true);
        }
        file.hasUnreadBody ||= fault !== undefined;
        const unresolvable = batch.unresolvable + batch.faults.length;
        let { traffic } = batch;
        const conversations: AdaptedConversation[] = [];
        const givenUp: RecordingInput[] = [];
        let isRead = false;
        for (const each of batch.recordings) {
          const { recording, detected } = each;
          const isStated = this.#options.format !== undefined || isMisstated(recording);
          const read = detected.kind === "known" ? readClaim(recording, detected, isStated) : undefined;
          if (read !== undefined) {
            this.#judgeRecording(recording, read, where, file);
            conversations.push(...read.conversations);
            isRead = true;
          } else if (detected.kind === "known") {
            givenUp.push(recording);
          } else if (isMisstated(recording)) this.#intake(unknownFinding(recording), where);
          else this.#note("unknown", unknownFinding(recording), where, file);
        }
        const unreadCall = this.#severities.get(unreadCalls.id) === "off" ? undefined : findUnreadCall(batch, conversations);
        if (unreadCall === undefined) traffic += givenUp.length;
        else {
          for (const each of givenUp) this.#note("unknown", unknownFinding(each), where, file);
          this.#note("calls", unreadFinding(unreadCall), where, file);
        }
        if (unresolvable + traffic > 0) events.list.push({ kind: "left", unresolvable, traffic });
        // The text of what is no conversation is nobody's business.
        const around = { ...where, isInside: true };
        if (isRead) for (const { document } of batch.documents) this.#judgeDocument(document, around);
        events.sketches?.draw(where.placeOf);
        return events.list;
      }
      default:
        return unreachable(batch);
    }
  }

  /** `call`: the one whose arguments it is; without, the document may hold all conversations of the batch from `from` on. */
  #judgeDocument(document: JsonDocument, where: BatchContext, call?: ToolCall): void {
    if (document.defects().length === 0) return;
    const { events, from } = where;
    const around = call === undefined ? events.marks.slice(from) : where.marks === undefined ? [] : [where.marks];
    for (const rule of this.#documentRules) {
      for (const finding of rule.check(document)) {
        const found = this.#stamp(rule, finding, where);
        const marks = around.map((each) =>
          each !== undefined && (call !== undefined || each.covers(finding)) ? each.of(finding, found, call) : undefined,
        );
        events.sketches?.find(finding, found, from, call === undefined ? events.marks.length : from + 1);
        events.finding(found, from, marks);
      }
    }
  }

  #judgeRecording(
    recording: RecordingInput,
    { claim, rivals, conversations }: ReadClaim,
    { events, placeOf }: BatchContext,
    file: FileState,
  ): void {
    const from = events.marks.length;
    const here = { events, from, isInside: false, placeOf, marks: undefined };
    for (const finding of unknownStatements(recording)) this.#intake({ rule: invalidMessage, finding }, here);
    for (const adapted of conversations) {
      const recorded = withSettings(adapted, recording, this.#options);
      const canGoOn = mayGoOn(recorded);
      const thread = canGoOn || events.marks.length > 0 || file.mayBeOpen() ? threadOf(recorded, recording.half?.id) : undefined;
      const marks = thread && new SessionMarks(recorded, thread);
      const where = { events, from: events.marks.length, isInside: true, placeOf, marks };
      const event = events.conversation(
        {
          canGoOn,
          thread,
          isNamed: recording.half !== undefined,
          isRequestHalf: recording.half?.side === "request",
          wasRefused: recorded.refusal !== undefined,
        },
        marks,
      );
      for (const finding of cutFindings(recorded)) this.#intake(finding, where);
      this.#judgeArgumentTexts(recorded, where);
      const profiles = this.#profiles.of(recorded, recording, claim.format.profile);
      const { recorded: compared, undecided } = file.thinking.compare(recorded);
      if (undecided === undefined) this.#judgeConversation(compared, profiles, where, event);
      else {
        const { ids, blocks, alternatives } = undecided;
        const branches = [compared, ...alternatives].map((each) =>
          events.apart(() => this.#judgeConversation(each, profiles, where, event)),
        );
        events.list.push({ kind: "choice", ids, blocks, branches });
      }
    }
    if (recording.documents === undefined && rivals.length === 0) return;
    const around = { ...here, isInside: events.marks.length > from };
    for (const document of recording.documents ?? []) this.#judgeDocument(document, around);
    if (rivals.length === 0) return;
    const { rule, finding } = ambiguousFinding(recording, claim, rivals);
    const found = this.#stampIntake({ rule, finding }, here);
    if (found === undefined) return;
    const marks = events.marks.slice(from).map((each) => each?.of(finding, found));
    events.finding(found, from, marks);
  }

  /** The documents that the recording holds as text inside arguments: what their text hides counts as well. */
  #judgeArgumentTexts({ messages }: AdaptedConversation, where: BatchContext): void {
    for (const { parts } of messages) {
      for (const part of parts) {
        if (part.kind !== "call") continue;
        const { arguments: args } = part.call.function;
        if (args.kind === "parsed" && args.document !== null) this.#judgeDocument(args.document, where, part.call);
      }
    }
  }

  #judgeConversation(recorded: AdaptedConversation, profiles: readonly Profile[], where: BatchContext, event: ConversationEvent): void {
    let isCounted = false;
    for (const profile of profiles) {
      const judgement = this.#judge.judge(recorded, profile);
      // A history judged for several profiles is still one conversation.
      if (!isCounted) {
        event.summary = this.#summaries.of(judgement.conversation);
        event.notChecked = leftUnchecked(judgement);
        where.events.sketches?.conversation(where.from, event, judgement.conversation);
        isCounted = true;
      }
      this.#stampAll(judgement, profiles.length > 1 ? profile.id : null, where);
    }
  }

  #stampAll({ conversation, judged, crashes }: Judgement, profile: string | null, where: BatchContext): void {
    for (const { rule, error } of crashes) {
      const reason = error instanceof Error ? error.message : String(error);
      const notice = { code: "internal-fault", level: "error", message: `Rule ${rule.id} failed and was left out: ${reason}` } as const;
      where.events.list.push({ kind: "notice", notice });
    }
    for (const { rule, finding, severity, handled } of judged)
      tell(finding, toViolation(finding, { rule, severity, handled, profile, conversation, ...where }), where);
  }

  #note(what: UnreadKind, intake: IntakeFinding, where: BatchContext, { noted }: FileState): void {
    const found = noted.has(what) ? undefined : this.#stampIntake(intake, where);
    if (found !== undefined) noted.add(what);
    where.events.list.push({ kind: "unread", what, found });
  }

  #intake(found: IntakeFinding, where: BatchContext): void {
    const stamped = this.#stampIntake(found, where);
    if (stamped !== undefined) tell(found.finding, stamped, where);
  }

  /** `undefined` where the configuration switches the rule off. */
  #stampIntake({ rule, finding }: IntakeFinding, where: BatchContext): LocatedFinding | undefined {
    return this.#severities.get(rule.id) === "off" ? undefined : this.#stamp(rule, finding, where);
  }

  #stamp(rule: Rule, finding: Finding, where: BatchContext): LocatedFinding {
    const level = this.#severities.get(rule.id);
    const severity = level === undefined || level === "off" ? (finding.severity ?? rule.severity) : level;
    return toViolation(finding, { rule, severity, handled: false, profile: null, conversation: undefined, ...where });
  }
}
