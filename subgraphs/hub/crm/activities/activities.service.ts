import DataLoader from "dataloader";
import { rowCursors } from "../../../../src/db/cursor.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { cutPage } from "../../../../src/db/page.ts";
import { readRows } from "../../../../src/db/read-rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { requireDeal, requireNamed } from "../deals/deal-links.service.ts";
import type { ActivitiesArgs, CrmActivity, CrmActivityPage, LogActivityInput } from "./activity.types.ts";

/** Clocks of callers may be this far ahead. */
const toleranceMs = 5 * 60_000;

/**
 * Adds an activity to the timeline of a contact. Throws CONTACT_NOT_FOUND, DEAL_NOT_FOUND, and VALIDATION_ERROR for a time
 * in the future. Idempotent by the key.
 */
export function logActivity(ctx: HubContext, input: LogActivityInput): Promise<CrmActivity> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const at = input.at ?? now;
  if (at.getTime() > now.getTime() + toleranceMs)
    throw validationError([{ path: "at", message: "must not be in the future", rule: "max" }]);
  return exactlyOnce(ctx, { operation: "logActivity", input }, async (em) => {
    await requireNamed(em, ownerId, { contactId: input.contactId });
    await requireDeal(em, ownerId, input.dealId);
    const rows = await executeSql<StoredActivity>(
      em,
      `INSERT INTO crm_activities AS a (id, owner_id, contact_id, deal_id, kind, text, at, actor, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
      [
        newId("act"),
        ownerId,
        input.contactId,
        input.dealId ?? null,
        input.kind,
        input.text.trim(),
        at,
        ctx.principal.id,
        now,
      ],
    );
    return toActivity(rows[0]!);
  });
}

/** The account's activities, latest first. Throws INVALID_CURSOR. */
export async function listActivities(ctx: HubContext, args: ActivitiesArgs): Promise<CrmActivityPage> {
  const { limit, contactId = null, dealId = null, kind = null, from = null, to = null } = args;
  const cursors = rowCursors(ctx, ["activities", contactId, dealId, kind, from, to]);
  const after = cursors.decode(args.cursor);
  const sql = `SELECT ${columns} FROM crm_activities a WHERE a.owner_id = $1
    AND ($2::text IS NULL OR a.contact_id = $2) AND ($3::text IS NULL OR a.deal_id = $3)
    AND ($4::text IS NULL OR a.kind = $4) AND ($5::timestamptz IS NULL OR a.at >= $5)
    AND ($6::timestamptz IS NULL OR a.at < $6) AND ($7::timestamptz IS NULL OR (a.at, a.id) < ($7, $8))
    ORDER BY a.at DESC, a.id DESC LIMIT $9`;
  const values = [
    ctx.principal.ownerId,
    contactId,
    dealId,
    kind,
    from,
    to,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ];
  const found = await inTransaction(ctx, (em) => executeSql<StoredActivity>(em, sql, values), {
    readOnly: true,
  });
  const { rows, nextCursor } = cutPage(found.map(toActivity), limit, cursors, ({ at, activityId }) => [
    at.toISOString(),
    activityId,
  ]);
  return { activities: rows, nextCursor };
}

/** The latest activities of a contact. Contacts of one request that are asked for at once are read in one statement. */
export function loadLatestActivities(ctx: HubContext, contactId: string): Promise<CrmActivity[]> {
  let loader = latestOf.get(ctx);
  if (!loader) {
    loader = new DataLoader((ids: readonly string[]) => readLatestActivities(ctx, ids));
    latestOf.set(ctx, loader);
  }
  return loader.load(contactId);
}

const latestOf = new WeakMap<HubContext, DataLoader<string, CrmActivity[]>>();

/** Latest activities that a contact shows; its timeline has all. */
const shownActivities = 10;

async function readLatestActivities(
  ctx: HubContext,
  contactIds: readonly string[],
): Promise<CrmActivity[][]> {
  const rows = await readRows<StoredActivity>(ctx, {
    sql: `SELECT found.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
        SELECT ${columns} FROM crm_activities a WHERE a.owner_id = $2 AND a.contact_id = wanted.id
        ORDER BY a.at DESC, a.id DESC LIMIT ${shownActivities}) AS found`,
    parameters: [contactIds, ctx.principal.ownerId],
  });
  const byContact = Map.groupBy(rows.map(toActivity), (activity) => activity.contactId);
  return contactIds.map((id) => byContact.get(id) ?? []);
}

type StoredActivity = Omit<CrmActivity, "at"> & { at: string };

const columns = `a.id AS "activityId", a.contact_id AS "contactId", a.deal_id AS "dealId", a.kind, a.text, a.at,
  a.event_id IS NOT NULL AS automatic, a.object_id AS "objectId", a.actor`;

function toActivity(row: StoredActivity): CrmActivity {
  return { ...row, at: new Date(row.at) };
}
