import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { form1099ThresholdCents } from "../../../../src/form-1099-threshold.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findRows, insertAll } from "../payroll.rows.ts";
import type { Form1099Row } from "../contractor-tables.ts";
import type { Form1099NecList, Generate1099NecInput } from "./form-1099.types.ts";

interface Sums {
  contractorId: string;
  box1Cents: number;
  box4Cents: number;
}

/**
 * Forms 1099-NEC of a year from paid contractor payments at or above its threshold, or with backup withholding (26 U.S.C.
 * 6041A, 3406). Unchanged forms are returned as they are; changed figures make a revision. Throws NOT_FOUND for a contractor.
 */
export function generate1099Nec(ctx: GatewayContext, input: Generate1099NecInput): Promise<Form1099NecList> {
  return exactlyOnce(ctx, { operation: "generate1099Nec", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const { year, contractorIds = null } = input;
    // The lock keeps requests at the same time from making the same revision.
    const where = "owner_id = $1 AND ($2::text[] IS NULL OR id = ANY ($2)) ORDER BY id FOR UPDATE";
    const contractors = await findRows(em, "contractors", where, [ownerId, contractorIds]);
    if (contractorIds !== null && contractors.length < new Set(contractorIds).size)
      throw notFound("contractor");
    const ids = contractors.map(({ id }) => id);
    const sums = await executeSql<Sums>(
      em,
      `SELECT contractor_id AS "contractorId", sum(amount_cents)::float8 AS "box1Cents",
         sum(withheld_cents)::float8 AS "box4Cents"
       FROM contractor_payments WHERE contractor_id = ANY ($1) AND status = 'paid'
         AND pay_date BETWEEN make_date($2, 1, 1) AND make_date($2, 12, 31) GROUP BY 1`,
      [ids, year],
    );
    const sumOf = new Map(sums.map((one) => [one.contractorId, one]));
    const made = await findRows(
      em,
      "payroll_1099s",
      "contractor_id = ANY ($1) AND year = $2 ORDER BY revision",
      [ids, year],
    );
    const lastOf = new Map(made.map((row) => [row.contractorId, row]));
    const thresholdCents = form1099ThresholdCents(year);
    const fresh: Form1099Row[] = [];
    const forms = contractors.flatMap(({ id: contractorId, name, tinLast4 }) => {
      const { box1Cents = 0, box4Cents = 0 } = sumOf.get(contractorId) ?? {};
      const last = lastOf.get(contractorId);
      if (!last && box1Cents < thresholdCents && box4Cents === 0) return [];
      const isSame = last?.box1Cents === box1Cents && last.box4Cents === box4Cents;
      const createdAt = ctx.clock.now().toISOString();
      const next = { id: newId("nec"), ownerId, contractorId, year, box1Cents, box4Cents, createdAt };
      const row = isSame ? last : { ...next, revision: (last?.revision ?? 0) + 1 };
      if (!isSame) fresh.push(row);
      const tin = tinLast4 === null ? null : `*****${tinLast4}`;
      return [{ ...row, contractorName: name, tin }];
    });
    if (fresh.length > 0) await insertAll(em, "payroll_1099s", fresh);
    return { year, thresholdCents, forms };
  });
}
