import { type Mode, modes } from "../../model/conversation.js";
import { decodedBody, type Envelope } from "./envelope.js";

/** `{ tools?, transcript, format?, profile?, mode? }`. */
export const ours: Envelope = {
  key: "transcript",
  open(node) {
    const transcript = node.get("transcript");
    if (transcript === undefined || transcript.kind === "null") return undefined;
    const { root, documents } = decodedBody(transcript);
    // Products keep what was said as plain text beside the conversation itself.
    if (root.kind !== "object" && root.kind !== "array") return undefined;
    const tools = node.get("tools");
    const mode = node.get("mode")?.string();
    return {
      layers: [
        {
          body: root,
          tools: tools?.kind === "null" ? undefined : tools,
          stated: { format: node.get("format")?.string(), profile: node.get("profile")?.string(), mode: isMode(mode) ? mode : undefined },
          documents,
        },
      ],
    };
  },
};

function isMode(text: string | undefined): text is Mode {
  return modes.some((mode) => mode === text);
}
