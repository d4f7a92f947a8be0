import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../src/currency.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { toMajor } from "../../../src/money.ts";
import type { RegisteredCreditPackage } from "./credit-prices.types.ts";

/** A package as it is stored: credits in hundredths, the price in minor units. */
export interface StoredPackage extends Omit<RegisteredCreditPackage, "price" | "pool"> {
  priceMinor: number;
  pool: "standard" | "image";
}

const selected = `SELECT package_id AS "packageId", app_id AS "appId", name, description, credits::float8 AS credits,
    bonus_credits::float8 AS "bonusCredits", price_cents::float8 AS "priceMinor", currency, price_id AS "priceId",
    validity_days AS "validityDays", popular, active, sort_order AS "sortOrder", pool
  FROM credit_packages`;

/** The packages of an app, or of all apps when it is null, off sale or not. */
export function selectPackages(em: EntityManager, appId: string | null): Promise<StoredPackage[]> {
  const sql = `${selected} WHERE $1::text IS NULL OR app_id = $1 ORDER BY app_id, sort_order, package_id`;
  return executeSql(em, sql, [appId]);
}

/** Null for an unknown one. With `isLocked` no other change of it runs until the transaction ends. */
export async function selectPackage(
  em: EntityManager,
  packageId: string,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<StoredPackage | null> {
  const sql = `${selected} WHERE package_id = $1 ${isLocked ? "FOR UPDATE" : ""}`;
  const [row] = await executeSql<StoredPackage>(em, sql, [packageId]);
  return row ?? null;
}

/** Inserts the package, or replaces every field of it but its app, credits and pool. */
export async function writePackage(em: EntityManager, row: StoredPackage): Promise<void> {
  await executeSql(
    em,
    `INSERT INTO credit_packages (package_id, app_id, name, description, credits, bonus_credits, price_cents, currency,
       price_id, validity_days, popular, active, sort_order, pool)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (package_id) DO UPDATE SET name = $3, description = $4, bonus_credits = $6, price_cents = $7,
       price_id = $9, validity_days = $10, popular = $11, active = $12, sort_order = $13`,
    [
      row.packageId,
      row.appId,
      row.name,
      row.description,
      row.credits,
      row.bonusCredits,
      row.priceMinor,
      row.currency,
      row.priceId,
      row.validityDays,
      row.popular,
      row.active,
      row.sortOrder,
      row.pool,
    ],
  );
}

export function presentPackage({ priceMinor, ...row }: StoredPackage): RegisteredCreditPackage {
  return { ...row, price: toMajor(priceMinor, currencyDecimals(row.currency)) };
}
