import { createRequire } from "node:module";
import type { AST } from "@eslint-community/regexpp";

/** A pattern as instructions for a matcher that goes through a text character by character. */
export interface Program {
  readonly code: readonly Instruction[];
  /** Whether it reads towards the start of the text, as a lookbehind does. */
  readonly isBackward: boolean;
}

/** A whole pattern. */
export interface PatternProgram extends Program {
  /** Whether characters are code points; else they are UTF-16 units. */
  readonly isUnicode: boolean;
  /** Backreferences ask what a group matched, which only backtracking can tell. */
  readonly hasBackreferences: boolean;
}

/** One step of a matcher; `split` prefers `first`. What only backtracking asks for is passed over elsewhere. */
export type Instruction =
  | { readonly op: "character"; readonly accepts: (character: number) => boolean }
  | { readonly op: "split"; readonly first: number; readonly second: number }
  | { readonly op: "jump"; readonly to: number }
  | { readonly op: "edge"; readonly kind: "start" | "end" }
  | { readonly op: "word"; readonly negate: boolean }
  | { readonly op: "look"; readonly program: Program; readonly negate: boolean }
  | { readonly op: "save"; readonly slot: number }
  | { readonly op: "forget"; readonly slots: readonly number[] }
  | { readonly op: "progress"; readonly slot: number }
  | { readonly op: "backreference"; readonly groups: readonly number[] }
  | { readonly op: "match" };

/** Repetitions with a count are written out: more instructions than these are too many. */
const maxInstructions = 50_000;

/** Answers about single characters that are kept for one class. */
const maxAnswers = 10_000;

const require = createRequire(import.meta.url);

/**
 * Compiles an expression; `undefined` where it needs too many instructions, is nested too deeply, or has a part that we don't know.
 *
 * The parser is loaded by the first call. Single characters are left to `RegExp`, so that classes, properties and case folding mean
 * what they mean there.
 */
