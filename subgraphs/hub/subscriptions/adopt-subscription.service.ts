import { readAsSystem } from "../../../src/db/read-rows.ts";
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
 * processor changes nothing. What was adopted before is not read again: events and the comparison with the processor
 * keep it up to date. Returns how many subscriptions were adopted.
 */
export async function adoptPayers(ctx: HubContext, payers: readonly KnownPayer[]): Promise<number> {
  const { processor } = ctx.ports;
  if (!processor.isConfigured) return 0;
  const known = await adoptedBefore(ctx, payers);
  try {
    const adopted = await Promise.all(
      payers
        .filter(({ ownerId }) => !known.has(ownerId))
        .map(async ({ ownerId, customerId, subscriptionId }) => {
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

/** Owners whose customer and subscription are there. */
async function adoptedBefore(ctx: HubContext, payers: readonly KnownPayer[]): Promise<Set<string>> {
  const sql = `SELECT p.owner_id AS "ownerId"
    FROM unnest($1::text[], $2::text[], $3::text[]) AS p (owner_id, customer_id, subscription_id)
    WHERE EXISTS (SELECT 1 FROM processor_customers c WHERE c.owner_id = p.owner_id AND c.customer_id = p.customer_id)
      AND (p.subscription_id IS NULL
        OR EXISTS (SELECT 1 FROM subscriptions s WHERE s.processor_subscription_id = p.subscription_id))`;
  const parameters = [
    payers.map(({ ownerId }) => ownerId),
    payers.map(({ customerId }) => customerId),
    payers.map(({ subscriptionId }) => subscriptionId),
  ];
  const rows = await readAsSystem<{ ownerId: string }>(ctx.em, { sql, parameters });
  return new Set(rows.map(({ ownerId }) => ownerId));
}
