import { useCallback, useEffect, useState } from "preact/hooks";
import { account } from "../session/account.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { callPanel, PanelFault, type PanelAnswer, type PanelCallOptions } from "./call-panel.ts";

/** Loading state of a panel. The previous value stays during a reload. */
export type PanelState<T> =
  | { state: "loading" }
  | { state: "failed"; fault: PanelFault; retry(): void }
  | { state: "ready"; value: T; answer: PanelAnswer<T> };

/**
 * Loads a panel's data, and returns it with a reload function. Reloads when the identity, the account or the variables
 * change. `asPerson` is for data about the person, whatever account is selected.
 */
export function usePanel<T>(
  name: string,
  variables: Record<string, unknown> = {},
  { asPerson = false }: PanelCallOptions = {},
): [PanelState<T>, reload: () => void] {
  const identity = useSignal(session.identity);
  const actingFor = useSignal(account);
  const [shown, setShown] = useState<{ key: string; state: PanelState<T> }>();
  const [turn, setTurn] = useState(0);
  const text = JSON.stringify(variables);
  const key = `${identity.id} ${asPerson ? "" : actingFor} ${name} ${text}`;
  useEffect(() => {
    let isCurrent = true;
    const show = (state: PanelState<T>) => {
      if (isCurrent) setShown({ key, state });
    };
    const ask = async () => {
      await session.ready();
      // The identity changed during the request, and another request is running for it.
      if (!isCurrent || session.identity.value !== identity) return;
      try {
        const input = JSON.parse(text) as Record<string, unknown>;
        const answer = await callPanel<T>(name, input, { asPerson, isPageRead: true });
        show({ state: "ready", value: answer.value, answer });
      } catch (error) {
        const fault = asFault(error);
        const waitMs = isCurrent ? waitOf(fault) : null;
        const retry = () => {
          setShown(undefined);
          setTurn((last) => last + 1);
        };
        if (waitMs === null) show({ state: "failed", fault, retry });
        else timer = setTimeout(() => void ask(), waitMs);
      }
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    void ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  return [shown?.key === key ? shown.state : { state: "loading" }, reload];
}

/** Longest time for which a panel waits before it loads again. */
const longestWaitSeconds = 60;

/** Time until a request fits that a rate limit refused, in milliseconds. Null for other errors and a long wait. */
function waitOf({ code, details: { retryAfterSeconds } }: PanelFault): number | null {
  if (code !== "RATE_LIMIT_EXCEEDED" || typeof retryAfterSeconds !== "number") return null;
  return retryAfterSeconds <= longestWaitSeconds ? retryAfterSeconds * 1000 : null;
}

/** Converts any thrown value to a PanelFault. */
export function asFault(error: unknown): PanelFault {
  return error instanceof PanelFault ? error : new PanelFault({ message: (error as Error).message });
}
