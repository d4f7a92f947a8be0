import { useEffect } from "preact/hooks";

/** Calls `act` periodically while `isOn` is true and the page is visible. */
export function usePoll(act: () => void, everyMs: number, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") act();
    }, everyMs);
    return () => clearInterval(timer);
  }, [act, everyMs, isOn]);
}
