import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { activityOf, isActivityEvent } from "./event-activity.ts";

/** A committed event of any subgraph, as its relay hands it over. */
export interface CommittedEvent {
  id: string;
  type: string;
  objectId: string;
  ownerId: string | null;
  payload: unknown;
  createdAt: Date;
  actor?: { id: string } | null;
}

/**
 * Adds mails, calls, bookings, invoices and deals to the timelines of the contacts that they concern. The contact is
 * found by its ID, else by e-mail address, else by phone number, of which the oldest contact counts. Events without a
 * contact are skipped. Idempotent: safe under at-least-once delivery.
 */
export async function recordActivities(ctx: HubContext, events: readonly CommittedEvent[]): Promise<void> {
  const rows = events.flatMap((event) => {
    if (event.ownerId === null || !isActivityEvent(event.type)) return [];
    const activity = activityOf(event.type, event.payload);
    if (!activity) return [];
    if (activity.contactId === null && activity.email === null && activity.phone === null) return [];
    const { id: eventId, ownerId, objectId, createdAt, actor = null } = event;
    return [{ id: newId("act"), eventId, ownerId, objectId, at: createdAt, actor: actor?.id, ...activity }];
  });
  if (rows.length === 0) return;
  await asSystem(ctx.em, async (em) => {
    const owners = [...new Set(rows.map(({ ownerId }) => ownerId))];
    if ((await executeSql(em, lockSql, [owners])).length === 0) return;
    await executeSql(em, insertSql, [JSON.stringify(rows), ctx.clock.now()]);
  });
}

/** Every writer of contacts holds this row of its account, so no contact is erased or merged while entries are added. */
const lockSql = "SELECT 1 FROM crm_contact_counts WHERE owner_id = ANY($1) ORDER BY owner_id FOR SHARE";

const insertSql = `
  INSERT INTO crm_activities (id, owner_id, contact_id, deal_id, kind, text, at, event_id, object_id, actor, created_at)
  SELECT e.id, c.owner_id, c.id, d.id, e.kind, e.text, e.at, e."eventId", e."objectId", e.actor, $2
  FROM jsonb_to_recordset($1::jsonb) AS e(id text, "eventId" text, "ownerId" text, "objectId" text, at timestamptz,
    actor text, kind text, text text, "contactId" text, email text, phone text, "dealId" text)
  CROSS JOIN LATERAL (
    SELECT coalesce(
      (SELECT coalesce(x.merged_into, x.id) FROM crm_contacts x WHERE x.id = e."contactId" AND x.owner_id = e."ownerId"),
      (SELECT x.id FROM crm_contacts x WHERE x.owner_id = e."ownerId" AND x.email = e.email),
      (SELECT x.id FROM crm_contacts x WHERE x.owner_id = e."ownerId" AND x.phone = e.phone
       ORDER BY x.created_at, x.id LIMIT 1)) AS id) AS found
  JOIN crm_contacts c ON c.id = found.id AND c.erased_at IS NULL
  LEFT JOIN crm_deals d ON d.owner_id = c.owner_id
    AND d.id = coalesce(e."dealId", CASE WHEN e.kind = 'deal' THEN e."objectId" END)
  ON CONFLICT DO NOTHING`;
