import { afterAll, beforeAll, expect, test } from "vitest";
import { copyContext } from "../../../src/context.ts";
import { newId } from "../../../src/ids.ts";
import type { GatewayContext } from "../../../subgraphs/gateway/base/gateway.context.ts";
import { applyPlannedChanges } from "../../../subgraphs/gateway/payroll/people/apply-planned-changes.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { keepPrivate } from "../../support/private-numbers.ts";
import { textOfPdf } from "../invoicing/app/pdf-text.ts";
import { readAch } from "./ach-reader.ts";
import { readEfw2, totalsOf } from "./efw2-reader.ts";
import { createEmployer } from "./employers.ts";
import { mailTo } from "../invoicing/app/mails.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const first = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
const second = { periodStart: "2026-01-19", periodEnd: "2026-02-01", type: "regular" };

test("a reopened run is corrected and approved again, with its earlier payslips reversed", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const { id: runId } = await act("create_payroll_draft", first);
  await act("approve_payroll", { runId });
  expect(await act("reopen_payroll_run", { runId })).toMatchObject({ status: "draft", net: 0 });
  expect((await act("reopen_payroll_run", { runId })).status).toBe("draft");
  await act("update_payroll_item", { runId, employeeId, bonus: 100 });
  await act("approve_payroll", { runId });
  const { payslips } = await act("list_payslips", { runId });
  expect(payslips.map(({ gross }: { gross: number }) => gross)).toEqual([2_100, -2_000, 2_000]);
  expect((await act("get_ytd_totals", { employeeId, year: 2026 })).gross).toBe(2_100);
  const owed = await act("list_tax_liabilities", { from: "2026-01-01", to: "2026-03-31", agency: "IRS" });
  const { federalIncome } = await act("get_ytd_totals", { employeeId, year: 2026 });
  expect(owed.liabilities[0].amount).toBeCloseTo(federalIncome + 2_100 * 0.153, 1);
  expect((await act("get_payroll_run", { runId })).gross).toBe(2_100);

  const { runId: started } = await act("run_payroll", second);
  expect(await refused("reopen_payroll_run", { runId: started })).toMatchObject({ code: "INVALID_STATE" });
});

test("a comparison of two runs names each figure that differs, also of people in one of them", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const { runId: otherRunId } = await act("run_payroll", first);
  const added = await hire(26_000);
  await act("add_recurring_earning", { employeeId, code: "car_allowance", amount: 150, from: "2026-01-25" });
  const { id: runId } = await act("create_payroll_draft", second);
  const { changes } = await act("compare_payroll_runs", { runId, otherRunId });
  const of = (id: string, field: string) =>
    changes.find(
      (one: { employeeId: string; field: string }) => one.employeeId === id && one.field === field,
    );
  expect(of(employeeId, "gross")).toMatchObject({ before: 2_000, after: 2_150 });
  expect(of(added, "gross")).toMatchObject({ before: null, after: 1_000 });
  expect(of(employeeId, "deductionTotal")).toBeUndefined();
  expect(await act("compare_payroll_runs", { runId, otherRunId: runId })).toEqual({ changes: [], total: 0 });
});

test("a recurring earning is paid and taxed from its first to its last pay date", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const allowance = { employeeId, code: "car_allowance", amount: 150, from: "2026-01-01" };
  expect((await refused("add_recurring_earning", { ...allowance, code: "bonus" })).code).toBe(
    "VALIDATION_ERROR",
  );
  const { id: earningId } = await act("add_recurring_earning", allowance);
  await act("run_payroll", first);
  await act("remove_recurring_earning", { earningId, to: "2026-01-31" });
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips.map(({ gross }: { gross: number }) => gross)).toEqual([2_000, 2_150]);
  expect(payslips[1].earnings).toMatchObject([{ code: "salary" }, { code: "car_allowance", amount: 150 }]);
  expect(payslips[1].medicareWages).toBe(2_150);
  const { changes } = await act("list_employee_changes", { employeeId });
  expect(changes.map(({ action }: { action: string }) => action)).toContain("addRecurringEarning");
  expect(changes.at(-1)).toMatchObject({ actorType: "api_key" });
});

