import { tableFormat } from "./table/table-format.js";

/** Rows of xLAM and APIGen: a question, the calls that answer it and the tools, each mostly as JSON text. */
export const xlam = tableFormat({
  id: "xlam",
  title: "xLAM rows",
  source: "Data card of Salesforce/xlam-function-calling-60k (read 2026-11)",
  profile: "dataset",
  claims: [{ because: "has a query, its answers and their tools", conversation: { keys: ["answers", "query", "tools"] } }],
  conversations: ["*", ""],
  entries: "",
  dataset: true,
  tools: "tools",
  harness: { results: "none" },
  read: {
    each: [
      { is: "message", role: "user", if: { keys: ["query"] }, beside: [{ is: "text", at: "query" }] },
      { is: "written-calls", at: "answers", needed: "a list of calls" },
    ],
  },
});
