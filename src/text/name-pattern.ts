/** A test for names of tools: `*` stands for any characters, all others for themselves. */
export function nameMatcher(pattern: string): (name: string | null) => boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*");
  const expression = new RegExp(`^${source}$`, "su");
  return (name) => name !== null && expression.test(name);
}
