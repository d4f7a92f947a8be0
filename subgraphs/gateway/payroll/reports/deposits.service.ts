import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { toMajor } from "../../../../src/money.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { findRows, insertAll } from "../payroll.rows.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import type * as types from "./deposit.types.ts";
import { periodsOfYear, planDeposits } from "./federal-deposits.ts";
import { liabilitiesOf, type TaxesOfDay } from "./liabilities.ts";
import { settleLiabilities, type Settlement } from "./settled-liabilities.ts";
import { lookbackOf, quarterNamed, type DepositSchedule } from "./tax-deposits.ts";
import { businessRule } from "../../base/gateway.errors.ts";

/**
 * Records a deposit, which pays the open liabilities of its return, oldest first. Throws VALIDATION_ERROR for a
 * form of another agency or a day in the future, and BUSINESS_RULE for more than the open amount and for a
 * reference that was already recorded.
 */
export function recordTaxDeposit(
  ctx: GatewayContext,
  input: types.RecordTaxDepositInput,
): Promise<types.TaxDeposit> {
  const today = ctx.clock.now().toISOString().slice(0, 10);
  refuseDeposit(input, today);
  return exactlyOnce(ctx, { operation: "recordTaxDeposit", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    const { agency, form, period, amount: amountCents, date, reference } = input;
    // Concurrent deposits must not both see the same open amount.
    const turn = "SELECT pg_advisory_xact_lock(hashtextextended('tax deposits of ' || $1, 0))";
    await executeSql(em, turn, [ownerId]);
    const same = "owner_id = $1 AND agency = $2 AND form = $3 AND period = $4 AND reference = $5";
    const values = [ownerId, agency, form, period, reference];
    const [noted] = await findRows(em, "payroll_tax_deposits", same, values);
    if (noted)
      throw businessRule(
        "deposit_recorded",
        "A deposit with this reference was already recorded. Check the reference.",
        {
          depositId: noted.id,
        },
      );
    const year = Number(period.slice(0, 4));
    const before = openOf(await readSettlement(em, ctx, { from: year, to: year, today }), input);
    if (amountCents > before)
      throw businessRule(
        "over_deposit",
        "The deposit exceeds the open amount of the period. Enter at most that amount.",
        {
          open: toMajor(before, 2),
        },
      );
    const createdAt = ctx.clock.now().toISOString();
    const row = { id: newId("dep"), ownerId, agency, form, period, amountCents, reference, createdAt };
    await insertAll(em, "payroll_tax_deposits", [{ ...row, depositedOn: date }]);
    await emitLedgerChanges(em, [{ appId: "payroll", ownerId, id: row.id, days: [date] }]);
    const after = await readSettlement(em, ctx, { from: year, to: year, today });
    const settled = after.liabilities.flatMap((one) => {
      const part = one.deposits.find(({ depositId }) => depositId === row.id);
      return part ? [{ ...one, amountCents: part.amountCents }] : [];
    });
    return { ...row, currency: "USD", date, settled, openCents: openOf(after, input) };
  });
}

function openOf({ liabilities }: Settlement, of: { agency: string; form: string; period: string }): number {
  const own = liabilities.filter(
    (one) => one.agency === of.agency && one.form === of.form && one.period === of.period,
  );
  return own.reduce((sum, { openCents }) => sum + Math.max(openCents, 0), 0);
}

function refuseDeposit({ agency, form, period, date }: types.RecordTaxDepositInput, today: string): void {
  const faults: { path: string; message: string; rule: string }[] = [];
  const isFederal = form === "941" || form === "940";
  if (isFederal !== (agency === "IRS"))
    faults.push({
      path: "form",
      message: "must be a form of this agency: 941 or 940 for the IRS, state forms for a state",
      rule: "format",
    });
  if ((form === "940") !== (period.length === 4))
    faults.push({
      path: "period",
      message: "must be a year for form 940, and a quarter for other forms",
      rule: "format",
    });
  if (date > today) faults.push({ path: "date", message: "must not be in the future", rule: "maximum" });
  if (faults.length > 0) throw validationError(faults);
}

