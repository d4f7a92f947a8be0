import { mayUseApp } from "../../../src/access/principal.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { validationError } from "../../../src/errors.ts";
import { findApp, requireAllowedApp, requireRegisteredApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { accountColumns, type AccountRow } from "./account.ts";
import type { CreditBalance, CreditSufficiency } from "./credits.types.ts";
import { availableOf } from "./ledger.ts";

const expiringWithinMs = 30 * 24 * 60 * 60 * 1000;

/** The caller's credits in an app; zeros for an app that was never used. Throws APP_NOT_FOUND. */
export async function readBalance(ctx: HubContext, appId: string): Promise<CreditBalance> {
  requireAllowedApp(ctx, appId);
  await requireRegisteredApp(ctx, appId);
  const [row] = await readRows<BalanceRow>(ctx, {
    sql: `${balanceSql} AND a.app_id = $3`,
    parameters: [ownerOf(ctx), expiringUntil(ctx), appId],
    isQuick: true,
  });
  return toBalance(appId, row ?? null);
}

/** Balances whose reading has begun before the field that shows them. */
const earlyBalances = Symbol("balances read early");
type EarlyContext = HubContext & { [earlyBalances]?: Promise<CreditBalance[]> };

/** Begins to read what `listBalances` will return in this query, together with what is read at the same time. */
export function beginBalances(ctx: HubContext): void {
  // A document may ask for the same user several times, under aliases.
  if ((ctx as EarlyContext)[earlyBalances]) return;
  const reading = readBalances(ctx);
  // Rejects where it is awaited, if it is.
  reading.catch(() => undefined);
  Object.defineProperty(ctx, earlyBalances, { value: reading });
}

/** The caller's credits in every app where they have some and that the credential may name. */
export function listBalances(ctx: HubContext): Promise<CreditBalance[]> {
  return (ctx as EarlyContext)[earlyBalances] ?? readBalances(ctx);
}

async function readBalances(ctx: HubContext): Promise<CreditBalance[]> {
  const rows = await readRows<BalanceRow>(ctx, {
    sql: `${balanceSql} ORDER BY a.app_id`,
    parameters: [ownerOf(ctx), expiringUntil(ctx)],
    isQuick: true,
  });
  return rows.filter((row) => mayUseApp(ctx.principal, row.appId)).map((row) => toBalance(row.appId, row));
}

/** Whether the credits would suffice now; advisory, sets nothing aside. */
export async function checkSufficiency(
  ctx: HubContext,
  appId: string,
  requiredAmount: number,
): Promise<CreditSufficiency> {
  await requireKnownApp(ctx, appId);
  const { available, balance } = await readBalance(ctx, appId);
  return { sufficient: available >= requiredAmount, currentBalance: balance, requiredAmount };
}

/** Checks an app that a write names: registered (400 otherwise), allowed, and the same as the header's. */
export async function requireKnownApp(ctx: HubContext, appId: string): Promise<void> {
  requireAllowedApp(ctx, appId);
  if (await findApp(ctx, appId)) return;
  throw validationError([{ path: "appId", message: "must be the ID of a registered app", rule: "exists" }]);
}

/** The account whose rows the principal acts on. */
export function ownerOf(ctx: HubContext): string {
  return ctx.principal.ownerId ?? "";
}

type BalanceRow = AccountRow & { expiring: { amount: number; expiresAt: string }[] | null };

/** An account with its credits that expire soon, in one statement. */
const balanceSql = `SELECT ${accountColumns}, (
    SELECT json_agg(json_build_object('amount', amount, 'expiresAt', expires_at) ORDER BY expires_at)
    FROM (SELECT sum(remaining)::float8 AS amount, expires_at FROM credit_lots l
          WHERE l.account_id = a.id AND remaining > 0 AND expires_at <= $2 GROUP BY expires_at) AS soon) AS expiring
  FROM credit_accounts a WHERE a.owner_id = $1 AND a.pool = 'standard'`;

function expiringUntil(ctx: HubContext): Date {
  return new Date(ctx.clock.now().getTime() + expiringWithinMs);
}

function toBalance(appId: string, row: BalanceRow | null): CreditBalance {
  const expiring =
    typeof row?.expiring === "string" ? (JSON.parse(row.expiring) as BalanceRow["expiring"]) : row?.expiring;
  return {
    appId,
    balance: row?.balance ?? 0,
    totalPurchased: row?.totalPurchased ?? 0,
    totalConsumed: row?.totalConsumed ?? 0,
    lastPurchaseAt: row?.lastPurchaseAt ? new Date(row.lastPurchaseAt) : null,
    lastConsumedAt: row?.lastConsumedAt ? new Date(row.lastConsumedAt) : null,
    held: row?.held ?? 0,
    available: row ? availableOf(row) : 0,
    expiring: (expiring ?? []).map(({ amount, expiresAt }) => ({ amount, expiresAt: new Date(expiresAt) })),
    currency: "credits",
  };
}
