import { defineProfile } from "./define-profile.js";
import { anyOrder } from "./pairing-evidence.js";

/**
 * Rows of training sets, of which nothing is sent as it is: structure, pairing and schemas, and no endpoint's limits. A call message is answered by as many results as it has
 * calls, in their order or by their names, before the assistant speaks again.
 */
export const dataset = defineProfile({
  id: "dataset",
  title: "Data set",
  hosts: [],
  models: [],
  formats: [],
  pairing: {
    ...anyOrder,
    key: "id-or-order",
    placement: "before-next-assistant",
    severalResults: true,
    nameMustMatch: true,
  },
  calls: {
    argumentsContainer: "either",
  },
});
