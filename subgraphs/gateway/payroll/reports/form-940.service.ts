import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { form940Of, type FutaYearSums } from "./form-940.ts";
import type * as types from "./form-940.types.ts";
import { quarterNamed } from "./tax-deposits.ts";

/** What no payslip shows. */
const notIncluded = [
  "Lines 9 and 10: wages that are excluded from state unemployment tax, and state tax that was paid late.",
  "Line 11: the credit reduction of Schedule A.",
];

/** Form 940 of a year, from the taxes on payslips and recorded deposits. */
export function prepareForm940(ctx: GatewayContext, { year }: types.Form940Args): Promise<types.Form940> {
  const read = async (em: EntityManager) => {
    const { legalName, ein } = await settingsOf(em, ownerOf(ctx));
    const [row] = await executeSql<
      Omit<FutaYearSums, "quartersCents"> & { quarters: number[]; states: string[] }
    >(em, yearSql, [ownerOf(ctx), year, String(year)]);
    const { quarters, states, ...sums } = row!;
    const [first = 0, second = 0, third = 0, fourth = 0] = quarters;
    const lines = form940Of({ ...sums, quartersCents: [first, second, third, fourth] });
    const { dueDate } = quarterNamed(year, 4);
    return { year, legalName, ein, dueDate, currency: "USD", states, ...lines, notIncluded };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const ofQuarter = (quarter: number) =>
  `coalesce(sum(futa_cents) FILTER (WHERE extract(quarter FROM pay_date) = ${quarter}), 0)::float8`;

const yearSql = `SELECT
    coalesce(sum(gross_cents), 0)::float8 AS "grossCents",
    coalesce(sum(medicare_wages_cents), 0)::float8 AS "subjectCents",
    coalesce(sum(futa_wages_cents), 0)::float8 AS "taxableCents",
    ARRAY[${[1, 2, 3, 4].map(ofQuarter).join(", ")}] AS quarters,
    coalesce(array_agg(DISTINCT state ORDER BY state) FILTER (WHERE futa_wages_cents <> 0), '{}') AS states,
    (SELECT coalesce(sum(amount_cents), 0)::float8 FROM payroll_tax_deposits
      WHERE owner_id = $1 AND form = '940' AND period = $3) AS "depositedCents"
  FROM payslips WHERE owner_id = $1 AND year = $2`;
