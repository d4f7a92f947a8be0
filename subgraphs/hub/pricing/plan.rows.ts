import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** A plan that administrators keep here, with amounts in minor units and its current prices at the processor. */
export interface StoredPlan {
  appId: string;
  planId: string;
  name: string;
  description: string;
  features: string[];
  custom: boolean;
  highlighted: boolean;
  active: boolean;
  currency: string;
  monthlyMinor: number | null;
  yearlyMinor: number | null;
  monthlyPriceId: string | null;
  yearlyPriceId: string | null;
  sortOrder: number;
  /** ISO 8601. */
  updatedAt: string;
}

/** A price that was replaced: its subscribers are still billed. */
export interface FormerPrice {
  priceId: string;
  planId: string;
  interval: "month" | "year";
  amount: number;
  currency: string;
}

const priceOf = (interval: string) =>
  `(SELECT x.price_id FROM plan_prices x
    WHERE x.app_id = p.app_id AND x.plan_id = p.plan_id AND x.interval = '${interval}' AND x.active)`;

const selected = `SELECT p.app_id AS "appId", p.plan_id AS "planId", p.name, p.description, p.features, p.custom, p.highlighted,
    p.active, p.currency, p.monthly_minor::float8 AS "monthlyMinor", p.yearly_minor::float8 AS "yearlyMinor",
    ${priceOf("month")} AS "monthlyPriceId", ${priceOf("year")} AS "yearlyPriceId", p.sort_order AS "sortOrder",
    p.updated_at AS "updatedAt"
  FROM plans p`;

/** The plans of an app that are kept here, archived ones too. */
export function selectPlans(em: EntityManager, appId: string): Promise<StoredPlan[]> {
  return executeSql(em, `${selected} WHERE p.app_id = $1 ORDER BY p.sort_order, p.plan_id`, [appId]);
}

/** Null for one that is not kept here. With `isLocked` no other change of it runs until the transaction ends. */
export async function selectPlan(
  em: EntityManager,
  { appId, planId }: Pick<StoredPlan, "appId" | "planId">,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<StoredPlan | null> {
  const sql = `${selected} WHERE p.app_id = $1 AND p.plan_id = $2 ${isLocked ? "FOR UPDATE OF p" : ""}`;
  return (await executeSql<StoredPlan>(em, sql, [appId, planId]))[0] ?? null;
}

/** Prices of the app's plans that new subscribers do not pay any more. */
export function selectFormerPrices(em: EntityManager, appId: string): Promise<FormerPrice[]> {
  const sql = `SELECT price_id AS "priceId", plan_id AS "planId", interval, amount_minor::float8 AS amount, currency
    FROM plan_prices WHERE app_id = $1 AND NOT active`;
  return executeSql(em, sql, [appId]);
}

/** Inserts or replaces the plan. Prices that it had before become former ones. */
export async function writePlan(em: EntityManager, plan: StoredPlan): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO plans (app_id, plan_id, name, description, features, custom, highlighted, active, currency,
       monthly_minor, yearly_minor, sort_order, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (app_id, plan_id) DO UPDATE SET name = $3, description = $4, features = $5, custom = $6,
       highlighted = $7, active = $8, monthly_minor = $10, yearly_minor = $11, sort_order = $12, updated_at = $13`,
    [
      plan.appId,
      plan.planId,
      plan.name,
      plan.description,
      plan.features,
      plan.custom,
      plan.highlighted,
      plan.active,
      plan.currency,
      plan.monthlyMinor,
      plan.yearlyMinor,
      plan.sortOrder,
      plan.updatedAt,
    ],
  );
  await writePrice(em, plan, { interval: "month", priceId: plan.monthlyPriceId, amount: plan.monthlyMinor });
  await writePrice(em, plan, { interval: "year", priceId: plan.yearlyPriceId, amount: plan.yearlyMinor });
}

async function writePrice(
  em: EntityManager,
  { appId, planId, currency }: StoredPlan,
  { interval, priceId, amount }: { interval: string; priceId: string | null; amount: number | null },
): Promise<void> {
  await executeSql(
    em,
    `UPDATE plan_prices SET active = false
     WHERE app_id = $1 AND plan_id = $2 AND interval = $3 AND active AND price_id IS DISTINCT FROM $4`,
    [appId, planId, interval, priceId],
  );
  if (priceId === null || amount === null) return;
  await executeSql(
    em,
    `INSERT INTO plan_prices (app_id, price_id, plan_id, interval, amount_minor, currency, active)
     VALUES ($1, $2, $3, $4, $5, $6, true) ON CONFLICT (app_id, price_id) DO UPDATE SET active = true`,
    [appId, priceId, planId, interval, amount, currency],
  );
}