test("a schedule changes from the first day of a period, and earlier periods keep their pay dates", async () => {
  const { act, refused, scheduleId } = await createEmployer(app);
  const change = { scheduleId, payDateOffsetDays: 3, name: "Every other Wednesday" };
  expect((await refused("update_pay_schedule", { ...change, effectiveFrom: "2026-02-03" })).code).toBe(
    "VALIDATION_ERROR",
  );
  await act("update_pay_schedule", { ...change, effectiveFrom: "2026-02-02" });
  const { periods } = await act("list_pay_periods", { scheduleId, year: 2026 });
  expect(periods.slice(0, 3).map(({ payDate }: { payDate: string }) => payDate)).toEqual([
    "2026-01-23",
    "2026-02-06",
    "2026-02-18",
  ]);
  const earlier = { ...change, payDateOffsetDays: 4, effectiveFrom: "2026-01-05" };
  expect((await refused("update_pay_schedule", earlier)).code).toBe("VALIDATION_ERROR");
  const listed = async (status: string) => (await act("list_pay_schedules", { status })).schedules.length;
  expect([await listed("active"), await listed("archived")]).toEqual([1, 0]);
});

test("clocking out enters the hours, cut at midnight, and only one time at work is open", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  expect((await refused("clock_out", { employeeId })).details).toMatchObject({ rule: "not_clocked_in" });
  await act("clock_in", { employeeId, at: "2026-01-06T20:00", jobCode: "night" });
  expect((await refused("clock_in", { employeeId })).details).toMatchObject({ rule: "already_clocked_in" });
  const late = { employeeId, at: "2026-01-07T20:01" };
  expect((await refused("clock_out", late)).code).toBe("VALIDATION_ERROR");
  const { entries } = await act("clock_out", { employeeId, at: "2026-01-07T04:30" });
  expect(entries).toMatchObject([
    { date: "2026-01-06", from: "20:00", to: "24:00", hours: 4, jobCode: "night" },
    { date: "2026-01-07", from: "00:00", to: "04:30", hours: 4.5 },
  ]);
});

test("without a time, clocking in and out counts in the account's time zone, also across midnight", async () => {
  const { act, hire, headers } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const setTimezone = async (timezone: string) => {
    const asInvoicer = { ...headers, "x-app-id": "invoicer" };
    expect(await app.tool("update_invoice_settings", { timezone }, asInvoicer)).toMatchObject({
      body: { timezone },
    });
  };
  await setTimezone("America/Los_Angeles");
  // 12:00 UTC is 04:00 in Los Angeles, and 02:00 of the next day in Kiritimati.
  expect((await act("clock_in", { employeeId }, "2026-01-06")).from).toBe("2026-01-06T04:00");
  await act("clock_out", { employeeId, at: "2026-01-06T08:00" });
  await setTimezone("Pacific/Kiritimati");
  await act("clock_in", { employeeId, at: "2026-01-06T20:00" });
  const { to, entries } = await act("clock_out", { employeeId }, "2026-01-06");
  expect(to).toBe("2026-01-07T02:00");
  expect(entries).toMatchObject([
    { date: "2026-01-06", from: "20:00", to: "24:00" },
    { date: "2026-01-07", from: "00:00", to: "02:00" },
  ]);
});

test("approved time off is paid to people by the hour, uses the balance, and is not paid twice", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("set_compensation", {
    employeeId,
    kind: "hourly",
    amount: 20,
    perUnit: "hour",
    effectiveDate: "2025-01-01",
  });
  const { id: policyId } = await act("create_time_off_policy", { name: "V", accrual: "per_period", rate: 1 });
  const off = { employeeId, policyId, from: "2026-01-08", to: "2026-01-12" };
  expect((await refused("request_time_off", off)).code).toBe("NOT_FOUND");
  await act("assign_time_off_policy", { employeeId, policyId, from: "2026-01-01", openingBalance: 30 });
  const { id: requestId, totalHours } = await act("request_time_off", off);
  // Thursday, Friday and Monday.
  expect(totalHours).toBe(24);
  expect((await refused("request_time_off", off)).details).toMatchObject({ rule: "time_off_overlap" });
  const more = { ...off, from: "2026-01-14", to: "2026-01-15" };
  expect((await refused("request_time_off", more)).details).toMatchObject({ rule: "balance_too_low" });
  await act("approve_time_off", { requestId });
  expect((await refused("deny_time_off", { requestId, reason: "late" })).code).toBe("INVALID_STATE");
  await act("run_payroll", first);
  expect((await refused("run_payroll", second)).code).toBe("NO_EMPLOYEES");
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips[0].earnings).toEqual([{ code: "time_off", hours: 24, amount: 480 }]);
  const { balances } = await act("get_time_off_balance", { employeeId, asOf: "2026-01-31" });
  expect(balances[0]).toMatchObject({ usedHours: 24, balanceHours: 8 });
});

