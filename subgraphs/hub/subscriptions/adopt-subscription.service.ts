import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { adoptCustomer } from "../processor/customers.service.ts";
import { refreshSubscription } from "./read-snapshot.service.ts";

/** An account as the processor knows it already. */
export interface KnownPayer {
  ownerId: string;
  customerId: string;
  subscriptionId: string | null;
}

/**
 * Adopts customers and subscriptions that exist at the processor; unknown ones are skipped, and an unreachable
 * processor changes nothing. Returns how many subscriptions were adopted.
 */
export async function adoptPayers(ctx: HubContext, payers: readonly KnownPayer[]): Promise<number> {
  const { processor } = ctx.ports;
  if (!processor.isConfigured) return 0;
  try {
    const adopted = await Promise.all(
      payers.map(async ({ ownerId, customerId, subscriptionId }) => {
        if (!(await processor.readCustomer(customerId))) return false;
        await adoptCustomer(ctx, ownerId, customerId);
        return subscriptionId !== null && (await refreshSubscription(ctx, subscriptionId)) !== null;
      }),
    );
    return adopted.filter(Boolean).length;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ err: error }, "Subscriptions could not be taken over from the payment processor");
    return 0;
  }
}
