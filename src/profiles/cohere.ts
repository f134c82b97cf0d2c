import { defineProfile } from "./define-profile.js";
import { publicReport, vendorType } from "./evidence.js";
import { anyOrder } from "./pairing-evidence.js";

const types = vendorType("cohere-ai 8.1: ToolCallV2, ToolMessageV2 and ToolContent", "2026-11");

const typesV1 = vendorType("cohere-ai 8.1: Tool, ToolCall and ToolResult", "2026-11");

/** Cohere's v2 chat endpoint. Its compatible endpoint is one of OpenAI's wire. */
export const cohereV2 = defineProfile({
  id: "cohere-v2",
  title: "Cohere Chat v2",
  hosts: ["api.cohere.com", "api.cohere.ai"],
  models: [],
  formats: ["cohere-v2"],
  pairing: {
    ...anyOrder,
    key: "id",
    placement: "before-other-roles",
  },
  ids: {
    required: { value: true, evidence: types },
  },
  calls: {
    argumentsContainer: "string",
  },
  results: {
    blocks: { value: ["text", "document"], evidence: types },
    contentKinds: { value: ["string", "array"], evidence: types },
  },
  declarations: {
    required: { value: false, evidence: types },
  },
  parameters: {
    takesPythonTypes: {
      value: true,
      evidence: publicReport("recorded 200 for a tool whose properties are of type str and int, one with description null", "2026-11"),
    },
  },
});

/** Cohere's v1 chat endpoint: no ids, results repeat their call. It checks shapes, not pairs. */
export const cohereV1 = defineProfile({
  id: "cohere-v1",
  title: "Cohere Chat v1",
  hosts: ["api.cohere.com", "api.cohere.ai"],
  models: [],
  formats: ["cohere-v1"],
  pairing: {
    ...anyOrder,
    key: "name-order",
    placement: "anywhere-after",
    nameMustMatch: true,
  },
  ids: {
    required: { value: false, evidence: typesV1 },
  },
  names: {
    tool: {
      value: {
        pattern: /^[a-zA-Z_][a-zA-Z0-9_]*$/,
        maxLength: null,
        description: "a letter or _, followed by characters from a-z, A-Z, 0-9 and _",
      },
      evidence: vendorType("cohere-ai 8.1: comment on Tool.name", "2026-11"),
    },
  },
  calls: {
    argumentsContainer: "object",
  },
  results: {
    contentKinds: { value: ["array"], evidence: typesV1 },
  },
  declarations: {
    required: { value: false, evidence: typesV1 },
  },
});
