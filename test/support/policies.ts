import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseConfigText } from "../../src/config/parse-config.js";
import { readConfig } from "../../src/config/read-config.js";
import type { ConfiguredPolicy } from "../../src/policies/policy.js";

/** What the fixtures of a rule about the configuration are judged with. */
export const configName = "guardrails.config.json";

/** The policies of the configuration in a file's folder; none where there is no configuration. */
export function policiesBeside(path: string): readonly ConfiguredPolicy[] {
  const file = join(dirname(path), configName);
  if (!existsSync(file)) return [];
  const parsed = parseConfigText(readFileSync(file, "utf8"), false);
  if (parsed.kind === "fault") throw new Error(parsed.message);
  const { config, faults } = readConfig(parsed.root, []);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join());
  return config.policies ?? [];
}
