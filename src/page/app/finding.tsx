import { useState } from "preact/hooks";
import type { PageData, PageDetail, PageFinding } from "../page-data.js";
import { SeverityMark } from "./severity.js";
import { MarkedText } from "./text.js";
import { counted } from "./words.js";

/** Findings named at once; further ones are a click away. */
const named = 12;

interface FindingListProps {
  readonly data: PageData;
  readonly detail: PageDetail;
  readonly chosen: string | null;
  goTo(finding: string): void;
  step(by: 1 | -1): void;
  link(finding: string): string;
}

/** What is wrong with the conversation, each a link to its place. */
export function FindingList({ data, detail, chosen, goTo, step, link }: FindingListProps) {
  const [isWhole, setWhole] = useState(false);
  const { findings, moreFindings } = detail;
  if (findings.length === 0) return <p class="clean">✓ Nothing was found in this conversation.</p>;
  const shown = isWhole ? findings : findings.slice(0, named);
  return (
    <nav class="finding-list" aria-labelledby="findings">
      <div class="finding-list-head">
        <h2 id="findings">{counted(findings.length + moreFindings, "finding")}</h2>
        {findings.length > 1 && (
          <span>
            <button type="button" class="quiet" onClick={() => step(-1)} aria-keyshortcuts="p">
              ↑<span class="unseen"> Previous finding</span>
            </button>
            <button type="button" class="quiet" onClick={() => step(1)} aria-keyshortcuts="n">
              ↓<span class="unseen"> Next finding</span>
            </button>
          </span>
        )}
      </div>
      <ol>
        {shown.map((finding) => (
          <li>
            <a
              class={finding.severity}
              href={link(finding.id)}
              aria-current={finding.id === chosen}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                goTo(finding.id);
                // Again to the one that is chosen: its place may have been left.
                document.getElementById(`finding-${finding.id}`)?.scrollIntoView({ block: "center" });
              }}
            >
              <SeverityMark severity={finding.severity} />
              <span>
                <span class="unseen">{finding.severity}: </span>
                <span class="rule">{data.rules[finding.rule]?.id}</span>
                <span class="message">{finding.message}</span>
                {finding.pin.at !== "conversation" && <span class="at">message {finding.pin.message + 1}</span>}
              </span>
            </a>
          </li>
        ))}
      </ol>
      {findings.length > named && (
        <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${findings.length}`}
        </button>
      )}
      {moreFindings > 0 && <p class="left-out">{counted(moreFindings, "further finding")} not in the page.</p>}
    </nav>
  );
}

interface FindingCardProps {
  readonly finding: PageFinding;
  readonly data: PageData;
  readonly isChosen: boolean;
  readonly showsExcerpt?: boolean;
}

/** One finding as a colleague would write it beside the line. */
export function FindingCard({ finding, data, isChosen, showsExcerpt = false }: FindingCardProps) {
  const { id, severity, handled, message, fix, provider, place, related, excerpt } = finding;
  const rule = data.rules[finding.rule];
  return (
    <section
      id={`finding-${id}`}
      class={`finding ${severity}${isChosen ? " chosen" : ""}`}
      tabIndex={-1}
      aria-label={`${severity}: ${rule?.id}`}
    >
      <p class="finding-head">
        <SeverityMark severity={severity} /> <strong>{severity}</strong>{" "}
        {rule?.url == null ? (
          <span class="rule">{rule?.id}</span>
        ) : (
          <a class="rule" href={rule.url} target="_blank" rel="noopener noreferrer" title={rule.summary ?? undefined}>
            {rule.id}
          </a>
        )}
        {handled && <span class="badge">handled: the agent saw the error</span>}
      </p>
      <p class="message">{message}</p>
      {fix !== null && (
        <p>
          <b>Fix:</b> {fix}
        </p>
      )}
      {provider !== null && (
        <p>
          <b>Provider:</b> {provider}
        </p>
      )}
      {showsExcerpt && excerpt !== null && (
        <pre class="excerpt">
          <MarkedText
            pieces={[{ text: excerpt.text, from: 0, kind: "mark" }]}
            marks={excerpt.range === null ? [] : [{ from: excerpt.range[0], to: excerpt.range[1], severity, finding: id }]}
          />
        </pre>
      )}
      <p class="place">
        <bdi>{place}</bdi>
        {related.map((each) => (
          <span>
            {" "}
            · {each.message}: <bdi>{each.place}</bdi>
          </span>
        ))}
      </p>
    </section>
  );
}
