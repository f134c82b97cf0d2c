import type { Evidence, Profile } from "./profile.js";
import { anyOrder, unenforced } from "./unenforced.js";

const types: Evidence = { kind: "vendor-type", source: "ollama 0.6: Message and ToolCall, which have no ids", date: "2026-11" };

/** Ollama's native chat endpoint. It renders whatever order of messages it gets into a prompt: nothing about pairs is refused. */
export const ollama: Profile = {
  ...unenforced,
  id: "ollama",
  title: "Ollama",
  hosts: [],
  models: [],
  formats: ["ollama"],
  pairing: {
    ...anyOrder,
    key: "order",
    placement: "before-next-assistant",
    nameMustMatch: true,
  },
  // Refusal "cannot unmarshal string into … ToolCallFunctionArguments", quoted in aliasrobotics/cai issue 76 and neuron-ai issue 219, 2025-07.
  argumentsContainer: "object",
  callIdRequired: { value: false, evidence: types },
  toolsetRequired: { value: false, evidence: types },
  results: {
    contentKinds: {
      value: ["string", "null"],
      evidence: {
        kind: "recorded-refusal",
        source: "cannot unmarshal array into Go struct field ChatRequest.messages of type string, ollama issue 6451",
        date: "2024-08",
      },
    },
  },
};
