import type { Stripe } from "stripe";
import { newDispute } from "./dispute-object.ts";
import type { Processor } from "../processor-context.ts";
import { bookDispute, bookDisputeWon } from "../connect/account-balance.ts";
import { badRequest } from "../processor-error.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

const answerSeconds = 7 * 86_400;

/**
 * The payer's bank withdraws the money of a charge and gives a reason. Throws 400 for a charge that cannot be
 * disputed.
 */
export function openDispute(
  processor: Processor,
  charge: Stripe.Charge,
  { reason, amount = charge.amount - charge.amount_refunded }: { reason: string; amount?: number },
): Stripe.Dispute {
  const { state, clock, events } = processor;
  if (charge.status !== "succeeded") throw badRequest("Only a charge that succeeded can be disputed.");
  if (charge.disputed) throw badRequest(`The charge ${charge.id} is disputed already.`);
  if (amount < 1 || amount > charge.amount)
    throw badRequest("A dispute is about at most the charge's amount.", "amount");
  const created = clock.seconds();
  const dispute = state.add(
    newDispute({ id: newObjectId("du"), created, charge, amount, reason, dueBy: created + answerSeconds }),
  );
  state.change(charge, { disputed: true });
  bookDispute(processor, dispute);
  events.emit("charge.dispute.created", dispute);
  events.emit("charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

/** The bank's decision; a dispute that was won brings the money back. */
export function closeDispute(
  processor: Processor,
  dispute: Stripe.Dispute,
  status: "won" | "lost",
): Stripe.Dispute {
  const { state, events } = processor;
  if (dispute.status === "won" || dispute.status === "lost")
    throw badRequest("This dispute is already closed", "dispute");
  state.change(dispute, { status, is_charge_refundable: status === "won" });
  if (status === "won") bookDisputeWon(processor, dispute);
  if (status === "won") events.emit("charge.dispute.funds_reinstated", dispute);
  events.emit("charge.dispute.closed", dispute);
  return dispute;
}

/** Disputes of a charge or of an intent, newest first. */
export function disputesOf(
  { state }: Pick<Processor, "state">,
  of: { charge?: string | null; intent?: string | null },
): Stripe.Dispute[] {
  const { charge = null, intent = null } = of;
  return state.list(
    "dispute",
    (dispute) =>
      (charge === null || idOf(dispute.charge) === charge) &&
      (intent === null || idOf(dispute.payment_intent) === intent),
  );
}
