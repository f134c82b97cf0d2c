/** Replaces comments and trailing commas by blanks, so that what is left is JSON with every place unchanged. */
export function blankComments(text: string): string {
  const withoutComments = text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (piece) =>
    piece.startsWith('"') ? piece : piece.replace(/[^\n]/g, " "),
  );
  return withoutComments.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (piece) => (piece === "," ? " " : piece));
}
