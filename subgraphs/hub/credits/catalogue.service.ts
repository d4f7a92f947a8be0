import { readShared } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import { multiplyHalfUp, toMajor } from "../../../src/money.ts";
import { findApp, requireRegisteredApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { listPackages, type PricedPackageRow } from "./package.rows.ts";
import type { CreditCatalogue, CreditPackageOffer, OperationPrice } from "./credits.types.ts";

/** The packages an app sells, and what operations cost. Throws APP_NOT_FOUND when it is unknown or sells none. */
export async function readCatalogue(ctx: HubContext, appId: string): Promise<CreditCatalogue> {
  const app = await findApp(ctx, appId);
  const packages = app ? await listPackages(ctx.em, appId) : [];
  if (packages.length === 0)
    throw new DomainError("APP_NOT_FOUND", "App not found, or it sells no credits. Check the app ID.");
  return { packages: packages.map(toOffer), consumptionRate: await readRates(ctx) };
}

/**
 * Price of an operation; an unknown one costs 0 and is not enabled. The price list is the same for all apps. Throws
 * APP_NOT_FOUND.
 */
export async function readOperationPrice(
  ctx: HubContext,
  appId: string,
  operation: string,
): Promise<OperationPrice> {
  await requireRegisteredApp(ctx, appId);
  return findOperationPrice(ctx, operation);
}

/** As `readOperationPrice`, for an app that is known. */
export async function findOperationPrice(ctx: HubContext, operation: string): Promise<OperationPrice> {
  const [row] = await readShared<OperationPrice>(ctx.sharedEm ?? ctx.em, {
    sql: "SELECT cost::float8 AS cost, enabled, description FROM operation_costs WHERE operation = $1",
    parameters: [operation],
  });
  return row ?? { cost: 0, enabled: false, description: "Unknown operation" };
}

function toOffer({ priceCents, ...row }: PricedPackageRow): CreditPackageOffer {
  const credits = row.credits + row.bonusCredits;
  // Ten-thousandths of a unit: a price per credit has more decimals than a price.
  const perCredit = multiplyHalfUp(priceCents, 10_000, credits);
  return { ...row, price: toMajor(priceCents, 2), pricePerCredit: toMajor(perCredit, 4) };
}

async function readRates(ctx: HubContext): Promise<Record<string, unknown>> {
  const rows = await executeSql<{
    operation: string;
    cost: number;
    unit: string;
    description: string;
    enabled: boolean;
  }>(
    ctx.em,
    "SELECT operation, cost::float8 AS cost, unit, description, enabled FROM operation_costs ORDER BY operation",
  );
  return Object.fromEntries(
    rows.map(({ operation, cost, ...rest }) => [operation, { cost: toMajor(cost, 2), ...rest }]),
  );
}
