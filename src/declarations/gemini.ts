import { withArticle } from "../text/article.js";
import type { Declaration, Reading, ToolDialect } from "./dialect.js";
import { has } from "./dialect.js";
import type { DeclarationPlace } from "./place.js";

/** Keys of a tool object beside the function declarations, each of which is a tool of the provider; in both spellings on disk. */
const hostedKeys = new Map([
  ["googleSearch", "google_search"],
  ["googleSearchRetrieval", "google_search_retrieval"],
  ["enterpriseWebSearch", "enterprise_web_search"],
  ["codeExecution", "code_execution"],
  ["urlContext", "url_context"],
  ["fileSearch", "file_search"],
  ["googleMaps", "google_maps"],
  ["computerUse", "computer_use"],
  ["retrieval", "retrieval"],
  ["parallelAiSearch", "parallel_ai_search"],
  ["mcpServers", "mcp_servers"],
]);

/**
 * `{functionDeclarations: [{name, parameters | parametersJsonSchema}], googleSearch: {}}`: several tools in one object.
 *
 * Python writes snake_case and null for what is unset.
 * Source: Gemini API Reference, `Tool` and `FunctionDeclaration`; read 2026-11.
 */
export const gemini: ToolDialect = {
  id: "gemini",
  title: "Gemini and Vertex AI",
  recognises: (entry) =>
    has(entry, "functionDeclarations") ||
    has(entry, "function_declarations") ||
    (!has(entry, "name") && !has(entry, "type") && [...hostedKeys].some(([camel, snake]) => has(entry, camel) || has(entry, snake))),
  read(entry, reading) {
    const declarations = entry.firstOf(["functionDeclarations", "function_declarations"]);
    return [...(declarations.isGiven ? readDeclarations(declarations, reading) : []), ...readHosted(entry, reading)];
  },
};

function readDeclarations(declarations: DeclarationPlace, reading: Reading): readonly Declaration[] {
  if (declarations.kind !== "array") {
    return [reading.refuse(declarations, `Function declarations must be a list, got ${withArticle(declarations.kind)}`)];
  }
  return declarations.items().map((entry) => readFunction(entry, reading));
}

function readFunction(entry: DeclarationPlace, reading: Reading): Declaration {
  if (!entry.isObject) return reading.refuse(entry, `A function declaration must be an object with "name", got ${withArticle(entry.kind)}`);
  const openapi = entry.get("parameters");
  const plain = entry.firstOf(["parametersJsonSchema", "parameters_json_schema"]);
  if (openapi.isGiven && plain.isGiven) {
    return reading.refuse(plain, 'A function declaration has a second schema beside "parameters"; it may have only one');
  }
  const openapiResponse = entry.get("response");
  const speaksOpenapi = openapi.isGiven || (!plain.isGiven && openapiResponse.isGiven);
  return reading.declare({
    entry,
    name: entry.get("name"),
    description: entry.get("description"),
    parameters: plain.isGiven ? plain : openapi,
    returns: openapiResponse.isGiven ? openapiResponse : entry.firstOf(["responseJsonSchema", "response_json_schema"]),
    dialect: speaksOpenapi ? "openapi" : "json-schema",
    homes: [entry],
  });
}

function readHosted(entry: DeclarationPlace, reading: Reading): readonly Declaration[] {
  return [...hostedKeys].flatMap(([camel, snake]) => {
    const place = entry.firstOf([camel, snake]);
    if (!place.isGiven) return [];
    const bringsUnlisted = camel === "computerUse"; // it adds function declarations of its own, which no recording shows
    return [
      reading.declare({
        entry: place,
        name: place,
        named: null,
        type: camel,
        parameters: place,
        converted: null,
        hosted: true,
        bringsUnlisted,
      }),
    ];
  });
}
