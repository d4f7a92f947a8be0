import { useState } from "preact/hooks";
import { environment } from "../../shell/environment.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { DeliveriesPanel } from "./deliveries-panel.tsx";
import { EndpointForm, openEndpointForm, type NewEndpoint } from "./endpoint-form.tsx";
import { EndpointTable } from "./endpoint-table.tsx";
import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { useAction } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { rememberSecret } from "./webhook-secrets.ts";
import type { WebhookEndpoint, WebhookEndpointPage } from "./webhooks.types.ts";
import "../../styles/account.css";

interface WithSecret extends WebhookEndpoint {
  secret: string | null;
}

/** Actions on endpoints and their results. */
function useEndpointActions(reload: () => void) {
  const [turn, setTurn] = useState(0);
  const [revealed, setRevealed] = useState<WithSecret | null>(null);
  const action = useAction();
  const reveal = (made: WithSecret | null) => {
    if (!made) return;
    if (made.secret !== null) rememberSecret(made.id, made.secret);
    setRevealed(made);
    reload();
  };
  const sent = () => setTurn((last) => last + 1);
  const about = ({ id }: WebhookEndpoint) => ({ input: { endpointId: id } });
  return {
    action,
    revealed,
    /** Changes when the list of deliveries changed. */
    turn,
    create: async (input: NewEndpoint) =>
      reveal(await action.run<WithSecret>("CreateWebhookEndpoint", { input }, "The endpoint was added.")),
    rotate: async (endpoint: WebhookEndpoint) =>
      reveal(await action.run<WithSecret>("RotateWebhookSecret", about(endpoint), "The secret was rotated.")),
    test: async (endpoint: WebhookEndpoint) => {
      if (await action.run("TestWebhookEndpoint", about(endpoint), "The test event was sent.")) sent();
    },
    remove: async (endpoint: WebhookEndpoint) => {
      if (!(await action.run("DeleteWebhookEndpoint", about(endpoint), "The endpoint was removed."))) return;
      sent();
      reload();
    },
    toggle: async ({ id, status }: WebhookEndpoint) => {
      const enabled = status === "disabled";
      const input = { endpointId: id, enabled };
      if (
        await action.run(
          "UpdateWebhookEndpoint",
          { input },
          enabled ? "The endpoint is enabled." : "The endpoint is disabled.",
        )
      )
        reload();
    },
  };
}

/** Webhook endpoints of the account and their deliveries. */
export function Page() {
  const [endpoints, reload] = usePanel<WebhookEndpointPage>("ListWebhookEndpoints");
  const [leaving, setLeaving] = useState<WebhookEndpoint | null>(null);
  const { action, revealed, turn, ...act } = useEndpointActions(reload);
  return (
    <>
      <h1>Webhooks</h1>
      {environment.isDemo && (
        <p>
          No server of your own? Use the <a href="/webhooks/receiver">sandbox receiver</a> on this machine.
        </p>
      )}
      {revealed?.secret && (
        <section class="secret" aria-label="Signing secret">
          <h2>Copy the signing secret now</h2>
          <p>You won't be able to see the secret of {revealed.url} again.</p>
          <CodeBlock label="Secret" code={revealed.secret} />
        </section>
      )}
      <p role="status">{action.said}</p>
      {action.fault && <FaultNote fault={action.fault} />}
      <Panel name="ListWebhookEndpoints" state={endpoints}>
        {(page) => (
          <EndpointTable
            endpoints={page.endpoints}
            onAdd={openEndpointForm}
            onTest={(endpoint) => void act.test(endpoint)}
            onRotate={(endpoint) => void act.rotate(endpoint)}
            onToggle={(endpoint) => void act.toggle(endpoint)}
            onRemove={setLeaving}
          />
        )}
      </Panel>
      <EndpointForm isBusy={action.isRunning} onAdd={(input) => void act.create(input)} />
      <DeliveriesPanel endpoints={endpoints.state === "ready" ? endpoints.value.endpoints : []} turn={turn} />
      {leaving && (
        <ConfirmDialog
          title="Remove this endpoint?"
          action="Remove"
          isDangerous
          onAct={() => {
            setLeaving(null);
            void act.remove(leaving);
          }}
          onClose={() => setLeaving(null)}
        >
          <p>{leaving.url} will receive no more events, and its deliveries will be deleted.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
