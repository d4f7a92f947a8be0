import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../src/db/idempotency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import { ownerOf } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import {
  notificationChannels,
  notificationEvents,
  notificationNames,
  type NotificationChannel,
  type NotificationName,
} from "./notification-events.ts";
import type { NotificationPreferences, UpdateNotificationPreferencesInput } from "./notifications.types.ts";

/** Every notification of the account that the call acts for, and whether it is sent. */
export function readPreferences(ctx: HubContext): Promise<NotificationPreferences> {
  return inTransaction(ctx, (em) => present(em, ownerOf(ctx)), { readOnly: true });
}

/** Switches notifications on or off. Idempotent by the call's key. Throws INVALID_STATE for one that is mandatory. */
export function updatePreferences(
  ctx: HubContext,
  input: UpdateNotificationPreferencesInput,
): Promise<NotificationPreferences> {
  return exactlyOnce(ctx, { operation: "updateNotificationPreferences", input }, async (em) => {
    for (const { event, channel, enabled } of input.preferences) {
      if (!enabled && notificationEvents[event].mandatory !== null) throw isMandatory(event);
      const updatedBy = ctx.principal.membership?.userId ?? ctx.principal.id;
      await executeSql(em, upsertSql, [ownerOf(ctx), event, channel, enabled, updatedBy, ctx.clock.now()]);
    }
    return present(em, ownerOf(ctx));
  });
}

/** Whether an account wants a notification. Each sender asks before it sends. */
export async function isWanted(
  em: EntityManager,
  ownerId: string,
  event: NotificationName,
  channel: NotificationChannel = "email",
): Promise<boolean> {
  if (notificationEvents[event].mandatory !== null) return true;
  const sql =
    "SELECT 1 FROM notification_preferences WHERE owner_id = $1 AND event = $2 AND channel = $3 AND NOT enabled";
  return (await asSystem(em, (own) => executeSql(own, sql, [ownerId, event, channel]))).length === 0;
}

async function present(em: EntityManager, ownerId: string): Promise<NotificationPreferences> {
  const sql = "SELECT event, channel FROM notification_preferences WHERE owner_id = $1 AND NOT enabled";
  const rows = await executeSql<{ event: string; channel: string }>(em, sql, [ownerId]);
  const off = new Set(rows.map(({ event, channel }) => `${event} ${channel}`));
  const preferences = notificationNames.flatMap((event) =>
    notificationChannels.map((channel) => {
      const { description, mandatory } = notificationEvents[event];
      const enabled = mandatory !== null || !off.has(`${event} ${channel}`);
      return { event, channel, enabled, description, mandatory };
    }),
  );
  return { preferences, total: preferences.length };
}

const upsertSql = `INSERT INTO notification_preferences (owner_id, event, channel, enabled, updated_by, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (owner_id, event, channel) DO UPDATE
    SET enabled = EXCLUDED.enabled, updated_by = EXCLUDED.updated_by, updated_at = EXCLUDED.updated_at`;

function isMandatory(event: NotificationName): DomainError {
  const message = `The notification ${event} cannot be switched off. Remove it from the request.`;
  return new DomainError("INVALID_STATE", message, { reason: "mandatory", event });
}
