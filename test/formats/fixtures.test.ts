import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Detected } from "../../src/formats/detect.js";
import { formats } from "../../src/formats/index.js";
import type { JsonValue } from "../../src/json/value.js";
import { Judge } from "../../src/lint/judge.js";
import { FileReader } from "../../src/lint/read-file.js";
import { createSchemaSource } from "../../src/lint/tool-schemas.js";
import { chooseProfile } from "../../src/profiles/index.js";
import { modelOf } from "../support/model-of.js";

const root = resolve(import.meta.dirname, "../../fixtures/formats");
const judge = new Judge({ rules: [], schemas: createSchemaSource(false), severities: new Map(), allowHandled: false });

describe.each(formats.map(({ id }) => id))("%s", (id) => {
  const files = existsSync(join(root, id)) ? readdirSync(join(root, id)).filter((name) => !name.endsWith(".model.json")) : [];

  it("has recordings of its own", () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)("and no other format is certain of %s", (file) => {
    const claims = recordings(join(root, id, file)).map(({ detected }) =>
      detected.kind === "unknown"
        ? "unknown"
        : `${detected.claim.detection.match} ${[detected.claim, ...detected.rivals].map(({ format }) => format.id).join(" or ")}`,
    );
    expect([...new Set(claims)]).toEqual([`certain ${id}`]);
  });

  it.each(files)("adapts %s as recorded beside it", async (file) => {
    const models = recordings(join(root, id, file)).flatMap(({ models: each }) => each);
    await expect(`${JSON.stringify(models, null, 2)}\n`).toMatchFileSnapshot(join(root, id, file.replace(/\.jsonl?$/, ".model.json")));
  });
});

it("has no fixtures of formats that do not exist", () => {
  const ids = new Set(formats.map(({ id }) => id));
  expect(readdirSync(root).filter((name) => !ids.has(name))).toEqual([]);
});

function recordings(path: string) {
  const found: { readonly detected: Detected; readonly models: readonly JsonValue[] }[] = [];
  for (const batch of new FileReader(undefined, 1 << 30).read([readFileSync(path)])) {
    if (batch.kind === "fault") throw new Error(batch.fault.message);
    for (const { recording, detected } of batch.recordings) {
      if (detected.kind === "unknown") {
        found.push({ detected, models: [] });
        continue;
      }
      const { format } = detected.claim;
      const models = format.adapt(recording).map((recorded) => {
        const { url, model, profile: formatProfile = format.profile } = recorded.provider;
        const clues = { flag: undefined, stated: recording.stated.profile, url, model, format: format.id, formatProfile };
        return modelOf(judge.judge(recorded, chooseProfile(clues).profile).conversation);
      });
      found.push({ detected, models });
    }
  }
  return found;
}
