import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { invalidState, notFound } from "../../base/gateway.errors.ts";
import { findOwn, findRows, updateRow } from "../payroll.rows.ts";
import type { GarnishmentRow } from "../payroll-tables.ts";
import { percentageOf, readAmountOrPercent } from "./amount-or-percent.ts";
import type * as types from "./change-terms.types.ts";
import { refuseEndBeforeStart } from "./deductions.service.ts";
import { employeeOf } from "./employees.service.ts";
import type { Garnishment } from "./employee-terms.types.ts";

/** Garnishments of an employee with what was withheld. Throws NOT_FOUND. */
export function listGarnishments(
  ctx: GatewayContext,
  { employeeId, status = null }: types.GarnishmentsArgs,
): Promise<types.GarnishmentList> {
  const read = async (em: EntityManager) => {
    await employeeOf(em, ctx, employeeId);
    const where = "employee_id = $1 ORDER BY priority, starts_on, id LIMIT 500";
    const rows = await findRows(em, "payroll_garnishments", where, [employeeId]);
    const withheld = await readWithheld(em, employeeId);
    const all = rows.map((row) => presentGarnishment(ctx, row, withheld.get(row.id) ?? 0));
    return { garnishments: all.filter((one) => status === null || one.status === status) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Changes the terms of a garnishment for later runs. Throws NOT_FOUND, VALIDATION_ERROR, and INVALID_STATE after its end. */
export function updateGarnishment(
  ctx: GatewayContext,
  input: types.UpdateGarnishmentInput,
): Promise<Garnishment> {
  const { amount = null, percent = null, total = null, caseNumber, priority } = input;
  const wanted = amount === null && percent === null ? {} : readAmountOrPercent({ amount, percent });
  return exactlyOnce(ctx, { operation: "updateGarnishment", input }, async (em) => {
    const { row, withheldCents } = await lockedGarnishment(em, ctx, input.garnishmentId);
    if (hasEnded(ctx, row)) throw invalidState("garnishment", "ended", ["active", "paid_off"]);
    if (total !== null && total < withheldCents)
      throw validationError([
        { path: "total", message: "must not be less than what was already withheld", rule: "minimum" },
      ]);
    const changes = {
      ...wanted,
      caseNumber: caseNumber ?? row.caseNumber,
      priority: priority ?? row.priority,
      totalCents: total ?? row.totalCents,
    };
    await updateRow(em, "payroll_garnishments", row.id, changes);
    return presentGarnishment(ctx, { ...row, ...changes }, withheldCents);
  });
}

/** Ends a garnishment after a pay date. Throws NOT_FOUND and VALIDATION_ERROR. */
export function endGarnishment(ctx: GatewayContext, input: types.EndGarnishmentInput): Promise<Garnishment> {
  return exactlyOnce(ctx, { operation: "endGarnishment", input }, async (em) => {
    const { row, withheldCents } = await lockedGarnishment(em, ctx, input.garnishmentId);
    refuseEndBeforeStart(row, input.to);
    const end = { endsOn: input.to, endReason: input.reason };
    await updateRow(em, "payroll_garnishments", row.id, end);
    return presentGarnishment(ctx, { ...row, ...end }, withheldCents);
  });
}

/** A garnishment as callers see it, of which so many cents were withheld. */
export function presentGarnishment(
  ctx: GatewayContext,
  row: GarnishmentRow,
  withheldCents: number,
): Garnishment {
  const { totalCents } = row;
  const remainingCents = totalCents === null ? null : Math.max(0, totalCents - withheldCents);
  const open = remainingCents === 0 ? "paid_off" : "active";
  const status = hasEnded(ctx, row) ? "ended" : open;
  return { ...row, percentage: percentageOf(row.percent), withheldCents, remainingCents, status };
}

function hasEnded(ctx: GatewayContext, { endsOn }: GarnishmentRow): boolean {
  return endsOn !== null && endsOn < ctx.clock.now().toISOString().slice(0, 10);
}

async function lockedGarnishment(
  em: EntityManager,
  ctx: GatewayContext,
  garnishmentId: string,
): Promise<{ row: GarnishmentRow; withheldCents: number }> {
  const own = { ownerId: ownerOf(ctx), id: garnishmentId, lock: true };
  const row = await findOwn(em, "payroll_garnishments", own);
  if (!row) throw notFound("garnishment");
  const withheld = await readWithheld(em, row.employeeId);
  return { row, withheldCents: withheld.get(row.id) ?? 0 };
}

/** Cents withheld on payslips, reversals included, by garnishment. */
async function readWithheld(em: EntityManager, employeeId: string): Promise<Map<string, number>> {
  const rows = await executeSql<{ id: string; cents: number }>(
    em,
    `SELECT g ->> 'id' AS id, sum((g ->> 'amountCents')::bigint)::float8 AS cents
     FROM payslips AS p CROSS JOIN jsonb_array_elements(p.garnishments) AS g
     WHERE p.employee_id = $1 GROUP BY 1`,
    [employeeId],
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}
