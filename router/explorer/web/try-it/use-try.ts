import { useMemo, useRef, useState } from "preact/hooks";
import type { OperationDocs } from "../../data/docs.types.ts";
import type { Answer } from "../session/send.ts";
import type { Identity } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { environment } from "../shell/environment.ts";
import { checkValue, type ValueFault } from "./check-value.ts";
import { withValueAt, type Step } from "./edit-value.ts";
import { formOf, type FormField } from "./form-field.ts";
import { readRefusal, type Refusal } from "./refusal.ts";
import { risksOf } from "./risks.ts";
import { namedApp, requestSchema, sendTry, startInput, type TryDoor } from "./try-request.ts";

/** A request that waits for confirmation. */
export interface Waiting {
  as: Identity;
}

/** Outcome of a request. */
export interface TryOutcome {
  answer: Answer;
  refusal: Refusal | null;
  as: Identity;
  isDryRun: boolean;
}

/** State of a form that sends requests. */
export interface TryState {
  form: FormField;
  input: Record<string, unknown>;
  appId: string | null;
  faults: readonly ValueFault[];
  isRunning: boolean;
  /** Why no response was received. */
  notice: string | null;
  waiting: Waiting | null;
  risks: readonly string[];
  outcome: TryOutcome | null;
  setInput(input: Record<string, unknown>): void;
  change(path: readonly Step[], value: unknown): void;
  setApp(appId: string): void;
  reset(): void;
  /** Checks the input and sends it, or asks for a confirmation first. Returns false when a field is not right. */
  run(options?: { as?: Identity | null; isDryRun?: boolean }): boolean;
  confirm(): void;
  cancel(): void;
}

/** The form of an operation at one of its doors, with the example as its first input. */
export function useTry(operation: OperationDocs, door: TryDoor): TryState {
  const schema = useMemo(() => requestSchema(operation, door), [operation, door]);
  const form = useMemo(() => formOf(schema, operation.meanings), [schema]);
  const [input, setInput] = useState(() => startInput(operation, schema));
  const [appId, setApp] = useState(() => namedApp(operation));
  const [isChecked, setChecked] = useState(false);
  const [serverFaults, setServerFaults] = useState<readonly ValueFault[]>([]);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const sending = useSending(operation, door);
  const risks = risksOf(operation, !environment.isDemo);
  const own = isChecked ? checkValue(schema, input) : [];
  const edit = (next: Record<string, unknown>) => {
    setInput(next);
    setServerFaults([]);
  };
  const start = async (as: Identity, isDryRun: boolean) => {
    setWaiting(null);
    const refusal = await sending.send(input, { as, isDryRun, appId });
    setServerFaults(refusal?.fields ?? []);
  };
  const begin = async (given: Identity | null, isDryRun: boolean) => {
    // Until then nobody is selected.
    await session.ready();
    const as = given ?? session.identity.value;
    if (risks.length > 0 && !isDryRun) setWaiting({ as });
    else await start(as, isDryRun);
  };
  return {
    ...sending.state,
    form,
    input,
    appId,
    risks,
    waiting,
    faults: own.length > 0 ? own : serverFaults,
    setInput: edit,
    setApp,
    change: (path, value) => edit(withValueAt(input, path, value) as Record<string, unknown>),
    reset: () => edit(startInput(operation, schema)),
    run: ({ as = null, isDryRun = false } = {}) => {
      setChecked(true);
      if (checkValue(schema, input).length > 0) return false;
      void begin(as, isDryRun);
      return true;
    },
    confirm: () => waiting && void start(waiting.as, false),
    cancel: () => setWaiting(null),
  };
}

interface SendOptions {
  as: Identity;
  isDryRun: boolean;
  appId: string | null;
}

/** Sends one request at a time. After a lost response, the same request reuses its idempotency key. */
function useSending(operation: OperationDocs, door: TryDoor) {
  const [state, setState] = useState<Pick<TryState, "isRunning" | "notice" | "outcome">>({
    isRunning: false,
    notice: null,
    outcome: null,
  });
  const open = useRef<{ call: string; key: string } | null>(null);
  const send = async (input: Record<string, unknown>, options: SendOptions): Promise<Refusal | null> => {
    const { as, isDryRun } = options;
    const call = JSON.stringify([input, as.id, isDryRun, options.appId]);
    const key = open.current?.call === call ? open.current.key : crypto.randomUUID();
    open.current = { call, key };
    setState((before) => ({ ...before, isRunning: true, notice: null }));
    try {
      const answer = await sendTry(operation, door, input, { ...options, key });
      open.current = null;
      const refusal = readRefusal(answer.meta.status, answer.body);
      setState({ isRunning: false, notice: null, outcome: { answer, refusal, as, isDryRun } });
      return refusal;
    } catch {
      setState({
        isRunning: false,
        notice: "The server is not reachable. Send it again: a change takes effect once.",
        outcome: null,
      });
      return null;
    }
  };
  return { state, send };
}
