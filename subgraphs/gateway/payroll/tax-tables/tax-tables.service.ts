import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import type { TaxTableFacts } from "../../base/tax-table.ts";
import { taxTableFacts } from "../taxes/payroll-tax-tables.ts";
import { payrollYearFrom, type PayrollYear } from "../taxes/payroll-year.ts";
import { shippedTables, shippedYears } from "./shipped-tables.ts";
import { taxTablesSchema, type TaxTables } from "./tax-tables.schema.ts";

/** Imported tables that were read, by ID. An ID never gets other figures. */
const imported = new Map<string, TaxTables>();
const kept = 8;

/** The tables of each year: the last imported, or else those of the release. */
async function allTables(em: EntityManager): Promise<TaxTables[]> {
  const sql = "SELECT DISTINCT year FROM payroll_tax_tables ORDER BY year";
  const rows = await executeSql<{ year: number }>(em, sql, []);
  const years = new Set([...shippedYears, ...rows.map(({ year }) => year)]);
  const all: TaxTables[] = [];
  for (const year of [...years].toSorted((one, two) => one - two)) all.push((await tablesOf(em, year))!);
  return all;
}

/** What is listed of the tables in force. */
export async function readPayrollTaxTables(em: EntityManager): Promise<TaxTableFacts[]> {
  return (await allTables(em)).flatMap(taxTableFacts);
}

/** Figures of the year of a pay date. Throws BUSINESS_RULE year_not_supported, which names the missing tables. */
export async function yearFor(em: EntityManager, payDate: string): Promise<PayrollYear> {
  const year = Number(payDate.slice(0, 4));
  const tables = await tablesOf(em, year);
  if (tables) return payrollYearFrom(tables);
  const supported = (await allTables(em)).map((one) => one.year);
  const message =
    "Tax tables are not available for the year of this pay date. See supported for the available years.";
  throw businessRule("year_not_supported", message, { supported, missing: [`us-${year}`] });
}

async function tablesOf(em: EntityManager, year: number): Promise<TaxTables | null> {
  const latest =
    "SELECT id FROM payroll_tax_tables WHERE year = $1 ORDER BY imported_at DESC, id DESC LIMIT 1";
  const [row] = await executeSql<{ id: string }>(em, latest, [year]);
  if (!row) return shippedTables(year);
  const known = imported.get(row.id);
  if (known) return known;
  const [found] = await executeSql<{ body: unknown }>(
    em,
    "SELECT body FROM payroll_tax_tables WHERE id = $1",
    [row.id],
  );
  const tables = taxTablesSchema.parse(found!.body);
  if (imported.size >= kept) imported.clear();
  imported.set(row.id, tables);
  return tables;
}
