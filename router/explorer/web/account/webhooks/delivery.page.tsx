import type { PageProps } from "../../routes.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdChip } from "../../ui/id-chip.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { DeliveryState, isSoon } from "./deliveries-panel.tsx";
import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { SignatureOfAttempts } from "./signature-of-attempts.tsx";
import { useAction } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { usePoll } from "../use-poll.ts";
import type { WebhookAttempt, WebhookDeliveryDetail } from "./webhooks.types.ts";
import { untilWords } from "../words.ts";
import "../../styles/account.css";

const refreshMs = 2_000;

/** One delivery: payload, attempts with their responses, and redelivery. */
export function Page({ params }: PageProps) {
  const deliveryId = params["deliveryId"]!;
  if (!deliveryId.startsWith("dlv_")) {
    return (
      <>
        <h1>Delivery not found</h1>
        <EmptyState title={`${deliveryId} does not exist`}>
          <a href="/webhooks">All deliveries</a>
        </EmptyState>
      </>
    );
  }
  return <Delivery deliveryId={deliveryId} />;
}

function Delivery({ deliveryId }: { deliveryId: string }) {
  const variables = { deliveryId };
  const [state, reload] = usePanel<WebhookDeliveryDetail>("GetWebhookDelivery", variables);
  const action = useAction();
  const replay = async () => {
    if (
      await action.run("ReplayWebhookDelivery", { input: { deliveryId } }, "The delivery was queued again.")
    )
      reload();
  };
  usePoll(reload, refreshMs, state.state === "ready" && isSoon(state.value));
  const isPending = state.state === "ready" && state.value.status === "pending";
  return (
    <>
      <p>
        <a href="/webhooks">Webhooks</a>
      </p>
      <h1>Delivery</h1>
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <Panel
        name="GetWebhookDelivery"
        variables={variables}
        title={state.state === "ready" ? state.value.eventType : "Delivery"}
        state={state}
        tools={
          <>
            <button
              type="button"
              class="primary"
              disabled={state.state !== "ready" || isPending || action.isRunning}
              onClick={() => void replay()}
            >
              Replay
            </button>
            <button type="button" onClick={reload}>
              Refresh
            </button>
          </>
        }
      >
        {(delivery) => <Facts delivery={delivery} />}
      </Panel>
    </>
  );
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { messageId, eventId, endpointId, createdAt, nextAttemptAt, payload, attempts } = delivery;
  const left = nextAttemptAt === null ? null : (untilWords(nextAttemptAt) ?? "a moment");
  return (
    <>
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <DeliveryState delivery={delivery} />
          {left !== null && ` Next attempt in ${left}.`}
        </dd>
        <dt>Event</dt>
        <dd>
          <IdChip id={eventId} />
        </dd>
        <dt>Message</dt>
        <dd>
          <IdChip id={messageId} />, the same on every attempt
        </dd>
        <dt>Endpoint</dt>
        <dd>
          <IdChip id={endpointId} />
        </dd>
        <dt>Created</dt>
        <dd>
          <TimeAgo at={createdAt} />
        </dd>
      </dl>
      <h3>Attempts</h3>
      {attempts.length === 0 ? <p class="muted">None yet.</p> : <Attempts attempts={attempts} />}
      <h3>Body</h3>
      <CodeBlock label="Request body" language="json" code={JSON.stringify(payload, null, 2)} />
      <h3>Signature</h3>
      <SignatureOfAttempts delivery={delivery} />
    </>
  );
}

function Attempts({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  return (
    <ol class="timeline">
      {attempts.map(({ number, at, status, durationMs, error, responseBody }) => (
        <li key={number}>
          <strong>{status ?? "no response"}</strong> {error === null ? "taken" : error.replaceAll("_", " ")}{" "}
          after {durationMs} ms, <TimeAgo at={at} />
          {responseBody !== null && responseBody !== "" && (
            <CodeBlock label={`Response to attempt ${number}`} language="response" code={responseBody} />
          )}
        </li>
      ))}
    </ol>
  );
}
