import { error, type Mutation, warning } from "./mutation.js";
import type { Random } from "./random.js";
import { callsOf, type Scene, type SceneCall, type SceneTool } from "./scene.js";
import type { Tree, TreeObject } from "./written.js";

/** Adds a tool that is never called, so that its fault stands alone. */
function addTool(scene: Scene, schema: TreeObject | undefined, more: Partial<SceneTool> = {}): SceneTool {
  const tool: SceneTool = { name: "spare_tool", schema, ...more };
  scene.tools.push(tool);
  return tool;
}

/** A schema with one member that is at fault. */
function broken(name: string, rule: string, schema: TreeObject, inner: string, fits: (scene: Scene) => boolean = () => true): Mutation {
  return {
    name,
    inject: (scene) => (fits(scene) ? error(rule, addTool(scene, structuredClone(schema)), "schema", { inner }) : undefined),
  };
}

const object = (properties: TreeObject, more: TreeObject = {}): TreeObject => ({ type: "object", properties, ...more });
const isOpenai = ({ wire }: Scene) => wire === "openai";
const isClosed = (scene: Scene) => scene.wire !== "nemo";

/** Renames one tool and its calls. */
function rename(scene: Scene, random: Random, name: string): SceneTool {
  const tool = random.pick(scene.tools);
  for (const call of callsOf(scene)) if (call.name === tool.name) call.name = name;
  tool.name = name;
  return tool;
}

function calledAs(name: string, rename: (name: string) => string): Mutation {
  return {
    name,
    inject(scene, random) {
      const call = random.pick(callsOf(scene));
      call.name = rename(call.name);
      return isJudgedByItsList(scene, call) ? error("unknown-tool", call, "name") : warning("unknown-tool", call, "name");
    },
  };
}

/** Whether the declared list is all that the model saw when it made the call: not so in the history of a request. */
function isJudgedByItsList(scene: Scene, call: SceneCall): boolean {
  if (scene.shape === "envelope" || scene.shape === "bare") return true;
  const last = scene.entries.at(-1);
  return scene.shape === "pair" && last?.kind === "assistant" && last.calls.includes(call);
}

/** Faults in declarations, and in how calls name them. */
export const declarationMutations: readonly Mutation[] = [
  calledAs("a call names its tool with a typo", (name) => `${name}s`),
  calledAs("a call names another program's tool", () => "str_replace_editor"),
  {
    name: "a call is wrapped in a made-up wrapper",
    inject(scene, random) {
      if (scene.wire !== "openai") return undefined;
      const call = random.pick(callsOf(scene));
      call.arguments = { tool_uses: [{ recipient_name: `functions.${call.name}`, parameters: call.arguments }] };
      call.name = "multi_tool_use.parallel";
      // In the history of a request the name that the endpoint refuses is what is certain.
      return error(isJudgedByItsList(scene, call) ? "unknown-tool" : "invalid-tool-name", call, "name");
    },
  },
  {
    name: "a call has an empty name",
    inject(scene, random) {
      const call = random.pick(callsOf(scene));
      call.name = "";
      return error("missing-tool-name", call, "name");
    },
  },
  {
    name: "a tool is declared twice",
    inject(scene, random) {
      const again = { ...random.pick(scene.tools) };
      scene.tools.push(again);
      return error("duplicate-tool", again, "name");
    },
  },
  {
    name: "an entry of the tools is no object",
    inject(scene, random) {
      const entry = addTool(scene, {}, { raw: random.pick<Tree>(["get_weather", 7, null, ["get_weather"]]) });
      return error("invalid-tool", entry, "whole");
    },
  },
  {
    name: "the parameters of a called tool are no schema",
    inject(scene, random) {
      const name = random.pick(callsOf(scene)).name;
      const tool = scene.tools.find((each) => each.name === name);
      if (tool === undefined) return undefined;
      tool.raw = scene.wire === "anthropic" ? { name, input_schema: [] } : { type: "function", function: { name, parameters: [] } };
      return error("invalid-tool", tool, "schema");
    },
  },
  {
    name: "a tool's name breaks the pattern",
    inject(scene, random) {
      if (!isClosed(scene)) return undefined;
      return error("invalid-tool-name", rename(scene, random, "server.tool: one"), "name");
    },
  },
  {
    name: "a tool's name is too long",
    inject(scene, random) {
      if (!isClosed(scene)) return undefined;
      return error("invalid-tool-name", rename(scene, random, "n".repeat(scene.wire === "openai" ? 65 : 129)), "name");
    },
  },
  {
    name: "more tools than the endpoint takes",
    inject(scene) {
      if (!isOpenai(scene)) return undefined;
      while (scene.tools.length <= 128) addTool(scene, object({}), { name: `spare_${scene.tools.length}` });
      return error("exceeded-limit", scene, "whole");
    },
  },
  broken("a keyword has a value that it can't have", "invalid-schema", object({ a: { type: "strin" } }), "/properties/a/type"),
  broken("a keyword has a value of the wrong type", "invalid-schema", object({ a: { type: "string" } }, { required: "a" }), "/required"),
  broken("a limit is no number", "invalid-schema", object({ a: { type: "integer", minimum: "1" } }), "/properties/a/minimum"),
  broken("a reference leads nowhere", "invalid-schema", object({ a: { $ref: "#/$defs/lost" } }), "/properties/a/$ref"),
  broken("a reference leads into the net", "invalid-schema", object({ a: { $ref: "https://example.com/a.json" } }), "/properties/a/$ref"),
  broken("a pattern does not compile", "invalid-schema", object({ a: { type: "string", pattern: "(" } }), "/properties/a/pattern"),
  broken("an array has no items", "unsupported-schema", object({ a: { type: "array" } }), "/properties/a", isOpenai),
  broken("the root is a union", "unsupported-schema", object({}, { anyOf: [{ required: [] }] }), "/anyOf", isClosed),
  {
    name: "a strict tool has an open object",
    inject(scene) {
      if (!isOpenai(scene)) return undefined;
      const tool = addTool(scene, object({ a: { type: "string" } }, { required: ["a"] }), { strict: true });
      return error("non-strict-schema", tool, "schema");
    },
  },
  {
    name: "a strict tool has an optional property",
    inject(scene) {
      if (!isOpenai(scene)) return undefined;
      const properties = { a: { type: "string" }, b: { type: "string" } };
      const tool = addTool(scene, object(properties, { required: ["a"], additionalProperties: false }), { strict: true });
      return error("non-strict-schema", tool, "schema", { inner: "/required" });
    },
  },
  {
    name: "a tool that no arguments can satisfy",
    inject(scene) {
      const tool = addTool(scene, object({ a: false }, { required: ["a"] }));
      return warning("uncallable-tool", tool, "schema");
    },
  },
];
