import { useState } from "preact/hooks";
import { Pill } from "../../ui/pill.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type {
  AppPlans,
  ChangePreview,
  Interval,
  OpenedPage,
  Plan,
  Subscription,
  SubscriptionOverview,
} from "./billing.types.ts";
import { FaultNote } from "../fault-note.tsx";
import { Panel } from "../panel.tsx";
import { PlanCards } from "./plan-cards.tsx";
import { returnUrls, type Returned } from "./return-from-payment.ts";
import { useAction } from "../use-action.ts";
import { usePanel, type PanelState } from "../use-panel.ts";
import { usePoll } from "../use-poll.ts";
import { momentWords, moneyWords } from "../words.ts";

const confirmMs = 2_000;

interface PlanPanelProps {
  /** App that the plan is for. */
  appId: string;
  title: string;
  returned: Returned | null;
}

/** Plan of the account in an app: status, upgrade through the payment page, and change of plan. */
export function PlanPanel({ appId, title, returned: anyReturn }: PlanPanelProps) {
  const variables = { appId };
  const returned = anyReturn?.appId === appId ? anyReturn : null;
  const [held, reload] = usePanel<SubscriptionOverview>("SubscriptionStatus", variables);
  const [plans] = usePanel<AppPlans>("Plans", variables);
  const [interval, setInterval] = useState<Interval>("monthly");
  const [preview, setPreview] = useState<ChangePreview | null>(null);
  const action = useAction();
  const live = held.state === "ready" ? liveOf(held.value) : null;
  const isWaiting =
    returned?.outcome === "paid" && returned.planId !== null && !isThere(held, returned.planId);
  // The processor's webhook arrives shortly after the payer returns.
  usePoll(reload, confirmMs, isWaiting && held.state === "ready");
  const upgrade = async ({ planId }: Plan) => {
    const input = { appId, planId, interval, ...returnUrls(planId, appId) };
    const opened = await action.run<OpenedPage>(
      "CreateSubscriptionCheckout",
      { input },
      "Opening the payment page …",
    );
    if (opened) window.location.assign(opened.url);
  };
  const look = async ({ prices }: Plan) => {
    const newPriceId = prices[interval]!.processorId;
    setPreview(await action.run<ChangePreview>("SubscriptionChangePreview", { appId, newPriceId }, ""));
  };
  const change = async ({ priceId, planId }: ChangePreview) => {
    setPreview(null);
    const input = { appId, newPriceId: priceId };
    if (await action.run("UpdateSubscription", { input }, `Plan changed to ${planId}.`)) reload();
  };
  return (
    <Panel name="SubscriptionStatus" variables={variables} title={title} state={held}>
      {({ subscription }) => (
        <>
          <p role="status">
            {returnWords(returned, isWaiting)} {action.said}
          </p>
          {action.fault && <FaultNote fault={action.fault} />}
          <CurrentPlan subscription={live ? subscription : null} />
          {plans.state === "loading" && <Spinner label="Loading the plans" />}
          {plans.state === "failed" && <FaultNote fault={plans.fault} />}
          {plans.state === "ready" && (
            <PlanCards
              plans={plans.value.plans}
              live={live}
              interval={interval}
              isBusy={action.isRunning}
              onInterval={setInterval}
              onChoose={(plan) => void (live ? look(plan) : upgrade(plan))}
            />
          )}
          {preview && (
            <ConfirmDialog
              title={`Change to ${preview.planId}, ${preview.interval}?`}
              action="Change plan"
              onAct={() => void change(preview)}
              onClose={() => setPreview(null)}
            >
              <PreviewWords preview={preview} />
            </ConfirmDialog>
          )}
        </>
      )}
    </Panel>
  );
}

function liveOf({ subscription }: SubscriptionOverview): Subscription | null {
  return subscription && subscription.status !== "canceled" ? subscription : null;
}

function isThere(held: PanelState<SubscriptionOverview>, planId: string): boolean {
  return held.state === "ready" && liveOf(held.value)?.planId === planId;
}

function returnWords(returned: Returned | null, isWaiting: boolean): string {
  if (returned === null) return "";
  if (returned.outcome === "left") return "The payment was cancelled.";
  return isWaiting ? "The payment is being confirmed." : "The payment is confirmed.";
}

function CurrentPlan({ subscription }: { subscription: Subscription | null }) {
  if (!subscription) {
    return (
      <p>
        Current plan: <strong>free</strong>
      </p>
    );
  }
  const { planId, status, interval, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  return (
    <p>
      Current plan: <strong>{planId}</strong>, {interval}{" "}
      <Pill tone={status === "active" || status === "trialing" ? "ok" : "warn"}>{status}</Pill>{" "}
      {cancelAtPeriodEnd ? "ends" : "renews"} on {momentWords(currentPeriodEnd)}
    </p>
  );
}

function PreviewWords({ preview: { proration, invoice } }: { preview: ChangePreview }) {
  return (
    <p>
      {proration &&
        `The rest of this period costs ${moneyWords(proration.amount, proration.currency)} more. `}
      {invoice && `Your next invoice is ${moneyWords(invoice.amount, invoice.currency)}. `}
      Nothing changes until you confirm.
    </p>
  );
}
