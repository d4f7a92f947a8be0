import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { markRemoved, removeAtProcessor } from "../saved-methods/saved-methods.service.ts";
import type { ClientPortalPage, RemovePortalPaymentMethodInput } from "./client-portal.types.ts";
import { pageOf, requireLink } from "./portal-page.service.ts";

/** Removes a saved method of a link's client, here and at the processor. Throws NOT_FOUND, LINK_EXPIRED and PROCESSOR_ERROR. */
export function removePortalMethod(
  ctx: InvoicingContext,
  input: RemovePortalPaymentMethodInput,
): Promise<ClientPortalPage> {
  const call = { operation: "removePortalPaymentMethod", input };
  return onceOutside(ctx, call, {
    // No principal here: the token authorizes access to the documents of exactly one client.
    record: (outer) =>
      asSystem(outer, async (em) => {
        const { ownerId, clientId } = await requireLink(em, ctx, input.token);
        return markRemoved(em, ctx, { ownerId, clientId, methodId: input.methodId });
      }),
    act: (removed) => removeAtProcessor(ctx, removed),
    settle: (outer) =>
      asSystem(outer, async (em) => pageOf(em, ctx, await requireLink(em, ctx, input.token), false)),
  });
}
