import type { JsonNode } from "../../json/node.js";
import type { ToolArguments } from "../../model/exchange.js";
import type { MessageDraft } from "../conversation-draft.js";

/** A call and, once it has come to its end, its result: OpenCode keeps both in one record. */
export interface ToolRecord {
  readonly at: JsonNode;
  readonly id: JsonNode | undefined;
  readonly name: JsonNode | undefined;
  readonly input: JsonNode | undefined;
  /** `pending`: the model still writes the call. `running`: no result yet. */
  readonly status: "pending" | "running" | "completed" | "error";
  readonly output: JsonNode | undefined;
  /** The provider ran it. */
  readonly hosted: boolean;
}

/** Reads a part of type `tool`: `{callID, tool, state}` (`ToolPart`, @opencode-ai/sdk 1.19, read 2026-11). */
export function readToolPart(part: JsonNode): ToolRecord {
  const state = part.get("state");
  return {
    at: part,
    id: part.get("callID"),
    name: part.get("tool"),
    input: state?.get("input"),
    status: statusOf(state),
    output: state?.get("output") ?? state?.get("error"),
    hosted: part.get("metadata")?.get("providerExecuted")?.boolean() === true,
  };
}

/** Reads a block of type `tool` of the second version: `{id, name, state}` (`SessionMessageAssistantTool`, the same package). */
export function readToolBlock(block: JsonNode): ToolRecord {
  const state = block.get("state");
  return {
    at: block,
    id: block.get("id"),
    name: block.get("name"),
    input: state?.get("input"),
    status: statusOf(state),
    output: state?.get("error") ?? state?.get("content"),
    hosted: block.get("provider")?.get("executed")?.boolean() === true,
  };
}

/** Reads the event of a call, and the one of its end (`session.next.tool.called`, `.success`, `.failed`, the same package). */
export function readToolEvents(called: JsonNode, ended: JsonNode | undefined): ToolRecord {
  const error = ended?.get("error");
  return {
    at: called,
    id: called.get("callID"),
    name: called.get("tool"),
    input: called.get("input"),
    status: ended === undefined ? "running" : error === undefined ? "completed" : "error",
    output: error ?? ended?.get("content"),
    hosted: called.get("provider")?.get("executed")?.boolean() === true,
  };
}

function statusOf(state: JsonNode | undefined): ToolRecord["status"] {
  switch (state?.get("status")?.string()) {
    case "pending":
      return "pending";
    case "running":
      return "running";
    case "error":
      return "error";
    default:
      return "completed";
  }
}

/**
 * Adds a record to the message of the model that made the call.
 *
 * @param isStopped the turn was stopped or failed: what was open then is owed to nobody
 */
export function addRecord(message: MessageDraft, record: ToolRecord, isStopped: boolean): void {
  const { at, id, name, input, status, output, hosted } = record;
  const call = message.call({
    call: at,
    id,
    name,
    arguments: input,
    container: "object",
    ...(status === "pending" && { decoded: unfinished }),
    hosted,
    partial: status === "pending",
    expectsNoResult: isStopped,
  });
  if (status === "pending" || status === "running") return;
  message.result({ result: at, callId: id, content: output, isError: status === "error", hosted, inlineCall: call });
}

const unfinished: ToolArguments = { kind: "unknown", because: "the model was still writing the call" };
