import { formatPointer, parsePointer } from "../json/pointer.js";
import type { JsonValue } from "../json/value.js";
import type { Notice, ProviderVerdict, Report, Violation } from "../model/violation.js";
import { hideQuoted, redactedMark } from "../text/quote.js";
import { isWireWord } from "../text/wire-words.js";
import type { Kind } from "./kinds.js";
import type { Reporter, ReporterOptions } from "./reporter.js";

/** A reporter that obeys `redact`: what it is given holds no text of a transcript, so no format can let any through. */
export function redacting(reporter: Reporter): Reporter {
  const { violation } = reporter;
  return {
    ...reporter,
    report: (report, options) =>
      options.redact ? reporter.report(redactReport(report), redactOptions(options)) : reporter.report(report, options),
    ...(violation !== undefined && {
      violation: (found, options) => violation(options.redact ? redactViolation(found) : found, options),
    }),
  };
}

function redactOptions(options: ReporterOptions): ReporterOptions {
  const { forest } = options;
  if (forest === undefined) return options;
  const redactKind = (kind: Kind): Kind => ({ ...kind, violation: redactViolation(kind.violation) });
  const { grouped } = forest;
  const groups = grouped?.groups.map((group) => ({ ...group, kinds: group.kinds.map(redactKind) }));
  return {
    ...options,
    forest: { ...forest, kinds: forest.kinds.map(redactKind), grouped: grouped && groups && { ...grouped, groups } },
  };
}

function redactReport(report: Report): Report {
  return { ...report, violations: report.violations.map(redactViolation), notices: report.notices.map(redactNotice) };
}

/** A violation without text of the transcript: places stay, and so do names that the conversation declares. */
export function redactViolation(violation: Violation): Violation {
  const { call, data, related, provider, declaredNames } = violation;
  const mayShow = (name: string): boolean => declaredNames.includes(name);
  return {
    ...violation,
    message: violation.redacted.message,
    pointer: redactPointer(violation.pointer, mayShow),
    excerpt: null,
    call: call && {
      ...call,
      id: call.id === null ? null : redactedMark,
      tool: call.tool === null || mayShow(call.tool) ? call.tool : redactedMark,
      argumentPointer: call.argumentPointer === null ? null : redactPointer(call.argumentPointer, mayShow),
    },
    data: redactData(data),
    related: related.map((each) => ({
      ...each,
      message: hideQuoted(each.message, mayShow),
      pointer: redactPointer(each.pointer, mayShow),
    })),
    fix: violation.redacted.fix,
    provider: provider && redactProvider(provider),
  };
}

/** A notice without what a fault of the program may quote. */
export function redactNotice(notice: Notice): Notice {
  return notice.code === "internal-fault" ? { ...notice, message: notice.message.replace(/: [\s\S]*$/, "") } : notice;
}

function redactPointer(pointer: string, mayShow: (name: string) => boolean): string {
  const steps = parsePointer(pointer) ?? [redactedMark];
  return formatPointer(steps.map((step) => (/^\d{1,9}$/.test(step) || isWireWord(step) || mayShow(step) ? step : redactedMark)));
}

/** What a recording holds of a provider's words may quote the transcript; what profiles say of them is ours. */
function redactProvider(provider: ProviderVerdict): ProviderVerdict {
  return provider.source === null ? { ...provider, says: null } : provider;
}

/** Facts that are words of ours, whatever the transcript says. */
const ownFacts: ReadonlySet<string> = new Set(["keyword", "fault", "kind", "because"]);

function redactData(data: Readonly<Record<string, JsonValue>>): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => ownFacts.has(key)));
}