/** Liabilities of whole years with their deposits, in the open transaction. */
export async function readSettlement(
  em: EntityManager,
  ctx: GatewayContext,
  { from, to, today }: { from: number; to: number; today: string },
): Promise<Settlement> {
  const { days, setting } = await readTaxes(em, ctx, to);
  const owed = liabilitiesOf(days, setting, today).filter(({ period }) => Number(period.slice(0, 4)) >= from);
  const where = "owner_id = $1 AND left(period, 4)::int BETWEEN $2 AND $3";
  const deposits = await findRows(em, "payroll_tax_deposits", where, [ownerOf(ctx), from, to]);
  return settleLiabilities(owed, deposits, today);
}

/** All taxes up to the end of a year, because due dates and the schedule depend on earlier years. */
export async function readTaxes(em: EntityManager, ctx: GatewayContext, year: number) {
  const { depositSchedule } = await settingsOf(em, ownerOf(ctx));
  const days = await executeSql<TaxesOfDay>(em, taxesSql, [ownerOf(ctx), `${year}-12-31`]);
  return { days, setting: depositSchedule as DepositSchedule };
}

/** Income tax goes to the state that it was withheld for; unemployment tax and contributions to the state of work. */
const taxesSql = `SELECT to_char(pay_date, 'YYYY-MM-DD') AS "payDate", part.state,
    sum(CASE WHEN part.is_work THEN federal_income_cents + social_security_cents + medicare_cents
      + additional_medicare_cents + employer_social_security_cents + employer_medicare_cents ELSE 0 END)::float8
      AS "form941Cents",
    sum(CASE WHEN part.is_work THEN futa_cents ELSE 0 END)::float8 AS "futaCents",
    sum(CASE WHEN part.is_work THEN 0 ELSE state_cents + local_cents END)::float8 AS "stateCents",
    sum(CASE WHEN part.is_work THEN suta_cents ELSE 0 END)::float8 AS "sutaCents",
    sum(CASE WHEN part.is_work THEN contributions_cents ELSE 0 END)::float8 AS "contributionsCents"
  FROM payslips AS p CROSS JOIN LATERAL (VALUES (p.state, true), (p.tax_state, false)) AS part (state, is_work)
  WHERE owner_id = $1 AND pay_date <= $2 GROUP BY pay_date, part.state ORDER BY pay_date, part.state`;

/** Deposit schedule of a year, from current payslips and settings. */
export function readDepositSchedule(
  ctx: GatewayContext,
  { year }: types.TaxDepositScheduleArgs,
): Promise<types.TaxDepositSchedule> {
  const read = async (em: EntityManager) => {
    const { days, setting } = await readTaxes(em, ctx, year);
    const plan = planDeposits(days, setting);
    const schedule = plan.scheduleOn(`${year}-01-01`);
    const nextDay = plan.gathered.find(({ isNextDay, end }) => isNextDay && end.startsWith(`${year}-`));
    const { start: lookbackStart, end: lookbackEnd } = lookbackOf(year);
    const dueDates = [
      ...periodsOfYear(plan, year).map((period) => ({ form: "941", ...period })),
      ...[1, 2, 3, 4].map((quarter) => ({ form: "940", ...quarterNamed(year, quarter) })),
    ];
    return {
      year,
      schedule,
      lookbackStart,
      lookbackEnd,
      lookbackCents: plan.lookbackCentsOf(year),
      semiweeklyFrom: schedule === "monthly" && nextDay ? addDays(nextDay.end, 1) : null,
      dueDates: dueDates.map(({ form, start: periodStart, end: periodEnd, dueDate }) => {
        return { form, periodStart, periodEnd, dueDate };
      }),
    };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
