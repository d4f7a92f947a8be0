import { EmptyState } from "../../ui/empty-state.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Table } from "../../ui/table.tsx";
import type { WebhookEndpoint } from "./webhooks.types.ts";

interface EndpointTableProps {
  endpoints: readonly WebhookEndpoint[];
  /** Opens the form of a new endpoint. */
  onAdd(): void;
  onTest(endpoint: WebhookEndpoint): void;
  onRotate(endpoint: WebhookEndpoint): void;
  onToggle(endpoint: WebhookEndpoint): void;
  onRemove(endpoint: WebhookEndpoint): void;
}

/** Webhook endpoints of the account with their actions. */
export function EndpointTable({ endpoints, onAdd, ...on }: EndpointTableProps) {
  return (
    <Table
      caption="Endpoints"
      rows={endpoints}
      keyOf={({ id }) => id}
      empty={
        <EmptyState title="No webhook endpoints yet">
          <p>Add an endpoint to receive events.</p>
          <button type="button" onClick={onAdd}>
            Enter a URL
          </button>
        </EmptyState>
      }
      columns={[
        { name: "URL", cell: ({ url }) => <code>{url}</code> },
        { name: "Events", cell: ({ eventTypes }) => eventTypes.join(", ") },
        { name: "Status", cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
        { name: "Actions", cell: (endpoint) => <EndpointActions endpoint={endpoint} {...on} /> },
      ]}
    />
  );
}

function EndpointState({
  endpoint: { status, disabledReason, failingSince, source },
}: {
  endpoint: WebhookEndpoint;
}) {
  return (
    <span class="pills">
      {status === "disabled" ? (
        <Pill tone="bad">disabled{disabledReason === null ? "" : `: ${disabledReason}`}</Pill>
      ) : (
        <Pill tone="ok">enabled</Pill>
      )}
      {failingSince !== null && <Pill tone="warn">failing</Pill>}
      {source !== "account" && <Pill>{source === "api_key" ? "from an API key" : "from auto-reload"}</Pill>}
    </span>
  );
}

function EndpointActions({
  endpoint,
  onTest,
  onRotate,
  onToggle,
  onRemove,
}: { endpoint: WebhookEndpoint } & Omit<EndpointTableProps, "endpoints" | "onAdd">) {
  const isOff = endpoint.status === "disabled";
  const buttons: [string, () => void][] = [
    ["Send test event", () => onTest(endpoint)],
    ["Rotate secret", () => onRotate(endpoint)],
    [isOff ? "Enable" : "Disable", () => onToggle(endpoint)],
    ["Remove", () => onRemove(endpoint)],
  ];
  return (
    <div class="buttons">
      {buttons.map(([words, act]) => (
        <button
          key={words}
          type="button"
          class="small-button"
          disabled={isOff && words === "Send test event"}
          aria-label={`${words}: ${endpoint.url}`}
          onClick={act}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
