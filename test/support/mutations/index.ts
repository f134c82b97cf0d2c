import { argumentMutations } from "./arguments.js";
import { declarationMutations } from "./declarations.js";
import { messageMutations } from "./messages.js";
import type { Mutation } from "./mutation.js";
import { pairingMutations } from "./pairing.js";

/** All kinds of faults that are put into clean conversations. */
export const mutations: readonly Mutation[] = [...pairingMutations, ...argumentMutations, ...declarationMutations, ...messageMutations];
