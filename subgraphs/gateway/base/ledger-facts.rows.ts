import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { FactQuery, LedgerFact } from "./ledger-source.ts";

/**
 * Runs a union of facts for one account, in the order of date, kind and ID. Each part selects `kind, id, date, currency,
 * memo, party, category, amounts, changed_at, item, due_on` of the account $1.
 */
export function selectFacts(
  em: EntityManager,
  ownerId: string,
  { union, query }: { union: string; query: FactQuery },
): Promise<LedgerFact[]> {
  const { from, to, changedSince, after, limit } = query;
  const sql = `SELECT f.kind, f.id, f.date::text AS date, f.currency, f.memo, f.party, f.category, f.amounts,
      f.item, f.due_on::text AS "dueOn"
    FROM (${union}) AS f
    WHERE ($2::date IS NULL OR f.date >= $2) AND ($3::date IS NULL OR f.date <= $3)
      AND ($4::timestamptz IS NULL OR f.changed_at >= $4)
      AND ($5::date IS NULL OR (f.date, f.kind COLLATE "C", f.id COLLATE "C") > ($5, $6, $7))
    ORDER BY f.date, f.kind COLLATE "C", f.id COLLATE "C" LIMIT $8`;
  const position = [after?.date ?? null, after?.kind ?? null, after?.id ?? null];
  return executeSql<LedgerFact>(em, sql, [ownerId, from, to, changedSince, ...position, limit]);
}
