import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { federal } from "../taxes/payroll-year.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { readTaxes } from "./deposits.service.ts";
import { form941Of, type QuarterSums } from "./form-941.ts";
import type * as types from "./reports.types.ts";
import { scheduleBOf } from "./schedule-b.ts";
import { quarterNamed, returnPeriodOf } from "./tax-deposits.ts";

/** Form 941 of a quarter, from the taxes on payslips and recorded deposits. */
export function prepareForm941(
  ctx: GatewayContext,
  { year, quarter }: types.Form941Args,
): Promise<types.Form941> {
  const span = quarterNamed(year, quarter);
  const read = async (em: EntityManager) => {
    const { legalName, ein } = await settingsOf(em, ownerOf(ctx));
    const of = [ownerOf(ctx), span.start, span.end];
    const [row] = await executeSql<Omit<QuarterSums, "monthsCents"> & { months: number[] }>(em, quarterSql, [
      ...of,
      year,
      federal.additionalMedicareFromCents,
      `${span.end.slice(0, 7)}-12`,
      returnPeriodOf("941", span.start),
    ]);
    const { months, ...sums } = row!;
    const [first = 0, second = 0, third = 0] = months;
    const lines = form941Of({ ...sums, monthsCents: [first, second, third] });
    const { days, setting } = await readTaxes(em, ctx, year);
    const { start: periodStart, end: periodEnd, dueDate } = span;
    const head = { year, quarter, legalName, ein, periodStart, periodEnd, dueDate, currency: "USD" };
    return { ...head, ...lines, scheduleB: scheduleBOf(days, setting, span) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

const deposited = `federal_income_cents + social_security_cents + medicare_cents + additional_medicare_cents
  + employer_social_security_cents + employer_medicare_cents`;

const ofMonth = (at: number) =>
  `coalesce(sum(${deposited}) FILTER (WHERE (extract(month FROM pay_date)::int - 1) % 3 = ${at}), 0)::float8`;

/** Wages above the threshold of a person are those up to the quarter's end, less those before it began. */
const quarterSql = `WITH posted AS (
    SELECT * FROM payslips WHERE owner_id = $1 AND year = $4 AND pay_date <= $3
  ), high AS (
    SELECT greatest(sum(medicare_wages_cents) - $5, 0)
      - greatest(coalesce(sum(medicare_wages_cents) FILTER (WHERE pay_date < $2), 0) - $5, 0) AS cents
    FROM posted GROUP BY employee_id
  )
  SELECT
    (SELECT count(DISTINCT employee_id)::int FROM posted AS p
      WHERE pay_date >= $2 AND $6::date BETWEEN period_start AND period_end AND reversal_of IS NULL
        AND NOT EXISTS (SELECT FROM payslips AS v WHERE v.reversal_of = p.id)) AS employees,
    coalesce(sum(taxable_cents), 0)::float8 AS "wagesCents",
    coalesce(sum(federal_income_cents), 0)::float8 AS "incomeTaxCents",
    coalesce(sum(social_security_wages_cents), 0)::float8 AS "socialSecurityWagesCents",
    coalesce(sum(medicare_wages_cents), 0)::float8 AS "medicareWagesCents",
    (SELECT coalesce(sum(cents), 0)::float8 FROM high) AS "additionalMedicareWagesCents",
    coalesce(sum(${deposited} - federal_income_cents), 0)::float8 AS "socialTaxesCents",
    (SELECT coalesce(sum(amount_cents), 0)::float8 FROM payroll_tax_deposits
      WHERE owner_id = $1 AND form = '941' AND period = $7) AS "depositedCents",
    ARRAY[${[0, 1, 2].map(ofMonth).join(", ")}] AS months
  FROM posted WHERE pay_date >= $2`;
