import { describe, expect, it } from "vitest";
import { checkText } from "../../src/check.js";
import { parsePointer } from "../../src/json/pointer.js";
import type { Violation } from "../../src/model/violation.js";
import { mutations } from "../support/mutations/index.js";
import type { Expected } from "../support/mutations/mutation.js";
import { Random } from "../support/mutations/random.js";
import { cleanScene, type Scene } from "../support/mutations/scene.js";
import { pointerOf, type Rendered, render } from "../support/mutations/wires.js";
import { write } from "../support/mutations/written.js";

/** Cases of each kind; `MUTATION_RUNS=500 npx vitest run test/properties/mutations.test.ts` for a long run, `MUTATION_SEED` for others. */
const runs = Number(process.env.MUTATION_RUNS ?? 4);
const firstSeed = Number(process.env.MUTATION_SEED ?? 1);

/** A file with one scene in it, and where that begins. */
interface File {
  readonly text: string;
  readonly from: number;
  readonly record: number | null;
}

/** The scene as a file of its own, or as the third of five records. */
function fileOf(
  scene: Scene,
  seed: number,
): File & { readonly rendered: Rendered; readonly places: ReadonlyMap<string, { from: number; to: number }> } {
  const rendered = render(scene);
  const isRecord = seed % 4 === 0;
  const layout = isRecord ? { ...scene.layout, indent: "" } : scene.layout;
  const { text, places } = write(rendered.tree, layout);
  const bom = scene.layout.bom ? "\ufeff" : "";
  if (!isRecord) return { text: bom + text, from: bom.length, record: null, rendered, places };
  const others = [1, 2, 3, 4].map((step) => write(render(cleanScene(seed * 7919 + step)).tree, { indent: "", newline: "\n" }).text);
  const before = `${bom}${others[0]}${layout.newline}${others[1]}${layout.newline}`;
  return {
    text: `${before}${text}${layout.newline}${others[2]}${layout.newline}${others[3]}${layout.newline}`,
    from: before.length,
    record: 2,
    rendered,
    places,
  };
}

/** Errors and warnings, in few words. */
function found({ text }: File): readonly Violation[] {
  return checkText(text).violations.filter(({ severity }) => severity !== "info");
}

function inWords({ ruleId, severity, pointer, record, call, range, message }: Violation): string {
  return [severity, ruleId, record, pointer, call?.argumentPointer ?? "-", `${range?.start.line}:${range?.start.column}`, message].join(
    " | ",
  );
}

/** Seeds and scenes that have a place for a fault. */
function* casesOf(inject: (scene: Scene, random: Random) => readonly Expected[] | undefined) {
  let left = runs;
  for (let seed = firstSeed; left > 0 && seed < firstSeed + runs * 60; seed += 1) {
    const scene = cleanScene(seed);
    const expected = inject(scene, new Random(seed * 31 + 7));
    if (expected === undefined) continue;
    left -= 1;
    yield { seed, scene, expected };
  }
}

describe("clean conversations", () => {
  it("have no findings", () => {
    for (let seed = firstSeed; seed < firstSeed + runs * 20; seed += 1) {
      const file = fileOf(cleanScene(seed), seed);
      expect(found(file).map(inWords), `seed ${seed}\n${file.text}`).toEqual([]);
    }
  });
});

describe("a fault is found at its place, once, and nothing else is", () => {
  it.each(mutations)("$name", ({ inject }) => {
    let cases = 0;
    for (const { seed, scene, expected } of casesOf(inject)) {
      cases += 1;
      const file = fileOf(scene, seed);
      const violations = found(file);
      const context = `seed ${seed}, ${scene.wire} ${scene.shape}\n${violations.map(inWords).join("\n")}\n${file.text}`;
      const wanted = expected.map(({ rule, severity, about, part, inner = "", argument }) =>
        [
          severity,
          rule,
          file.record,
          pointerOf(scene, file.rendered, about, part) + inner + inObject(scene, argument),
          argument ?? "-",
        ].join(" | "),
      );
      const told = violations.map((each) => inWords(each).split(" | ").slice(0, 5).join(" | "));
      expect(told, context).toEqual(wanted);
      violations.forEach((violation, index) => {
        const about = expected[index];
        if (about !== undefined) expectPlace(violation, about, file, scene, context);
      });
    }
    expect(cases).toBeGreaterThan(0);
  });
});

