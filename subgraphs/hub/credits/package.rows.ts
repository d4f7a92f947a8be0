import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";

/** A bundle of credits: credits in hundredths, the price in minor units of its currency. */
export interface PackageRow {
  packageId: string;
  name: string;
  description: string;
  credits: number;
  bonusCredits: number;
  priceCents: number;
  currency: string;
  /** Null until it has a price at the payment processor. */
  priceId: string | null;
  validityDays: number | null;
  popular: boolean;
  active: boolean;
  sortOrder: number;
  /** Which credits it is of. */
  pool: "standard" | "image";
}

const packageRows = `SELECT package_id AS "packageId", name, description, credits::float8 AS credits,
    bonus_credits::float8 AS "bonusCredits", price_cents::float8 AS "priceCents", currency, price_id AS "priceId",
    validity_days AS "validityDays", popular, active, sort_order AS "sortOrder", pool
  FROM credit_packages WHERE app_id = $1`;

/** A package that can be bought. */
export type PricedPackageRow = PackageRow & { priceId: string };

/** The packages that an app sells now, in its order. One without a price cannot be bought. */
export function listPackages(em: EntityManager, appId: string): Promise<PricedPackageRow[]> {
  const sql = `${packageRows} AND active AND price_id IS NOT NULL ORDER BY sort_order, package_id`;
  return executeSql(em, sql, [appId]);
}

/** A package of an app, also one that is no longer sold; null when it does not exist. */
export async function findPackage(
  em: EntityManager,
  appId: string,
  packageId: string,
): Promise<PackageRow | null> {
  const [row] = await executeSql<PackageRow>(em, `${packageRows} AND package_id = $2`, [appId, packageId]);
  return row ?? null;
}
