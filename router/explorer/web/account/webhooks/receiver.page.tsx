import { useCallback, useEffect, useState } from "preact/hooks";
import { useSignal } from "../../state/signal.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { FaultNote } from "../fault-note.tsx";
import { clearReceived, failNext, readReceiver } from "./receiver.ts";
import { useAction } from "../use-action.ts";
import { usePoll } from "../use-poll.ts";
import { rememberSecret, webhookSecrets } from "./webhook-secrets.ts";
import { canCheck, isSignedBy } from "./webhook-signature.ts";
import type { Received, ReceiverState } from "./webhooks.types.ts";
import { momentWords } from "../words.ts";
import "../../styles/account.css";

const refreshMs = 1_500;

interface Shown {
  state: ReceiverState | null;
  /** Why it could not be asked the last time. */
  problem: string | null;
}

/** The sandbox's receiver: what arrived there, whether its signature is good, and making it fail. */
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
      <h1>The sandbox's receiver</h1>
      {problem !== null && <ErrorNote title="The receiver cannot be reached" message={problem} />}
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
    const input = { url, eventTypes: ["*"], description: "The sandbox's receiver" };
    const made = await action.run<{ id: string; secret: string | null }>(
      "CreateWebhookEndpoint",
      { input },
      "The receiver is told of the account's events now.",
    );
    if (made?.secret) rememberSecret(made.id, made.secret);
  };
  return (
    <>
      <p>
        It stands in for a system of your own, on this machine alone. Whatever is sent below its address
        arrives here.
      </p>
      <CodeBlock label="Address" code={url} />
      <p role="status">
        {action.said}{" "}
        {next && `The next ${next.times === 1 ? "one is" : `${next.times} are`} answered ${next.status}.`}
      </p>
      {action.fault && <FaultNote fault={action.fault} />}
      <p class="buttons">
        <button type="button" class="primary" disabled={action.isRunning} onClick={() => void add()}>
          Send my events here
        </button>
        <button type="button" onClick={() => show(failNext(500, (next?.times ?? 0) + 1))}>
          Fail one more
        </button>
        <button type="button" onClick={() => show(clearReceived())}>
          Forget all
        </button>
        <a class="button" href="/webhooks">
          Endpoints and deliveries
        </a>
      </p>
      <h2>What arrived</h2>
      {received.length === 0 ? (
        <EmptyState title="Nothing yet">Send a test event from the endpoints.</EmptyState>
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
        <Pill tone={failed ? "bad" : "ok"}>answered {status}</Pill>
        <SignatureCheck headers={headers} body={body} />
        <span class="muted">{momentWords(at)}</span>
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

/** Checks with every secret that this page was shown, as a receiver would with its one. */
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
  if (isGood === null) return <Pill>signature not checked: the secret is not known here</Pill>;
  return isGood ? (
    <Pill tone="ok">signature is good</Pill>
  ) : (
    <Pill tone="bad">signature is not of a known secret</Pill>
  );
}

function typeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { type?: unknown }).type ?? "no type");
  } catch {
    return "no JSON";
  }
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
