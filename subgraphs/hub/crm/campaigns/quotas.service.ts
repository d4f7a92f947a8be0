import type { EntityManager } from "@mikro-orm/postgresql";
import type { PlanKey } from "../../../../src/access/principal.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";
import { tiersAt, type StoredTiers } from "../../identity/entitlements.ts";
import { overQuota } from "../crm.errors.ts";
import { monthlyKinds, quotaLimit, quotaMonth, remainingOf, type MonthlyKind } from "./quota-table.ts";
import type { CrmQuota, CrmQuotas } from "./quota.types.ts";

/** A reservation of a month's quota until its usage is known. Plain JSON. */
export interface QuotaReservation {
  id: string;
  ownerId: string;
  kind: MonthlyKind;
  /** First day of the month it is of, also when it is settled in a later one. */
  month: string;
  amount: number;
}

/** The account's plan on the platform at this moment, as it is stored. */
async function planOf(em: EntityManager, ownerId: string, now: Date): Promise<PlanKey> {
  const sql = "SELECT account_tiers($1) AS tiers";
  const [row] = await executeSql<{ tiers: StoredTiers }>(em, sql, [ownerId]);
  return tiersAt(row?.tiers ?? {}, now).plan;
}

/**
 * Reserves `amount` of the account's quota of this month, all or nothing, in the transaction of `em`: concurrent
 * reservations never exceed the quota. Throws RATE_LIMIT_EXCEEDED with the reason `quota`.
 */
export async function reserveQuota(
  em: EntityManager,
  request: { ownerId: string; kind: MonthlyKind; amount: number; now: Date },
): Promise<QuotaReservation> {
  const { ownerId, kind, amount, now } = request;
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new Error("A quota reservation must be a whole number.");
  const { firstDay: month, end } = quotaMonth(now);
  const limit = quotaLimit(await planOf(em, ownerId, now), kind);
  await executeSql(
    em,
    "INSERT INTO crm_quota_use (owner_id, month, kind) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [ownerId, month, kind],
  );
  const taken = await executeSql(
    em,
    `UPDATE crm_quota_use SET reserved = reserved + $4
     WHERE owner_id = $1 AND month = $2 AND kind = $3 AND ($4 = 0 OR $5 = -1 OR used::bigint + reserved + $4 <= $5) RETURNING 1`,
    [ownerId, month, kind, amount, limit],
  );
  if (taken.length === 0) {
    const { used, reserved } = (await readUse(em, ownerId, month)).get(kind)!;
    const remaining = remainingOf(limit, used, reserved);
    throw overQuota({ kind, limit, remaining, requested: amount, resetAt: end, now });
  }
  const id = newId("qrs");
  await executeSql(
    em,
    `INSERT INTO crm_quota_reservations (id, owner_id, month, kind, amount, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, ownerId, month, kind, amount, now],
  );
  return { id, ownerId, kind, month, amount };
}

/**
 * Ends a reservation: `usedAmount` of it counts as used, and the rest is released. Idempotent: later calls change
 * nothing. Returns whether this call ended it.
 */
export async function settleQuota(
  em: EntityManager,
  reservation: Pick<QuotaReservation, "id">,
  usedAmount: number,
  now: Date,
): Promise<boolean> {
  const settled = await executeSql(
    em,
    `WITH settled AS (
       UPDATE crm_quota_reservations SET used = $2, settled_at = $3 WHERE id = $1 AND settled_at IS NULL
       RETURNING owner_id, month, kind, amount)
     UPDATE crm_quota_use AS held SET used = held.used + $2, reserved = held.reserved - settled.amount
     FROM settled WHERE held.owner_id = settled.owner_id AND held.month = settled.month AND held.kind = settled.kind
     RETURNING 1`,
    [reservation.id, usedAmount, now],
  );
  return settled.length > 0;
}

/** Ends a reservation of which nothing was used. */
export function releaseQuota(
  em: EntityManager,
  reservation: Pick<QuotaReservation, "id">,
  now: Date,
): Promise<boolean> {
  return settleQuota(em, reservation, 0, now);
}

/** The account's quotas by its plan, with their used and reserved parts. */
export function readQuotas(ctx: HubContext): Promise<CrmQuotas> {
  const ownerId = ctx.principal.ownerId ?? "";
  const now = ctx.clock.now();
  const { start, end, firstDay } = quotaMonth(now);
  return inTransaction(
    ctx,
    async (em) => {
      const tier = await planOf(em, ownerId, now);
      const use = await readUse(em, ownerId, firstDay);
      const [email, sms, callMinutes] = monthlyKinds.map((kind) =>
        shownQuota(quotaLimit(tier, kind), use.get(kind) ?? nothing, end),
      ) as [CrmQuota, CrmQuota, CrmQuota];
      const live = { used: await countLiveContacts(em, ownerId), reserved: 0 };
      const contacts = shownQuota(quotaLimit(tier, "contacts"), live, null);
      return { tier, period: { start, end }, quotas: { email, sms, callMinutes, contacts } };
    },
    { readOnly: true },
  );
}

/** Contacts of the account that are not archived. */
async function countLiveContacts(em: EntityManager, ownerId: string): Promise<number> {
  const sql = "SELECT live FROM crm_contact_counts WHERE owner_id = $1";
  const [row] = await executeSql<{ live: number }>(em, sql, [ownerId]);
  return row?.live ?? 0;
}

/**
 * How many more contacts the account may have; -1 is without limit. Blocks other transactions from adding contacts
 * until the transaction of `em` ends.
 */
export async function lockContactRoom(
  em: EntityManager,
  ownerId: string,
  now: Date,
): Promise<{ limit: number; room: number }> {
  const [row] = await executeSql<{ live: number }>(
    em,
    `INSERT INTO crm_contact_counts AS counted (owner_id, live) VALUES ($1, 0)
     ON CONFLICT (owner_id) DO UPDATE SET live = counted.live RETURNING live`,
    [ownerId],
  );
  const limit = quotaLimit(await planOf(em, ownerId, now), "contacts");
  return { limit, room: remainingOf(limit, row!.live, 0) };
}

interface Use {
  used: number;
  reserved: number;
}
const nothing: Use = { used: 0, reserved: 0 };

async function readUse(em: EntityManager, ownerId: string, month: string): Promise<Map<MonthlyKind, Use>> {
  const sql = "SELECT kind, used, reserved FROM crm_quota_use WHERE owner_id = $1 AND month = $2";
  const rows = await executeSql<Use & { kind: MonthlyKind }>(em, sql, [ownerId, month]);
  return new Map(rows.map(({ kind, used, reserved }) => [kind, { used, reserved }]));
}

function shownQuota(limit: number, { used, reserved }: Use, resetsAt: Date | null): CrmQuota {
  return { limit, used, reserved, remaining: remainingOf(limit, used, reserved), resetsAt };
}
