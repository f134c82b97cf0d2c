import { InputError } from "../errors.js";
import type { Linter } from "../lint/linter.js";
import { isPassedOver } from "../lint/report.js";
import type { PlannedFile } from "./plan.js";

/**
 * Why a run passes a file over that a folder, a pattern or a list brought: it is read for that.
 *
 * @returns `undefined` where it is checked, or cannot be read
 */
export async function whyPassedOver(file: PlannedFile, linter: Linter): Promise<string | undefined> {
  if (file.named) return undefined;
  const chunks = await file.open();
  try {
    const outcome = linter.lintFile({ path: file.path, isFound: true, chunks }, { violation: () => true });
    if (!isPassedOver(outcome)) return undefined;
    return outcome.traffic > 0 ? "nothing that was recorded in it is a conversation" : "it holds no known conversation";
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
