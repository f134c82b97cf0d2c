import { hasCase, typedPattern, withSlashes } from "./platform.js";

/**
 * Compiles globs into one test for paths with `/`, relative to wherever the globs are meant from.
 *
 * `*` stays inside a name, `**` crosses folders, `?` is one character, `[a-z]` a set, `{a,b}` alternatives. A glob without `/` is
 * matched against names at any depth, and a folder that matches covers all that is in it. `!` in front takes files out again; the
 * last glob that matches decides.
 *
 * @param platform decides whether case counts, and whether `\\` separates folders
 */
export function globMatcher(globs: readonly string[], platform: NodeJS.Platform = process.platform): (path: string) => boolean {
  const tests = globs.map((each) => {
    const glob = withSlashes(typedPattern(each, platform), platform);
    const negated = glob.startsWith("!");
    return { negated, pattern: globPattern(negated ? glob.slice(1) : glob, hasCase(platform) ? "su" : "sui") };
  });
  return (path) => {
    let matched = false;
    for (const { negated, pattern } of tests) if (matched === negated && pattern.test(path)) matched = !negated;
    return matched;
  };
}

/** Whether a text has characters that make it a glob: a test for names that were typed, before a glob library is loaded. */
export function hasGlobCharacters(text: string): boolean {
  return /[*?{[]|[!+@]\(/.test(text);
}

function globPattern(glob: string, flags: string): RegExp {
  const trimmed = glob.replace(/^(?:\.\/)+/, "").replace(/^\//, "");
  const body = trimmed.replace(/\/+$/, "");
  const anyDepth = !glob.startsWith("/") && !body.includes("/");
  const source = body === "." || body === "" ? ".*" : translate(body);
  return compile(`${anyDepth ? "(?:.*/)?" : ""}${source}`, flags) ?? compile(escapeForPattern(body), flags) ?? /^$/;
}

/** `undefined` for what only looked like a glob: `[z-a]`. */
function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^${source}(?:/.*)?$`, flags);
  } catch {
    return undefined;
  }
}

const special = /\*\*\/|\/\*\*$|\*+|\?|\[(?:!|\^)?\]?[^\]]*\]|\{[^{}]*\}|\\.|[\s\S]/gu;

function translate(glob: string): string {
  return (glob.match(special) ?? []).map(translatePiece).join("");
}

function translatePiece(piece: string): string {
  if (piece === "**/") return "(?:.*/)?";
  if (piece === "/**") return "/.+";
  if (piece === "**") return ".*";
  if (/^\*+$/.test(piece)) return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 2 && piece.startsWith("["))
    return `[${piece
      .slice(1, -1)
      .replace(/^!/, "^")
      .replace(/[\\[\]]/g, "\\$&")}]`;
  if (piece.length > 2 && piece.startsWith("{")) return `(?:${piece.slice(1, -1).split(",").map(translate).join("|")})`;
  return escapeForPattern(piece.length > 1 && piece.startsWith("\\") ? piece.slice(1) : piece);
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
