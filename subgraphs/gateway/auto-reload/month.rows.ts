import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import { capOfMonth, reachedThreshold, type MonthSpending } from "./reload-rules.ts";

/** Key of a month of a rule. */
export interface MonthKey {
  ownerId: string;
  appId: string;
  /** YYYY-MM (UTC). */
  month: string;
}

/** Spending of a month in cents, and the notifications already sent. */
export interface MonthRow extends MonthSpending {
  settledCount: number;
  toldPercent: number;
  toldCapReached: boolean;
}

const monthColumns = `reserved_cents::float8 AS "reservedCents", settled_cents::float8 AS "settledCents",
  cap_cents::float8 AS "capCents", settled_count AS "settledCount", told_percent AS "toldPercent",
  told_cap_reached AS "toldCapReached"`;

/** Month without spending. */
export const untouchedMonth = (capCents: number): MonthRow => ({
  reservedCents: 0,
  settledCents: 0,
  capCents,
  settledCount: 0,
  toldPercent: 0,
  toldCapReached: false,
});

/** Reads a month; null when nothing was recorded in it. */
export async function findMonth(em: EntityManager, key: MonthKey): Promise<MonthRow | null> {
  const sql = `SELECT ${monthColumns} FROM auto_reload_months WHERE owner_id = $1 AND app_id = $2 AND month = $3`;
  const [row] = await executeSql<MonthRow>(em, sql, [key.ownerId, key.appId, key.month]);
  return row ?? null;
}

/** Locks a month and creates it with this cap when missing. The caller holds the rule's lock. */
export async function lockMonth(em: EntityManager, key: MonthKey, capCents: number): Promise<MonthRow> {
  await executeSql(
    em,
    `INSERT INTO auto_reload_months (owner_id, app_id, month, cap_cents) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [key.ownerId, key.appId, key.month, capCents],
  );
  const sql = `SELECT ${monthColumns} FROM auto_reload_months
    WHERE owner_id = $1 AND app_id = $2 AND month = $3 FOR UPDATE`;
  const [row] = await executeSql<MonthRow>(em, sql, [key.ownerId, key.appId, key.month]);
  return row!;
}

/** Reserves the price of one package in one guarded statement; false when it exceeds the cap. */
export async function reserveCents(em: EntityManager, key: MonthKey, priceCents: number): Promise<boolean> {
  const rows = await executeSql(
    em,
    `UPDATE auto_reload_months SET reserved_cents = reserved_cents + $4
     WHERE owner_id = $1 AND app_id = $2 AND month = $3 AND reserved_cents + settled_cents + $4 <= cap_cents
     RETURNING 1`,
    [key.ownerId, key.appId, key.month, priceCents],
  );
  return rows.length === 1;
}

/** Updates a locked month. */
export async function updateMonth(em: EntityManager, key: MonthKey, month: MonthRow): Promise<void> {
  await executeSql(
    em,
    `UPDATE auto_reload_months SET reserved_cents = $4, settled_cents = $5, cap_cents = $6, settled_count = $7,
       told_percent = $8, told_cap_reached = $9 WHERE owner_id = $1 AND app_id = $2 AND month = $3`,
    [
      key.ownerId,
      key.appId,
      key.month,
      month.reservedCents,
      month.settledCents,
      month.capCents,
      month.settledCount,
      month.toldPercent,
      month.toldCapReached,
    ],
  );
}

/** Applies the rule's current cap to a month. Resets the cap-reached notification, not the threshold ones. */
export function withCap(month: MonthRow, ruleCapCents: number): MonthRow {
  const capCents = capOfMonth(month, ruleCapCents);
  if (capCents === month.capCents) return month;
  const toldPercent = reachedThreshold(month.settledCents, capCents);
  return { ...month, capCents, toldPercent, toldCapReached: false };
}
