import type { Stripe } from "stripe";
import type { Decline, TestCard } from "./cards.ts";
import { newCharge } from "./charge-object.ts";
import type { Processor } from "../processor-context.ts";
import { idOf, newObjectId } from "../stored-objects.ts";

/** The bank's answer to an attempt. */
export interface BankWord {
  method: Stripe.PaymentMethod;
  card: TestCard | null;
  decline: Decline | null;
  isAuthenticated?: boolean;
}

/** A new charge of an intent, or its pending one with the bank's answer. */
export function bookCharge(
  { state, clock, url }: Processor,
  intent: Stripe.PaymentIntent,
  { method, decline, isAuthenticated = false }: BankWord,
  isPending = false,
): Stripe.Charge {
  const pending = state.find("charge", idOf(intent.latest_charge));
  const id = pending?.status === "pending" ? pending.id : newObjectId("ch");
  const status = isPending ? "pending" : decline ? "failed" : "succeeded";
  const receiptUrl = `${url()}/receipts/${id}`;
  const facts = {
    id,
    created: clock.seconds(),
    intent,
    method,
    status,
    decline,
    isAuthenticated,
    receiptUrl,
  } as const;
  const charge = newCharge(facts);
  state.change(intent, { latest_charge: id });
  return pending?.id === id
    ? state.change(pending, { ...charge, created: pending.created })
    : state.add(charge);
}