test("a last run pays out the balance of time off once, as supplemental wages", async () => {
  const { act, hire } = await createEmployer(app);
  const [asked, plain] = [await hire(52_000), await hire(52_000)];
  const { id: policyId } = await act("create_time_off_policy", { name: "V", accrual: "annual", rate: 16 });
  for (const employeeId of [asked, plain])
    await act("assign_time_off_policy", { employeeId, policyId, from: "2026-01-01", openingBalance: 24 });
  const off = await act("request_time_off", {
    employeeId: asked,
    policyId,
    from: "2026-01-08",
    to: "2026-01-08",
  });
  await act("approve_time_off", { requestId: off.id });
  const end = { lastDay: "2026-01-16", reason: "moved" };
  const ended = await act("terminate_employee", { employeeId: asked, ...end, payoutPto: true });
  expect(ended.payoutPto).toBe(true);
  expect((await act("terminate_employee", { employeeId: plain, ...end })).payoutPto).toBe(false);
  await act("run_payroll", first);
  const slips = async (employeeId: string) => (await act("list_payslips", { employeeId })).payslips;
  const [slip] = await slips(asked);
  // 24 and 16 hours less a day of 8, at 52,000 / 2,080.
  expect(slip.earnings).toEqual([
    { code: "salary", hours: null, amount: 2_000 },
    { code: "pto_payout", hours: 32, amount: 800 },
  ]);
  const [other] = await slips(plain);
  expect(other.gross).toBe(2_000);
  expect(slip.federalIncome).toBeCloseTo(other.federalIncome + 800 * 0.22, 2);
  const final = { ...first, type: "final", employeeIds: [asked] };
  await act("run_payroll", final).catch((error: unknown) => expect(String(error)).toContain("NO_EMPLOYEES"));
  expect(await slips(asked)).toHaveLength(1);
  const left = async (asOf: string) =>
    (await act("get_time_off_balance", { employeeId: asked, asOf })).balances[0].balanceHours;
  expect([await left("2026-01-16"), await left("2026-02-01")]).toEqual([32, 0]);
  // A reversed payslip leaves the balance to the final run.
  await act("reverse_payslip", { payslipId: slip.id, reason: "wrong" });
  await act("run_payroll", final);
  expect((await slips(asked))[0].earnings).toContainEqual({ code: "pto_payout", hours: 32, amount: 800 });
});

test("Form 1099-NEC is made from paid payments at the year's threshold, and corrected when they change", async () => {
  const { act } = await createEmployer(app);
  const contractor = async (name: string) =>
    (await act("create_contractor", { name, email: "kit@work.example", kind: "individual" })).id as string;
  const [paid, small] = [await contractor("Paid"), await contractor("Small")];
  const pay = (contractorId: string, amount: number) =>
    act("pay_contractor", { contractorId, amount, description: "work", payDate: "2026-01-20" });
  await pay(paid, 2_000);
  await pay(small, 1_999.99);
  const settled = "UPDATE gateway.contractor_payments SET status = 'paid' WHERE contractor_id = ANY ($1)";
  await app.database.query(settled, [[paid, small]]);
  const { forms, threshold } = await act("generate_1099_nec", { year: 2026 });
  expect(threshold).toBe(2_000);
  expect(forms).toMatchObject([{ contractorId: paid, box1: 2_000, box4: 0, revision: 1 }]);
  expect((await act("generate_1099_nec", { year: 2026 })).forms).toEqual(forms);
  await pay(paid, 50);
  await app.database.query(settled, [[paid]]);
  expect((await act("generate_1099_nec", { year: 2026 })).forms).toMatchObject([
    { box1: 2_050, revision: 2 },
  ]);
  expect((await act("generate_1099_nec", { year: 2025 })).forms).toEqual([]);
});

