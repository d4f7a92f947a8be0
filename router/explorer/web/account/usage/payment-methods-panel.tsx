import { Pill } from "../../ui/pill.tsx";
import { Table } from "../../ui/table.tsx";
import type { OpenedPage, PaymentMethodPage } from "./billing.types.ts";
import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { returnUrls } from "./return-from-payment.ts";
import { useAction } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";

/** Payment methods of the account, with a link to the processor's billing portal. */
export function PaymentMethodsPanel() {
  const [state] = usePanel<PaymentMethodPage>("PaymentMethods");
  const action = useAction();
  const open = async () => {
    const input = { returnUrl: returnUrls(null).cancelUrl.replace(/\?.*/, "") };
    const opened = await action.run<{ url: string } & OpenedPage>(
      "CreateBillingPortal",
      { input },
      "Opening the billing portal …",
    );
    if (opened) window.location.assign(opened.url);
  };
  return (
    <Panel
      name="PaymentMethods"
      state={state}
      tools={
        <button type="button" class="small-button" disabled={action.isRunning} onClick={() => void open()}>
          Billing portal
        </button>
      }
    >
      {({ paymentMethods }) => (
        <>
          <p role="status">{action.said}</p>
          {action.fault && <FaultNote fault={action.fault} />}
          <Table
            caption="Payment methods"
            rows={paymentMethods}
            keyOf={({ id }) => id}
            empty={<p class="muted">No payment method yet. A payment saves the one that you use.</p>}
            columns={[
              {
                name: "What",
                cell: ({ type, card }) =>
                  card ? `${card.brand} ending in ${card.last4}` : type.replaceAll("_", " "),
              },
              { name: "Expires", cell: ({ card }) => (card ? `${card.expMonth}/${card.expYear}` : "") },
              { name: "Charged", cell: ({ isDefault }) => isDefault && <Pill tone="ok">default</Pill> },
            ]}
          />
        </>
      )}
    </Panel>
  );
}