describe("a fault of one record leaves the others judged", () => {
  const records = (seed: number) =>
    [0, 1, 2, 3, 4].map((step) => write(render(cleanScene(seed * 7919 + step)).tree, { indent: "", newline: "\n" }).text);

  /** Rule, record, line and the characters at the place; `more` conversations than those of the broken record are counted. */
  function expectOne(lines: readonly string[], expected: readonly (string | number | null)[], seed: number): void {
    const text = `${lines.join("\n")}\n`;
    const { violations, summary } = checkText(text.slice(0, -1));
    const told = violations.filter(({ severity }) => severity !== "info");
    expect(
      told.map(({ ruleId, record, range }) => [ruleId, record, range?.start.line, text[range?.start.offset ?? -1]]),
      `seed ${seed}`,
    ).toEqual([expected]);
    expect(summary.conversations, `seed ${seed}`).toBe(4);
  }

  it("when the last one is torn", () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const lines = records(seed);
      const last = lines.pop() ?? "";
      const cut = 1 + new Random(seed).below(last.length - 2);
      const { violations, summary } = checkText([...lines, last.slice(0, cut)].join("\n"));
      const told = violations
        .filter(({ severity }) => severity !== "info")
        .map(({ ruleId, record, range }) => [ruleId, record, range?.start.line]);
      expect(told, `seed ${seed}, cut at ${cut}`).toEqual([["truncated-record", 4, 5]]);
      expect(summary.conversations).toBe(4);
    }
  });

  it.each([
    ["NaN stands in it", (line: string) => line.replace(/:\[/, ":[NaN,"), "N"],
    ["a comma stands before a bracket", (line: string) => line.replace(/\}$/, ",}"), ","],
    ["it is prose", () => "Traceback (most recent call last):", "T"],
    ["a literal is Python's", (line: string) => line.replace(/^\{/, '{"a":None,'), "N"],
  ])("when %s", (_, harm, at) => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const lines = records(seed).map((line, index) => (index === 2 ? harm(line) : line));
      expectOne(lines, ["invalid-json", 2, 3, at], seed);
    }
  });

  it("when blank lines stand between, which are no records", () => {
    for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
      const { violations, summary } = checkText(records(seed).join("\n\n \r\n"));
      expect(violations.filter(({ severity }) => severity !== "info")).toEqual([]);
      expect(summary.conversations).toBe(5);
    }
  });
});

/** What the wire carries as text has one pointer; inside an object every value has its own. */
function inObject({ wire }: Scene, argument = ""): string {
  return wire === "openai" ? "" : argument;
}

/** The range covers the right characters, and line and column say the same as the offset. */
function expectPlace(
  { range, pointer }: Violation,
  { argument, text, inside }: Expected,
  file: ReturnType<typeof fileOf>,
  scene: Scene,
  context: string,
): void {
  expect(range, context).not.toBeNull();
  if (range === null) return;
  const { start, end } = range;
  for (const { line, column, offset } of [start, end]) {
    // Editors show no column for the byte order mark.
    const before = file.text.slice(0, offset).replace("\ufeff", "").split("\n");
    expect([line, column], context).toEqual([before.length, (before.at(-1)?.length ?? 0) + 1]);
  }
  const covered = file.text.slice(start.offset, end.offset);
  if (text !== undefined) {
    expect(covered, context).toBe(text);
    return;
  }
  const place = file.places.get(pointer);
  expect(place, context).toBeDefined();
  if (place === undefined) return;
  const [from, to] = [file.from + place.from, file.from + place.to];
  if (inside === true) {
    expect(start.offset, context).toBeGreaterThanOrEqual(from);
    expect(end.offset, context).toBeLessThanOrEqual(to);
  } else if (argument === undefined || scene.wire !== "openai") expect([start.offset, end.offset], context).toEqual([from, to]);
  else {
    const whole = file.text.slice(from, to);
    let value: unknown = JSON.parse(JSON.parse(whole));
    for (const step of parsePointer(argument) ?? []) value = Object(value)[step];
    expect(JSON.parse(JSON.parse(`"${covered}"`)), context).toEqual(value);
    expect(start.offset >= from && end.offset <= to, context).toBe(true);
  }
}
