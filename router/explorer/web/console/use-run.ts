import { useRef, useState } from "preact/hooks";
import { Kind } from "graphql";
import type { Identity } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { draft, rememberRun, showOutcome, workspace } from "./console-state.ts";
import { NotReadable, readDocument } from "./read-document.ts";
import { runDraft, type Draft, type Outcome } from "./run-operation.ts";

/** A mutation that waits for confirmation. */
export interface Pending {
  as: Identity;
  fields: readonly string[];
}

export interface Running {
  isRunning: boolean;
  /** Why no request was sent, or no response received. */
  notice: string | null;
  pending: Pending | null;
  run(as?: Identity): void;
  confirm(): void;
  cancel(): void;
  stop(): void;
}

/** Runs the content of the editors, one run at a time. */
export function useRun(): Running {
  const [isRunning, setRunning] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const [pending, setPending] = useState<Pending | null>(null);
  const abort = useRef<AbortController | null>(null);
  const start = async (as: Identity) => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    setNotice(null);
    setRunning(true);
    const { active } = workspace.value;
    const sent = draft.value;
    const show = (outcome: Outcome) => abort.current === own && showOutcome(active, outcome);
    try {
      const outcome = await runDraft(sent, { as, signal: own.signal, show });
      show(outcome);
      remember(sent, outcome);
    } catch (error) {
      if (abort.current === own) setNotice(wordsOf(error, own.signal));
    } finally {
      if (abort.current === own) setRunning(false);
    }
  };
  const run = (as = session.identity.value) => {
    try {
      const { operation } = readDocument(draft.value.document, draft.value.operationName);
      const isReal = session.facts.value?.isDemo !== true;
      if (operation.operation === "mutation" && isReal) {
        const fields = operation.selectionSet.selections.flatMap((node) =>
          node.kind === Kind.FIELD ? [node.name.value] : [],
        );
        return setPending({ as, fields });
      }
      void start(as);
    } catch (error) {
      setNotice(wordsOf(error, null));
    }
  };
  return {
    isRunning,
    notice,
    pending,
    run,
    confirm: () => {
      setPending(null);
      if (pending) void start(pending.as);
    },
    cancel: () => setPending(null),
    stop: () => abort.current?.abort(),
  };
}

function remember({ document, variables, operationName }: Draft, { as, status }: Outcome): void {
  const { operation } = readDocument(document, operationName);
  const title = `${operation.operation} ${operation.name?.value ?? ""}`.trim();
  rememberRun({ title, as: as.name, status, document, variables });
}

function wordsOf(error: unknown, signal: AbortSignal | null): string {
  if (error instanceof NotReadable) return error.message;
  if (signal?.aborted) return "Stopped.";
  return `The server is not reachable: ${(error as Error).message}`;
}
