import { demoIdentities, type DemoIdentity } from "../../../src/demo-identities.ts";
import type { EventLog } from "../events/events.ts";
import { followIntent } from "../invoices/invoice-payment.ts";
import type { Processor, ProcessorSeed } from "../processor-context.ts";
import { startSubscription } from "./subscription-start.ts";

/**
 * Demo identities with a paid plan, or with a tier of the invoicer, have their subscription `sub_demo_<name>` since the
 * day's beginning, its first invoice `in_demo_<name>` paid by their default card.
 */
export const seedSubscriptions: ProcessorSeed = (processor) => {
  const quiet = inSilence(processor);
  const day = 86_400;
  const at = Math.floor(processor.clock.seconds() / day) * day;
  for (const identity of demoIdentities) {
    const plan = planOf(identity);
    if (plan === null) continue;
    startSubscription(quiet, {
      id: `sub_demo_${identity.name}`,
      invoiceId: `in_demo_${identity.name}`,
      customerId: `cus_demo_${identity.name}`,
      price: processor.state.require("price", plan.priceId),
      quantity: 1,
      defaultPaymentMethodId: null,
      description: null,
      metadata: { userId: identity.userId, appId: plan.appId, planId: plan.planId },
      at,
      trialEnd: null,
      payment: {},
    });
  }
};

function planOf({ plan, invoicerTier }: DemoIdentity) {
  if (invoicerTier !== "free") return planIn("invoicer", invoicerTier, "monthly");
  if (plan === "free") return null;
  return planIn("central", plan, plan === "enterprise" ? "yearly" : "monthly");
}

function planIn(appId: string, planId: string, rhythm: "monthly" | "yearly") {
  return { appId, planId, priceId: `price_${appId}_${planId}_${rhythm}` };
}

/** The seeds of a new processor are old facts for clients: they emit no events. */
function inSilence(processor: Processor): Processor {
  const events = { emit: () => undefined } as unknown as EventLog;
  const quiet: Processor = { ...processor, events, onIntentMoved: [] };
  quiet.onIntentMoved.push((intent) => followIntent(quiet, intent));
  return quiet;
}
