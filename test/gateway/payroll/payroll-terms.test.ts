import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePayroll } from "../../../subgraphs/gateway/payroll/runs/settle-payroll.service.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { readAch } from "./ach-reader.ts";
import { createEmployer } from "./employers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
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

test("the employer's contribution is of what was deducted, costs the employer and leaves net pay alone", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const [matched, alone] = [await hire(52_000), await hire(52_000)];
  await act("create_deduction_type", {
    code: "401k",
    name: "Retirement",
    timing: "pretax_retirement",
    annualLimit: 250,
  });
  const terms = { code: "401k", percent: 10, from: "2026-01-01" };
  const tooFine = { ...terms, employeeId: matched, employerMatch: 33.33333 };
  expect((await refused("enroll_in_deduction", tooFine)).code).toBe("VALIDATION_ERROR");
  const half = { ...terms, employeeId: matched, employerMatch: 50 };
  expect((await act("enroll_in_deduction", half)).employerMatch).toBe(50);
  expect((await act("enroll_in_deduction", { ...terms, employeeId: alone })).employerMatch).toBeNull();
  const { runId } = await act("run_payroll", first);
  const { runId: later } = await act("run_payroll", second);
  const slipOf = async (employeeId: string, run: string) =>
    (await act("list_payslips", { employeeId, runId: run })).payslips[0];
  const slip = await slipOf(matched, runId);
  expect(slip).toMatchObject({ employerMatch: 100, deductions: [{ amount: 200, employerMatch: 100 }] });
  expect(slip.net).toBe((await slipOf(alone, runId)).net);
  // The annual limit leaves 50 to deduct.
  expect(await slipOf(matched, later)).toMatchObject({ employerMatch: 25, ytd: { employerMatch: 125 } });
  const run = await act("get_payroll_run", { runId });
  const paid = run.net + run.deductions + run.employeeTaxes + run.employerTaxes;
  expect(run.cashRequired).toBeCloseTo(paid + 100, 2);
  const { entries } = await act("get_payroll_journal", { runId });
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ account: "6030", debit: 100, credit: 0 }),
      expect.objectContaining({ account: "2160", debit: 0, credit: 500 }),
    ]),
  );
  const back = await act("reverse_payslip", { payslipId: slip.id, reason: "wrong" });
  expect(back).toMatchObject({ employerMatch: -100, deductions: [{ amount: -200, employerMatch: -100 }] });
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
  const [due] = (await act("list_contractor_payments", { contractorId: one.id, year: 2026 })).payments;
  expect(due.status).toBe("awaiting_payment");
  expect((await act("mark_contractor_payment_paid", { paymentId: due.id })).status).toBe("paid");
  const { payments } = await act("list_contractor_payments", { contractorId: one.id, year: 2026 });
  expect(payments.map(({ status }: { status: string }) => status)).toEqual(["paid"]);
  const past = { ...pay, contractorId: one.id, payDate: "2026-01-02" };
  expect(await refused("pay_contractor", past)).toMatchObject({
    code: "VALIDATION_ERROR",
    details: { fields: [{ path: "payDate", rule: "minimum" }] },
  });
});

