import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createEmployer } from "./employers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const first = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
const second = { periodStart: "2026-01-19", periodEnd: "2026-02-01", type: "regular" };

test("approved hours are paid, open timesheets block a run, overtime pays 1.5 times, and a reversal releases the hours", async () => {
  const { act, refused, hire, scheduleId } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const rate = {
    kind: "hourly",
    amount: 30,
    perUnit: "hour",
    flsaExempt: false,
    effectiveDate: "2025-12-01",
  };
  await act("set_compensation", { employeeId, ...rate });
  for (const day of ["05", "06", "07", "08"])
    await act("add_time_entry", { employeeId, date: `2026-01-${day}`, from: "08:00", to: "18:00" });
  const late = await act("add_time_entry", { employeeId, date: "2026-01-09", hours: 2.5 });
  expect(late).toMatchObject({ hours: 2.5, regularHours: 0, overtimeHours: 2.5, status: "open", from: null });
  const overlap = { employeeId, date: "2026-01-05", from: "17:59", to: "19:00" };
  expect((await refused("add_time_entry", overlap)).details["rule"]).toBe("time_overlap");
  const race = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      act("add_time_entry", { employeeId, date: "2026-01-12", from: "08:00", to: "09:00" }),
    ),
  );
  expect(race.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const tooLong = { employeeId, date: "2026-01-09", hours: 22 };
  expect((await refused("add_time_entry", tooLong)).details["rule"]).toBe("day_too_long");
  expect(await refused("run_payroll", first)).toMatchObject({
    status: 409,
    code: "TIMESHEETS_OPEN",
    details: { employeeIds: [employeeId] },
  });
  const sheet = { employeeId, periodId: `${scheduleId}.2026-01-05` };
  expect(await act("approve_timesheet", sheet)).toMatchObject({
    regularHours: 41,
    overtimeHours: 2.5,
    status: "approved",
  });
  expect((await refused("add_time_entry", { ...tooLong, hours: 1 })).code).toBe("INVALID_STATE");
  const { runId } = await act("run_payroll", first);
  const [payslip] = (await act("list_payslips", { runId })).payslips;
  expect(payslip.earnings).toMatchObject([
    { code: "hourly", hours: 41, amount: 1230 },
    { code: "overtime", hours: 2.5, amount: 112.5 },
  ]);
  const listed = await act("list_time_entries", {
    employeeId,
    from: "2026-01-05",
    to: "2026-01-18",
    status: "paid",
  });
  expect(listed.entries.at(-1)).toMatchObject({
    date: "2026-01-05",
    from: "08:00",
    to: "18:00",
    status: "paid",
  });
  expect((await refused("approve_timesheet", sheet)).details).toMatchObject({ current: "paid" });
  await act("reverse_payslip", { payslipId: payslip.id, reason: "wrong" });
  expect((await act("approve_timesheet", sheet)).status).toBe("approved");
  await act("add_time_entry", { employeeId, date: "2026-01-19", hours: 8 });
  const forced = await act("create_payroll_draft", second);
  await act("update_payroll_item", { runId: forced.id, employeeId, bonus: 100 });
  await act("update_payroll_item", { runId: forced.id, employeeId, note: "twice" });
  expect((await refused("approve_payroll", { runId: forced.id })).code).toBe("TIMESHEETS_OPEN");
  expect((await act("approve_payroll", { runId: forced.id, force: true })).gross).toBe(100);
});

