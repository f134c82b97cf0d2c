import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createDetect } from "../../src/formats/detect.js";
import type { RecordingInput } from "../../src/formats/format.js";
import { formats } from "../../src/formats/index.js";

/** Recorded files of a format, by name. */
export function fixturesOf(format: string): readonly { readonly name: string; readonly text: string }[] {
  const folder = join(import.meta.dirname, "../../fixtures/formats", format);
  return readdirSync(folder)
    .filter((name) => /(?<!\.model)\.jsonl?$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
}

const detect = createDetect(formats);

/** The ids of the formats that claim a recording, for certain or at all, the taken one first. */
export function claimsOf(recording: RecordingInput): readonly string[] {
  const detected = detect(recording);
  return detected.kind === "unknown"
    ? []
    : [detected.claim, ...detected.rivals].map(({ format, detection }) => `${format.id} ${detection.match}`);
}
