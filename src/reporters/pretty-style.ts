import type { Severity } from "../model/violation.js";

/** How parts of the text are set off from each other. */
export interface PrettyStyle {
  severity(severity: Severity, text: string): string;
  verdict(passed: boolean, text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

/** Without colors: for files, pipes and terminals that want none. */
export const plainStyle: PrettyStyle = {
  severity: (_severity, text) => text,
  verdict: (_passed, text) => text,
  strong: (text) => text,
  faint: (text) => text,
};
