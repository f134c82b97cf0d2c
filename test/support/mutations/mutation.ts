import type { Random } from "./random.js";
import type { Scene } from "./scene.js";
import type { Part } from "./wires.js";

/** What must be found, and nothing beside it. */
export interface Expected {
  readonly rule: string;
  readonly severity: "error" | "warning";
  /** A call, result, message or tool of the scene, or the scene for its list of tools. */
  readonly about: object;
  readonly part: Part;
  /** Pointer from the part on. */
  readonly inner?: string;
  /** Pointer inside the arguments; left out where the finding has none. */
  readonly argument?: string;
  /** The very characters of the file, where they are not those of the whole part. */
  readonly text?: string;
  /** The range lies somewhere inside the part. */
  readonly inside?: boolean;
}

/** One kind of fault. */
export interface Mutation {
  readonly name: string;
  /**
   * Puts the fault into a clean scene, in place.
   *
   * @returns what must be found, nothing where the scene stays clean; `undefined` where the scene has no place for the fault
   */
  readonly inject: (scene: Scene, random: Random) => readonly Expected[] | undefined;
}

/** An error at a part of something. */
export function error(rule: string, about: object, part: Part, more: Partial<Expected> = {}): readonly Expected[] {
  return [{ rule, severity: "error", about, part, ...more }];
}

/** A warning at a part of something. */
export function warning(rule: string, about: object, part: Part, more: Partial<Expected> = {}): readonly Expected[] {
  return error(rule, about, part, { ...more, severity: "warning" });
}
