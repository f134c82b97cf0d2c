import { stepsOf } from "./bedrock-agents/steps.js";
import type { CallPiece, Condition } from "./table/table.js";
import { tableFormat } from "./table/table-format.js";

const step = "invocation";
const call: CallPiece = {
  is: "call",
  name: [
    `${step}/actionGroupInvocationInput/function`,
    `${step}/actionGroupInvocationInput/apiPath`,
    `${step}/returned/function`,
    `${step}/returned/apiPath`,
    `${step}/agentCollaboratorInvocationInput/agentCollaboratorName`,
    `${step}/knowledgeBaseLookupInput/knowledgeBaseId`,
    `${step}/codeInterpreterInvocationInput/name`,
  ],
  arguments: [
    `${step}/actionGroupInvocationInput/parameters`,
    `${step}/actionGroupInvocationInput/requestBody`,
    `${step}/returned/parameters`,
    `${step}/returned/requestBody`,
    `${step}/agentCollaboratorInvocationInput/input`,
    `${step}/knowledgeBaseLookupInput`,
    `${step}/codeInterpreterInvocationInput`,
  ],
  unjudged: "traces keep parameters as a list of texts",
  idOptional: {},
  // The caller runs it, and sends what came back with its next request.
  settled: { any: [{ is: { [`${step}/actionGroupInvocationInput/executionType`]: "RETURN_CONTROL" } }, { keys: [`${step}/returned`] }] },
  result: {
    content: [
      "observation/actionGroupInvocationOutput/text",
      "observation/agentCollaboratorInvocationOutput/output",
      "observation/knowledgeBaseLookupOutput",
      "observation/codeInterpreterInvocationOutput",
      "observation",
    ],
    isError: { has: ["observation/codeInterpreterInvocationOutput/executionError"] },
  },
};
const isClient: Condition = { any: ["actionGroupInvocationInput", "returned"].map((key) => ({ keys: [`${step}/${key}`] })) };

/**
 * Trace events of Amazon Bedrock Agents, as `InvokeAgent` streams them: what was invoked and what was observed are events of the same
 * trace id. Agents that collaborate are conversations of their own where their events name them.
 */
export const bedrockAgents = tableFormat(
  {
    id: "bedrock-agents",
    title: "Amazon Bedrock Agents trace events",
    source: "Amazon Bedrock API reference, TracePart and OrchestrationTrace (read 2026-12)",
    claims: ["trace/", "trace/trace/", ""].flatMap((at) => [
      { because: "has events with an orchestrationTrace", some: { has: [`${at}orchestrationTrace`] } },
      { because: "has events with a routingClassifierTrace", some: { has: [`${at}routingClassifierTrace`] } },
      {
        because: "has trace events of an agent",
        some: { any: ["preProcessingTrace", "postProcessingTrace", "failureTrace"].map((key) => ({ has: [`${at}${key}`] })) },
      },
    ]),
    entries: ["completion", "traces"],
    groupBy: ["agentId", "trace/agentId"],
    read: {
      each: [
        { ...call, if: isClient },
        { ...call, if: { keys: [step], not: isClient }, hosted: {} },
        { is: "result", at: "orphan", content: ["actionGroupInvocationOutput/text", ""], idOptional: {} },
        { is: "message", role: "assistant", if: { has: ["said"] }, content: "said" },
        { is: "thinking", type: "rationale", at: "rationale/text" },
      ],
    },
  },
  (_, entries) => entries && stepsOf(entries),
);
