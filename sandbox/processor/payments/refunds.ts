import type { Stripe } from "stripe";
import { z } from "zod";
import { listPage, listParams } from "../lists.ts";
import type { Params } from "../params.ts";
import type { Processor, ProcessorRoutes } from "../processor-context.ts";
import { badRequest } from "../processor-error.ts";
import { refundCharge, settleRefund } from "./refund-flow.ts";
import { idOf } from "../stored-objects.ts";

const reasons = ["duplicate", "fraudulent", "requested_by_customer"] as const;

const outcomeSchema = z.strictObject({ outcome: z.enum(["succeeded", "failed"]).default("succeeded") });

/** `/v1/refunds`. Control: `POST /refunds/{id}/settle {outcome}` is the bank's later answer. */
export const refundRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  scope.post("/v1/refunds", ({ input }) => {
    input.allow("amount", "charge", "metadata", "payment_intent", "reason", "refund_application_fee");
    const amount = input.integer("amount", { min: 1 });
    const reason = input.oneOf("reason", reasons);
    const refundsFee = input.boolean("refund_application_fee") ?? false;
    const asked = { reason, metadata: input.metadata(), refundsFee, ...(amount === null ? {} : { amount }) };
    return refundCharge(processor, readCharge(processor, input), asked);
  });
  scope.get("/v1/refunds", ({ input }) => {
    input.allow(...listParams, "charge", "payment_intent");
    const [charge, intent] = [input.string("charge"), input.string("payment_intent")];
    const isWanted = (refund: Stripe.Refund) =>
      (charge === null || refund.charge === charge) && (intent === null || refund.payment_intent === intent);
    return listPage(input, state.list("refund", isWanted), "/v1/refunds");
  });
  scope.get("/v1/refunds/:refund", ({ params }) => state.require("refund", params["refund"]!));
  scope.control("/refunds/:refund/settle", outcomeSchema, ({ outcome }, params) =>
    settleRefund(processor, state.require("refund", params["refund"]!), outcome),
  );
  scope.post("/v1/refunds/:refund", ({ params, input }) => {
    input.allow("metadata");
    const refund = state.require("refund", params["refund"]!);
    state.change(refund, { metadata: input.metadata(refund.metadata ?? {}) });
    processor.events.emit("refund.updated", refund);
    return refund;
  });
};

function readCharge({ state }: Processor, input: Params): Stripe.Charge {
  const [chargeId, intentId] = [input.string("charge"), input.string("payment_intent")];
  if ((chargeId === null) === (intentId === null))
    throw badRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  if (chargeId !== null) return state.require("charge", chargeId, "charge");
  const intent = state.require("payment_intent", intentId!, "payment_intent");
  const latest = idOf(intent.latest_charge);
  if (intent.status === "succeeded" && latest !== null) return state.require("charge", latest, "charge");
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
  throw badRequest(message, "payment_intent");
}