test("net pay is divided as the split says, to the cent, also on the reversal", async () => {
  const { act, refused, hire, headers } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const account = async () => {
    const number = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };
    const { setupToken } = (await app.post("/payroll/secure-numbers", number, headers)).body;
    return (await act("add_employee_bank_account", { employeeId, setupToken })).id as string;
  };
  const [savings, joint, rest] = [await account(), await account(), await account()];
  const parts = [
    { bankAccountId: savings, percent: 33.3333 },
    { bankAccountId: joint, amount: 500 },
    { bankAccountId: rest },
  ];
  for (const wrong of [parts.slice(0, 2), [parts[2], parts[2]], [...parts, { bankAccountId: "bac_none" }]])
    expect((await refused("set_deposit_split", { employeeId, splits: wrong })).code).toBe("VALIDATION_ERROR");
  await act("set_deposit_split", { employeeId, splits: parts });
  const { runId } = await act("run_payroll", first);
  const { payslips } = await act("list_payslips", { runId });
  expect(payslips[0].net).toBe(1_690.85);
  expect(payslips[0].deposits).toEqual([
    { bankAccountId: savings, amount: 563.62 },
    { bankAccountId: joint, amount: 500 },
    { bankAccountId: rest, amount: 627.23 },
  ]);
  const reversal = await act("reverse_payslip", { payslipId: payslips[0].id, reason: "wrong" });
  expect(reversal.deposits[0].amount).toBe(-563.62);
  await act("remove_employee_bank_account", { bankAccountId: rest });
  await act("run_payroll", second);
  expect((await act("list_payslips", { employeeId })).payslips[0].deposits).toEqual([]);
});

test("income tax is withheld in whole dollars where the settings say so", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  await act("update_payroll_settings", { roundingPolicy: "dollar" });
  await act("run_payroll", first);
  await act("update_payroll_settings", { roundingPolicy: "cent" });
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips.map(({ federalIncome }: { federalIncome: number }) => federalIncome)).toEqual([
    156.15, 156,
  ]);
});

test("Form W-2 has the wages and taxes of each state, and contributions in box 14", async () => {
  const { act, hire } = await createEmployer(app);
  const employeeId = await hire(78_000, { workState: "CA" });
  await act("run_payroll", first);
  await act("update_employee", { employeeId, workState: "IN" });
  await act("set_state_withholding", { employeeId, state: "IN", county: "31" });
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  const [indiana, california] = payslips;
  const [{ boxes }] = (await act("generate_w2", { year: 2026, employeeIds: [employeeId] })).w2s;
  const nowhere = { employerStateId: null, box18: 0, box19: 0, locality: null };
  const hamilton = { box18: 3_000, box19: indiana.localIncome, locality: expect.stringMatching(/\w/) };
  expect(boxes.states).toEqual([
    { ...nowhere, state: "CA", box16: 3_000, box17: california.stateIncome },
    { ...nowhere, ...hamilton, state: "IN", box16: 3_000, box17: indiana.stateIncome },
  ]);
  expect(boxes.box14).toEqual([{ label: "California State Disability Insurance", amount: 39 }]);
});

test("the file of a year's Forms W-2 has the sums of Form W-3, and is for people alone", async () => {
  const { act, hire, headers, person } = await createEmployer(app);
  const ids = [await hire(78_000, { workState: "IN" }), await hire(52_000, { firstName: "José" })];
  await act("set_state_withholding", { employeeId: ids[0], state: "IN", county: "31" });
  await act("run_payroll", first);
  await act("generate_w2", { year: 2026 });
  const asked = {
    year: 2026,
    ssaUser: "ABCD1234",
    contactName: "Pat Sample",
    contactPhone: "217 555 0100",
    contactEmail: "pat@sample.example",
  };
  const create = (more: Record<string, string> = person) => app.post("/payroll/forms/w2-file", asked, more);
  expect((await create()).body).toMatchObject({
    code: "BUSINESS_RULE",
    details: { rule: "employer_unknown" },
  });
  const address = {
    line1: "1 Main Street",
    line2: "Suite 4",
    city: "Austin",
    state: "TX",
    postalCode: "78701-1234",
  };
  const stateAccounts = [{ state: "IN", withholdingNumber: "0123456789" }];
  await act("update_payroll_settings", {
    legalName: "Alva Works LLC",
    ein: "12-3456780",
    address,
    stateAccounts,
  });
  expect((await create()).body.details).toMatchObject({
    rule: "employee_incomplete",
    employeeIds: expect.arrayContaining(ids),
  });
  // Kept private once the file, which has them, was read.
  const ssns = ["901112233", "901112234"];
  for (const [index, employeeId] of ids.entries()) {
    const number = { kind: "ssn", number: ssns[index] };
    const { setupToken: ssnSetupToken } = (await app.post("/payroll/secure-numbers", number, headers)).body;
    await act("update_employee", { employeeId, ssnSetupToken, address });
  }
  expect((await create(headers)).status).toBe(401);
  const { body: file } = await create();
  const records = readEfw2(file.content);
  expect(records.map(({ code }) => code)).toEqual(["RA", "RE", "RW", "RS", "RW", "RT", "RF"]);
  const wages = records.filter(({ code }) => code === "RW");
  expect(wages.map(({ fields }) => fields["ssn"])).toEqual(ssns);
  const w3 = await act("prepare_form_w3", { year: 2026 });
  const totals = totalsOf(records);
  expect(totals).toEqual({
    count: w3.statements,
    boxes: [w3.box1, w3.box2, w3.box3, w3.box4, w3.box5, w3.box6].map((dollars) => Math.round(dollars * 100)),
    deferred: 0,
  });
  const [state] = records.filter(({ code }) => code === "RS");
  expect(state!.fields).toMatchObject({
    state: "18",
    account: "0123456789",
    localType: "D",
    localTax: String(Math.round(w3.box19 * 100)).padStart(11, "0"),
  });
  expect(file).toMatchObject({ statementCount: 2, wages: w3.box1, correctedEmployeeIds: [] });
  const download = await app.post("/payroll/forms/w2-file", { ...asked, download: true }, person);
  expect(download.text).toBe(file.content);
  for (const ssn of ssns) keepPrivate(ssn);
});

