/** `1 call`, `3 calls`. */
export function counted(count: number, word: string, plural: string = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}
