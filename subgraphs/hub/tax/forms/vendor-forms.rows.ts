import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { FormStatus } from "./form-states.ts";

/** The form that counts for a vendor and year. */
export interface VendorForm {
  vendorId: string;
  formId: string;
  status: FormStatus;
  /** Box 1 in cents. */
  reportedCents: number;
}

/** The latest form of each vendor for a year, without voided ones and those that void. */
export function formsOfVendors(
  em: EntityManager,
  { ownerId, year, vendorIds }: { ownerId: string; year: number; vendorIds: readonly string[] },
): Promise<VendorForm[]> {
  const sql = `SELECT DISTINCT ON (f.vendor_id) f.vendor_id AS "vendorId", f.id AS "formId", f.status,
      (f.content->>'nonEmployeeCompensation')::float8 AS "reportedCents"
    FROM tax_forms f WHERE f.owner_id = $1 AND f.vendor_id = ANY ($2) AND f.tax_year = $3 AND f.kind <> 'void'
      AND f.status NOT IN ('voided', 'deleted') ORDER BY f.vendor_id, f.created_at DESC, f.id DESC`;
  return executeSql<VendorForm>(em, sql, [ownerId, vendorIds, year]);
}
