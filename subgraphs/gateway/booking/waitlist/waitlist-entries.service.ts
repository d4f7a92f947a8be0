import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../../src/db/outbox.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { findOwn, updateRow, type WaitlistRow } from "./waitlist.rows.ts";
import { presentEntry } from "./waitlist-states.ts";

/** Changes of a waitlist entry that emit an event. */
type WaitlistEvent = "joined" | "offered" | "accepted" | "lapsed" | "left";

/** One of the account's entries, locked until the transaction ends; null when there is none. */
export function lockEntry(em: EntityManager, ctx: GatewayContext, id: string): Promise<WaitlistRow | null> {
  return findOwn(em, "booking_waitlist", { ownerId: ownerOf(ctx), id, lock: true });
}

/** Changes a locked entry and records its event, if any, in the open transaction. Returns the entry after it. */
export async function changeEntry(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistRow,
  fields: Partial<WaitlistRow>,
  event: WaitlistEvent | null,
): Promise<WaitlistRow> {
  const changes = { ...fields, version: entry.version + 1, updatedAt: ctx.clock.now().toISOString() };
  await updateRow(em, "booking_waitlist", entry.id, changes);
  const changed = { ...entry, ...changes };
  if (event) await emitEntryEvent(em, ctx, changed, event);
  return changed;
}

/** Records an event of an entry, with the entry as it is now. */
export function emitEntryEvent(
  em: EntityManager,
  ctx: GatewayContext,
  entry: WaitlistRow,
  event: WaitlistEvent,
): Promise<unknown> {
  const { id: objectId, ownerId } = entry;
  const payload = { object: presentEntry(entry, ctx.clock.now()), previous: null };
  return emitEvent(em, { type: `waitlist.${event}`, objectId, appId: "event-manager", ownerId, payload });
}