test("an ACH file pays contractors, a business as CCD, each in one file that is never written for others", async () => {
  const { act, refused, person } = await createEmployer(app);
  const numbers = ["490000001", "490000002", "490000003"];
  const seal = async (number: string) => {
    const body = { kind: "bank_account", number, routingNumber: "021000021" };
    return (await app.post("/payroll/secure-numbers", body, person)).body.setupToken as string;
  };
  const hire = async (name: string, kind: string) => {
    const facts = { name, email: "x@work.example", kind };
    return (await act("create_contractor", facts)).id as string;
  };
  const pay = async (contractorId: string, amount: number, payDate = "2026-02-02") =>
    (await act("pay_contractor", { contractorId, amount, description: "work", payDate })).id as string;
  await act("update_payroll_settings", { legalName: "Works LLC", ein: "12-3456789" });
  const [kit, firm] = [await hire("Kit Lane", "individual"), await hire("Lane LLC", "business")];
  const paymentIds = [await pay(kit, 100.5), await pay(firm, 900)];
  const write = (ids: readonly string[], key: string) => {
    const body = { paymentIds: ids, bankRoutingNumber: "021000021", bankName: "First Bank" };
    return app.post("/payroll/contractor-ach-files", body, { ...person, "idempotency-key": key });
  };
  expect((await write(paymentIds, "k1")).body).toMatchObject({
    code: "BUSINESS_RULE",
    details: { rule: "no_bank_account" },
  });
  await act("update_contractor", { contractorId: kit, bankSetupToken: await seal(numbers[0]!) });
  await act("update_contractor", { contractorId: firm, bankSetupToken: await seal(numbers[1]!) });
  const changed = { contractorId: firm, bankSetupToken: await seal(numbers[2]!) };
  expect((await act("update_contractor", changed)).bankLast4).toBe("0003");
  const file = await write(paymentIds, "k2");
  expect([file.status, file.body.total, file.body.effectiveDate]).toEqual([200, 1_000.5, "2026-02-02"]);
  const records = readAch(file.body.content as string);
  expect(records.flatMap(({ fields }) => fields["entryClass"] ?? [])).toEqual(["PPD", "CCD"]);
  expect(
    records
      .filter(({ type }) => type === "6")
      .map(({ fields }) => [fields["account"]!.trim(), fields["amount"]]),
  ).toEqual([
    [numbers[0], "0000010050"],
    [numbers[2], "0000090000"],
  ]);
  const again = await write(paymentIds.toReversed(), "k3");
  expect(again.body.sha256).toBe(file.body.sha256);
  const later = await pay(kit, 5);
  expect((await write([...paymentIds, later], "k4")).body.details).toMatchObject({
    rule: "ach_file_created",
    paymentIds: [...paymentIds].toSorted(),
  });
  expect((await write([later, await pay(kit, 5, "2026-02-03")], "k5")).body.code).toBe("VALIDATION_ERROR");
  const cancelled = await refused("cancel_contractor_payment", { paymentId: paymentIds[0]!, reason: "x" });
  expect(cancelled.details).toMatchObject({ rule: "ach_file_created" });
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

test("a deduction changes from a pay date, ends after one, and may begin again", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("create_deduction_type", { code: "MED", name: "Medical", timing: "posttax" });
  const enrolled = { employeeId, code: "MED", amount: 80, from: "2026-01-01" };
  const { id: enrollmentId } = await act("enroll_in_deduction", enrolled);
  await act("run_payroll", first);
  const changed = await act("update_deduction_enrollment", {
    enrollmentId,
    amount: 95,
    effectiveDate: "2026-02-06",
  });
  expect(changed).toMatchObject({ amount: 95, startsOn: "2026-02-06", endsOn: null });
  expect(changed.id).not.toBe(enrollmentId);
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips.map(({ deductions }: { deductions: object[] }) => deductions)).toMatchObject([
    [{ code: "MED", amount: 95 }],
    [{ code: "MED", amount: 80 }],
  ]);
  const inEffect = async (asOf: string) =>
    (await act("list_employee_deductions", { employeeId, asOf })).enrollments;
  expect(await inEffect("2026-02-05")).toMatchObject([
    { id: enrollmentId, amount: 80, endsOn: "2026-02-05" },
  ]);
  expect(await inEffect("2026-02-06")).toMatchObject([{ id: changed.id, amount: 95 }]);

  const again = { enrollmentId, amount: 90, effectiveDate: "2026-03-06" };
  expect(await refused("update_deduction_enrollment", again)).toMatchObject({ code: "INVALID_STATE" });
  const overlapping = { enrollmentId, to: "2026-02-06" };
  expect(await refused("end_deduction_enrollment", overlapping)).toMatchObject({ code: "VALIDATION_ERROR" });
  const early = { enrollmentId: changed.id, to: "2026-02-04" };
  expect(await refused("end_deduction_enrollment", early)).toMatchObject({ code: "VALIDATION_ERROR" });
  await act("end_deduction_enrollment", { enrollmentId: changed.id, to: "2026-02-19" });
  expect(await inEffect("2026-02-20")).toEqual([]);
  expect(await refused("enroll_in_deduction", { ...enrolled, from: "2026-02-19" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  await act("enroll_in_deduction", { ...enrolled, from: "2026-02-20" });
  expect(await inEffect("2026-02-20")).toMatchObject([{ amount: 80, startsOn: "2026-02-20" }]);
});

test("two changes of one deduction from a pay date leave one enrollment that goes on", async () => {
  const { act, headers, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("create_deduction_type", { code: "MED", name: "Medical", timing: "posttax" });
  const { id } = await act("enroll_in_deduction", {
    employeeId,
    code: "MED",
    amount: 80,
    from: "2026-01-01",
  });
  const change = (amount: number) =>
    app.send("PATCH", `/payroll/deductions/${id}`, headers, { amount, effectiveDate: "2026-03-01" });
  const answers = await Promise.all([change(90), change(100)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const { enrollments } = await act("list_employee_deductions", { employeeId, asOf: "2026-03-01" });
  expect(enrollments).toHaveLength(1);
});

test("a garnishment shows what was withheld, changes for later runs and ends after a pay date", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const order = { employeeId, kind: "creditor", caseNumber: "C-7", from: "2026-01-01" };
  const { id: garnishmentId } = await act("add_garnishment", {
    ...order,
    amount: 60,
    priority: 2,
    total: 500,
  });
  const never = await act("add_garnishment", { ...order, amount: 10, priority: 1, from: "2026-03-01" });
  await act("run_payroll", first);
  expect(await refused("update_garnishment", { garnishmentId, total: 59 })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  const changed = await act("update_garnishment", { garnishmentId, percent: 2.5, total: 400 });
  expect(changed).toMatchObject({ amount: null, percentage: 2.5, withheld: 60, remaining: 340 });
  await act("update_garnishment", { garnishmentId, amount: 70 });
  await act("end_garnishment", { garnishmentId, to: "2026-01-23", reason: "Released" });
  await act("end_garnishment", { garnishmentId: never.id, to: "2026-02-28", reason: "Entered twice" });
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips.map(({ garnishmentTotal }: { garnishmentTotal: number }) => garnishmentTotal)).toEqual([
    0, 60,
  ]);
  const listed = async (on: string, status?: string) =>
    (await act("list_garnishments", { employeeId, ...(status ? { status } : {}) }, on)).garnishments;
  expect(await listed("2026-01-23", "active")).toMatchObject([{ id: never.id }, { id: garnishmentId }]);
  expect(await listed("2026-01-24", "ended")).toMatchObject([
    { id: garnishmentId, endsOn: "2026-01-23", endReason: "Released", remaining: 340 },
  ]);
  expect(await refused("update_garnishment", { garnishmentId, amount: 5 }, "2026-01-24")).toMatchObject({
    code: "INVALID_STATE",
  });
  expect(await refused("update_garnishment", { garnishmentId, amount: 5, percent: 5 })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
});

test("pay rates and Forms W-4 are listed, the latest first", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const rate = { employeeId, kind: "salary", amount: 60_000, perUnit: "year", effectiveDate: "2026-03-01" };
  await act("set_compensation", rate);
  for (const effectiveDate of ["2026-01-01", "2026-02-01"])
    await act("submit_w4", { employeeId, filingStatus: "married", effectiveDate });
  expect((await act("list_compensation_history", { employeeId })).compensations).toMatchObject([
    { amount: 60_000, effectiveDate: "2026-03-01" },
    { amount: 52_000, effectiveDate: "2025-01-01" },
  ]);
  expect((await act("list_w4_history", { employeeId })).forms).toMatchObject([
    { effectiveDate: "2026-02-01" },
    { effectiveDate: "2026-01-01" },
  ]);
});

test("an employee who is rehired keeps the sums of the year and is paid from the new first day", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("run_payroll", first);
  expect(await refused("rehire_employee", { employeeId, startDate: "2026-03-02" })).toMatchObject({
    code: "INVALID_STATE",
  });
  await act("terminate_employee", { employeeId, lastDay: "2026-01-18", reason: "Moved away" });
  expect(await refused("rehire_employee", { employeeId, startDate: "2026-01-18" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await act("rehire_employee", { employeeId, startDate: "2026-01-26" })).toMatchObject({
    status: "active",
    startDate: "2026-01-26",
    endDate: null,
  });
  await act("run_payroll", second);
  const [payslip] = (await act("list_payslips", { employeeId })).payslips;
  expect(payslip.gross).toBe(1000);
  expect((await act("get_ytd_totals", { employeeId, year: 2026 })).gross).toBe(3000);
});

test("a pay schedule is archived without employees, and then takes no employees or runs", async () => {
  const { act, refused, hire, scheduleId } = await createEmployer(app);
  const employeeId = await hire(52_000);
  expect(await refused("archive_pay_schedule", { scheduleId })).toMatchObject({
    code: "BUSINESS_RULE",
    details: { rule: "schedule_has_employees", employees: 1 },
  });
  await act("terminate_employee", { employeeId, lastDay: "2026-01-18", reason: "Moved away" });
  expect(await act("archive_pay_schedule", { scheduleId })).toMatchObject({ status: "archived", version: 2 });
  expect(await act("archive_pay_schedule", { scheduleId })).toMatchObject({ version: 2 });
  await expect(hire(40_000)).rejects.toThrow("INVALID_STATE");
  expect(await refused("rehire_employee", { employeeId, startDate: "2026-03-02" })).toMatchObject({
    code: "INVALID_STATE",
  });
  expect(await refused("run_payroll", { ...first, scheduleId })).toMatchObject({ code: "NOT_FOUND" });
});

test("a contractor's year shows whether Form 1099-NEC is due, and a scheduled payment can be cancelled", async () => {
  const { act, refused, headers } = await createEmployer(app);
  const facts = { name: "Kit", email: "kit@work.example", kind: "individual" };
  const { id: contractorId } = await act("create_contractor", facts);
  const pay = (amount: number, payDate: string) =>
    act("pay_contractor", { contractorId, amount, reimbursement: 500, description: "Photos", payDate });
  await pay(1_999.99, "2026-02-02");
  const later = await pay(0.01, "2026-03-02");
  const yearOf = (year?: number) => act("get_contractor", { contractorId, ...(year ? { year } : {}) });
  expect(await yearOf()).toMatchObject({ year: 2026, paid: 2000, form1099Status: "tax_number_missing" });
  expect(await yearOf(2025)).toMatchObject({ paid: 0, form1099Status: "not_required" });
  const cancel = { paymentId: later.id, reason: "Entered twice" };
  expect(await act("cancel_contractor_payment", cancel)).toMatchObject({
    status: "cancelled",
    cancelReason: "Entered twice",
  });
  expect(await refused("cancel_contractor_payment", cancel)).toMatchObject({ code: "INVALID_STATE" });
  expect(await yearOf()).toMatchObject({ paid: 1999.99, form1099Status: "not_required" });

  const sealed = await app.post("/payroll/secure-numbers", { kind: "tin", number: "12-3456789" }, headers);
  const { setupToken } = sealed.body;
  const updated = await act("update_contractor", {
    contractorId,
    version: 1,
    backupWithholding: true,
    tinSetupToken: setupToken,
  });
  expect(updated).toMatchObject({ name: "Kit", version: 2, tinLast4: "6789", backupWithholding: true });
  expect(await refused("update_contractor", { contractorId, version: 1, name: "X" })).toMatchObject({
    code: "VERSION_CONFLICT",
  });
  await pay(10, "2026-04-02");
  expect(await yearOf()).toMatchObject({ withheld: 2.4, form1099Status: "required" });
});

test("a payment is cancelled or made, never both", async () => {
  const { act, headers } = await createEmployer(app);
  const facts = { name: "Kit", email: "kit@work.example", kind: "individual" };
  const { id: contractorId } = await act("create_contractor", facts);
  const payment = { contractorId, amount: 10, description: "Photos", payDate: "2026-02-02" };
  const { id } = await act("pay_contractor", payment);
  const cancel = app.post(`/payroll/contractor-payments/${id}/cancel`, { reason: "Stopped" }, headers);
  const mark = app.post(`/payroll/contractor-payments/${id}/mark-paid`, {}, headers);
  await settleOn("2026-02-02");
  const [answer] = await Promise.all([cancel, mark]);
  const [stored] = (await act("list_contractor_payments", { contractorId })).payments;
  expect([answer.status, stored.status]).toEqual(answer.status === 200 ? [200, "cancelled"] : [409, "paid"]);
});

test("bank accounts are listed masked, and removed with their numbers", async () => {
  const { act, headers, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const number = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };
  const { setupToken } = (await app.post("/payroll/secure-numbers", number, headers)).body;
  const { id } = await act("add_employee_bank_account", { employeeId, setupToken });
  const { bankAccounts } = await act("list_employee_bank_accounts", { employeeId });
  expect(bankAccounts).toEqual([{ id, employeeId, last4: "5678", status: "unverified", checkTries: 0 }]);
  expect(await act("remove_employee_bank_account", { bankAccountId: id })).toEqual({
    bankAccountId: id,
    removed: true,
  });
  expect((await act("list_employee_bank_accounts", { employeeId })).bankAccounts).toEqual([]);
  const secrets = "SELECT id FROM gateway.payroll_secrets WHERE id = $1";
  expect(await app.database.query(secrets, [setupToken])).toEqual([]);
});

test("a skipped period is shown with its reason, and is run only when the skip is taken back", async () => {
  const { act, refused, hire, scheduleId } = await createEmployer(app);
  await hire(52_000);
  const skip = { scheduleId, periodStart: "2026-01-05", reason: "Closed" };
  expect(await act("skip_pay_period", skip)).toMatchObject({ status: "skipped", end: "2026-01-18" });
  const { periods } = await act("list_pay_periods", { scheduleId, year: 2026 });
  expect(periods.slice(0, 2)).toMatchObject([
    { start: "2026-01-05", status: "skipped", skipReason: "Closed" },
    { start: "2026-01-19", status: "open", skipReason: null },
  ]);
  expect(await refused("run_payroll", first)).toMatchObject({
    code: "BUSINESS_RULE",
    details: { rule: "period_skipped", reason: "Closed" },
  });
  expect(await refused("skip_pay_period", { ...skip, periodStart: "2026-01-06" })).toMatchObject({
    code: "VALIDATION_ERROR",
  });
  expect(await act("skip_pay_period", { ...skip, skipped: false })).toMatchObject({ status: "open" });
  await act("run_payroll", first);
  expect(await refused("skip_pay_period", skip)).toMatchObject({ code: "PERIOD_ALREADY_RUN" });
});

test("a period is run or skipped, never both", async () => {
  const { act, headers, hire, scheduleId } = await createEmployer(app);
  await hire(52_000);
  const path = `/payroll/schedules/${scheduleId}/periods/2026-01-05/skipped`;
  const answers = await Promise.all([
    app.send("PUT", path, headers, { reason: "Closed" }),
    app.post("/payroll/run", { ...first, scheduleId }, headers),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const { periods } = await act("list_pay_periods", { scheduleId, year: 2026 });
  expect(periods[0].status === "skipped").toBe(periods[0].runId === null);
});

test("pay that is grossed up gives at least the net, and a cent less does not", async () => {
  const { act } = await createEmployer(app);
  const facts = { frequency: "biweekly", filingStatus: "single", payDate: "2026-05-01", state: "IL" };
  for (const supplemental of [false, true]) {
    const { gross, breakdown } = await act("gross_up_pay", { ...facts, supplemental, netWanted: 1234.56 });
    expect(breakdown.net).toBeGreaterThanOrEqual(1234.56);
    const same = await act("calculate_taxes", { ...facts, supplemental, grossPay: gross });
    expect(same).toEqual(breakdown);
    const grossPay = Math.round(gross * 100 - 1) / 100;
    expect((await act("calculate_taxes", { ...facts, supplemental, grossPay })).net).toBeLessThan(1234.56);
  }
});
