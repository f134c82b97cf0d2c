import { defineProfile } from "./define-profile.js";
import { hearsay, recordedRefusal, vendorType } from "./evidence.js";
import type { Fact, FactBasis, TextShape } from "./fact.js";
import { signingModels } from "./gemini-models.js";
import { openaiCompatible } from "./openai-compatible.js";
import { unrefused } from "./pairing-evidence.js";
import type { OpenapiSubset, Variant } from "./profile.js";
import type { PartMembers } from "./request-facts.js";

/** What every rejection of generateContent begins with. */
const invalid = { status: 400, code: "INVALID_ARGUMENT" } as const;

const types = vendorType("@google/genai 2.32: FunctionCall and FunctionResponse, whose ids are optional", "2026-11");

/** Names of functions; the types of @google/genai 2.32 speak of 128 characters. */
const toolName: TextShape = {
  pattern: /^[A-Za-z_][A-Za-z0-9_.:-]*$/,
  maxLength: 64,
  description: "a letter or _, followed by at most 63 characters from a-z, A-Z, 0-9, _, ., : and -",
};

/** What `parameters` is held to; `parametersJsonSchema` is exempt. */
const openapiSubset: OpenapiSubset = {
  rejectedKeywords: ["const", "$schema"],
  besideReference: ["$defs", "description", "default"],
  singleType: true,
  textEnums: true,
  requiredDeclared: true,
  itemsRequired: true,
};

/**
 * Only the current turn is judged by the endpoint: what follows the user's last own words (thought signatures, ai.google.dev, read
 * 2026-11).
 */
const thoughtSignature: Fact<boolean> = {
  value: true,
  rejection: { ...invalid, gist: "function call is missing a thought_signature" },
  evidence: recordedRefusal(
    "400: function call is missing a thought_signature, quoted in llm-gemini issue 119 and jcode issue 518; 2.5 takes unsigned calls",
    "2026-08",
  ),
};

