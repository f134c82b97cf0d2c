import { openaiChat } from "./openai-chat.js";
import { unrefused } from "./pairing-evidence.js";
import type { Evidence, Profile } from "./profile.js";

const rows: Evidence = {
  kind: "reference",
  source: "rows of a data set: nothing is sent as it stands, and ids are mostly left out",
  date: "2026-11",
};

/**
 * Rows of training sets: structure, pairing and schemas, and no endpoint's limits. A call message is answered by as many results as it has
 * calls, in their order or by their names, before the assistant speaks again.
 */
export const dataset: Profile = {
  ...openaiChat,
  id: "dataset",
  title: "Data set",
  hosts: [],
  models: [],
  formats: [],
  pairing: {
    ...openaiChat.pairing,
    key: "id-or-order",
    placement: "before-next-assistant",
    severalResults: true,
  },
  argumentsContainer: "either",
  callId: null,
  callIdRequired: { value: false, evidence: rows },
  toolName: null,
  toolsetRequired: { value: false, evidence: rows },
  resultBlocks: null,
  declarations: {},
  results: {},
  messages: {},
  refusesEmptyCalls: { value: false, evidence: rows },
  pairingFacts: unrefused,
};
