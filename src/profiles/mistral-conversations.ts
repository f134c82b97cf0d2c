import { defineProfile } from "./define-profile.js";
import { vendorType } from "./evidence.js";
import { anyOrder } from "./pairing-evidence.js";

const types = vendorType("@mistralai/mistralai 2.7: FunctionCallEntry and FunctionResultEntry", "2026-11");

/**
 * Mistral's Conversations API. The service keeps the conversation, so results may come in a request of their own; what it asks of ids and
 * order is not known to be that of its chat endpoint.
 */
export const mistralConversations = defineProfile({
  id: "mistral-conversations",
  title: "Mistral Conversations",
  hosts: [".mistral.ai"],
  models: [],
  formats: ["mistral-conversations"],
  pairing: {
    ...anyOrder,
    key: "id",
    placement: "anywhere-after",
    mergesRoles: true,
  },
  ids: {
    required: { value: true, evidence: types },
  },
  calls: {
    argumentsContainer: "either",
  },
  results: {
    contentKinds: { value: ["string"], evidence: types },
  },
  declarations: {
    required: { value: false, evidence: types },
  },
});
