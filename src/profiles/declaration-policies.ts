import type { DeclarationPolicy, Evidence, Fact, StrictSubset, TextShape } from "./profile.js";

function refused(source: string, date: string): Evidence {
  return { kind: "recorded-refusal", source, date };
}

/** Root property keys as Anthropic wants them, in its own API and on Bedrock. */
const anthropicKeys: Fact<TextShape> = {
  value: { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, maxLength: 64, description: "1 to 64 of a-z, A-Z, 0-9, _, . and -" },
  evidence: refused("400 for input_schema.properties, quoted in composio issue 3500 and claude-code issue 79418", "2026-07"),
};

/** What OpenAI's structured outputs leave out; size limits and keywords of single types moved over time and are not judged. */
const openaiStrict: Fact<StrictSubset> = {
  value: {
    allRequired: true,
    refusedKeywords: ["allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"],
  },
  evidence: {
    kind: "reference",
    source: "OpenAI, guide to structured outputs, Supported schemas; a property left out of required is refused in recorded traffic",
    date: "2026-11",
  },
};

const anthropicStrict: Fact<StrictSubset> = {
  value: {
    allRequired: false,
    refusedKeywords: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems"],
  },
  evidence: refused(
    "400 for open objects (vercel/ai issue 20681), minimum and maximum (pi issue 9953), maxItems (experiential pull request 804)",
    "2026-09",
  ),
  severity: "warning",
};

/** What api.openai.com asks of declarations, on Chat Completions and on Responses. */
export const openaiDeclarations: DeclarationPolicy = {
  form: {
    value: {
      format: "openai-chat",
      // The legacy list of functions is written as tool specifications are.
      dialects: ["openai-chat", "openai-custom", "tool-spec"],
      description: '{"type": "function", "function": {…}}',
    },
    evidence: refused("400 missing_required_parameter for tools[0].function, quoted in microsoft/semantic-kernel issue 6825", "2024-06"),
  },
  mostTools: {
    value: 128,
    evidence: { kind: "reference", source: "OpenAI API reference, tools: a max of 128 functions are supported", date: "2026-11" },
  },
  longestDescription: {
    value: 1024,
    evidence: refused("400 string_above_max_length for tools[i].function.description, quoted in sentry-mcp issue 106", "2025-04"),
    severity: "warning",
  },
  objectRoot: {
    value: true,
    evidence: refused("400 invalid_function_parameters: schema must be of type object, quoted in GPT_API_free issue 403", "2025-06"),
  },
  refusedAtRoot: {
    value: ["oneOf", "anyOf", "allOf", "enum", "not"],
    evidence: refused("400 invalid_function_parameters, quoted in google-calendar-mcp issue 39 and langchainjs issue 9804", "2026-01"),
  },
  arraysNeedItems: {
    value: true,
    evidence: refused("400 invalid_function_parameters: array schema missing items, quoted in meilisearch-mcp issue 27", "2025-06"),
  },
  strict: openaiStrict,
};

/** Endpoints that copied the wire, not its checks: what strict would need is worth a warning. */
export const compatibleDeclarations: DeclarationPolicy = { strict: { ...openaiStrict, severity: "warning" } };

/** What Bedrock's Converse API asks of declarations. */
export const bedrockDeclarations: DeclarationPolicy = {
  objectRoot: {
    value: true,
    evidence: {
      kind: "reference",
      source: "AWS API reference, ToolInputSchema; ValidationException names toolSpec.inputSchema.json.type",
      date: "2026-11",
    },
  },
  propertyKeys: {
    ...anthropicKeys,
    evidence: refused("ValidationException, quoted in accelerated-intelligent-document-processing-on-aws issue 709", "2026-08"),
  },
  strict: anthropicStrict,
};

/** What the Gemini API and Vertex ask of `parameters`; `parametersJsonSchema` is exempt. */
export const geminiDeclarations: DeclarationPolicy = {
  openapi: {
    value: {
      refusedKeywords: ["const", "$schema"],
      besideReference: ["$defs", "description", "default"],
      singleType: true,
      textEnums: true,
      requiredDeclared: true,
      itemsRequired: true,
    },
    evidence: refused(
      "400 INVALID_ARGUMENT: unknown name in function_declarations, enum and required, items: missing field, quoted in public reports such as cline issue 7926; beside $ref only description and default, quoted in anomalyco/opencode issue 12295 and su-kaka/gcli2api pull request 374",
      "2026-11",
    ),
  },
};
