import { useCallback, useEffect, useState } from "preact/hooks";
import { account } from "../session/account.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { callPanel, PanelFault, type PanelAnswer, type PanelCallOptions } from "./call-panel.ts";

/** Loading state of a panel. The previous value stays during a reload. */
export type PanelState<T> =
  | { state: "loading" }
  | { state: "failed"; fault: PanelFault }
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
        const answer = await callPanel<T>(name, JSON.parse(text) as Record<string, unknown>, { asPerson });
        show({ state: "ready", value: answer.value, answer });
      } catch (error) {
        show({ state: "failed", fault: asFault(error) });
      }
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((last) => last + 1), []);
  return [shown?.key === key ? shown.state : { state: "loading" }, reload];
}

/** Converts any thrown value to a PanelFault. */
export function asFault(error: unknown): PanelFault {
  return error instanceof PanelFault ? error : new PanelFault({ message: (error as Error).message });
}