test("each form is printed with its boxes, a corrected statement beside what was reported, and no whole number", async () => {
  const { act, refused, hire, person } = await createEmployer(app);
  const employeeId = await hire(78_000, { workState: "IN" });
  await act("set_state_withholding", { employeeId, state: "IN", county: "31" });
  await act("update_payroll_settings", { legalName: "Works LLC", ein: "12-3456789" });
  const print = async (form: string, query: string) =>
    app.get(`/payroll/forms/${form}/pdf?year=2026&${query}`, person);
  const textOf = async (form: string, query: string) => {
    const { body } = await print(form, query);
    return textOfPdf(Buffer.from(body.content as string, "base64"));
  };
  const of = `employeeId=${employeeId}`;
  expect((await print("w2", of)).status).toBe(404);
  expect((await print("w2", "")).body).toMatchObject({ details: { fields: [{ path: "employeeId" }] } });
  expect((await print("941", "")).body).toMatchObject({ details: { fields: [{ path: "quarter" }] } });
  await act("run_payroll", first);
  const [w2] = (await act("generate_w2", { year: 2026 })).w2s;
  const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  const text = await textOf("w2", of);
  expect(text).toContain("Form W-2 (2026)");
  for (const box of ["box1", "box2", "box3", "box4", "box5", "box6"])
    expect(text).toContain(dollars(w2.boxes[box]));
  expect(text).toContain(w2.boxes.states[0].locality);
  const { line12 } = await act("prepare_form_941", { year: 2026, quarter: 1 });
  expect(await textOf("941", "quarter=1")).toContain(`12 Total taxes after credits ${dollars(line12)}`);
  const { line8 } = await act("prepare_form_940", { year: 2026 });
  expect(await textOf("940", "")).toContain(`8 FUTA tax before adjustments ${dollars(line8)}`);
  expect(await textOf("w3", "")).toContain("c Number of Forms W-2 1");
  const { payslips } = await act("list_payslips", { employeeId });
  await act("reverse_payslip", { payslipId: payslips[0].id, reason: "wrong" });
  await act("generate_w2", { year: 2026 });
  const corrected = await textOf("w2", of);
  expect(corrected).toContain("Form W-2c (2026)");
  expect(corrected).toContain(`1 Wages, tips, other compensation ${dollars(w2.boxes.box1)} $0.00`);
  const contractorId = (await act("create_contractor", contractor)).id as string;
  const payment = { contractorId, amount: 2_500, description: "work", payDate: "2026-01-20" };
  const { id: paymentId } = await act("pay_contractor", payment);
  await act("mark_contractor_payment_paid", { paymentId });
  await act("generate_1099_nec", { year: 2026 });
  expect(await textOf("1099nec", `contractorId=${contractorId}`)).toContain(
    "1 Nonemployee compensation $2,500.00",
  );
  const bytes = await print("940", "download=true");
  expect(bytes.headers["content-type"]).toContain("application/pdf");
  expect((await refused("prepare_form_941", { year: 2026, quarter: 5 })).code).toBe("VALIDATION_ERROR");
});

const contractor = { name: "Kit Lane", email: "kit@work.example", kind: "individual" };

