import { useEffect, useRef } from "preact/hooks";

/** What single keys do, by key. */
export type Keys = Readonly<Record<string, () => void>>;

/** Listens to single keys, but not while something is typed or chosen, and not together with others. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
      if (isTyping && key !== "Escape") return;
      const action = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