/** What holds for the models that sign their calls. */
function forSigningModels(callsSigned: Fact<boolean>): Variant {
  return {
    ...signingModels,
    facts: { thinking: { callsSigned } },
  };
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const bothSpellings = (names: readonly string[]) => [...new Set([...names, ...names.map(inSnakeCase)])];

/** Keys of `Part` (@google/genai 2.32, 2026-11): those of its `data`, and what may be beside them. */
const partMembers: PartMembers = {
  data: bothSpellings([
    "text",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
    "inlineData",
    "fileData",
  ]),
  traits: bothSpellings(["thought", "thoughtSignature", "videoMetadata", "mediaResolution", "mediaProcessing", "partMetadata"]),
};

/** All calls of a turn have as many responses in the content directly after it. */
const uneven: FactBasis = {
  rejection: { ...invalid, gist: "the number of function response parts must equal the number of function call parts of the turn" },
  evidence: recordedRefusal("400: the number of function response parts is not that of the call parts, recorded rejections", "2026-11"),
};

/**
 * Google's generateContent in the Gemini API.
 *
 * Consecutive contents of one role were accepted in recorded traffic and count as one turn, also where each held one result of the same
 * turn, which Vertex AI rejects for the very same model: hence a warning here.
 */
export const gemini = defineProfile({
  id: "gemini",
  title: "Gemini API",
  hosts: ["generativelanguage.googleapis.com"],
  models: [/^(?:models\/|google\/|publishers\/google\/models\/)?gem(?:ini|ma)-/i],
  formats: ["gemini"],
  pairing: {
    key: "id-or-order",
    placement: "next-message",
    mergesRoles: true,
    resultsFirst: false,
    callsLast: false,
    splitResults: false,
    severalResults: false,
    nameMustMatch: true,
    unanswered: uneven,
    orphaned: {
      rejection: { ...invalid, gist: "a function response turn must come immediately after a function call turn" },
      evidence: recordedRefusal("400 INVALID_ARGUMENT, recorded rejections", "2026-11"),
    },
    misplaced: uneven,
    duplicate: uneven,
    split: {
      ...uneven,
      evidence: recordedRefusal("400 of Vertex AI where the Gemini API takes the same contents, recorded traffic", "2026-11"),
    },
    mismatchedName: {
      rejection: invalid,
      evidence: recordedRefusal(
        "400 INVALID_ARGUMENT of Vertex AI for another name, quoted in archestra-ai/archestra pull request 7583",
        "2026-08",
      ),
    },
  },
  ids: {
    required: { value: false, evidence: types },
  },
  names: {
    tool: {
      value: toolName,
      rejection: { ...invalid, at: "function_declarations[i].name" },
      evidence: recordedRefusal(
        "400 for function_declarations[i].name, with a maximum length of 64, quoted in kaitranntt/ccs issue 25 and google-gemini/gemini-cli issue 9535 and pull request 20987",
        "2026-03",
      ),
    },
    requiredInResults: {
      value: true,
      rejection: { ...invalid, at: "contents[i].parts[j].function_response.name", gist: "Name cannot be empty" },
      evidence: recordedRefusal(
        "400: contents[3].parts[0].function_response.name: Name cannot be empty, quoted in langflow issue 9437",
        "2025-08",
      ),
    },
  },
  calls: {
    argumentsContainer: "object",
  },
  results: {
    contentKinds: {
      value: ["object", "null"],
      evidence: vendorType("@google/genai 2.32: FunctionResponse.response is a Record, optional", "2026-11"),
    },
  },
  messages: {
    partMembers: {
      value: partMembers,
      rejection: { ...invalid, at: "contents[i].parts[j].data", gist: "required oneof field 'data' must have one initialized field" },
      evidence: recordedRefusal(
        "400: required oneof field 'data' must have one initialized field, quoted in genkit-ai/genkit issue 3816, CLIProxyAPI issue 1293 and 54xzh/FLIT issue 69",
        "2026-05",
      ),
    },
    rejectsOpeningCall: {
      value: true,
      rejection: { ...invalid, gist: "a function call turn must come immediately after a user turn or a function response turn" },
      evidence: recordedRefusal(
        "400, quoted in google-gemini/gemini-cli issue 11814 and diegosouzapw/OmniRoute pull request 13573",
        "2026-09",
      ),
    },
  },
  declarations: {
    required: { value: false, evidence: vendorType("@google/genai 2.32: tools is optional beside any contents", "2026-11") },
  },
  requests: {
    choiceNeedsTools: {
      value: ["auto", "none", "required", "named", "allowed"],
      rejection: { ...invalid, gist: "function calling config is set without function_declarations" },
      evidence: recordedRefusal(
        "400: function calling config is set without function_declarations, quoted in the source of pydantic-ai and in public changelogs",
        "2026-11",
      ),
    },
  },
  limits: {
    maxTools: {
      value: 512,
      rejection: { ...invalid, at: "tools[0].function_declarations", gist: "at most 512 function declarations can be specified" },
      evidence: recordedRefusal(
        "400: at most 512 function declarations can be specified, quoted in google-gemini/gemini-cli issues 19083 and 25440",
        "2026-04",
      ),
    },
  },
  parameters: {
    openapi: {
      value: openapiSubset,
      rejection: { ...invalid, at: "tools[i].function_declarations[j].parameters" },
      evidence: recordedRefusal(
        "400 INVALID_ARGUMENT: unknown name in function_declarations, enum and required, items: missing field, quoted in public reports such as cline issue 7926; beside $ref only description and default, quoted in anomalyco/opencode issue 12295 and su-kaka/gcli2api pull request 374",
        "2026-11",
      ),
    },
  },
  variants: [forSigningModels(thoughtSignature)],
});

/** The same models in Vertex AI, and in the Code Assist endpoint of Gemini CLI, which is before it. */
export const vertex = defineProfile({
  extends: gemini,
  id: "vertex",
  title: "Vertex AI",
  hosts: [".googleapis.com"],
  models: [/^projects\/[^/]+\/locations\//i],
  pairing: { split: { ...gemini.pairing.split, severity: "error" } },
  // Vertex AI takes a choice without declarations.
  without: ["requests"],
  variants: gemini.variants,
});

const unknownElsewhere = hearsay("not known for endpoints other than Google's", "2026-12");

/** Any other endpoint that speaks generateContent: gateways and local servers. Which of Google's checks it repeats is unknown. */
export const geminiCompatible = defineProfile({
  extends: gemini,
  id: "gemini-compatible",
  title: "Gemini-compatible endpoint",
  hosts: ["localhost"],
  models: [],
  without: ["results", "messages", "requests", "limits"],
  pairing: { ...unrefused, splitResults: true },
  names: {
    tool: { value: toolName, evidence: unknownElsewhere, severity: "warning" },
    requiredInResults: { value: true, evidence: unknownElsewhere, severity: "warning" },
  },
  parameters: {
    openapi: { value: openapiSubset, evidence: unknownElsewhere, severity: "warning" },
  },
  variants: [forSigningModels({ ...thoughtSignature, evidence: unknownElsewhere, severity: "warning" })],
});

/** Google's Chat Completions endpoints: OpenAI's wire, Gemini's thought signatures in `extra_content.google` of each call. */
export const geminiOpenai = defineProfile({
  extends: openaiCompatible,
  id: "gemini-openai",
  title: "Gemini, OpenAI-compatible",
  hosts: [".googleapis.com"],
  models: [],
  variants: [
    forSigningModels({
      ...thoughtSignature,
      evidence: recordedRefusal(
        "400: function call is missing a thought_signature, on /v1beta/openai/chat/completions, quoted in labring/aiproxy issue 450",
        "2025-12",
      ),
    }),
  ],
});
