import { useState } from "preact/hooks";
import { callPanel, newKey, type PanelFault } from "./call-panel.ts";
import { asFault } from "./use-panel.ts";

/** Something that a page does, what became of it, and why it failed. */
export interface Action {
  isRunning: boolean;
  said: string;
  fault: PanelFault | null;
  /**
   * Sends an operation and says `done` when it is; answers its value, or null for a refusal. One whose answer did not
   * come is sent again under the same key, so that it has its effect once.
   */
  run<T>(name: string, variables: Record<string, unknown>, done: string): Promise<T | null>;
  clear(): void;
}

/** One action at a time for a component. */
export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, "isRunning" | "said" | "fault">>(idle);
  const [open, setOpen] = useState<{ call: string; key: string } | null>(null);
  return {
    ...state,
    clear: () => setState(idle),
    run: async <T>(name: string, variables: Record<string, unknown>, done: string) => {
      const call = JSON.stringify([name, variables]);
      const key = open?.call === call ? open.key : newKey();
      setOpen({ call, key });
      setState({ isRunning: true, said: "", fault: null });
      try {
        const { value } = await callPanel<T>(name, variables, { key });
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
