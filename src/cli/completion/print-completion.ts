import type { Command } from "commander";
import { unknownValue } from "../check-flags.js";
import type { Io } from "../io.js";
import { bashCompletion } from "./bash.js";
import { type CommandNode, commandTree } from "./command-tree.js";
import { fishCompletion } from "./fish.js";
import { powershellCompletion } from "./powershell.js";
import { zshCompletion } from "./zsh.js";

const shells: ReadonlyMap<string, (commands: readonly CommandNode[]) => string> = new Map([
  ["bash", bashCompletion],
  ["zsh", zshCompletion],
  ["fish", fishCompletion],
  ["powershell", powershellCompletion],
]);

/**
 * The `completion` command.
 *
 * @throws UsageError for a shell that is not known
 */
export function printCompletion(shell: string, program: Command, io: Io): number {
  const script = shells.get(shell);
  if (script === undefined) throw unknownValue("<shell>", shell, [...shells.keys()]);
  io.stdout.write(script(commandTree(program)));
  return 0;
}