test("a new-hire file has who began work in its days, with the number that no log or row has", async () => {
  const { act, hire, person } = await createEmployer(app);
  const create = (more: object) =>
    app.post("/payroll/new-hire-files", { from: "2026-01-01", to: "2026-01-31", ...more }, person);
  expect((await create({})).body).toMatchObject({ details: { rule: "employer_unknown" } });
  const address = { line1: "1 Main Street", city: "Austin", state: "TX", postalCode: "78701" };
  await act("update_payroll_settings", { legalName: "Works LLC", ein: "12-3456789", address });
  const ssn = "900112233";
  const { setupToken } = (await app.post("/payroll/secure-numbers", { kind: "ssn", number: ssn }, person))
    .body;
  const known = { firstName: "José", address, ssnSetupToken: setupToken };
  const employeeId = await hire(52_000, { ...known, startDate: "2026-01-12" });
  const incomplete = await hire(52_000, { startDate: "2026-01-31" });
  await hire(52_000, { ...known, ssnSetupToken: undefined, startDate: "2026-02-01" });
  const { body } = await create({});
  expect(body).toMatchObject({
    employeeCount: 1,
    firstDueDate: "2026-02-01",
    incompleteEmployeeIds: [incomplete],
  });
  const [head, row, ...rest] = (body.content as string).split("\r\n");
  expect(head).toMatch(/^employee_first_name,employee_last_name,employee_ssn,/);
  expect(row).toBe(
    `José,Alva,${ssn},1 Main Street,,Austin,TX,78701,2026-01-12,TX,2026-02-01,Works LLC,123456789,1 Main Street,,Austin,TX,78701`,
  );
  expect(rest.filter((line) => line !== "")).toEqual([]);
  expect((await create({ download: true })).text).toBe(body.content);
  keepPrivate(ssn);
  expect((await act("get_employee", { employeeId })).ssnLast4).toBe("2233");
});

test("unemployment tax has the rate and base of the account at the state of work", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const [texan, other] = [await hire(52_000), await hire(52_000, { workState: "IL" })];
  const stateAccounts = [{ state: "IL", sutaRate: 3.55, sutaWageBase: 1_000 }];
  const settings = await act("update_payroll_settings", { sutaRate: 2, stateAccounts });
  expect(settings.stateAccounts).toEqual([
    { state: "IL", withholdingNumber: null, sutaPercent: 3.55, sutaWageBase: 1_000 },
  ]);
  const twice = { stateAccounts: [stateAccounts[0], stateAccounts[0]] };
  expect((await refused("update_payroll_settings", twice)).code).toBe("VALIDATION_ERROR");
  await act("run_payroll", first);
  const sutaOf = async (employeeId: string) => (await act("list_payslips", { employeeId })).payslips[0].suta;
  expect([await sutaOf(texan), await sutaOf(other)]).toEqual([40, 35.5]);
});

test("an e-mailed payslip is a link without figures that opens one payslip until it expires", async () => {
  const { act, hire } = await createEmployer(app);
  const email = `${newId("x")}@staff.example`;
  await hire(52_000, { email });
  await act("update_payroll_settings", { legalName: "Alva Works LLC" });
  const { runId } = await act("run_payroll", first);
  const [payslip] = (await act("list_payslips", { runId })).payslips;
  expect(await act("email_payslip", { payslipId: payslip.id })).toEqual({ payslipId: payslip.id, sent: 1 });
  const { subject, text } = await mailTo(app, email);
  expect(subject).toBe(`Your payslip of ${payslip.payDate}`);
  expect(text).toContain("from Alva Works LLC");
  expect(text).not.toMatch(/2,?000|1,?690/);
  const [url] = /http\S+\/payroll\/payslip-links\/\S+/.exec(text)!;
  const path = new URL(url).pathname;
  const file = await app.get(path);
  expect(file.status).toBe(200);
  expect(file.headers).toMatchObject({ "content-type": "application/pdf", "cache-control": "no-store" });
  expect(file.text.startsWith("%PDF")).toBe(true);
  expect((await app.get(path.slice(0, -1))).status).toBe(404);
  await app.database.query("UPDATE gateway.payslip_links SET expires_at = now() WHERE payslip_id = $1", [
    payslip.id,
  ]);
  expect((await app.get(path)).status).toBe(404);
  await act("email_payslip", { payslipId: payslip.id });
  const links = "SELECT 1 FROM gateway.payslip_links WHERE payslip_id = $1";
  await until("the next link", async () => (await app.database.query(links, [payslip.id])).length === 1);
});

