import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createEmployer } from "./employers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const span = { from: "2026-01-01", to: "2026-03-31" };
const federal = { agency: "IRS", form: "941", period: "2026-Q1" };

/** An employer who owes 462.15 for January and as much for February. */
async function createDebtor() {
  const employer = await createEmployer(app);
  await employer.hire(52_000);
  const runs = [
    { periodStart: "2026-01-05", periodEnd: "2026-01-18" },
    { periodStart: "2026-01-19", periodEnd: "2026-02-01" },
  ];
  for (const period of runs) await employer.act("run_payroll", { ...period, type: "regular" });
  return employer;
}

test("a tax deposit pays the oldest liability first, shows on Form 941, and is recorded once", async () => {
  const { act, refused, ownerId, headers } = await createDebtor();
  const first = { ...federal, amount: 500, date: "2026-02-17", reference: "270612" };
  const made = await act("record_tax_deposit", first, "2026-03-20");
  expect(made).toMatchObject({
    ...first,
    currency: "USD",
    open: 424.3,
    settled: [
      { periodStart: "2026-01-01", dueDate: "2026-02-17", amount: 462.15, open: 0 },
      { periodStart: "2026-02-01", dueDate: "2026-03-16", amount: 37.85, open: 424.3 },
    ],
  });
  const owed = await act("list_tax_liabilities", { ...span, agency: "IRS" }, "2026-03-20");
  expect(owed.liabilities).toMatchObject([
    {
      form: "941",
      status: "deposited",
      depositedOn: "2026-02-17",
      isLate: false,
      deposits: [{ depositId: made.id, amount: 462.15 }],
    },
    { form: "941", period: "2026-Q1", status: "due", deposited: 37.85, open: 424.3, isOverdue: true },
    { form: "940", period: "2026", status: "accrued" },
  ]);
  expect(owed).toMatchObject({ total: 948.3, open: 448.3, credit: 0 });
  const settled = await act("list_tax_liabilities", { ...span, status: "deposited" }, "2026-03-20");
  expect(settled.liabilities).toHaveLength(1);
  expect(await act("prepare_form_941", { year: 2026, quarter: 1 })).toMatchObject({
    line12: 924.3,
    line13: 500,
    line14: 424.3,
    line15: 0,
  });
  expect(await refused("record_tax_deposit", first, "2026-03-20")).toMatchObject({
    status: 422,
    code: "BUSINESS_RULE",
    details: { rule: "deposit_recorded", depositId: made.id },
  });
  const again = { ...headers, "idempotency-key": newId("key"), "x-test-clock": "2026-03-20T12:00:00.000Z" };
  const rest = { ...first, amount: 424.3, date: "2026-03-20", reference: "rest" };
  const replies = [];
  for (let call = 0; call < 2; call++) replies.push(await app.tool("record_tax_deposit", rest, again));
  expect(replies[1]!.body).toEqual(replies[0]!.body);
  const rows = "SELECT count(*)::int AS n FROM gateway.payroll_tax_deposits WHERE owner_id = $1";
  expect(await app.database.query(rows, [ownerId])).toEqual([{ n: 2 }]);
});

test("an open amount is never deposited twice, even by twenty concurrent requests", async () => {
  const { act, refused, ownerId } = await createDebtor();
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      act(
        "record_tax_deposit",
        { ...federal, amount: 100, date: "2026-02-17", reference: newId("eft") },
        "2026-03-20",
      ),
    ),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
  const total =
    "SELECT sum(amount_cents)::int AS cents FROM gateway.payroll_tax_deposits WHERE owner_id = $1";
  expect(await app.database.query(total, [ownerId])).toEqual([{ cents: 90_000 }]);
  const more = { ...federal, amount: 24.31, date: "2026-03-20", reference: "more" };
  expect((await refused("record_tax_deposit", more, "2026-03-20")).details).toMatchObject({
    rule: "over_deposit",
    open: 24.3,
  });
});

test("a deposit reference is recorded once by ten concurrent requests", async () => {
  const { act } = await createDebtor();
  const one = { ...federal, amount: 10, date: "2026-02-17", reference: "same" };
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => act("record_tax_deposit", one, "2026-03-20")),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a reversal after a deposit leaves a credit and an overpayment on Form 941", async () => {
  const { act } = await createDebtor();
  await act(
    "record_tax_deposit",
    { ...federal, amount: 924.3, date: "2026-03-16", reference: "all" },
    "2026-03-20",
  );
  const { payslips } = await act("list_payslips", { year: 2026 });
  await act("reverse_payslip", { payslipId: payslips[0].id, reason: "wrong" });
  const owed = await act("list_tax_liabilities", { ...span, agency: "IRS" }, "2026-03-20");
  expect(owed).toMatchObject({ credit: 462.15, open: 12 });
  expect(await act("prepare_form_941", { year: 2026, quarter: 1 })).toMatchObject({
    line13: 924.3,
    line14: 0,
    line15: 462.15,
  });
});

