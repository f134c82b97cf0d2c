import fc from "fast-check";

// The same commit gives the same answer in CI: PROPERTY_SEED tries other cases, and without CI each run tries its own.
const seed = process.env.PROPERTY_SEED ?? (process.env.CI === undefined ? undefined : "7");
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
