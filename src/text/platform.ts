/** Whether file names differ by case: not on these systems, as they are mostly set up. */
export function hasCase(platform: NodeJS.Platform): boolean {
  return platform !== "win32" && platform !== "darwin";
}

/**
 * A path or glob as it was meant by who typed it: cmd.exe leaves single quotes where a shell takes them away.
 *
 * @param platform `process.platform`
 */
export function typedPattern(text: string, platform: NodeJS.Platform): string {
  return platform === "win32" && /^'.+'$/s.test(text) ? text.slice(1, -1) : text;
}

/** A glob with `/` between folders. Elsewhere than on Windows `\` takes the meaning from the character after it. */
export function withSlashes(glob: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? glob.replaceAll("\\", "/") : glob;
}

/** The same for two names that such a system holds for one file. */
export function foldCase(path: string, platform: NodeJS.Platform): string {
  return hasCase(platform) ? path : path.normalize("NFC").toLowerCase();
}
