import { endSlot, type Instruction, type PatternProgram, type Program, startSlot } from "./pattern-program.js";

/** Steps that are left for one test; when they run out, `exhausted` is thrown. */
interface Budget {
  left: number;
}

const exhausted = new Error("out of steps");

/**
 * Whether a program matches some part of a text; `undefined` where that takes more than so many steps.
 *
 * Without backreferences all ways are followed side by side, so that the steps are at most the characters times the instructions (for
 * lookaround, times the characters once more). With them it backtracks.
 */
export function matchesProgram(program: PatternProgram, text: string, steps: number): boolean | undefined {
  const characters = charactersOf(text, program.isUnicode);
  const budget = { left: steps };
  try {
    if (!program.hasBackreferences) return new SideBySide(characters, budget).matches(program, 0, true);
    for (let start = 0; start <= characters.length; start++)
      if (backtrack(program, characters, start, [], budget) !== undefined) return true;
    return false;
  } catch (error) {
    if (error === exhausted || error instanceof RangeError) return undefined;
    throw error;
  }
}

function charactersOf(text: string, isUnicode: boolean): readonly number[] {
  if (isUnicode) return Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function spend(budget: Budget, steps = 1): void {
  budget.left -= steps;
  if (budget.left < 0) throw exhausted;
}

function isWord(character: number | undefined): boolean {
  if (character === undefined) return false;
  return (
    (character >= 97 && character <= 122) ||
    (character >= 65 && character <= 90) ||
    (character >= 48 && character <= 57) ||
    character === 95
  );
}

/** Whether an instruction that looks at the place alone lets a way go on. */
function holdsAt(instruction: Instruction, characters: readonly number[], at: number): boolean {
  if (instruction.op === "edge") return instruction.kind === "start" ? at === 0 : at === characters.length;
  if (instruction.op === "word") return (isWord(characters[at - 1]) !== isWord(characters[at])) !== instruction.negate;
  return true;
}

/** Follows all ways through a program at once (Thompson's construction). */
class SideBySide {
  private readonly characters: readonly number[];
  private readonly budget: Budget;

  constructor(characters: readonly number[], budget: Budget) {
    this.characters = characters;
    this.budget = budget;
  }

  /**
   * Whether a program matches from a place on.
   *
   * @param isSearch whether it may also start at any later place
   */
  matches(program: Program, from: number, isSearch: boolean): boolean {
    const { code, isBackward } = program;
    const { length } = this.characters;
    /** Where each instruction was last reached, so that no way is followed twice. */
    const reached = new Int32Array(code.length).fill(-1);
    spend(this.budget, code.length / 16);
    let waiting: number[] = [];
    for (let at = from; ; at += isBackward ? -1 : 1) {
      const ways = waiting;
      waiting = [];
      if (at === from || isSearch) ways.push(0);
      if (this.follow(program, ways, at, reached, waiting)) return true;
      if (isBackward ? at === 0 : at === length) return false;
      if (waiting.length === 0 && !isSearch) return false;
      const character = this.characters[isBackward ? at - 1 : at] ?? 0;
      waiting = waiting.filter((pc) => this.accepts(code[pc], character)).map((pc) => pc + 1);
    }
  }

  private accepts(instruction: Instruction | undefined, character: number): boolean {
    spend(this.budget);
    return instruction?.op === "character" && instruction.accepts(character);
  }

  /** Goes on from some instructions until each way waits for a character, or one has matched. */
  private follow({ code }: Program, ways: number[], at: number, reached: Int32Array, waiting: number[]): boolean {
    for (let pc = ways.pop(); pc !== undefined; pc = ways.pop()) {
      const instruction = code[pc];
      if (instruction === undefined || reached[pc] === at) continue;
      reached[pc] = at;
      spend(this.budget);
      switch (instruction.op) {
        case "match":
          return true;
        case "character":
          waiting.push(pc);
          break;
        case "split":
          ways.push(instruction.second, instruction.first);
          break;
        case "jump":
          ways.push(instruction.to);
          break;
        case "look":
          if (this.matches(instruction.program, at, false) !== instruction.negate) ways.push(pc + 1);
          break;
        default:
          if (holdsAt(instruction, this.characters, at)) ways.push(pc + 1);
      }
    }
    return false;
  }
}

/** Places in the text by slot. */
type Slots = readonly (number | undefined)[];

interface Way {
  readonly pc: number;
  readonly at: number;
  readonly slots: Slots;
}

/** Follows one way after the other; gives the slots of the first that matches. */
function backtrack(program: Program, characters: readonly number[], from: number, slots: Slots, budget: Budget): Slots | undefined {
  const { code, isBackward } = program;
  const ways: Way[] = [{ pc: 0, at: from, slots }];
  for (let way = ways.pop(); way !== undefined; way = ways.pop()) {
    let { pc, at, slots: held } = way;
    for (let isAlive = true; isAlive; ) {
      spend(budget);
      const instruction = code[pc++];
      if (instruction === undefined) break;
      switch (instruction.op) {
        case "match":
          return held;
        case "character": {
          const character = characters[isBackward ? at - 1 : at];
          isAlive = character !== undefined && instruction.accepts(character);
          at += isBackward ? -1 : 1;
          break;
        }
        case "split":
          ways.push({ pc: instruction.second, at, slots: held });
          pc = instruction.first;
          break;
        case "jump":
          pc = instruction.to;
          break;
        case "look": {
          const found = backtrack(instruction.program, characters, at, held, budget);
          isAlive = (found !== undefined) !== instruction.negate;
          if (found !== undefined && !instruction.negate) held = found;
          break;
        }
        case "save":
          held = withSlot(held, instruction.slot, at, budget);
          break;
        case "forget":
          for (const slot of instruction.slots) if (held[slot] !== undefined) held = withSlot(held, slot, undefined, budget);
          break;
        case "progress":
          isAlive = held[instruction.slot] !== at;
          break;
        case "backreference": {
          const next = repeatedAt(instruction.groups, held, characters, at, isBackward, budget);
          isAlive = next !== undefined;
          at = next ?? at;
          break;
        }
        default:
          isAlive = holdsAt(instruction, characters, at);
      }
    }
  }
  return undefined;
}

function withSlot(slots: Slots, slot: number, at: number | undefined, budget: Budget): Slots {
  spend(budget, slots.length / 16);
  const copy = slots.slice();
  copy[slot] = at;
  return copy;
}

/** Where a text goes on after what a group has matched before; a group that took no part repeats nothing. */
function repeatedAt(
  groups: readonly number[],
  slots: Slots,
  characters: readonly number[],
  at: number,
  isBackward: boolean,
  budget: Budget,
): number | undefined {
  for (const group of groups) {
    const start = slots[startSlot(group)];
    const end = slots[endSlot(group)];
    if (start === undefined || end === undefined) continue;
    const length = end - start;
    const first = isBackward ? at - length : at;
    if (first < 0 || first + length > characters.length) return undefined;
    for (let index = 0; index < length; index++) {
      spend(budget);
      if (characters[start + index] !== characters[first + index]) return undefined;
    }
    return isBackward ? first : first + length;
  }
  return at;
}
