import { defineProfile, notEnforced } from "./define-profile.js";
import { recordedRefusal, reference, vendorType } from "./evidence.js";
import type { Fact } from "./fact.js";
import { anyOrder } from "./pairing-evidence.js";

const specification = reference("MCP specification 2025-11-25, Server / Tools", "2026-11");

const types = vendorType("@modelcontextprotocol/sdk 1.32: CallToolRequest and CallToolResult", "2026-11");

const objectRoot: Fact<boolean> = {
  value: true,
  rejection: { gist: 'clients drop the whole list: expected "object" at tools.N.outputSchema.type' },
  evidence: recordedRefusal(
    'ZodError of the SDK: expected "object" at tools.5.outputSchema.type, quoted in opentokenz/mcpx issue 28 and kenn-io/msgvault issue 626',
    "2026-09",
  ),
};

/** The Model Context Protocol: answers come in any order, and results keep what the tool's declaration promises. */
export const mcp = defineProfile({
  id: "mcp",
  title: "MCP",
  hosts: [],
  models: [],
  formats: ["mcp-jsonrpc"],
  pairing: {
    ...anyOrder,
    key: "id",
    placement: "anywhere-after",
  },
  ids: {
    required: { value: true, evidence: reference("JSON-RPC 2.0 specification, section 4.1", "2026-11") },
  },
  names: {
    tool: {
      value: { pattern: /^[a-zA-Z0-9_.-]{1,128}$/, maxLength: 128, description: "1 to 128 characters from a-z, A-Z, 0-9, _, . and -" },
      evidence: specification,
      // The specification says SHOULD, and servers do otherwise.
      severity: "warning",
    },
  },
  calls: {
    argumentsContainer: "object",
  },
  results: {
    // Where the log does not say the revision, an older client drops the list.
    schemaObjectRoot: { ...objectRoot, severity: "warning" },
    blocks: {
      value: ["text", "image", "audio", "resource_link", "resource"],
      evidence: types,
      // Later revisions may know more.
      severity: "warning",
    },
    blocksNeedType: { value: true, evidence: types },
    blockMembers: {
      value: new Map([
        ["text", ["text"]],
        ["image", ["data", "mimeType"]],
        ["audio", ["data", "mimeType"]],
        ["resource", ["resource"]],
      ]),
      evidence: types,
    },
    structuredRequired: {
      value: true,
      evidence: vendorType(
        "@modelcontextprotocol/sdk 1.32: Client.callTool throws where a tool with an output schema returns no structured content",
        "2026-11",
      ),
    },
  },
  parameters: {
    objectRoot: {
      value: true,
      rejection: { gist: 'clients drop the whole list: expected "object" at tools.N.inputSchema.type' },
      evidence: recordedRefusal(
        'ZodError of the SDK: expected "object" at tools.8.inputSchema.type, quoted in kaeawc/auto-mobile issue 973; anthropics/claude-code issue 88049: all tools of the server are gone',
        "2026-08",
      ),
    },
  },
  declarations: {
    required: { value: false, evidence: specification },
    schemaRequired: {
      value: "mcp",
      evidence: { ...specification, source: "MCP specification 2025-11-25, Server / Tools: inputSchema is a schema of type object" },
      // Whether a client rejects the list is its own affair.
      severity: "warning",
    },
  },
  variants: [
    {
      when: { protocol: /^(?:2024|2025)-/ },
      description: "revisions before 2026-07-28",
      facts: { results: { schemaObjectRoot: objectRoot } },
    },
    // From 2026-07-28 on the schema of results may be any (SEP-2106).
    {
      when: { protocol: /^(?:202[6-9]|20[3-9]\d)-/ },
      description: "2026-07-28 and later",
      facts: { results: { schemaObjectRoot: notEnforced } },
    },
  ],
});
