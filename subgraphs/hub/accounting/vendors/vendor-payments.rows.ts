import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { requireVendor } from "./vendor.rows.ts";
import type { Form1099Box } from "./vendor.types.ts";

/** Payments of a calendar year in US cents, without voided ones; those by credit card are apart. */
export interface VendorPayments {
  id: string;
  paid: number;
  byCard: number;
}

/** What some vendors were paid in a year; those without payments are not in it. */
export function paymentsOfVendors(
  em: EntityManager,
  ctx: HubContext,
  { year, vendorIds }: { year: number; vendorIds: readonly string[] },
): Promise<VendorPayments[]> {
  const sql = `SELECT b.vendor_id AS id, coalesce(sum(p.amount) FILTER (WHERE NOT p.by_card), 0)::float8 AS paid,
      coalesce(sum(p.amount) FILTER (WHERE p.by_card), 0)::float8 AS "byCard"
    FROM accounting_bill_payments p
    JOIN accounting_bills b ON b.id = p.bill_id
    JOIN accounting_ledgers l ON l.id = p.ledger_id AND l.currency = 'USD'
    WHERE p.owner_id = $1 AND b.vendor_id = ANY ($2) AND p.voided_on IS NULL AND p.date BETWEEN $3 AND $4 GROUP BY 1`;
  return executeSql(em, sql, [ctx.principal.ownerId, vendorIds, `${year}-01-01`, `${year}-12-31`]);
}

/** What a form reports of a vendor and year: the box, and the payments in cents. Throws NOT_FOUND. */
export async function readVendorPayments(
  em: EntityManager,
  ctx: HubContext,
  { vendorId, year }: { vendorId: string; year: number },
): Promise<{ form1099Box: Form1099Box | null; paid: number }> {
  const { form1099Box } = await requireVendor(em, ctx, { id: vendorId });
  const [sum] = await paymentsOfVendors(em, ctx, { year, vendorIds: [vendorId] });
  return { form1099Box, paid: sum?.paid ?? 0 };
}
