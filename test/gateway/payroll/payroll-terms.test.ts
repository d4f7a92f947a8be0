import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePayroll } from "../../../subgraphs/gateway/payroll/runs/settle-payroll.service.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { runShellBlocks } from "../../support/shell-blocks.ts";
import { createEmployer } from "./employers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app?.close());

const first = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
const second = { periodStart: "2026-01-19", periodEnd: "2026-02-01", type: "regular" };

/** Runs the worker's settlement for a day. */
function settleOn(day: string): Promise<number> {
  const ctx = app.running.platform.contextIn("gateway") as AllAppsContext;
  const at = new Date(`${day}T12:00:00.000Z`);
  return settlePayroll({ ...ctx, clock: { now: () => at } });
}

test("deductions stop at their annual limit, garnishments at the legal limit", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("create_deduction_type", {
    code: "401k",
    name: "Retirement",
    timing: "pretax_retirement",
    annualLimit: 250,
  });
  await act("enroll_in_deduction", { employeeId, code: "401k", percent: 10, from: "2026-01-01" });
  await act("add_garnishment", {
    employeeId,
    kind: "creditor",
    amount: 900,
    caseNumber: "C-1",
    priority: 1,
    total: 600,
    from: "2026-01-01",
  });
  await act("run_payroll", first);
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  const [later, earlier] = payslips;
  expect(earlier.deductions[0]).toMatchObject({ code: "401k", amount: 200 });
  expect(later.deductions[0]).toMatchObject({ code: "401k", amount: 50 });
  const disposable = 2000 - earlier.federalIncome - 124 - 29;
  expect(earlier.garnishments[0].amount).toBe(Math.floor(disposable * 25) / 100);
  expect(later.garnishments[0].amount).toBe(Math.round((600 - earlier.garnishments[0].amount) * 100) / 100);
});

test("a change of salary within a period and a last day are prorated by work days", async () => {
  const { act, hire } = await createEmployer(app);
  const [risen, left] = [await hire(52_000), await hire(52_000)];
  await act("set_compensation", {
    employeeId: risen,
    kind: "salary",
    amount: 78_000,
    perUnit: "year",
    effectiveDate: "2026-01-12",
  });
  await act("terminate_employee", { employeeId: left, lastDay: "2026-01-07", reason: "Moved away" });
  await act("run_payroll", first);
  const grossOf = async (employeeId: string) =>
    (await act("list_payslips", { employeeId })).payslips[0].gross;
  expect(await grossOf(risen)).toBe(1000 + 1500);
  expect(await grossOf(left)).toBe(600);
});

test("sensitive numbers are encrypted, used once and never shown again", async () => {
  const { act, refused, headers, scheduleId } = await createEmployer(app);
  const seal = (body: Record<string, unknown>) => app.post("/payroll/secure-numbers", body, headers);
  const sealed = await seal({ kind: "ssn", number: "219-09-9999" });
  expect(sealed.status).toBe(201);
  expect(JSON.stringify(sealed.body)).not.toContain("21909");
  const facts = {
    firstName: "Bo",
    lastName: "Berg",
    startDate: "2026-01-01",
    workState: "WA",
    payScheduleId: scheduleId,
    employmentType: "part_time",
    ssnSetupToken: sealed.body.setupToken,
  };
  const employee = await act("create_employee", { ...facts, email: "bo@staff.example" });
  expect(employee.ssnLast4).toBe("9999");
  expect(await refused("create_employee", { ...facts, email: "b2@staff.example" })).toMatchObject({
    status: 404,
    code: "NOT_FOUND",
  });
  expect((await seal({ kind: "bank_account", number: "12345678", routingNumber: "021000022" })).status).toBe(
    400,
  );
  const bank = await seal({ kind: "bank_account", number: "12345678", routingNumber: "021000021" });
  const added = { employeeId: employee.id, setupToken: bank.body.setupToken };
  expect(await act("add_employee_bank_account", added)).toMatchObject({
    last4: "5678",
    status: "unverified",
  });
  const [stored] = await app.database.query<{ all: string }>(
    "SELECT string_agg(s::text, ' ') AS all FROM gateway.payroll_secrets AS s",
    [],
  );
  expect(stored!.all).not.toMatch(/219099999|12345678/);
});

