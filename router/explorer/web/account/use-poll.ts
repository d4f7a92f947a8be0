import { useEffect } from "preact/hooks";

/** Calls `act` every so often while `isOn` and the page is seen. */
export function usePoll(act: () => void, everyMs: number, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") act();
    }, everyMs);
    return () => clearInterval(timer);
  }, [act, everyMs, isOn]);
}
