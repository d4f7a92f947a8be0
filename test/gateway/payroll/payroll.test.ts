import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { settlePayroll } from "../../../subgraphs/gateway/payroll/runs/settle-payroll.service.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { textOfPdf } from "../invoicing/app/pdf-text.ts";
import { createEmployer } from "./employers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const first = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
const second = { periodStart: "2026-01-19", periodEnd: "2026-02-01", type: "regular" };

/** What the platform's worker does on a day. */
function settleOn(day: string): Promise<number> {
  const ctx = app.running.platform.contextIn("gateway") as AllAppsContext;
  const at = new Date(`${day}T12:00:00.000Z`);
  return settlePayroll({ ...ctx, clock: { now: () => at } });
}

test("from an empty account to a paid payroll with payslips, by tools alone", async () => {
  const { act, scheduleId } = await createEmployer(app);
  const { periods } = await act("list_pay_periods", { scheduleId, year: 2026 });
  expect(periods[0]).toEqual({
    periodId: `${scheduleId}.2026-01-05`,
    start: "2026-01-05",
    end: "2026-01-18",
    payDate: "2026-01-23",
    status: "open",
    skipReason: null,
    runId: null,
  });
  const employee = await act("create_employee", {
    firstName: "Ana",
    lastName: "Alva",
    email: "ana@staff.example",
    startDate: "2025-03-01",
    workState: "TX",
    payScheduleId: scheduleId,
    employmentType: "full_time",
  });
  const employeeId = employee.id;
  expect(employee).toMatchObject({ status: "onboarding", ssnLast4: null });
  expect(await act("get_w4", { employeeId })).toMatchObject({ id: null, filingStatus: "single" });
  await act("submit_w4", { employeeId, filingStatus: "married", effectiveDate: "2025-03-01" });
  await act("set_compensation", {
    employeeId,
    kind: "salary",
    amount: 52_000,
    perUnit: "year",
    effectiveDate: "2025-03-01",
  });
  const started = await act("run_payroll", first);
  expect(started).toMatchObject({
    runId: expect.stringMatching(/^run_/),
    status: "processing",
    employeeCount: 1,
  });
  const run = await act("get_payroll_run", { runId: started.runId });
  expect(run).toMatchObject({ gross: 2000, employeeTaxes: 229.15, net: 1770.85, payDate: "2026-01-23" });
  expect(run.cashRequired).toBe(2000 + 124 + 29 + 12);
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips).toHaveLength(1);
  const payslip = await act("get_payslip", { payslipId: payslips[0].id });
  expect(payslip).toMatchObject({
    gross: 2000,
    federalIncome: 76.15,
    socialSecurity: 124,
    medicare: 29,
    stateIncome: 0,
    net: 1770.85,
    ytd: { gross: 2000, net: 1770.85 },
  });
  const text = textOfPdf(
    Buffer.from((await act("render_payslip_pdf", { payslipId: payslip.id })).content, "base64"),
  );
  for (const shown of ["Payslip", "Ana Alva", "$2,000.00", "$1,770.85"]) expect(text).toContain(shown);

  await settleOn("2026-01-20");
  expect((await act("get_payroll_run", { runId: run.id })).status).toBe("processing");
  await settleOn("2026-01-21");
  expect((await act("get_payroll_run", { runId: run.id })).status).toBe("awaiting_payment");
  expect((await act("mark_payroll_paid", { runId: run.id })).status).toBe("paid");
  const again = await act("list_pay_periods", { scheduleId, year: 2026 });
  expect(again.periods[0]).toMatchObject({ status: "paid", runId: run.id });
});

test("run_payroll returns 202 with run, status and count, once per idempotency key", async () => {
  const { headers, hire } = await createEmployer(app);
  await hire(52_000);
  const keyed = { ...headers, "idempotency-key": newId("key") };
  const answer = await app.post("/payroll/run", first, keyed);
  expect(answer.status).toBe(202);
  expect(Object.keys(answer.body)).toEqual(["runId", "status", "employeeCount"]);
  const replay = await app.post("/payroll/run", first, keyed);
  expect(replay.body).toEqual(answer.body);
});