test("a planned change counts for pay dates from its day on, before and after it is applied", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000);
  const plan = (fields: Record<string, unknown>) => act("update_employee", { employeeId, ...fields });
  await plan({ workState: "IL", department: "Sales", effectiveDate: "2026-02-01" });
  await plan({ lastName: "Berg", effectiveDate: "2026-02-01" });
  const { version } = await plan({ status: "on_leave", effectiveDate: "2026-03-01" });
  const { plannedChanges, workState } = await act("get_employee", { employeeId });
  expect(workState).toBe("TX");
  expect(plannedChanges).toMatchObject([
    { effectiveDate: "2026-02-01", workState: "IL", department: "Sales", lastName: "Berg", status: null },
    { effectiveDate: "2026-03-01", status: "on_leave" },
  ]);
  const past = { employeeId, workState: "CA", effectiveDate: "2026-01-19" };
  expect((await refused("update_employee", past)).code).toBe("VALIDATION_ERROR");
  expect((await refused("update_employee", { ...past, version })).code).toBe("VALIDATION_ERROR");

  await act("run_payroll", first);
  await act("run_payroll", second);
  const { payslips } = await act("list_payslips", { employeeId });
  expect(payslips.map(({ payDate, state }: Record<string, string>) => [payDate, state])).toEqual([
    ["2026-02-06", "IL"],
    ["2026-01-23", "TX"],
  ]);
  const march = { periodStart: "2026-03-02", periodEnd: "2026-03-15", type: "regular" };
  expect((await refused("run_payroll", march, "2026-02-20")).code).toBe("NO_EMPLOYEES");
  await plan({ effectiveDate: "2026-03-01" });
  expect((await act("get_employee", { employeeId })).plannedChanges).toHaveLength(1);

  const ctx = app.running.platform.contextIn("gateway") as GatewayContext;
  const onDay = (day: string) =>
    applyPlannedChanges(copyContext(ctx, { clock: { now: () => new Date(day) } }));
  await onDay("2026-01-31T23:59:59Z");
  expect((await act("get_employee", { employeeId })).workState).toBe("TX");
  await onDay("2026-02-01T00:00:00Z");
  await onDay("2026-02-02T00:00:00Z");
  expect(await act("get_employee", { employeeId })).toMatchObject({
    workState: "IL",
    lastName: "Berg",
    plannedChanges: [],
    status: "active",
  });
});

