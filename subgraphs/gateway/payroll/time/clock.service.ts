import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { clockIn as clockInZone } from "../../../../src/telephony/zone-clock.ts";
import { addDays } from "../../../../src/time/local-date.ts";
import { timezoneOf } from "../../base/account-days.service.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { employeeOf } from "../people/employees.service.ts";
import type { ClockedTime, ClockInInput, ClockOutInput } from "./clock.types.ts";
import { addEntry, refuseTime } from "./time-entries.service.ts";
import { findRows, insertAll } from "./time.rows.ts";
import type { TimeEntry } from "./time.types.ts";

const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

/**
 * Begins time at work. Throws NOT_FOUND, VALIDATION_ERROR, BUSINESS_RULE already_clocked_in, and INVALID_STATE for a period
 * whose timesheet is approved.
 */
export function clockIn(ctx: GatewayContext, input: ClockInInput): Promise<ClockedTime> {
  return exactlyOnce(ctx, { operation: "clockIn", input }, async (em) => {
    const employee = await employeeOf(em, ctx, input.employeeId, true);
    const [open] = await findRows(em, "payroll_clock_ins", "employee_id = $1", [employee.id]);
    if (open)
      throw businessRule("already_clocked_in", "The employee is at work already. Use clock_out first.", {
        from: open.startedAt.slice(0, 16),
      });
    const startedAt = input.at ?? (await nowOf(em, ctx, employee.ownerId));
    await refuseTime(em, employee, startedAt.slice(0, 10));
    const jobCode = input.jobCode ?? null;
    const createdAt = ctx.clock.now().toISOString();
    const { id: employeeId, ownerId } = employee;
    const row = { id: newId("clk"), ownerId, employeeId, startedAt, jobCode, createdAt };
    await insertAll(em, "payroll_clock_ins", [row]);
    return { employeeId, from: startedAt, to: null, jobCode, entries: [] };
  });
}

/**
 * Ends time at work and enters its hours, one entry per day. Throws NOT_FOUND, VALIDATION_ERROR for a time that is not after
 * the start or more than a day after it, BUSINESS_RULE not_clocked_in, time_overlap and day_too_long, and INVALID_STATE.
 */
export function clockOut(ctx: GatewayContext, input: ClockOutInput): Promise<ClockedTime> {
  return exactlyOnce(ctx, { operation: "clockOut", input }, async (em) => {
    const { id: employeeId, ownerId } = await employeeOf(em, ctx, input.employeeId, true);
    const [open] = await findRows(em, "payroll_clock_ins", "employee_id = $1", [employeeId]);
    if (!open) throw businessRule("not_clocked_in", "The employee is not at work. Use clock_in first.");
    const from = open.startedAt.slice(0, 16);
    const to = input.at ?? (await nowOf(em, ctx, ownerId));
    if (to <= from) throw refuse("at", `must be after ${from}`, "minimum");
    const nextDay = addDays(from.slice(0, 10), 1);
    if (to > `${nextDay}${from.slice(10)}`)
      throw refuse("at", "must be at most 24 hours after clocking in. Enter the hours instead", "maximum");
    await executeSql(em, "DELETE FROM payroll_clock_ins WHERE id = $1", [open.id]);
    const { jobCode } = open;
    const entries: TimeEntry[] = [];
    for (const part of daysOf(from, to))
      entries.push(await addEntry(em, ctx, { employeeId, jobCode, ...part }));
    return { employeeId, from, to, jobCode, entries };
  });
}

/** A span cut at midnight. */
function daysOf(from: string, to: string): { date: string; from: string; to: string }[] {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  const [begin, end] = [from.slice(11), to.slice(11)];
  if (first === last) return [{ date: first, from: begin, to: end }];
  const evening = { date: first, from: begin, to: "24:00" };
  return end === "00:00" ? [evening] : [evening, { date: last, from: "00:00", to: end }];
}

/** The local time in the account's time zone, to the minute. */
async function nowOf(em: EntityManager, ctx: GatewayContext, ownerId: string): Promise<string> {
  const { date, minute } = clockInZone(await timezoneOf(em, ownerId), ctx.clock.now());
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${date}T${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}
