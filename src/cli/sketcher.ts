import { declaredNames } from "../lint/declared-names.js";
import type { LintOptions } from "../lint/options.js";
import { isDrawing } from "../reporters/index.js";
import type { RunSettings } from "../run/settings.js";

/** Draws conversations where a report shows them; `undefined` where none does. */
export async function sketcherFor({ reporter, outputs, redact }: RunSettings): Promise<LintOptions["sketch"]> {
  if (!isDrawing([reporter, ...outputs.map((output) => output.reporter)])) return undefined;
  const { createSketcher } = await import("../page/sketch.js");
  return createSketcher(redact, declaredNames);
}
