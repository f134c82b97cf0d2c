import type { Tool } from "../model/tool.js";

/**
 * Remembers what was found out about a tool, by the identity of the tool and of what it was judged by.
 *
 * Tool lists are cached by their bytes, so a list that ten thousand records repeat is judged once.
 */
export function oncePerTool<By extends object, Verdict>(judge: (tool: Tool, by: By) => Verdict): (tool: Tool, by: By) => Verdict {
  const known = new WeakMap<By, WeakMap<Tool, { readonly verdict: Verdict }>>();
  return (tool, by) => {
    const verdicts = known.get(by) ?? new WeakMap<Tool, { readonly verdict: Verdict }>();
    known.set(by, verdicts);
    const found = verdicts.get(tool) ?? { verdict: judge(tool, by) };
    verdicts.set(tool, found);
    return found.verdict;
  };
}
