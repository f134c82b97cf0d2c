import { counted } from "../text/counted.js";
import { listing } from "../text/listing.js";
import { quote } from "../text/quote.js";
import { hidden, sentence } from "../text/sentence.js";
import { declaredAt } from "./declared-at.js";
import { defineRule } from "./rule.js";

/**
 * A function tool that declares no parameters gets no arguments, although a JSON Schema validator takes any for `{}`.
 *
 * Hosted tools are exempt: their calls have the provider's shape.
 */
export const unexpectedArguments = defineRule({
  id: "unexpected-arguments",
  category: "call",
  summary: "Arguments for a tool that takes none",
  severity: "error",
  consequence: "What the model meant to say is dropped, or the tool crashes on a parameter that it does not know.",
  repair: "Declare the parameters that the tool takes, or answer with an error that says that it takes none.",
  evidence: [
    "NeMo Guardrails, tool input rail: unexpected_arguments (read 2026-11)",
    "OpenAI API reference: omitting parameters defines a function with an empty parameter list (read 2026-11)",
  ],
  on: {
    *faultyCall({ call, fault }, { conversation }) {
      if (fault.kind !== "unexpected") return;
      const { tool, names, at } = fault;
      const more = names.length > 3 ? [`${names.length - 3} more`] : [];
      const shown = listing([...names.slice(0, 3).map(quote), ...more], "and");
      yield {
        at,
        message: sentence`Tool ${quote(tool.key)} declares no parameters, but the call passes ${hidden(shown, counted(names.length, "argument"))}`,
        call,
        argumentPointer: "",
        related: [{ message: "Declared here", at: declaredAt(conversation, tool, "argumentsSchema") }],
      };
    },
  },
});
