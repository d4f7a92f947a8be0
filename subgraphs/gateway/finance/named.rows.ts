import type { EntityManager } from "@mikro-orm/postgresql";
import { sqlState } from "../../../src/db/sql.ts";
import { duplicateName } from "./finance.errors.ts";
import { updateRow } from "./finance.rows.ts";
import type { FinanceTables } from "./finance-tables.ts";

type Named = "finance_categories" | "finance_category_groups" | "finance_payees";

/** Updates a locked row whose name is unique. Throws DUPLICATE when another row has taken the name meanwhile. */
export async function updateNamed<Name extends Named>(
  em: EntityManager,
  table: Name,
  id: string,
  changes: Partial<FinanceTables[Name]>,
  what: string,
): Promise<void> {
  await updateRow(em, table, id, changes).catch((error: unknown) => {
    if (sqlState(error) !== "23505") throw error;
    throw duplicateName(what);
  });
}
