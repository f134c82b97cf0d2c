import { unreachable } from "../errors.js";
import type { RecordingInput } from "../formats/format.js";
import type { JsonDocument } from "../json/node.js";
import type { AdaptedConversation } from "../model/conversation.js";
import type { ToolCall } from "../model/exchange.js";
import type { Finding, Severity, Violation } from "../model/violation.js";
import type { Profile } from "../profiles/profile.js";
import { rules } from "../rules/index.js";
import { invalidMessage } from "../rules/invalid-message.js";
import { type ConversationRule, type DocumentRule, defaultLevel, type Rule } from "../rules/rule.js";
import { unreadCalls } from "../rules/unread-calls.js";
import type { Batch } from "./batch.js";
import { type BatchContext, tell } from "./batch-context.js";
import { findUnreadCall } from "./find-unread-calls.js";
import { createFingerprinter } from "./fingerprint.js";
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
import { mergeDoubles } from "./merge.js";
import type { FileOutcome, LintInput, LintOptions, LintSink } from "./options.js";
import { maxWaiting, Outbox } from "./outbox.js";
import { memberPath, placesIn } from "./places.js";
import { ProfileChooser } from "./profile-chooser.js";
import { type ReadClaim, readClaim } from "./read-claim.js";
import { FileReader } from "./read-file.js";
import { type SessionRequest, Sessions } from "./sessions.js";
import { unknownStatements } from "./stated.js";
import { Tally } from "./tally.js";
import { type LocatedFinding, toViolation } from "./to-violation.js";
import { createSchemaSource } from "./tool-schemas.js";
import { UnreadRecords } from "./unread-records.js";
import { withSettings } from "./with-settings.js";

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
  readonly unread: UnreadRecords;
  /** A body of the file that could not be read was reported: the others are only counted. */
  hasUnreadBody: boolean;
}

/** Checks files, one after the other, over the same memory and caches. */
export class Linter {
  readonly #options: LintOptions;
  readonly #severities: ReadonlyMap<string, Severity | "off">;
  readonly #reader: FileReader;
  readonly #judge: Judge;
  readonly #documentRules: readonly DocumentRule[];
  /** Faults of `--tools` files are in their own file: told once in a run, not once for each conversation. */
  readonly #toldOutside = new Set<string>();
  readonly #outsidePaths: ReadonlySet<string>;
  readonly #profiles: ProfileChooser;