test("the ACH file of a run pays each account once, and the run stays as it is from then on", async () => {
  const earlierLines = app.logLines.length;
  const { act, refused, hire, headers, ownerId } = await createEmployer(app);
  const [one, other, without] = [await hire(52_000), await hire(26_000), await hire(39_000)];
  const seal = async (employeeId: string, number: string, accountType?: string) => {
    const body = { kind: "bank_account", number, routingNumber: "021000021", accountType };
    const { setupToken } = (await app.post("/payroll/secure-numbers", body, headers)).body;
    return (await act("add_employee_bank_account", { employeeId, setupToken })).id as string;
  };
  await seal(one, "11110001");
  const savings = await seal(one, "11110002", "savings");
  const rest = await seal(one, "11110003");
  await act("set_deposit_split", {
    employeeId: one,
    splits: [{ bankAccountId: savings, amount: 500 }, { bankAccountId: rest }],
  });
  await seal(other, "22220001");
  const { id: runId } = await act("create_payroll_draft", first);
  const person = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}`, "x-app-id": "payroll" };
  const bank = { bankRoutingNumber: "021000021", bankName: "First Bank" };
  const file = (more: Record<string, unknown> = {}, as = person) =>
    app.post(
      `/payroll/runs/${runId}/ach-file`,
      { ...bank, ...more },
      { ...as, "idempotency-key": newId("key") },
    );
  expect((await file()).body.code).toBe("INVALID_STATE");
  await act("approve_payroll", { runId });
  expect((await file({}, headers as typeof person)).status).toBe(401);
  expect((await file()).body).toMatchObject({ code: "BUSINESS_RULE", details: { rule: "employer_unknown" } });
  await act("update_payroll_settings", { legalName: "Alva Works LLC", ein: "12-3456789" });
  expect((await file({ bankRoutingNumber: "021000022" })).body.code).toBe("VALIDATION_ERROR");
  const { body } = await file();
  const { payslips } = await act("list_payslips", { runId });
  const netOf = (id: string) =>
    payslips.find(({ employeeId }: { employeeId: string }) => employeeId === id).net as number;
  const entries = readAch(body.content).filter(({ type }) => type === "6");
  const paid = entries.map(({ fields }) => [
    fields["account"]!.trim(),
    Number(fields["amount"]) / 100,
    fields["code"],
  ]);
  expect(paid.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ["11110002", 500, "32"],
    ["11110003", Math.round((netOf(one) - 500) * 100) / 100, "22"],
    ["22220001", netOf(other), "22"],
  ]);
  expect(body).toMatchObject({ entryCount: 3, unpaidEmployeeIds: [without], effectiveDate: "2026-01-23" });
  expect(body.total).toBeCloseTo(netOf(one) + netOf(other), 2);
  expect((await file()).body).toEqual(body);
  const key = { ...person, "idempotency-key": newId("key") };
  const repeated = () => app.post(`/payroll/runs/${runId}/ach-file`, bank, key);
  expect([(await repeated()).body, (await repeated()).body]).toEqual([body, body]);
  const bytes = await file({ download: true });
  expect([bytes.headers["content-type"], bytes.text]).toEqual([
    expect.stringContaining("text/plain"),
    body.content,
  ]);
  expect((await refused("reopen_payroll_run", { runId })).code).toBe("BUSINESS_RULE");
  expect((await refused("cancel_payroll_run", { runId, reason: "wrong" })).code).toBe("BUSINESS_RULE");
  const kept = await app.database.query("SELECT row_to_json(i)::text AS row FROM gateway.idempotency_keys i");
  expect(kept.length).toBeGreaterThan(0);
  const lines = app.logLines.slice(earlierLines);
  for (const sink of [JSON.stringify(kept), lines.join("\n")]) expect(sink).not.toContain("22220001");
});

test("two small deposits verify a bank account, and the third wrong pair fails it", async () => {
  const { act, refused, hire, headers, ownerId } = await createEmployer(app);
  await act("update_payroll_settings", { legalName: "Alva Works LLC", ein: "12-3456789" });
  const employeeId = await hire(52_000);
  const added = async (number: string) => {
    const body = { kind: "bank_account", number, routingNumber: "021000021" };
    const { setupToken } = (await app.post("/payroll/secure-numbers", body, headers)).body;
    return (await act("add_employee_bank_account", { employeeId, setupToken })).id as string;
  };
  const [right, wrong] = [await added("33330001"), await added("33330002")];
  const early = await refused("verify_employee_bank_account", { bankAccountId: right, amounts: [1, 2] });
  expect(early.details).toMatchObject({ rule: "no_deposits" });
  const person = { authorization: `Bearer ${await app.tokenFor({ sub: ownerId })}`, "x-app-id": "payroll" };
  const bank = { bankRoutingNumber: "021000021", bankName: "First Bank" };
  const file = async (bankAccountIds: string[]) =>
    (await app.post("/payroll/bank-account-checks", { ...bank, bankAccountIds }, person)).body;
  const made = await file([right, wrong]);
  expect(await file([right, wrong])).toEqual(made);
  const key = { ...person, "idempotency-key": newId("key") };
  const keyed = async () =>
    (await app.post("/payroll/bank-account-checks", { ...bank, bankAccountIds: [right] }, key)).body;
  const once = await keyed();
  const records = readAch(made.content);
  expect(records[1]!.fields).toMatchObject({ description: "ACCTVERIFY", entryClass: "PPD" });
  const amountsOf = (number: string) =>
    records
      .filter(({ fields }) => fields["account"]?.trim() === number)
      .map(({ fields }) => Number(fields["amount"]));
  const amounts = amountsOf("33330001");
  expect(amounts).toHaveLength(2);
  for (const amount of amounts) expect(amount).toBeGreaterThan(0);

  const verify = (bankAccountId: string, pair: number[]) =>
    act("verify_employee_bank_account", { bankAccountId, amounts: pair });
  expect(await verify(right, amounts.toReversed())).toMatchObject({ status: "verified", checkTries: 0 });
  expect(await keyed()).toEqual(once);
  const [one = 0, other = 0] = amountsOf("33330002");
  const off = [(one % 99) + 1, other];
  expect(await verify(wrong, off)).toMatchObject({ status: "unverified", checkTries: 1 });
  await verify(wrong, off);
  expect(await verify(wrong, off)).toMatchObject({ status: "failed", checkTries: 3 });
  const late = await refused("verify_employee_bank_account", {
    bankAccountId: wrong,
    amounts: [one, other],
  });
  expect(late.code).toBe("INVALID_STATE");
  expect((await file([wrong])).code).toBe("INVALID_STATE");
});
