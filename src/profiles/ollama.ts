import { defineProfile } from "./define-profile.js";
import { recordedRefusal, vendorType } from "./evidence.js";
import { anyOrder } from "./pairing-evidence.js";

const types = vendorType("ollama 0.6: Message and ToolCall, which have no ids", "2026-11");

/** Ollama's native chat endpoint. It renders whatever order of messages it gets into a prompt: nothing about pairs is rejected. */
export const ollama = defineProfile({
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
  ids: {
    required: { value: false, evidence: types },
  },
  calls: {
    // Refusal "cannot unmarshal string into … ToolCallFunctionArguments", quoted in aliasrobotics/cai issue 76 and neuron-ai issue 219, 2025-07.
    argumentsContainer: "object",
  },
  results: {
    contentKinds: {
      value: ["string", "null"],
      rejection: { gist: "cannot unmarshal array into Go struct field ChatRequest.messages of type string" },
      evidence: recordedRefusal(
        "cannot unmarshal array into Go struct field ChatRequest.messages of type string, ollama issue 6451",
        "2024-08",
      ),
    },
  },
  declarations: {
    required: { value: false, evidence: types },
  },
});
