import type { EntityManager } from "@mikro-orm/postgresql";
import type { CsvMapping } from "../../../../src/bank-statements/csv-statement.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { badInput } from "../finance.errors.ts";
import { findRows } from "../finance.rows.ts";
import type { AccountRow } from "../finance-tables.ts";

interface Mapped {
  mapping?: CsvMapping | null;
  mappingName?: string | null;
}

/** The input with the mapping that it names. Throws NOT_FOUND, and VALIDATION_ERROR where it has one of its own as well. */
export async function withSavedMapping<Input extends Mapped>(
  em: EntityManager,
  { id }: AccountRow,
  input: Input,
): Promise<Input> {
  const { mapping, mappingName } = input;
  if (!mappingName) return input;
  if (mapping) throw badInput("mappingName", "must not be combined with mapping", "oneOf");
  const where = "account_id = $1 AND lower(name) = lower($2)";
  const [saved] = await findRows(em, "finance_import_mappings", where, [id, mappingName.trim()]);
  if (!saved) throw notFound("mapping");
  return { ...input, mapping: saved.mapping };
}
