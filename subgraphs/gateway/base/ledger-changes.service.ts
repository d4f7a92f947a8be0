import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvents } from "../../../src/db/outbox.ts";

/** A record of an app that the books of its account may have, and the days that it counts or counted on. */
export interface LedgerChange {
  appId: string;
  ownerId: string;
  id: string;
  days: readonly string[];
}

/**
 * Announces in the open transaction that records for the books were added, changed or deleted. Internal: the hub posts
 * them where the account has switched that on. Invoices have events of their own.
 */
export async function emitLedgerChanges(em: EntityManager, changes: readonly LedgerChange[]): Promise<void> {
  const events = changes.map(({ appId, ownerId, id, days }) => {
    const sorted = days.toSorted();
    const payload = { from: sorted[0], to: sorted.at(-1) };
    return { type: "ledger.changed", objectId: id, appId, ownerId, payload };
  });
  await emitEvents(em, events);
}
