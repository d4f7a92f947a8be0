import { useCallback, useEffect, useState } from "preact/hooks";
import { useSignal } from "../../state/signal.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { FaultNote } from "../fault-note.tsx";
import { clearReceived, failNext, readReceiver } from "./receiver.ts";
import { useAction } from "../use-action.ts";
import { usePoll } from "../use-poll.ts";
import { rememberSecret, webhookSecrets } from "./webhook-secrets.ts";
import { canCheck, isSignedBy } from "./webhook-signature.ts";
import type { Received, ReceiverState } from "./webhooks.types.ts";
import "../../styles/account.css";

const refreshMs = 1_500;

interface Shown {
  state: ReceiverState | null;
  /** Error of the last request. */
  problem: string | null;
}

/** Sandbox receiver: received webhooks, signature checks and simulated failures. */
export function Page() {
  const [{ state, problem }, setShown] = useState<Shown>({ state: null, problem: null });
  const show = useCallback((asked: Promise<ReceiverState>) => {
    asked.then(
      (next) => setShown({ state: next, problem: null }),
      (error: Error) => setShown((last) => ({ ...last, problem: error.message })),
    );
  }, []);
  const refresh = useCallback(() => show(readReceiver()), [show]);
  useEffect(refresh, [refresh]);
  usePoll(refresh, refreshMs, true);
  return (
    <>
      <p>
        <a href="/webhooks">Webhooks</a>
      </p>
      <h1>Sandbox receiver</h1>
      {problem !== null && <ErrorNote title="The receiver is not reachable" message={problem} />}
      {state === null && problem === null && <Spinner label="Loading" />}
      {state !== null && <Receiver state={state} show={show} />}
    </>
  );
}

function Receiver({ state, show }: { state: ReceiverState; show(asked: Promise<ReceiverState>): void }) {
  const { hooksUrl, received, next } = state;
  const action = useAction();
  const url = `${hooksUrl}/explorer`;
  const add = async () => {
    const input = { url, eventTypes: ["*"], description: "Sandbox receiver" };
    const made = await action.run<{ id: string; secret: string | null }>(
      "CreateWebhookEndpoint",
      { input },
      "The receiver now gets the account's events.",
    );
    if (made?.secret) rememberSecret(made.id, made.secret);
  };
  return (
    <>
      <p>
        It replaces a server of your own, on this machine only. It shows every request to a URL below this
        one.
      </p>
      <CodeBlock label="URL" code={url} />
      <p role="status">
        {action.said}{" "}
        {next &&
          `The next ${next.times === 1 ? "request gets" : `${next.times} requests get`} status ${next.status}.`}
      </p>
      {action.fault && <FaultNote fault={action.fault} />}
      <p class="buttons">
        <button type="button" class="primary" disabled={action.isRunning} onClick={() => void add()}>
          Send my events here
        </button>
        <button type="button" onClick={() => show(failNext(500, (next?.times ?? 0) + 1))}>
          Fail the next request
        </button>
        <button type="button" onClick={() => show(clearReceived())}>
          Clear
        </button>
        <a class="button" href="/webhooks">
          Endpoints and deliveries
        </a>
      </p>
      <h2>Received requests</h2>
      {received.length === 0 ? (
        <EmptyState title="No requests yet">
          <p>Choose "Send my events here", then send a test event from the list of endpoints.</p>
        </EmptyState>
      ) : (
        <ul class="arrivals">
          {received.map((one) => (
            <Arrival key={one.id} arrival={one} />
          ))}
        </ul>
      )}
    </>
  );
}

function Arrival({ arrival: { at, headers, body, status } }: { arrival: Received }) {
  const failed = status >= 300;
  return (
    <li class="panel">
      <p class="pills">
        <strong>{typeOf(body)}</strong>
        <Pill tone={failed ? "bad" : "ok"}>status {status}</Pill>
        <SignatureCheck headers={headers} body={body} />
        <TimeAgo at={at} />
      </p>
      <details>
        <summary>Headers and body</summary>
        <CodeBlock
          label="Headers"
          language="headers"
          code={Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n")}
        />
        <CodeBlock label="Body" language="json" code={pretty(body)} />
      </details>
    </li>
  );
}

/** Checks the signature with every secret that this page knows. */
function SignatureCheck({ headers, body }: Pick<Received, "headers" | "body">) {
  const secrets = useSignal(webhookSecrets);
  const [isGood, setGood] = useState<boolean | null>(null);
  const id = headers["webhook-id"] ?? "";
  const timestamp = headers["webhook-timestamp"] ?? "";
  const signature = headers["webhook-signature"] ?? "";
  useEffect(() => {
    let isCurrent = true;
    setGood(null);
    if (!canCheck || secrets.size === 0) return;
    const message = { id, timestamp, body };
    void Promise.all([...secrets.values()].map((secret) => isSignedBy(message, signature, secret))).then(
      (found) => isCurrent && setGood(found.includes(true)),
    );
    return () => {
      isCurrent = false;
    };
  }, [secrets, id, timestamp, signature, body]);
  if (isGood === null) return <Pill>signature not checked: unknown secret</Pill>;
  return isGood ? (
    <Pill tone="ok">valid signature</Pill>
  ) : (
    <Pill tone="bad">signature matches no known secret</Pill>
  );
}

function typeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { type?: unknown }).type ?? "no type");
  } catch {
    return "not JSON";
  }
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
