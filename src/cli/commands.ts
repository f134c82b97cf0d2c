/** The commands beside `check`, loaded together: each alone would be a module of its own, and what they share with others some more. */
export { bugReport } from "./bug-report.js";
export { printCompletion } from "./completion/print-completion.js";
export { draftFormat } from "./draft-format.js";
export { explain } from "./explain.js";
export { init } from "./init.js";
export { inspect } from "./inspect.js";
export { inspectPage } from "./inspect-page.js";
export { listFormats } from "./list-formats.js";
export { listRules } from "./list-rules.js";
export { showConfig } from "./show-config.js";
export { showSchema } from "./show-schema.js";
