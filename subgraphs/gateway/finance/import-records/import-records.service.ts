import type { EntityManager } from "@mikro-orm/postgresql";
import type { CsvMapping } from "../../../../src/bank-statements/csv-statement.ts";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { badInput } from "../finance.errors.ts";
import { findRows, pageRows } from "../finance.rows.ts";
import type { ImportMappingRow } from "../finance-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { presentBatch } from "../imports/imports.service.ts";
import type * as types from "./import-records.types.ts";

/** The caller's imports, newest first. Throws INVALID_CURSOR. */
export function listImportBatches(
  ctx: FinanceContext,
  { accountId = null, limit, after }: types.ImportBatchesArgs,
): Promise<types.ImportBatchPage> {
  const read = async (em: EntityManager) => {
    const list = ["finance imports", accountId] as const;
    const where = "($2::text IS NULL OR account_id = $2)";
    const wanted = { where, values: [accountId], list, limit, after: after ?? null };
    const { rows, ...page } = await pageRows(em, ctx, "finance_import_batches", wanted);
    return { imports: rows.map(presentBatch), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const fields = [
  "date",
  "amount",
  "debit",
  "credit",
  "payee",
  "notes",
  "id",
  "dateFormat",
  "decimalComma",
] as const;
const mostMappings = 50;

/**
 * Saves columns and formats of an account's statements; one of the same name is replaced. Throws NOT_FOUND for the account,
 * VALIDATION_ERROR for an empty mapping, and BUSINESS_RULE (`too_many_mappings`) for the 51st of an account.
 */
export function saveImportMapping(
  ctx: FinanceContext,
  input: types.SaveImportMappingInput,
): Promise<types.ImportMapping> {
  const given = fields.filter((field) => (input.mapping[field] ?? null) !== null);
  if (given.length === 0) throw badInput("mapping", "must have at least one column or format", "required");
  return changeOnce(ctx, { operation: "saveImportMapping", input }, async (em) => {
    // Mappings of an account are saved one after the other, so that they are counted.
    const account = await accountOf(em, ctx, input.accountId, true);
    const name = input.name.trim();
    const others = await findRows(em, "finance_import_mappings", "account_id = $1", [account.id]);
    const known = others.some((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!known && others.length >= mostMappings)
      throw businessRule(
        "too_many_mappings",
        `An account has at most ${mostMappings} mappings. Replace one of them.`,
        { names: others.map((one) => one.name) },
      );
    const mapping: CsvMapping = Object.fromEntries(given.map((field) => [field, input.mapping[field]]));
    const sql = `INSERT INTO finance_import_mappings AS m (id, owner_id, account_id, name, mapping, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $6)
      ON CONFLICT (account_id, lower(name)) DO UPDATE
        SET name = excluded.name, mapping = excluded.mapping, updated_at = excluded.updated_at
      RETURNING id`;
    const now = ctx.clock.now();
    const values = [newId("fim"), account.ownerId, account.id, name, JSON.stringify(mapping), now];
    const [saved] = await executeSql<{ id: string }>(em, sql, values);
    return presentMapping({
      id: saved!.id,
      accountId: account.id,
      name,
      mapping,
      updatedAt: now.toISOString(),
    });
  });
}

/** Saved mappings of an account, by name. Throws NOT_FOUND. */
export function listImportMappings(
  ctx: FinanceContext,
  { accountId }: types.ImportMappingsArgs,
): Promise<types.ImportMappingList> {
  const read = async (em: EntityManager) => {
    const { id } = await accountOf(em, ctx, accountId);
    const rows = await findRows(em, "finance_import_mappings", "account_id = $1 ORDER BY lower(name)", [id]);
    return { mappings: rows.map(presentMapping) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

type Shown = Pick<ImportMappingRow, "id" | "accountId" | "name" | "mapping" | "updatedAt">;

function presentMapping({ id, accountId, name, mapping, updatedAt }: Shown): types.ImportMapping {
  const settings = Object.fromEntries(fields.map((field) => [field, mapping[field] ?? null]));
  return {
    id,
    accountId,
    name,
    mapping: settings as unknown as types.StatementMapping,
    updatedAt: new Date(updatedAt),
  };
}
