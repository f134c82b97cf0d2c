import type { PageSeverity } from "../page-data.js";

/** What the page shows, as its address says it. */
export interface Address {
  readonly rule: string | null;
  readonly tool: string | null;
  /** Empty: all. */
  readonly severities: readonly PageSeverity[];
  /** Text that the path must hold. */
  readonly path: string;
  readonly sort: "worst" | "path";
  /** Id of the row that is open. */
  readonly conversation: string | null;
  /** Id of the finding to go to. */
  readonly finding: string | null;
}

export const emptyAddress: Address = { rule: null, tool: null, severities: [], path: "", sort: "worst", conversation: null, finding: null };

const severities: readonly PageSeverity[] = ["error", "warning", "info"];

/** Reads the part of a URL after `#`. What it does not know, it leaves alone. */
export function readAddress(hash: string): Address {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const listed = (said.get("severity") ?? "").split(",");
  return {
    rule: said.get("rule"),
    tool: said.get("tool"),
    severities: severities.filter((each) => listed.includes(each)),
    path: said.get("path") ?? "",
    sort: said.get("sort") === "path" ? "path" : "worst",
    conversation: said.get("conversation"),
    finding: said.get("finding"),
  };
}

/** The address as the part of a URL after `#`; what is as usual is left out. */
export function writeAddress({ rule, tool, severities: chosen, path, sort, conversation, finding }: Address): string {
  const said = new URLSearchParams();
  if (rule !== null) said.set("rule", rule);
  if (tool !== null) said.set("tool", tool);
  if (chosen.length > 0) said.set("severity", chosen.join(","));
  if (path !== "") said.set("path", path);
  if (sort !== "worst") said.set("sort", sort);
  if (conversation !== null) said.set("conversation", conversation);
  if (finding !== null) said.set("finding", finding);
  // A slash and a colon are fine after `#`, and paths read better with them.
  return `#${said.toString().replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
}
