import type { Evidence, Profile } from "./profile.js";

const types: Evidence = {
  kind: "vendor-type",
  source: "@mistralai/mistralai 2.7: FunctionCallEntry and FunctionResultEntry",
  date: "2026-11",
};

/**
 * Mistral's Conversations API. The service keeps the conversation, so results may come in a request of their own; what it asks of ids and
 * order is not known to be that of its chat endpoint.
 */
export const mistralConversations: Profile = {
  id: "mistral-conversations",
  title: "Mistral Conversations",
  hosts: [".mistral.ai"],
  models: [],
  formats: ["mistral-conversations"],
  pairing: {
    key: "id",
    placement: "anywhere-after",
    mergesRoles: true,
    resultsFirst: false,
    callsLast: false,
    splitResults: "allowed",
    severalResults: false,
    nameMustMatch: false,
  },
  argumentsContainer: "either",
  callId: null,
  callIdRequired: { value: true, evidence: types },
  toolName: null,
  dialect: null,
  toolsetRequired: { value: false, evidence: types },
  resultBlocks: null,
  errorResultBlocks: null,
  results: { contentKinds: { value: ["string"], evidence: types } },
  refusals: { unanswered: null, orphaned: null, misplaced: null, duplicate: null },
};
