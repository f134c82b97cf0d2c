import { entriesOfRuns } from "./n8n/runs.js";
import type { Condition } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const isJson = (place: string): Condition => ({ any: [{ kinds: { [place]: "object" } }, { is: { [place]: ["{*", "[*"] } }] });

/** Executions of n8n, as its API and its editor export them: what each node was given, and what it gave. */
export const n8n = tableFormat(
  {
    id: "n8n",
    title: "n8n executions",
    source: "n8n-io/n8n, packages/workflow/src/interfaces.ts (IRunData); @n8n/n8n-nodes-langchain, Agent node (read 2026-12)",
    claims: [
      { because: "holds the runs of a workflow's nodes", document: { has: ["data/resultData/runData"] } },
      { because: "holds the runs of a workflow's nodes", document: { has: ["resultData/runData"] } },
    ],
    entries: "data/resultData/runData",
    idsOptional: true,
    harness: { log: true },
    read: {
      each: [
        { is: "message", role: "user", if: { kinds: { asked: "string" } }, content: "asked" },
        {
          is: "message",
          role: "assistant",
          at: "step",
          beside: [
            {
              is: "call",
              id: ["action/toolCallId", "action/tool_call_id"],
              name: "action/tool",
              arguments: ["action/toolInput", "action/tool_input"],
              text: { not: isJson("action/toolInput") },
              result: { content: "observation" },
            },
          ],
        },
        {
          is: "message",
          role: "assistant",
          at: "tool",
          beside: [
            {
              is: "call",
              name: "name",
              arguments: "arguments",
              text: { not: isJson("arguments") },
              settled: {},
              result: { content: ["error/message", "error", "result"], isError: { has: ["error"] } },
            },
          ],
        },
        { is: "message", role: "assistant", if: { kinds: { answered: "string" } }, content: "answered" },
      ],
    },
  },
  (execution) => entriesOfRuns(execution),
);
