import { z } from "zod";
import { closeDispute, disputesOf } from "./dispute-flow.ts";
import { listPage, listParams } from "../lists.ts";
import type { ProcessorRoutes } from "../processor-context.ts";

const decisionSchema = z.strictObject({ status: z.enum(["won", "lost"]) });

/**
 * `/v1/disputes`: to read, and to give in to. Control: `POST /disputes/{id}/close {status: "won"|"lost"}` is the bank's
 * decision.
 */
export const disputeRoutes: ProcessorRoutes = (scope, processor) => {
  const { state } = processor;
  scope.get("/v1/disputes", ({ input }) => {
    input.allow(...listParams, "charge", "payment_intent");
    const of = { charge: input.string("charge"), intent: input.string("payment_intent") };
    return listPage(input, disputesOf(processor, of), "/v1/disputes");
  });
  scope.get("/v1/disputes/:dispute", ({ params }) => state.require("dispute", params["dispute"]!));
  scope.post("/v1/disputes/:dispute/close", ({ params, input }) => {
    input.allow();
    return closeDispute(processor, state.require("dispute", params["dispute"]!), "lost");
  });
  scope.control("/disputes/:dispute/close", decisionSchema, ({ status }, params) =>
    closeDispute(processor, state.require("dispute", params["dispute"]!), status),
  );
};
