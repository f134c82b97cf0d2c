import { Random } from "./mutations/random.js";
import { type JsonTree, treeOf } from "./rewritten/json-tree.js";

/** What stands for everything that must not be shown. */
export const secret = "zq7secret";

/** How a document is salted. */
export interface Planting {
  /** One string in so many is a secret. */
  readonly strings: number;
  /** One object in so many has a secret key. */
  readonly keys: number;
  /** The secret stands behind what was there, so that the string still begins as before. */
  readonly behind: boolean;
}

/** Under these keys stand declarations: the names in them may be shown. */
const declarations =
  /tool[_.]?(?:s|set|definitions|config|declarations|specs?)\b|\bfunctions\.|^(?:functions?|function_?declarations|agents)$/i;

const nameKeys: ReadonlySet<string> = new Set(["name", "type", "required", "mcp_server_name", "server_label", "tools"]);

/** Writes a document with secrets in strings, also in those that are JSON themselves, and in keys; names that it declares stay. */
export function planted(tree: JsonTree, how: Planting, seed: number): string {
  return plant(tree, how, new Random(seed), false, undefined);
}

function plant(tree: JsonTree, how: Planting, random: Random, isDeclared: boolean, key: string | undefined): string {
  switch (tree.kind) {
    case "object": {
      const isAttribute = tree.members.some(
        ([name, { kind, ...value }]) => name === "key" && "text" in value && declarations.test(value.text),
      );
      const members = tree.members.map(([name, value]) => {
        const inside = isDeclared || declarations.test(name) || isAttribute;
        return `${JSON.stringify(name)}:${plant(value, how, random, inside, name)}`;
      });
      const hasKey = key !== "properties" && key !== "parameter_definitions" && random.oneIn(how.keys);
      return `{${[...members, ...(hasKey ? [`${JSON.stringify(`${secret} key`)}:${JSON.stringify(secret)}`] : [])].join(",")}}`;
    }
    case "array":
      return `[${tree.items.map((item) => plant(item, how, random, isDeclared, key)).join(",")}]`;
    case "string": {
      const inside = /^\s*[{[]/.test(tree.text) ? treeOf(tree.text) : undefined;
      if (inside !== undefined) return JSON.stringify(plant(inside, how, random, isDeclared, key));
      const isName = isDeclared && nameKeys.has(key?.split(".").at(-1) ?? "");
      if (isName || !random.oneIn(how.strings)) return JSON.stringify(tree.text);
      return JSON.stringify(how.behind ? `${tree.text}${secret}` : secret);
    }
    default:
      return tree.source;
  }
}
