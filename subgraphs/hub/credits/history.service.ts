import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { ownerOf } from "./credits.service.ts";
import type { CreditHistoryArgs, CreditHistoryEntry, CreditHistoryPage } from "./credits.types.ts";

const entryRows = `SELECT id, app_id AS "appId", pool, type, amount::float8 AS amount, balance_after::float8 AS "balanceAfter",
    description, operation, metadata, reference_id AS "referenceId", transaction_id AS "transactionId",
    package_id AS "packageId", hold_id AS "holdId", expires_at AS "expiresAt", created_at AS "createdAt",
    sequence::float8 AS sequence
  FROM credit_entries WHERE owner_id = $1 AND app_id = $2`;

/** Holds do not change the balance; they are listed among the movements at the time they were placed. */
const holdRows = `SELECT h.id, a.app_id, a.pool, 'hold_' || h.status, -h.amount::float8, NULL::float8, h.description, h.operation,
    h.metadata, NULL, NULL, NULL, h.id, h.expires_at, h.created_at, NULL::float8
  FROM credit_holds h JOIN credit_accounts a ON a.id = h.account_id WHERE h.owner_id = $1 AND a.app_id = $2`;

/** The account's movements in an app, newest first in ledger order; with `include: "holds"` also its holds. */
export async function readHistory(ctx: HubContext, args: CreditHistoryArgs): Promise<CreditHistoryPage> {
  await requireOwnApp(ctx, args.appId);
  const showsHolds = args.include === "holds";
  const source = showsHolds ? `${entryRows} UNION ALL ${holdRows}` : entryRows;
  const order = showsHolds ? `"createdAt" DESC, sequence DESC NULLS LAST, id DESC` : "sequence DESC";
  return inTransaction(
    ctx,
    async (em) => {
      const [count] = await executeSql<{ total: number }>(
        em,
        `SELECT count(*)::int AS total FROM (${source}) AS rows`,
        [ownerOf(ctx), args.appId],
      );
      const rows = await executeSql<CreditHistoryEntry>(
        em,
        `SELECT * FROM (${source}) AS rows ORDER BY ${order} LIMIT $3 OFFSET $4`,
        [ownerOf(ctx), args.appId, args.limit, args.offset],
      );
      const pagination = { limit: args.limit, offset: args.offset, total: count?.total ?? 0 };
      return { transactions: rows.map(toEntry), pagination };
    },
    { readOnly: true },
  );
}

function toEntry(row: CreditHistoryEntry): CreditHistoryEntry {
  const {
    id,
    appId,
    pool,
    type,
    amount,
    description,
    operation,
    referenceId,
    transactionId,
    packageId,
    holdId,
  } = row;
  return {
    id,
    appId,
    pool,
    type,
    amount,
    description,
    operation,
    referenceId,
    transactionId,
    packageId,
    holdId,
    balanceAfter: row.balanceAfter,
    metadata: parseJson(row.metadata),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    createdAt: new Date(row.createdAt),
  };
}

/** The driver hands JSON columns of raw statements over as text. */
function parseJson(value: unknown): Record<string, unknown> | null {
  if (typeof value === "string") return JSON.parse(value) as Record<string, unknown>;
  return (value as Record<string, unknown> | null) ?? null;
}
