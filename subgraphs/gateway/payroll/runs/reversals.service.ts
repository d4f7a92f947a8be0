import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import { freePaidTime } from "../time/pay-time.service.ts";
import { addAmounts, lockYears } from "./calculate-run.service.ts";
import { findOwn, findRows, insertAll } from "../payroll.rows.ts";
import { payslipAmounts, type PayslipAmounts, type PayslipRow } from "../payroll-tables.ts";
import { emitPayslips } from "./run-events.service.ts";
import { noAmounts, readYears } from "./people-to-pay.service.ts";
import { presentPayslip } from "./payslips.service.ts";
import type { Payslip, ReversePayslipInput } from "./payslip.types.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";

/**
 * Reverses a payslip with a negated copy on the same pay date, which corrects the sums of that year. Throws NOT_FOUND,
 * and BUSINESS_RULE when it is a reversal or already reversed.
 */
export function reversePayslip(ctx: GatewayContext, input: ReversePayslipInput): Promise<Payslip> {
  return exactlyOnce(ctx, { operation: "reversePayslip", input }, async (em) => {
    const payslip = await findOwn(em, "payslips", { ownerId: ownerOf(ctx), id: input.payslipId });
    if (!payslip) throw notFound("payslip");
    if (payslip.reversalOf !== null)
      throw businessRule(
        "is_reversal",
        "A reversal cannot be reversed. Pay the employee again in an off_cycle run.",
      );
    await lockYears(em, { ownerId: payslip.ownerId, employeeIds: [payslip.employeeId], year: payslip.year });
    const reversals = await findRows(em, "payslips", "reversal_of = $1", [payslip.id]);
    if (reversals.length > 0)
      throw businessRule(
        "already_reversed",
        "This payslip was already reversed. See payslipId for the reversal.",
        { payslipId: reversals[0]!.id },
      );
    const [reversal] = await reverseAll(em, ctx, [payslip], input.reason);
    return presentPayslip(reversal!);
  });
}

/** Reverses payslips of one year in the open transaction. */
export async function reverseAll(
  em: EntityManager,
  ctx: GatewayContext,
  payslips: readonly PayslipRow[],
  reason: string,
): Promise<PayslipRow[]> {
  const [first] = payslips;
  if (!first) return [];
  const employeeIds = payslips.map(({ employeeId }) => employeeId);
  await lockYears(em, { ownerId: first.ownerId, employeeIds, year: first.year });
  const years = await readYears(em, employeeIds, first.year);
  const createdAt = ctx.clock.now().toISOString();
  const reversals = payslips.map((payslip): PayslipRow => {
    const amounts = negated(payslip);
    return {
      ...payslip,
      ...amounts,
      id: newId("pay"),
      contributions: payslip.contributions.map((one) => ({
        ...negatedPart(one),
        wagesCents: 0 - one.wagesCents,
      })),
      deposits: payslip.deposits.map(negatedPart),
      earnings: payslip.earnings.map(negatedPart),
      deductions: payslip.deductions.map((one) => ({
        ...negatedPart(one),
        employerMatchCents: 0 - (one.employerMatchCents ?? 0),
      })),
      garnishments: payslip.garnishments.map(negatedPart),
      ytd: addAmounts(years.get(payslip.employeeId) ?? noAmounts, amounts),
      reversalOf: payslip.id,
      reason,
      createdAt,
    };
  });
  await insertAll(em, "payslips", reversals);
  await emitPayslips(em, reversals);
  const days = reversals.map(({ payDate }) => payDate);
  await emitLedgerChanges(em, [{ appId: "payroll", ownerId: first.ownerId, id: first.runId, days }]);
  await freePaidTime(em, { runId: first.runId, employeeIds });
  return reversals;
}

function negated(payslip: PayslipAmounts): PayslipAmounts {
  // Avoids negative zero.
  return Object.fromEntries(payslipAmounts.map((name) => [name, 0 - payslip[name]])) as PayslipAmounts;
}

function negatedPart<Part extends { amountCents: number }>(part: Part): Part {
  return { ...part, amountCents: 0 - part.amountCents };
}
