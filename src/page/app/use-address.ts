import { useCallback, useEffect, useState } from "preact/hooks";
import { type Address, readAddress, writeAddress } from "./address.js";

export type GoTo = (change: Partial<Address>, how?: "push" | "replace") => void;

/** What the address says, and a way to change it: every view of the page has a link of its own. */
export function useAddress(): readonly [Address, GoTo] {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    const listen = () => setAddress(readAddress(location.hash));
    addEventListener("hashchange", listen);
    addEventListener("popstate", listen);
    return () => {
      removeEventListener("hashchange", listen);
      removeEventListener("popstate", listen);
    };
  }, []);
  const goTo = useCallback<GoTo>((change, how = "push") => {
    const next = { ...readAddress(location.hash), ...change };
    const hash = writeAddress(next);
    if (how === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
    setAddress(next);
  }, []);
  return [address, goTo];
}
