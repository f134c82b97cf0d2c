import { displayWidth } from "../text/display-width.js";

/** Rows in aligned columns, two blanks apart; the last column runs on. Cells hold no line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => displayWidth(cells[column] ?? ""))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - displayWidth(cell))))
      .join("  ");
  return lines.map((cells) => `${line(cells).trimEnd()}\n`).join("");
}
