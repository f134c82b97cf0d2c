import { resolvePointer } from "../json/pointer.js";
import { declaredAt } from "./declared-at.js";
import { breachOf } from "./pairing-text.js";
import { defineRule } from "./rule.js";

/** The list of tools as a whole is one that the endpoint takes: each tool may be fine by itself. */
export const invalidToolset = defineRule({
  id: "invalid-toolset",
  category: "declaration",
  summary: "The list of tools as a whole breaks a rule of the endpoint",
  severity: "error",
  consequence: "The provider rejects the whole request.",
  repair: "Keep the tools that most turns need loaded, and the search that finds the others.",
  evidence: [
    "Anthropic API, 400: at least one tool must have defer_loading=false, all tools cannot be deferred (nearai/ironclaw pull request 7274, 2026-08)",
  ],
  on: {
    *tools(declared, { profile }) {
      const fact = profile.declarations.someLoaded;
      if (fact?.value !== true) return;
      const { tools, completeness, faults } = declared.toolset;
      const own = tools.filter(({ availableFrom, isEcho }) => availableFrom === 0 && isEcho !== true);
      const [first] = own;
      // Where entries could not be read, or tools come from elsewhere, one of those may be loaded.
      if (first === undefined || completeness !== "declared" || faults.length > 0) return;
      if (!own.every((tool) => declaredAt(declared, tool, "entry").get("defer_loading")?.boolean() === true)) return;
      const list = declared.declarations[first.source];
      const { entry } = first.at;
      const around = list && resolvePointer(list, entry.slice(0, Math.max(0, entry.lastIndexOf("/"))));
      const all = own.length === 2 ? "Both tools have" : `All ${own.length} tools have`;
      const what = own.length === 1 ? "The only tool has" : all;
      yield {
        at: around ?? list ?? declaredAt(declared, first, "entry"),
        message: `${what} \`defer_loading\`; at least one tool must be without it`,
        ...breachOf(fact, profile, "Remove `defer_loading` from one of them, or add the tool search tool"),
      };
    },
  },
});
