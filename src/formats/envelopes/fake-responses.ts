import type { Envelope } from "./envelope.js";

/**
 * What Gemini CLI records to play it back in tests (`--record-responses`, google-gemini/gemini-cli, `recordingContentGenerator.ts`, read
 * 2026-11): one answer a line, `{method, response}`, the chunks of a stream in a list. What was asked is not kept.
 */
export const fakeResponses: Envelope = {
  key: "method",
  open(node) {
    const response = node.get("response");
    if (response === undefined || node.entries().length !== 2) return undefined;
    switch (node.get("method")?.string()) {
      case "generateContent":
      case "generateContentStream":
        return { layers: [{ body: response, at: node }] };
      case "countTokens":
      case "embedContent":
        return { layers: [], traffic: 1 };
      default:
        return undefined;
    }
  },
};
