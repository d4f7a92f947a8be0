import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { CrmCompany } from "./company.types.ts";

interface StoredCompany extends Omit<CrmCompany, "createdAt" | "updatedAt"> {
  createdAt: string;
  updatedAt: string;
}

const columns = `c.id AS "companyId", c.name, c.domain, c.notes, c.archived_at IS NOT NULL AS archived, c.version,
  c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM crm_contacts p WHERE p.company_id = c.id AND p.owner_id = c.owner_id) AS contacts`;

/** Companies by a condition over `c` that the open transaction may see. */
export async function selectCompanies(
  em: EntityManager,
  where: string,
  values: readonly unknown[],
): Promise<CrmCompany[]> {
  const sql = `SELECT ${columns} FROM crm_companies c WHERE ${where}`;
  const rows = await executeSql<StoredCompany>(em, sql, values);
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  }));
}
