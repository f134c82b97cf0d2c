/** A mistake in how the program was called (flag, rule id, config): one line on stderr, exit 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A file that could not be read; `cause` keeps the system's error. Caught per file: a notice, exit 2, the others go on. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** A plugin that threw while it was at work; `cause` keeps its error. Caught per file: a notice, exit 2, the others go on. */
export class PluginError extends Error {
  override readonly name = "PluginError";
}

/** Closes a `switch` over a union: a forgotten member does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}`);
}