describe("a run is refused", () => {
  test("a run of dates that are no pay period is rejected with the nearest period", async () => {
    const { refused, scheduleId } = await createEmployer(app);
    const wrong = { ...first, periodEnd: "2026-01-19" };
    expect(await refused("run_payroll", wrong)).toMatchObject({
      status: 400,
      code: "NOT_A_PERIOD",
      details: { nearest: { scheduleId, start: "2026-01-05", end: "2026-01-18", payDate: "2026-01-23" } },
    });
  });

  test("a run without employees is rejected and stores nothing", async () => {
    const { refused, act } = await createEmployer(app);
    expect(await refused("run_payroll", first)).toMatchObject({ status: 422, code: "NO_EMPLOYEES" });
    expect((await act("list_payroll_runs")).total).toBe(0);
  });

  test("a run with an unsupported state is rejected instead of assuming zero tax", async () => {
    const { refused, hire } = await createEmployer(app);
    await hire(52_000, { workState: "CA" });
    const lastYear = { type: "regular", periodStart: "2025-01-06", periodEnd: "2025-01-19" };
    expect(await refused("run_payroll", lastYear)).toMatchObject({
      status: 422,
      code: "STATE_NOT_SUPPORTED",
      details: { states: ["CA"], year: 2025, missing: ["us-ca-income-tax:2025"] },
    });
    const taxes = {
      grossPay: 100,
      frequency: "weekly",
      filingStatus: "single",
      payDate: "2025-05-01",
      state: "CA",
    };
    expect((await refused("calculate_taxes", taxes)).code).toBe("STATE_NOT_SUPPORTED");
  });

  test("a second run of a period is rejected, also with ten concurrent requests", async () => {
    const { act, refused, hire, headers } = await createEmployer(app);
    const employeeId = await hire(52_000);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.post("/payroll/run", first, { ...headers, "idempotency-key": newId("key") }),
      ),
    );
    const [won] = answers.filter(({ status }) => status === 202);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      202,
      ...Array(9).fill(409),
    ]);
    for (const { status, body } of answers)
      if (status === 409)
        expect(body).toMatchObject({ code: "PERIOD_ALREADY_RUN", details: { runId: won!.body.runId } });
    expect((await refused("run_payroll", first)).code).toBe("PERIOD_ALREADY_RUN");
    expect((await act("list_payslips", { employeeId })).total).toBe(1);
  });
});

test("concurrent runs of one employee stop exactly at the wage base", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const bonus = async (amount: number) => {
    const dates = { periodStart: "2026-02-01", periodEnd: "2026-02-01", payDate: "2026-02-02" };
    const { id: runId } = await act("create_payroll_draft", { ...dates, type: "bonus" });
    await act("update_payroll_item", { runId, employeeId, bonus: amount });
    return runId as string;
  };
  const runs = [await bonus(100_000), await bonus(100_000), await bonus(100_000)];
  await Promise.all(runs.map((runId) => act("approve_payroll", { runId })));
  const ytd = await act("get_ytd_totals", { employeeId, year: 2026 });
  expect(ytd).toMatchObject({
    gross: 300_000,
    socialSecurityWages: 184_500,
    socialSecurity: 11_439,
    futa: 42,
  });
  expect(ytd).toMatchObject({ federalIncome: 66_000, additionalMedicare: 900 });
});

test("year-to-date totals sum payslips by pay date, and a reversal subtracts its own", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(260_000);
  await act("run_payroll", first);
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  const sum = (name: string, slips = payslips) =>
    Math.round(slips.reduce((total: number, slip: Record<string, number>) => total + slip[name]! * 100, 0)) /
    100;
  const names = ["gross", "federalIncome", "socialSecurity", "medicare", "net"];
  const ytd = await act("get_ytd_totals", { employeeId, year: 2026 });
  for (const name of names) expect(ytd[name]).toBe(sum(name));
  expect(payslips[0].ytd).toEqual(ytd);
  expect((await act("get_ytd_totals", { employeeId, year: 2026, asOf: "2026-01-23" })).gross).toBe(10_000);

  const reversal = await act("reverse_payslip", { payslipId: payslips[0].id, reason: "Wrong hours" });
  expect(reversal).toMatchObject({ gross: -10_000, reversalOf: payslips[0].id, ytd: { gross: 10_000 } });
  const after = await act("get_ytd_totals", { employeeId, year: 2026 });
  for (const name of names) expect(after[name]).toBe(payslips[1][name]);
  const again = { payslipId: payslips[0].id, reason: "Twice" };
  expect(await refused("reverse_payslip", again)).toMatchObject({
    code: "BUSINESS_RULE",
    details: { rule: "already_reversed" },
  });
});