test("a run produces a balanced journal, tax liabilities, Form 941 and corrected wage statements", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000, { department: "Yard" });
  const { runId } = await act("run_payroll", first);
  const journal = await act("get_payroll_journal", { runId });
  const side = (name: string) =>
    journal.entries.reduce(
      (sum: number, one: Record<string, number>) => sum + Math.round(one[name]! * 100),
      0,
    );
  expect([side("debit"), side("credit")]).toEqual([216_500, 216_500]);
  const span = { from: "2026-01-01", to: "2026-03-31" };
  const owed = await act("list_tax_liabilities", span, "2026-02-10");
  expect(owed.liabilities).toMatchObject([
    { form: "941", amount: 462.15, dueDate: "2026-02-17", status: "due", isOverdue: false },
    { form: "940", amount: 12, status: "accrued" },
  ]);
  const form = await act("prepare_form_941", { year: 2026, quarter: 1 });
  expect(form).toMatchObject({
    line2: 2000,
    line3: 156.15,
    line5aTax: 248,
    line5cTax: 58,
    line7: 0,
    line12: 462.15,
    line16: [462.15, 0, 0],
  });
  const [statement] = (await act("generate_w2", { year: 2026 })).w2s;
  expect(statement).toMatchObject({
    form: "W-2",
    revision: 1,
    boxes: { box1: 2000, box2: 156.15, box4: 124, box6: 29 },
  });
  const [same, again] = await Promise.all([
    act("generate_w2", { year: 2026 }),
    act("generate_w2", { year: 2026 }),
  ]);
  expect([same.w2s[0].id, again.w2s[0].id]).toEqual([statement.id, statement.id]);
  await act("run_payroll", second);
  const [corrected] = (await act("generate_w2", { year: 2026, employeeIds: [employeeId] })).w2s;
  expect(corrected).toMatchObject({
    form: "W-2c",
    revision: 2,
    boxes: { box1: 4000 },
    corrects: { box1: 2000 },
  });
  const summary = await act("get_payroll_summary", {
    from: "2026-01-01",
    to: "2026-12-31",
    groupBy: "department",
  });
  expect(summary.groups).toMatchObject([{ label: "Yard", employees: 1, gross: 4000, cost: 4330 }]);
  expect(summary.totals.cost).toBe(4330);
  const policy = await act("create_time_off_policy", { name: "Vacation", accrual: "per_period", rate: 4 });
  await act("assign_time_off_policy", {
    employeeId,
    policyId: policy.id,
    from: "2026-01-05",
    openingBalance: 10,
  });
  const { balances } = await act("get_time_off_balance", { employeeId, asOf: "2026-02-01" });
  expect(balances).toMatchObject([{ name: "Vacation", balanceHours: 18, accruedHours: 8 }]);
});

test("time is entered for days of the employment only", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000, { startDate: "2026-01-07" });
  await act("terminate_employee", { employeeId, lastDay: "2026-01-14", reason: "Moved away" });
  for (const date of ["2026-01-06", "2026-01-15"])
    expect(await refused("add_time_entry", { employeeId, date, hours: 1 })).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: [{ path: "date", rule: "employment" }] },
    });
  for (const date of ["2026-01-07", "2026-01-14"])
    expect(await act("add_time_entry", { employeeId, date, hours: 1 })).toMatchObject({ date, hours: 1 });
});

