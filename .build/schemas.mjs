// Writes the JSON Schemas into the package, as the built program prints them.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

mkdirSync("dist/schemas", { recursive: true });
for (const which of ["config", "report", "baseline"]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/guardrails.js", "schema", which], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  writeFileSync(`dist/schemas/${which}.schema.json`, stdout);
}