test("a payslip cannot be changed, not even in the database", async () => {
  const { hire, act } = await createEmployer(app);
  await hire(52_000);
  await act("run_payroll", first);
  await expect(app.database.query("UPDATE gateway.payslips SET reason = 'x'", [])).rejects.toThrow(
    "never changed",
  );
});

test("a second change of a draft item keeps the fields that it omits", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const { id: runId } = await act("create_payroll_draft", first);
  await act("update_payroll_item", { runId, employeeId, bonus: 100, reimbursements: 50 });
  await act("update_payroll_item", { runId, employeeId, bonus: 300 });
  const { employees } = await act("preview_payroll", { runId });
  expect(employees).toMatchObject([{ employeeId, gross: 2300, reimbursements: 50 }]);
});

test("a draft run of named employees pays these only, and each must exist", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const [paid, other] = [await hire(52_000), await hire(52_000)];
  const dates = { periodStart: "2026-02-01", periodEnd: "2026-02-01", payDate: "2026-02-02" };
  const draft = { ...dates, type: "bonus" };
  const { id: runId } = await act("create_payroll_draft", { ...draft, employeeIds: [paid, paid] });
  await act("update_payroll_item", { runId, employeeId: paid, bonus: 100 });
  await act("update_payroll_item", { runId, employeeId: other, bonus: 100 });
  expect((await act("preview_payroll", { runId })).employees).toMatchObject([{ employeeId: paid }]);
  expect(await refused("create_payroll_draft", { ...draft, employeeIds: [paid, "emp_none"] })).toMatchObject({
    status: 404,
    code: "NOT_FOUND",
  });
});

test("a period is previewed without a draft, and a payslip is found by employee and run", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const { periodStart, periodEnd } = first;
  const preview = await act("preview_payroll", { periodStart, periodEnd });
  expect(preview).toMatchObject({ employeeCount: 1, gross: 2000 });
  expect((await act("list_payroll_runs")).total).toBe(0);
  expect(await refused("preview_payroll", { periodStart })).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { fields: [{ path: "periodEnd" }] },
  });
  expect((await refused("preview_payroll", { periodStart, periodEnd: "2026-01-17" })).code).toBe(
    "NOT_A_PERIOD",
  );
  const { runId } = await act("run_payroll", first);
  const found = await act("get_payslip", { employeeId, runId });
  expect(found).toMatchObject({ employeeId, runId, net: preview.net });
  expect(await act("get_payslip", { payslipId: found.id })).toEqual(found);
  expect((await refused("get_payslip", { employeeId })).code).toBe("VALIDATION_ERROR");
  expect((await refused("get_payslip", { employeeId: "emp_none", runId })).code).toBe("NOT_FOUND");
});

test("a draft run is previewed, approved with the expected net, and reversed on cancellation", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const { id: runId } = await act("create_payroll_draft", first);
  expect((await refused("run_payroll", first)).code).toBe("PERIOD_ALREADY_RUN");
  await act("update_payroll_item", { runId, employeeId, reimbursements: 50 });
  const preview = await act("preview_payroll", { runId });
  expect(preview).toMatchObject({ employeeCount: 1, gross: 2000, net: 2000 - 156.15 - 124 - 29 + 50 });
  expect((await act("list_payslips", { employeeId })).total).toBe(0);
  expect(await refused("approve_payroll", { runId, expectedNetTotal: 1 })).toMatchObject({
    status: 422,
    details: { rule: "net_total_differs", netTotal: 1740.85 },
  });
  const approved = await act("approve_payroll", { runId, expectedNetTotal: preview.net });
  expect(approved).toMatchObject({ status: "pending", net: 1740.85 });
  expect((await refused("approve_payroll", { runId })).code).toBe("INVALID_STATE");
  // A rate that changes now changes nothing that is frozen.
  await act("set_compensation", {
    employeeId,
    kind: "salary",
    amount: 99_000,
    perUnit: "year",
    effectiveDate: "2025-02-01",
  });
  expect((await act("get_payroll_run", { runId })).gross).toBe(2000);
  await act("cancel_payroll_run", { runId, reason: "Wrong month" });
  expect((await act("get_ytd_totals", { employeeId, year: 2026 })).gross).toBe(0);
  const redone = await act("run_payroll", first);
  expect((await act("get_payroll_run", { runId: redone.runId })).gross).toBe(3807.69);
  expect((await refused("cancel_payroll_run", { runId: redone.runId, reason: "x" })).code).toBe(
    "INVALID_STATE",
  );
});