test("time off by the hour accrues from approved entries since the assignment, and is assigned once", async () => {
  const { act, refused, hire, scheduleId } = await createEmployer(app);
  const employeeId = await hire(52_000);
  // 10 hours per 100 worked.
  const policy = { name: "Sick leave", accrual: "per_hour", rate: 10 };
  const { id: policyId } = await act("create_time_off_policy", policy);
  const assignment = { employeeId, policyId, from: "2026-01-06" };
  await act("assign_time_off_policy", assignment);
  expect((await refused("assign_time_off_policy", assignment)).code).toBe("DUPLICATE");
  for (const date of ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08"])
    await act("add_time_entry", { employeeId, date, hours: 5 });
  const balance = async () =>
    (await act("get_time_off_balance", { employeeId, asOf: "2026-01-07" })).balances[0];
  expect(await balance()).toMatchObject({ name: "Sick leave", accruedHours: 0 });
  await act("approve_timesheet", { employeeId, periodId: `${scheduleId}.2026-01-05` });
  expect(await balance()).toMatchObject({ accruedHours: 1, balanceHours: 1 });
});

test("hours change until they are paid, and approved hours are approved again", async () => {
  const { act, refused, hire, scheduleId } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("set_compensation", {
    employeeId,
    kind: "hourly",
    amount: 30,
    perUnit: "hour",
    effectiveDate: "2026-01-01",
  });
  const worked = { employeeId, date: "2026-01-06", from: "09:00", to: "17:00", jobCode: "A" };
  const { id: entryId } = await act("add_time_entry", worked);
  const other = await act("add_time_entry", { employeeId, date: "2026-01-07", hours: 4 });
  const sheet = { employeeId, periodId: `${scheduleId}.2026-01-05` };
  await act("approve_timesheet", sheet);

  expect(await act("update_time_entry", { entryId, to: "16:30", jobCode: null })).toMatchObject({
    from: "09:00",
    to: "16:30",
    hours: 7.5,
    jobCode: null,
    status: "open",
  });
  const span = { employeeId, from: "2026-01-05", to: "2026-01-18" };
  expect((await act("list_time_entries", { ...span, status: "approved" })).entries).toEqual([]);
  const run = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
  expect(await refused("run_payroll", run)).toMatchObject({ code: "TIMESHEETS_OPEN" });

  expect(await act("update_time_entry", { entryId, hours: 6 })).toMatchObject({ from: null, hours: 6 });
  expect(await refused("update_time_entry", { entryId, from: "09:00" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await refused("update_time_entry", { entryId, date: "2024-12-31" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(
    (await refused("update_time_entry", { entryId: other.id, date: "2026-01-06", hours: 19 })).details,
  ).toEqual({ rule: "day_too_long" });
  await act("update_time_entry", { entryId, from: "08:00", to: "14:00" });
  await act("update_time_entry", { entryId: other.id, date: "2026-01-06", from: "14:00", to: "18:00" });
  expect((await refused("update_time_entry", { entryId: other.id, from: "13:59" })).details).toEqual({
    rule: "time_overlap",
  });
  await act("delete_time_entry", { entryId: other.id });
  expect(await refused("delete_time_entry", { entryId: other.id })).toMatchObject({ code: "NOT_FOUND" });

  await act("approve_timesheet", sheet);
  await act("run_payroll", run);
  expect((await act("list_payslips", { employeeId })).payslips[0].gross).toBe(180);
  for (const name of ["update_time_entry", "delete_time_entry"])
    expect(await refused(name, { entryId }), name).toMatchObject({
      code: "INVALID_STATE",
      details: { current: "paid" },
    });
  await act("create_time_off_policy", { name: "Vacation", accrual: "annual", rate: 80 });
  expect((await act("list_time_off_policies")).policies).toMatchObject([{ name: "Vacation", rate: 80 }]);
});

test("Form 940 taxes the first 7,000 of each employee, without what section 125 exempts", async () => {
  const { act, hire } = await createEmployer(app);
  const [high, low] = [await hire(234_000), await hire(26_000)];
  await act("create_deduction_type", { code: "MED", name: "Medical", timing: "pretax_section125" });
  await act("enroll_in_deduction", { employeeId: high, code: "MED", amount: 100, from: "2026-01-01" });
  await act("run_payroll", { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" });
  await act("record_tax_deposit", {
    agency: "IRS",
    form: "940",
    period: "2026",
    amount: 20,
    date: "2026-01-20",
    reference: "EFT-940",
  });
  // 9,000 and 1,000; of the 8,900 that are subject 1,900 are above the base.
  expect(await act("prepare_form_940", { year: 2026 })).toMatchObject({
    dueDate: "2027-02-01",
    states: ["TX"],
    line3: 10_000,
    line4: 100,
    line5: 1_900,
    line6: 2_000,
    line7: 8_000,
    line8: 48,
    line13: 20,
    line14: 28,
    line15: 0,
    line16: [48, 0, 0, 0],
    line17: 48,
  });
  const [reversed] = (await act("list_payslips", { employeeId: low })).payslips;
  await act("reverse_payslip", { payslipId: reversed.id, reason: "Wrong hours" });
  expect(await act("prepare_form_940", { year: 2026 })).toMatchObject({
    line3: 9_000,
    line7: 7_000,
    line8: 42,
  });
  expect(await act("prepare_form_940", { year: 2025 })).toMatchObject({ line3: 0, states: [], line17: 0 });
});
