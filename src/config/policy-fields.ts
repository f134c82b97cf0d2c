import type { JsonValue } from "../json/value.js";
import {
  type CallPattern,
  type CallSelector,
  type ConfiguredPolicy,
  demands,
  type NamePatterns,
  policyLevels,
  reaches,
  whyUnclear,
} from "../policies/policy.js";
import { quote } from "../text/quote.js";
import { choice, count, type Field, subjectOf, text } from "./fields.js";
import { demanding, manyOf, may, must, recordOf, shapeOf, singleOrMany } from "./shape.js";

const names: Field<NamePatterns> = singleOrMany(text("the name of a tool"));

/** Any JSON. */
const anything: Field<JsonValue> = { schema: {}, read: (node) => node.value() };

const selector = shapeOf<CallSelector>({
  tool: must(names, "Names of tools; `*` stands for any characters", "it names the tool that is meant"),
  except: may(names, "Tools that are not meant, though their names match"),
  arguments: may(recordOf(anything), "What the arguments hold, among others"),
});

const pattern: Field<CallPattern> = {
  schema: { anyOf: [names.schema, selector.schema] },
  read: (node, report) => (node.kind === "object" ? selector.read(node, report) : names.read(node, report)),
};

/** What is demanded or not: `false` would say nothing. */
const yes: Field<true> = {
  schema: { const: true },
  read: (node, report) =>
    node.boolean() === true ? true : void report({ at: node, message: `${subjectOf(node)} must be true; leave the key out otherwise` }),
};

const shape = shapeOf<ConfiguredPolicy>({
  name: must(text("a name"), "What reports call it", "reports call the policy by it"),
  reason: must(text("a reason"), "Why, for whoever reads a report", "whoever breaks the policy must know why"),
  severity: may(choice(policyLevels), "How much a breach weighs; default error"),
  call: must(
    pattern,
    "The tool that the policy is about: names, or names with a part of the arguments",
    "it names the tool that the policy is about",
  ),
  mustComeBefore: may(pattern, "Whoever calls this other tool has called the first one in an earlier turn"),
  neverWithout: may(pattern, "Where the tool is called, this other one is called as well, before or after"),
  atMost: may(count, "The tool is called so many times at most"),
  neverTogetherWith: may(pattern, "The tool and this other one are not both called"),
  mustBeCalled: may(yes, "The tool is called at least once"),
  mustNotBeCalled: may(yes, "The tool is never called"),
  within: may(choice(reaches), "Where calls are counted or kept apart; default conversation"),
  tools: may(names, "Only for conversations that have one of these tools, declared or called"),
  files: may(manyOf(text("a glob"), 1), "Globs of the files that the policy is for; all without it"),
});

const policy = demanding(shape, { oneOf: demands.map((key) => ({ required: [key] })) }, whyUnclear);

/** Policies, each with a name of its own. */
export const ownPolicies: Field<readonly ConfiguredPolicy[]> = {
  schema: manyOf(policy).schema,
  read(node, report) {
    const taken = new Set<string>();
    for (const entry of node.items()) {
      const at = entry.get("name");
      const name = at?.string();
      if (at === undefined || name === undefined) continue;
      if (taken.has(name)) report({ at, message: `Another policy has the name ${quote(name)}` });
      taken.add(name);
    }
    return manyOf(policy).read(node, report);
  },
};
