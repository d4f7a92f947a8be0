import { useState } from "preact/hooks";
import { callPanel, newKey, type PanelCallOptions, type PanelFault } from "./call-panel.ts";
import { asFault } from "./use-panel.ts";

/** An action of a page with its result and error. */
export interface Action {
  isRunning: boolean;
  said: string;
  fault: PanelFault | null;
  /**
   * Sends an operation and shows `done` on success. Returns its value, or null after an error. Running the
   * same call again after a lost response reuses its idempotency key, so that it takes effect once.
   */
  run<T>(
    name: string,
    variables: Record<string, unknown>,
    done: string,
    options?: PanelCallOptions,
  ): Promise<T | null>;
  clear(): void;
}

/** Hook that runs one action at a time. */
export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, "isRunning" | "said" | "fault">>(idle);
  const [open, setOpen] = useState<{ call: string; key: string } | null>(null);
  return {
    ...state,
    clear: () => setState(idle),
    run: async <T>(
      name: string,
      variables: Record<string, unknown>,
      done: string,
      options: PanelCallOptions = {},
    ) => {
      const call = JSON.stringify([name, variables]);
      const key = open?.call === call ? open.key : newKey();
      setOpen({ call, key });
      setState({ isRunning: true, said: "", fault: null });
      try {
        const { value } = await callPanel<T>(name, variables, { ...options, key });
        setOpen(null);
        setState({ isRunning: false, said: done, fault: null });
        return value;
      } catch (error) {
        const fault = asFault(error);
        if (fault.code !== "UNREACHABLE") setOpen(null);
        setState({ isRunning: false, said: "", fault });
        return null;
      }
    },
  };
}

const idle = { isRunning: false, said: "", fault: null };
