import { useEffect, useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { Panel } from "../panel.tsx";
import { usePanel } from "../use-panel.ts";
import { usePoll } from "../use-poll.ts";
import type { WebhookDelivery, WebhookDeliveryPage, WebhookEndpoint } from "./webhooks.types.ts";
import { untilWords } from "../words.ts";

const refreshMs = 2_000;
const soonMs = 10_000;

interface DeliveriesPanelProps {
  endpoints: readonly WebhookEndpoint[];
  /** Changes after a send. */
  turn: number;
}

/** Deliveries, newest first. Polls while some are pending. */
export function DeliveriesPanel({ endpoints, turn }: DeliveriesPanelProps) {
  const [status, setStatus] = useState("");
  const variables = { limit: 50, ...(status === "" ? {} : { status }) };
  const [state, reload] = usePanel<WebhookDeliveryPage>("ListWebhookDeliveries", variables);
  useEffect(() => {
    if (turn > 0) reload();
  }, [turn, reload]);
  usePoll(reload, refreshMs, state.state === "ready" && state.value.deliveries.some(isSoon));
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  return (
    <Panel
      name="ListWebhookDeliveries"
      variables={variables}
      state={state}
      tools={
        <>
          <label>
            Status{" "}
            <select value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
              <option value="">all</option>
              <option>pending</option>
              <option>succeeded</option>
              <option>exhausted</option>
            </select>
          </label>
          <button type="button" class="small-button" onClick={reload}>
            Refresh
          </button>
        </>
      }
    >
      {({ deliveries }) => (
        <Table
          caption="Deliveries"
          rows={deliveries}
          keyOf={({ id }) => id}
          empty={
            <EmptyState title={status === "" ? "No deliveries yet" : `No deliveries are ${status}`}>
              {status === "" ? (
                <p>Send a test event to an endpoint to see one.</p>
              ) : (
                <button type="button" onClick={() => setStatus("")}>
                  Show all
                </button>
              )}
            </EmptyState>
          }
          columns={[
            { name: "Event", cell: ({ id, eventType }) => <a href={`/webhooks/${id}`}>{eventType}</a> },
            { name: "Status", cell: (delivery) => <DeliveryState delivery={delivery} /> },
            { name: "Attempts", isNumber: true, cell: ({ attemptCount }) => attemptCount },
            { name: "Response", cell: ({ lastStatus, lastError }) => lastStatus ?? lastError ?? "" },
            { name: "Next attempt", cell: ({ nextAttemptAt }) => nextTry(nextAttemptAt) },
            { name: "Created", cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
            { name: "Endpoint", cell: ({ endpointId }) => <code>{urls.get(endpointId) ?? endpointId}</code> },
          ]}
        />
      )}
    </Panel>
  );
}

/** Whether a delivery's next attempt is due within seconds. Only these are polled. */
export function isSoon({ status, nextAttemptAt }: WebhookDelivery): boolean {
  return status === "pending" && (nextAttemptAt === null || Date.parse(nextAttemptAt) < Date.now() + soonMs);
}

function nextTry(at: string | null): string {
  if (at === null) return "";
  const left = untilWords(at);
  return left === null ? "now" : `in ${left}`;
}

/** A delivery's status in one word. */
export function DeliveryState({ delivery: { status, lastError } }: { delivery: WebhookDelivery }) {
  if (status === "succeeded") return <Pill tone="ok">succeeded</Pill>;
  if (status === "exhausted") return <Pill tone="bad">failed</Pill>;
  return lastError === null ? <Pill>pending</Pill> : <Pill tone="warn">failed, will retry</Pill>;
}
