import type { JsonValue } from "../json/value.js";
import { declaredProperties } from "./declared-properties.js";
import type { ExactNumbers } from "./equal-values.js";
import { Evaluator, type EvaluatorSettings } from "./evaluator.js";
import { explainFailures, type SchemaViolation } from "./explain.js";
import type { ExplainContext } from "./sentences.js";

/** Judges every keyword of any dialect, and explains what fails; what takes too many steps is not checked. */
export class ExplainingJudge {
  private readonly settings: EvaluatorSettings;
  private readonly evaluator: Evaluator;
  private readonly properties = new Map<JsonValue, ReadonlySet<string>>();

  constructor(schema: JsonValue, settings: EvaluatorSettings) {
    this.settings = settings;
    this.evaluator = new Evaluator(schema, settings);
  }

  judge(
    value: JsonValue,
    { numbers, rootName }: { readonly numbers: ExactNumbers; readonly rootName: string },
  ): readonly SchemaViolation[] | "not-checked" {
    const failures = this.evaluator.evaluate(value, numbers);
    if (failures === "undecided") return "not-checked";
    const violations = explainFailures(failures, this.context(value, numbers, rootName));
    return failures.length > 0 && violations.length === 0 ? [unexplained(rootName)] : violations;
  }

  private context(root: JsonValue, numbers: ExactNumbers, rootName: string): ExplainContext {
    const { dialect, references, declaredNumbers } = this.settings;
    return {
      root,
      rootName,
      numbers,
      declaredNumbers,
      declaredProperties: (schema) => {
        const known = this.properties.get(schema) ?? declaredProperties(schema, dialect, references);
        this.properties.set(schema, known);
        return known;
      },
    };
  }
}

/** The evaluation has the last word, also where no sentence is left of it. */
function unexplained(rootName: string): SchemaViolation {
  return { keyword: "", pointer: "", schemaPointer: "", message: `The ${rootName} must match the schema` };
}