test.each([
  ["a day to come", { date: "2026-03-21" }, ["date"]],
  ["a form of another agency", { agency: "TX" }, ["form"]],
  ["a quarter of Form 940", { form: "940" }, ["period"]],
  ["a year of Form 941", { period: "2026" }, ["period"]],
])("%s is refused", async (_name, change, paths) => {
  const { refused } = await createEmployer(app);
  const input = { ...federal, amount: 1, date: "2026-02-17", reference: "x", ...change };
  const { status, details } = await refused("record_tax_deposit", input, "2026-03-20");
  const fields = details["fields"] as { path: string }[];
  expect([status, fields.map(({ path }) => path.split(".").at(-1))]).toEqual([400, paths]);
});

test("a deposit for another account's taxes is rejected", async () => {
  await createDebtor();
  const { refused } = await createEmployer(app);
  const input = { ...federal, amount: 1, date: "2026-02-17", reference: "x" };
  expect((await refused("record_tax_deposit", input, "2026-03-20")).details).toMatchObject({ open: 0 });
});

test("the deposit schedule returns the lookback period and every due date", async () => {
  const { act } = await createDebtor();
  const monthly = await act("get_tax_deposit_schedule", { year: 2026 });
  expect(monthly).toMatchObject({
    schedule: "monthly",
    lookbackStart: "2024-07-01",
    lookbackEnd: "2025-06-30",
    lookbackTax: 0,
    semiweeklyFrom: null,
  });
  const dueDates = monthly.dueDates as { form: string; dueDate: string }[];
  expect(dueDates.filter(({ form }) => form === "941")).toHaveLength(12);
  const yearly = dueDates.filter(({ form }) => form === "940").map(({ dueDate }) => dueDate);
  expect(yearly).toEqual(["2026-04-30", "2026-07-31", "2026-11-02", "2027-02-01"]);
  await act("update_payroll_settings", { depositSchedule: "semiweekly" });
  expect((await act("get_tax_deposit_schedule", { year: 2026 })).schedule).toBe("semiweekly");
});

test("Form 941 has Schedule B for a semiweekly depositor, whose days add up to line 12", async () => {
  const { act } = await createDebtor();
  const form = () => act("prepare_form_941", { year: 2026, quarter: 1 });
  expect((await form()).scheduleB).toBeNull();
  await act("update_payroll_settings", { depositSchedule: "semiweekly" });
  const { scheduleB, line12 } = await form();
  const days = scheduleB as { date: string; amount: number }[];
  expect(days.length).toBeGreaterThan(0);
  expect(days.map(({ date }) => date)).toEqual(days.map(({ date }) => date).toSorted());
  expect(days.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(Math.round(line12 * 100));
});

test("taxes on payslips of several states are the liabilities of each state and of Form 941", async () => {
  const { act, hire } = await createEmployer(app);
  const people = [
    { workState: "CA" },
    { workState: "IN", certificate: { county: "31", allowances: 1 } },
    { workState: "PA", residenceState: "NJ" },
    { workState: "WA" },
  ];
  for (const { certificate, ...more } of people) {
    const employeeId = await hire(78_000, more);
    const state = more.workState;
    if (certificate) await act("set_state_withholding", { employeeId, state, ...certificate });
  }
  const period = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };
  const { runId } = await act("run_payroll", period);
  const { payslips } = await act("list_payslips", { runId });
  const sums: Record<string, number> = {};
  const add = (key: string, dollars: number) => (sums[key] = (sums[key] ?? 0) + Math.round(dollars * 100));
  for (const slip of payslips) {
    add(`${slip.taxState} state_income`, slip.stateIncome + slip.localIncome);
    add(`${slip.state} state_contributions`, slip.contributionTotal);
    const social = 2 * slip.socialSecurity + 2 * slip.medicare;
    add("IRS 941", slip.federalIncome + social);
    expect(slip.notIncluded.length > 0).toBe(["PA", "CA"].includes(slip.state) || slip.taxState === "NJ");
  }
  expect(payslips.find(({ state }: { state: string }) => state === "IN").localIncome).toBeGreaterThan(25);
  const { liabilities } = await act("list_tax_liabilities", span);
  const owed = liabilities
    .filter(({ form }: { form: string }) => !["940", "state_unemployment"].includes(form))
    .map(({ agency, form, amount }: { agency: string; form: string; amount: number }) => [
      `${agency} ${form}`,
      Math.round(amount * 100),
    ]);
  expect(Object.fromEntries(owed)).toEqual(
    Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0)),
  );
  const { line12 } = await act("prepare_form_941", { year: 2026, quarter: 1 });
  expect(Math.round(line12 * 100)).toBe(sums["IRS 941"]);
});

test("an elected rate, a letter and a county are those that the state's form offers", async () => {
  const { act, refused, hire } = await createEmployer(app);
  const employeeId = await hire(52_000, { workState: "AZ" });
  const set = await act("set_state_withholding", { employeeId, state: "AZ", electedRate: 3.5 });
  expect(set).toMatchObject({ electedPercent: 3.5, exemptionCode: null, exemptionCounts: [] });
  for (const wrong of [
    { state: "AZ", electedRate: 4 },
    { state: "CT", exemptionCode: "Z" },
    { state: "OH", county: "01" },
    { state: "IN", exemptionCounts: [{ line: "pets", count: 1 }] },
  ])
    expect(await refused("set_state_withholding", { employeeId, ...wrong })).toMatchObject({
      code: "VALIDATION_ERROR",
    });
});