  constructor(options: LintOptions = {}) {
    this.#options = options;
    this.#outsidePaths = new Set(options.tools?.paths.values());
    this.#severities = options.severities ?? new Map();
    this.#reader = new FileReader(options.format, options.maxBytes ?? defaultMaxBytes, options.formats);
    this.#profiles = new ProfileChooser(options.profiles ?? []);
    const isOn = (rule: Rule) => (this.#severities.get(rule.id) ?? defaultLevel(rule)) !== "off";
    this.#documentRules = documentRules.filter(isOn);
    this.#judge = new Judge({
      rules: [...conversationRules, ...(options.rules ?? [])].filter(isOn),
      schemas: createSchemaSource(options.assertFormats ?? false),
      severities: this.#severities,
      allowHandled: options.allowHandled ?? false,
    });
  }

  /** Reads, rebuilds and judges one file. Its violations go to the sink in order of place; any input gives an outcome. */
  lintFile(input: LintInput, sink: LintSink): FileOutcome {
    const unread = new UnreadRecords(input.isFound ?? false, this.#severities);
    const file: FileState = { path: input.path, tally: new Tally(input.path), sessions: new Sessions(), unread, hasUnreadBody: false };
    const fingerprint = createFingerprinter();
    const stablePath = input.stablePath ?? ((path) => path);
    const emit = (stamped: readonly LocatedFinding[]) => {
      for (const { identity, ...rest } of mergeDoubles(stamped)) {
        const path = stablePath(identity.path);
        const violation: Violation = { fingerprint: fingerprint({ ...identity, path }), ...rest };
        if (this.#outsidePaths.has(violation.path) && violation.path !== input.path && this.#isTold(violation)) continue;
        if (sink.violation(violation)) file.tally.count(violation);
      }
    };
    const outbox = new Outbox(file, emit);
    const send = (stamped: readonly LocatedFinding[]) => outbox.send(stamped);
    let waiting: LocatedFinding[] = [];
    try {
      for (const batch of this.#reader.read(input.chunks())) {
        const before = file.sessions.turns;
        const stamped = this.#judgeBatch(batch, file);
        if (file.sessions.turns === before && waiting.length > 0 && waiting.length < maxWaiting) {
          for (const each of stamped) waiting.push(each); // no conversation in it: the session in front may still go on after it
          continue;
        }
        const goesOn = file.sessions.goesOn() && waiting.length < maxWaiting;
        if (!goesOn && waiting.length > 0) send(file.sessions.flush(waiting, before));
        if (!goesOn) waiting = [];
        for (const each of stamped) waiting.push(each);
        if (file.sessions.mustDefer()) continue;
        send(file.sessions.flush(waiting, file.sessions.turns));
        waiting = [];
      }
      send(file.sessions.flush(waiting, file.sessions.turns));
    } finally {
      outbox.end(); // what was found before the file could not be read on counts
    }
    return file.tally.outcome();
  }

  #isTold({ path, ruleId, pointer, message }: Violation): boolean {
    const key = JSON.stringify([path, ruleId, pointer, message]);
    const told = this.#toldOutside.has(key);
    this.#toldOutside.add(key);
    return told;
  }

  #judgeBatch(batch: Batch, file: FileState): readonly LocatedFinding[] {
    const { path, tally, sessions, unread } = file;
    const stamped: LocatedFinding[] = [];
    const index = tally.conversations;
    switch (batch.kind) {
      case "fault": {
        const place = { path: memberPath(path, batch), record: batch.record };
        const where = { tally, stamped, conversationIndex: index, isInside: false, placeOf: () => place, turn: undefined };
        const fault = documentFault(batch.fault, batch.cutOff);
        if (batch.isText === true) unread.note("text", () => this.#stampIntake(fault, where));
        else this.#intake(fault, where);
        return stamped;
      }
      case "recordings": {
        const where = {
          tally,
          stamped,
          conversationIndex: index,
          isInside: false,
          placeOf: placesIn(batch, path, this.#options.tools?.paths),
          turn: undefined,
        };
        const [fault] = batch.faults;
        if (fault !== undefined && !file.hasUnreadBody) this.#intake(bodyFault(fault), where);
        file.hasUnreadBody ||= fault !== undefined;
        tally.unresolvable(batch.unresolvable + batch.faults.length);
        tally.traffic(batch.traffic);
        const turns: SessionRequest[] = [];
        const conversations: AdaptedConversation[] = [];
        const givenUp: RecordingInput[] = [];
        let isRead = false;
        for (const each of batch.recordings) {
          const { recording, detected } = each;
          const isStated = this.#options.format !== undefined || isMisstated(recording);
          const read = detected.kind === "known" ? readClaim(recording, detected, isStated) : undefined;
          if (read !== undefined) {
            this.#judgeRecording(recording, read, where, sessions, turns);
            conversations.push(...read.conversations);
            isRead = true;
          } else if (detected.kind === "known") {
            givenUp.push(recording);
          } else if (isMisstated(recording)) this.#intake(unknownFinding(recording), where);
          else unread.note("unknown", () => this.#stampIntake(unknownFinding(recording), where));
        }
        const unreadCall = this.#severities.get(unreadCalls.id) === "off" ? undefined : findUnreadCall(batch, conversations);
        if (unreadCall === undefined) tally.traffic(givenUp.length);
        else {
          for (const each of givenUp) unread.note("unknown", () => this.#stampIntake(unknownFinding(each), where));
          unread.note("calls", () => this.#stampIntake(unreadFinding(unreadCall), where));
        }
        // The text of what is no conversation is nobody's business.
        const around = { ...where, conversationIndex: turns[0]?.index ?? index, isInside: true };
        if (isRead) for (const { document } of batch.documents) this.#judgeDocument(document, around, turns);
        return stamped;
      }
      default:
        return unreachable(batch);
    }
  }

  /** `turns`: the requests of sessions that the document may hold. `call`: the call whose arguments it is. */
  #judgeDocument(document: JsonDocument, where: BatchContext, turns: readonly SessionRequest[], call?: ToolCall): void {
    if (document.defects().length === 0) return;
    for (const rule of this.#documentRules) {
      for (const finding of rule.check(document)) {
        const turn = call === undefined ? turns.find((each) => each.covers(finding)) : turns[0];
        const stamped = this.#stamp(rule, finding, turn === undefined ? where : { ...where, conversationIndex: turn.index });
        const told = turn === undefined ? stamped : turn.tell(finding, stamped, call);
        if (told !== undefined) where.stamped.push(told);
      }
    }
  }

  #judgeRecording(
    recording: RecordingInput,
    { claim, rivals, conversations }: ReadClaim,
    { tally, stamped, placeOf }: BatchContext,
    sessions: Sessions,
    turns: SessionRequest[],
  ): void {
    const here = { tally, stamped, conversationIndex: tally.conversations, isInside: false, placeOf, turn: undefined };
    for (const finding of unknownStatements(recording)) this.#intake({ rule: invalidMessage, finding }, here);
    const first = turns.length;
    for (const adapted of conversations) {
      const recorded = withSettings(adapted, recording, this.#options);
      const turn = sessions.enter(recorded, tally.conversations, recording.half);
      if (turn !== undefined) turns.push(turn);
      const where = { tally, stamped, conversationIndex: turn?.index ?? tally.conversations, isInside: true, placeOf, turn };
      for (const finding of cutFindings(recorded)) this.#intake(finding, where);
      this.#judgeArgumentTexts(recorded, where);
      const compared = sessions.thinking.compare(recorded);
      this.#judgeConversation(compared, this.#profiles.of(recorded, recording, claim.format.profile), where);
    }
    if (recording.documents === undefined && rivals.length === 0) return;
    const ownTurns = turns.slice(first);
    const isInside = ownTurns.length > 0 || tally.conversations > here.conversationIndex;
    const around = { ...here, conversationIndex: ownTurns[0]?.index ?? here.conversationIndex, isInside };
    for (const document of recording.documents ?? []) this.#judgeDocument(document, around, ownTurns);
    if (rivals.length > 0) this.#intake(ambiguousFinding(recording, claim, rivals), { ...here, turn: ownTurns[0] });
  }

  /** The documents that the recording holds as text inside arguments: what their text hides counts as well. */
  #judgeArgumentTexts({ messages }: AdaptedConversation, where: BatchContext): void {
    const turns = where.turn === undefined ? [] : [where.turn];
    for (const { parts } of messages) {
      for (const part of parts) {
        if (part.kind !== "call") continue;
        const { arguments: args } = part.call.function;
        if (args.kind === "parsed" && args.document !== null) this.#judgeDocument(args.document, where, turns, part.call);
      }
    }
  }

  #judgeConversation(recorded: AdaptedConversation, profiles: readonly Profile[], where: BatchContext): void {
    const { tally, turn } = where;
    let isCounted = false;
    for (const profile of profiles) {
      const judgement = this.#judge.judge(recorded, profile);
      // A history judged for several profiles is still one conversation.
      if (!isCounted) {
        const counted = tally.conversation(judgement, turn?.counted);
        turn?.count(counted);
        isCounted = true;
      }
      this.#stampAll(judgement, profiles.length > 1 ? profile.id : null, where);
    }
  }

  #stampAll({ conversation, judged, crashes }: Judgement, profile: string | null, where: BatchContext): void {
    for (const { rule, error } of crashes) {
      const reason = error instanceof Error ? error.message : String(error);
      where.tally.notice({ code: "internal-fault", level: "error", message: `Rule ${rule.id} failed and was left out: ${reason}` });
    }
    for (const { rule, finding, severity, handled } of judged)
      tell(finding, toViolation(finding, { rule, severity, handled, profile, conversation, ...where }), where);
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