test("contractors are paid in full except for backup withholding", async () => {
  const { act, refused } = await createEmployer(app);
  const one = await act("create_contractor", {
    name: "Cleo",
    email: "cleo@work.example",
    kind: "individual",
  });
  const two = await act("create_contractor", {
    name: "Dee Ltd",
    email: "dee@work.example",
    kind: "business",
    backupWithholding: true,
  });
  const pay = { amount: 1000, description: "Design", payDate: "2026-01-30" };
  expect(await act("pay_contractor", { contractorId: one.id, ...pay, reimbursement: 20 })).toMatchObject({
    withheld: 0,
    net: 1020,
    status: "scheduled",
  });
  expect(await act("pay_contractor", { contractorId: two.id, ...pay })).toMatchObject({
    withheld: 240,
    net: 760,
  });
  await settleOn("2026-01-30");
  const { payments } = await act("list_contractor_payments", { contractorId: one.id, year: 2026 });
  expect(payments.map(({ status }: { status: string }) => status)).toEqual(["paid"]);
  const past = { ...pay, contractorId: one.id, payDate: "2026-01-02" };
  expect(await refused("pay_contractor", past)).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { fields: [{ path: "payDate", rule: "minimum" }] },
  });
});

test("a contractor payment without a later pay date is processed on the same day", async () => {
  const { act } = await createEmployer(app);
  const { id: contractorId } = await act("create_contractor", {
    name: "Cleo",
    email: "cleo@work.example",
    kind: "individual",
  });
  const paid = { contractorId, amount: 100, description: "Design" };
  expect(await act("pay_contractor", paid, "2026-01-20")).toMatchObject({
    status: "processing",
    payDate: "2026-01-20",
  });
});

test("state withholding follows the latest certificate of the work state, and of no other state", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000, { workState: "MI" });
  const draft = await act("create_payroll_draft", first);
  const stateTax = async () => {
    const { employees } = await act("preview_payroll", { runId: draft.id });
    return employees[0].stateIncome;
  };
  // Michigan: 4.25 % of the annual wage above 5,900 for each allowance.
  expect(await stateTax()).toBe(85);
  await act("set_state_withholding", { employeeId, state: "MI", allowances: 1 });
  await act("set_state_withholding", { employeeId, state: "IL", allowances: 9 });
  expect(await stateTax()).toBe(75.36);
  await act("set_state_withholding", { employeeId, state: "MI", allowances: 2, extra: 10 });
  expect(await stateTax()).toBe(75.71);
});

test("calculated taxes include every worksheet line, and the reason for zero state tax", async () => {
  const { act } = await createEmployer(app);
  const taxes = await act("calculate_taxes", {
    grossPay: 2000,
    frequency: "biweekly",
    filingStatus: "single",
    payDate: "2026-05-01",
    state: "TX",
  });
  expect(taxes).toMatchObject({ federalIncome: 156.15, socialSecurity: 124, medicare: 29, state: 0 });
  expect(taxes.stateReason).toBe("TX has no income tax on wages.");
  expect(taxes.steps.at(-1)).toMatchObject({ line: "4b", amount: 156.15 });
});

test("a run of 1,000 employees takes less than ten seconds", async () => {
  const { act, ownerId, scheduleId } = await createEmployer(app);
  await app.database.query(
    `WITH staff AS (
       INSERT INTO gateway.payroll_employees (id, owner_id, first_name, last_name, email, work_state, start_date, status,
         pay_schedule_id, employment_type, version, created_at, updated_at)
       SELECT 'emp_' || $1 || n, $1, 'N', n::text, $1 || n || '@staff.example', 'TX', '2025-01-01', 'active', $2,
         'full_time', 1, now(), now() FROM generate_series(1, 1000) AS n RETURNING id)
     INSERT INTO gateway.payroll_compensations
       (id, owner_id, employee_id, kind, amount_cents, per_unit, flsa_exempt, effective_date, created_at)
     SELECT 'cmp_' || id, $1, id, 'salary', 5200000, 'year', true, '2025-01-01', now() FROM staff`,
    [ownerId, scheduleId],
  );
  const before = performance.now();
  expect(await act("run_payroll", first)).toMatchObject({ employeeCount: 1000 });
  expect(performance.now() - before).toBeLessThan(10_000);
  expect((await act("list_payroll_runs")).runs[0]).toMatchObject({ gross: 2_000_000, net: 1_690_850 });
});

test("the commands in docs/guides/payroll.md run a payroll", async () => {
  const printed = await runShellBlocks(app, "docs/guides/payroll.md");
  expect(printed).toMatch(/"status":"processing","employeeCount":1/);
  expect(printed).toContain('"net":1690.85');
  expect(printed).toContain('"taxTableVersion":"us-2026.1"');
});
