import { Chalk } from "chalk";
import type { PrettyStyle } from "./pretty-style.js";

const chalk = new Chalk({ level: 1 }); // whether there is color was decided before; 16 colors are what every terminal has

/** With the colors of the terminal's own palette. */
export const colorStyle: PrettyStyle = {
  severity: (severity, text) => ({ error: chalk.red, warning: chalk.yellow, info: chalk.cyan })[severity](text),
  verdict: (passed, text) => (passed ? chalk.green.bold(text) : chalk.red.bold(text)),
  strong: (text) => chalk.bold(text),
  faint: (text) => chalk.dim(text),
};
