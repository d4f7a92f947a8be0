import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { parseCurrency } from "../../../../src/currency.ts";
import { newId } from "../../../../src/ids.ts";
import type { HubContext } from "../../hub.context.ts";

/** The ledger of an account in one currency. */
export interface LedgerRow {
  id: string;
  ownerId: string;
  currency: string;
  /** First month of the fiscal year, 1 to 12. */
  fiscalYearStart: number;
  /** Last day of the last closed period; null before the first one is closed. */
  closedThrough: string | null;
}

/** Currency of a ledger that is created without one. */
const defaultCurrency = "USD";

const columns = `id, owner_id AS "ownerId", currency, fiscal_year_start AS "fiscalYearStart",
  closed_through::text AS "closedThrough"`;

/** The account's ledger in this currency, or its oldest one without a currency; null when there is none. */
export async function findLedger(
  em: EntityManager,
  ctx: HubContext,
  currency: string | null | undefined,
): Promise<LedgerRow | null> {
  const code = currency ? parseCurrency(currency) : null;
  const sql = `SELECT ${columns} FROM accounting_ledgers
    WHERE owner_id = $1 AND ($2::text IS NULL OR currency = $2) ORDER BY created_at, id LIMIT 1`;
  const [row] = await executeSql<LedgerRow>(em, sql, [ctx.principal.ownerId, code]);
  return row ?? null;
}

/** A ledger without accounts, for reports of accounts that keep no books in a currency. */
export function emptyLedger(ctx: HubContext, currency: string | null | undefined): LedgerRow {
  const code = currency ? parseCurrency(currency) : defaultCurrency;
  return {
    id: "",
    ownerId: ctx.principal.ownerId ?? "",
    currency: code,
    fiscalYearStart: 1,
    closedThrough: null,
  };
}

/** One of the account's ledgers by ID; `lock` excludes changes, and with `update` postings too, until the transaction ends. */
export async function readLedger(
  em: EntityManager,
  ctx: HubContext,
  { id, lock }: { id: string; lock?: "share" | "update" },
): Promise<LedgerRow | null> {
  const locking = lock === undefined ? "" : lock === "share" ? "FOR SHARE" : "FOR UPDATE";
  const sql = `SELECT ${columns} FROM accounting_ledgers WHERE owner_id = $1 AND id = $2 ${locking}`;
  const [row] = await executeSql<LedgerRow>(em, sql, [ctx.principal.ownerId, id]);
  return row ?? null;
}

/** The account's ledger in a currency, created when there is none. Only the creation uses `fiscalYearStart`. */
export async function openLedger(
  em: EntityManager,
  ctx: HubContext,
  { currency, fiscalYearStart = 1 }: { currency?: string | null; fiscalYearStart?: number },
): Promise<LedgerRow> {
  const known = await findLedger(em, ctx, currency);
  if (known) return known;
  const { ownerId, currency: code } = emptyLedger(ctx, currency);
  const sql = `INSERT INTO accounting_ledgers (id, owner_id, currency, fiscal_year_start, created_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (owner_id, currency) DO NOTHING`;
  await executeSql(em, sql, [newId("lgr"), ownerId, code, fiscalYearStart, ctx.clock.now()]);
  return (await findLedger(em, ctx, code))!;
}
