import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import type { HubContext } from "../hub.context.ts";
import { writeEntitlement } from "./entitlement.rows.ts";
import { changedFields, eventsOf } from "./subscription-events.ts";
import { accessWindow, isOpen, nextChangeAt, type AccessPolicy } from "./subscription-states.ts";
import { toPlanSubscription } from "./subscription-view.ts";
import { insertSubscription, updateSubscription } from "./subscription.rows.ts";
import type { StoredSubscription } from "./subscription.ts";

/** Access settings of the platform's operator. */
export function accessPolicy({ ports }: HubContext): AccessPolicy {
  return { pauseKeepsAccess: ports.pauseKeepsAccess ?? true };
}

/**
 * Writes a subscription, which is locked or new, with its entitlement and the events of the change. Returns it as
 * written. A new one whose processor id, or whose owner's place in the app, is taken is not written, and is returned
 * with revision 0.
 */
export async function writeSubscription(
  ctx: HubContext,
  em: EntityManager,
  before: StoredSubscription | null,
  wanted: StoredSubscription,
): Promise<StoredSubscription> {
  const now = ctx.clock.now();
  const policy = accessPolicy(ctx);
  const window = accessWindow(wanted, policy);
  const after = { ...wanted, entitled: isOpen(window, now) };
  const isChanged = before === null || changedFields(before, after).length > 0;
  const written: StoredSubscription = {
    ...after,
    revision: (before?.revision ?? 0) + (isChanged ? 1 : 0),
    updatedAt: before === null || isChanged ? now : before.updatedAt,
  };
  const next = nextChangeAt(written, policy, now);
  if (before) await updateSubscription(em, written, next);
  else if (!(await insertSubscription(em, written, next))) return { ...written, revision: 0 };
  const until = window?.until ?? null;
  const isOver = until !== null && until <= now;
  await writeEntitlement(em, written, isOver ? null : window);
  await emitChange(em, before, written, toPlanSubscription(written, now, policy));
  return written;
}

async function emitChange(
  em: EntityManager,
  before: StoredSubscription | null,
  after: StoredSubscription,
  object: object,
): Promise<void> {
  const { id: objectId, appId, ownerId } = after;
  const previous =
    before && Object.fromEntries(changedFields(before, after).map((name) => [name, before[name]]));
  for (const name of eventsOf(before, after)) {
    await emitEvent(em, {
      type: `subscription.${name}`,
      objectId,
      appId,
      ownerId,
      payload: { object, previous },
    });
  }
}
