import type { PageDetail } from "../page-data.js";

interface StripProps {
  readonly detail: PageDetail;
  goToMessage(message: number): void;
}

const height = 36;

/** The whole conversation at a glance: a bar for each message, and a flag where something was found. */
export function Overview({ detail: { messages, findings }, goToMessage }: StripProps) {
  if (messages.length < 8) return null;
  const width = messages.length;
  const flagged = new Map<number, string>();
  for (const { pin, severity } of findings) {
    if (pin.at === "conversation") continue;
    const known = flagged.get(pin.message);
    if (known === undefined || severity === "error" || (severity === "warning" && known === "info")) flagged.set(pin.message, severity);
  }
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onClick={(event) => {
        const { left, width: shown } = event.currentTarget.getBoundingClientRect();
        goToMessage(Math.min(width - 1, Math.floor(((event.clientX - left) / shown) * width)));
      }}
    >
      {messages.map(({ role, parts }, index) => (
        <rect class={role} x={index} y={height - 10} width={0.8} height={parts.some(({ kind }) => kind === "call") ? 10 : 6} />
      ))}
      {[...flagged].map(([message, severity]) => (
        <rect
          class={`flag ${severity}`}
          x={message - Math.max(0, width / 400)}
          y={2}
          width={Math.max(0.8, width / 160)}
          height={height - 14}
        />
      ))}
    </svg>
  );
}