export function compileProgram({ source, flags }: RegExp): PatternProgram | undefined {
  const { RegExpParser }: typeof import("@eslint-community/regexpp") = require("@eslint-community/regexpp");
  const isUnicode = flags.includes("u");
  try {
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: isUnicode });
    const compiler = new Compiler(flags);
    const { code } = compiler.program(pattern.alternatives, false);
    return { code, isBackward: false, isUnicode, hasBackreferences: compiler.hasBackreferences };
  } catch (error) {
    if (error === unsupported || error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Where a matcher keeps the place at which a group starts. */
export function startSlot(group: number): number {
  return 3 * group;
}

/** Where a matcher keeps the place at which a group ends. */
export function endSlot(group: number): number {
  return 3 * group + 1;
}

/** Where it keeps the place at which a round of a repetition starts. */
function roundSlot(repetition: number): number {
  return 3 * repetition + 2;
}

const unsupported = new Error("a pattern that the matcher does not know");

class Compiler {
  hasBackreferences = false;
  private readonly flags: string;
  private readonly groups = new Map<AST.CapturingGroup, number>();
  private readonly classes = new Map<string, (character: number) => boolean>();
  private rounds = 0;
  private size = 0;

  constructor(flags: string) {
    this.flags = flags;
  }

  program(alternatives: readonly AST.Alternative[], isBackward: boolean): Program {
    const code: Instruction[] = [];
    this.alternatives(alternatives, isBackward, code);
    this.emit(code, { op: "match" });
    return { code, isBackward };
  }

  private emit(code: Instruction[], instruction: Instruction): number {
    if (++this.size > maxInstructions) throw unsupported;
    return code.push(instruction) - 1;
  }

  private alternatives(alternatives: readonly AST.Alternative[], isBackward: boolean, code: Instruction[]): void {
    const exits: number[] = [];
    for (const [index, { elements }] of alternatives.entries()) {
      const isLast = index === alternatives.length - 1;
      const split = isLast ? -1 : this.emit(code, { op: "match" }); // written below, once it is known where the next one starts
      for (const element of isBackward ? elements.toReversed() : elements) this.element(element, isBackward, code);
      if (isLast) continue;
      exits.push(this.emit(code, { op: "match" }));
      code[split] = { op: "split", first: split + 1, second: code.length };
    }
    for (const exit of exits) code[exit] = { op: "jump", to: code.length };
  }

  private element(element: AST.Element, isBackward: boolean, code: Instruction[]): void {
    switch (element.type) {
      case "Assertion":
        this.assertion(element, code);
        return;
      case "Backreference":
        this.hasBackreferences = true;
        this.emit(code, { op: "backreference", groups: [element.resolved].flat().map((group) => this.numberOf(group)) });
        return;
      case "CapturingGroup": {
        const group = this.numberOf(element);
        this.emit(code, { op: "save", slot: isBackward ? endSlot(group) : startSlot(group) });
        this.alternatives(element.alternatives, isBackward, code);
        this.emit(code, { op: "save", slot: isBackward ? startSlot(group) : endSlot(group) });
        return;
      }
      case "Group":
        if (element.modifiers !== null) throw unsupported;
        this.alternatives(element.alternatives, isBackward, code);
        return;
      case "Quantifier":
        this.quantifier(element, isBackward, code);
        return;
      case "Character":
        this.emit(code, { op: "character", accepts: this.characterTest(element) });
        return;
      case "CharacterClass":
      case "CharacterSet":
        this.emit(code, { op: "character", accepts: this.classTest(element.raw) });
        return;
      default:
        throw unsupported; // what only the `v` flag knows
    }
  }

  private assertion(assertion: AST.Assertion, code: Instruction[]): void {
    if (assertion.kind === "lookahead" || assertion.kind === "lookbehind") {
      const program = this.program(assertion.alternatives, assertion.kind === "lookbehind");
      this.emit(code, { op: "look", program, negate: assertion.negate });
    } else if (assertion.kind === "word") {
      this.emit(code, { op: "word", negate: assertion.negate });
    } else {
      this.emit(code, { op: "edge", kind: assertion.kind });
    }
  }

  private quantifier({ min, max, greedy, element }: AST.Quantifier, isBackward: boolean, code: Instruction[]): void {
    const forgotten = this.slotsIn(element);
    const body = () => {
      if (forgotten.length > 0) this.emit(code, { op: "forget", slots: forgotten });
      this.element(element, isBackward, code);
    };
    for (let count = 0; count < min; count++) body();
    if (max === Number.POSITIVE_INFINITY) {
      const split = this.emit(code, { op: "match" });
      this.loop(code, body);
      this.emit(code, { op: "jump", to: split });
      code[split] = splitTo(split + 1, code.length, greedy);
      return;
    }
    const splits: number[] = [];
    for (let count = min; count < max; count++) {
      splits.push(this.emit(code, { op: "match" }));
      body();
    }
    for (const split of splits) code[split] = splitTo(split + 1, code.length, greedy);
  }

  /** A round that takes no character ends a repetition. */
  private loop(code: Instruction[], body: () => void): void {
    const slot = roundSlot(this.rounds++);
    this.emit(code, { op: "save", slot });
    body();
    this.emit(code, { op: "progress", slot });
  }

  private numberOf(group: AST.CapturingGroup): number {
    const number = this.groups.get(group) ?? this.groups.size;
    this.groups.set(group, number);
    return number;
  }

  private slotsIn(element: AST.QuantifiableElement): readonly number[] {
    const slots: number[] = [];
    const look = (node: AST.Element): void => {
      if (node.type === "CapturingGroup") slots.push(startSlot(this.numberOf(node)), endSlot(this.numberOf(node)));
      if (node.type === "Quantifier") look(node.element);
      if ("alternatives" in node)
        for (const { elements } of node.alternatives) for (const each of elements) if (each.type !== "ExpressionCharacterClass") look(each);
    };
    look(element);
    return slots;
  }

  private characterTest({ value }: AST.Character): (character: number) => boolean {
    if (!this.flags.includes("i")) return (character) => character === value;
    return this.classTest(this.flags.includes("u") ? `\\u{${value.toString(16)}}` : `\\u${value.toString(16).padStart(4, "0")}`);
  }

  /** Asks `RegExp` about a character, once for each. */
  private classTest(raw: string): (character: number) => boolean {
    const known = this.classes.get(raw);
    if (known !== undefined) return known;
    const expression = new RegExp(`^(?:${raw})$`, this.flags);
    const answers = new Map<number, boolean>();
    const test = (character: number) => {
      let answer = answers.get(character);
      if (answer === undefined) {
        if (answers.size >= maxAnswers) answers.clear();
        answer = expression.test(String.fromCodePoint(character));
        answers.set(character, answer);
      }
      return answer;
    };
    this.classes.set(raw, test);
    return test;
  }
}

function splitTo(body: number, exit: number, greedy: boolean): Instruction {
  return greedy ? { op: "split", first: body, second: exit } : { op: "split", first: exit, second: body };
}
