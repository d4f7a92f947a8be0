import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createEmployer } from "./employers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const period = (start: string, end: string) => ({ periodStart: start, periodEnd: end, type: "regular" });
/** One period of each quarter. */
const periods = [
  period("2026-01-05", "2026-01-18"),
  period("2026-04-13", "2026-04-26"),
  period("2026-07-06", "2026-07-19"),
  period("2026-11-09", "2026-11-22"),
];
const year = 2026;
const lastDay = "2026-12-31";

type Slip = Record<string, number> & { employeeId: string; payDate: string };

interface Plan {
  people: { yearly: number; workState: string; retirement: number }[];
  bonuses: { quarter: number; person: number; amount: number }[];
  reversals: number[];
}

const plans: fc.Arbitrary<Plan> = fc.record({
  people: fc.array(
    fc.record({
      // Some are above the Social Security base and the additional Medicare tax in a single payment of a year.
      yearly: fc.oneof(fc.integer({ min: 20_000, max: 300_000 }), fc.constant(6_000_000)),
      workState: fc.constantFrom("TX", "IL", "CA", "NJ", "PA"),
      retirement: fc.integer({ min: 0, max: 400 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  bonuses: fc.array(
    fc.record({
      quarter: fc.integer({ min: 0, max: 3 }),
      person: fc.integer({ min: 0, max: 2 }),
      amount: fc.integer({ min: 1, max: 90_000 }),
    }),
    { maxLength: 2 },
  ),
  // Which payslips are reversed, the last of the year among them.
  reversals: fc.array(fc.nat(), { maxLength: 3 }),
});

/** Cents of a sum of dollars. */
const cents = (dollars: number) => Math.round(dollars * 100);

test("payslips of a year add up to Forms 941, W-2 and W-3 to the cent, also after reversals", async () => {
  const check = async ({ people, bonuses, reversals }: Plan) => {
    const { act, hire } = await createEmployer(app);
    await act("update_payroll_settings", { depositSchedule: "semiweekly" });
    await act("create_deduction_type", { code: "PLAN", name: "Plan", timing: "pretax_retirement" });
    const ids: string[] = [];
    for (const { yearly, workState, retirement } of people) {
      const employeeId = await hire(yearly, { workState });
      ids.push(employeeId);
      if (retirement > 0)
        await act("enroll_in_deduction", {
          employeeId,
          code: "PLAN",
          amount: retirement,
          from: "2026-01-01",
        });
    }
    for (const [quarter, dates] of periods.entries()) {
      const { id: runId } = await act("create_payroll_draft", dates);
      for (const bonus of bonuses.filter((one) => one.quarter === quarter && one.person < ids.length))
        await act("update_payroll_item", { runId, employeeId: ids[bonus.person], bonus: bonus.amount });
      await act("approve_payroll", { runId });
    }
    const slipsOf = async () => {
      const { payslips } = await act("list_payslips", { year, limit: 100 });
      return payslips as (Slip & { id: string })[];
    };
    const before = await slipsOf();
    // Statements exist before the corrections, so that those are W-2c.
    await act("generate_w2", { year }, lastDay);
    const chosen = new Set(reversals.map((at) => before[at % before.length]!.id));
    for (const payslipId of chosen) await act("reverse_payslip", { payslipId, reason: "wrong" }, lastDay);
    const ids_ = (await slipsOf()).map(({ id }) => id);
    expect(ids_).toHaveLength(before.length + chosen.size);
    const slips: Slip[] = [];
    for (const payslipId of ids_) slips.push(await act("get_payslip", { payslipId }));
    const sum = (rows: readonly Slip[], ...names: string[]) =>
      rows.reduce((total, one) => names.reduce((part, name) => part + cents(one[name]!), total), 0);

    for (const quarter of [1, 2, 3, 4]) {
      const form = await act("prepare_form_941", { year, quarter }, lastDay);
      const mine = slips.filter(({ payDate }) => Math.ceil(Number(payDate.slice(5, 7)) / 3) === quarter);
      expect([cents(form.line3), cents(form.line12)]).toEqual([
        sum(mine, "federalIncome"),
        sum(
          mine,
          "federalIncome",
          "socialSecurity",
          "medicare",
          "additionalMedicare",
          "employerSocialSecurity",
          "employerMedicare",
        ),
      ]);
      expect(form.line16.reduce((total: number, one: number) => total + cents(one), 0)).toBe(
        cents(form.line12),
      );
      const scheduleB = form.scheduleB as { amount: number }[];
      expect(scheduleB.reduce((total, { amount }) => total + cents(amount), 0)).toBe(cents(form.line12));
    }
    const { w2s } = await act("generate_w2", { year }, lastDay);
    const w3 = await act("prepare_form_w3", { year }, lastDay);
    for (const { employeeId, boxes } of w2s) {
      const mine = slips.filter((one) => one.employeeId === employeeId);
      expect([cents(boxes.box2), cents(boxes.box4), cents(boxes.box6)]).toEqual([
        sum(mine, "federalIncome"),
        sum(mine, "socialSecurity"),
        sum(mine, "medicare", "additionalMedicare"),
      ]);
      const states = boxes.states as { box17: number; box19: number }[];
      const stateCents = states.reduce((total, one) => total + cents(one.box17) + cents(one.box19), 0);
      expect(stateCents).toBe(sum(mine, "stateIncome", "localIncome"));
    }
    const forms = await Promise.all(
      [1, 2, 3, 4].map((quarter) => act("prepare_form_941", { year, quarter }, lastDay)),
    );
    const of941 = (line: string) => forms.reduce((total, form) => total + cents(form[line]), 0);
    // Employers reconcile these before they file (Instructions for Forms W-2 and W-3, "Reconciling").
    expect([cents(w3.box1), cents(w3.box2), cents(w3.box3), cents(w3.box5)]).toEqual([
      of941("line2"),
      of941("line3"),
      of941("line5aWages"),
      of941("line5cWages"),
    ]);
    for (const box of ["box1", "box2", "box3", "box4", "box5", "box6"])
      expect(cents(w3[box])).toBe(
        w2s.reduce(
          (total: number, one: { boxes: Record<string, number> }) => total + cents(one.boxes[box]!),
          0,
        ),
      );
    expect(w3.outdatedEmployeeIds).toEqual([]);
    const withPay = w2s.filter(({ boxes }: { boxes: Record<string, number> }) => boxes["box5"] !== 0);
    expect(w3.statements).toBe(withPay.length);
  };
  await fc.assert(fc.asyncProperty(plans, check), { numRuns: 5 });
});

test("Form W-3 names employees whose statement is not generated, or not since a change", async () => {
  const { act, hire } = await createEmployer(app);
  const [one, other] = [await hire(52_000), await hire(60_000, { workState: "IL" })];
  await act("update_payroll_settings", { legalName: "Alva Works LLC", ein: "12-3456789" });
  await act("run_payroll", periods[0]);
  const form = () => act("prepare_form_w3", { year }, lastDay);
  expect(await form()).toMatchObject({
    legalName: "Alva Works LLC",
    ein: "12-3456789",
    dueDate: "2027-01-31",
    statements: 2,
    box1: 4307.69,
    states: ["IL"],
    outdatedEmployeeIds: [one, other].toSorted(),
  });
  await act("generate_w2", { year, employeeIds: [one] }, lastDay);
  expect((await form()).outdatedEmployeeIds).toEqual([other]);
  const { payslips } = await act("list_payslips", { employeeId: one });
  await act("reverse_payslip", { payslipId: payslips[0].id, reason: "wrong" });
  expect(await form()).toMatchObject({
    statements: 1,
    box1: 2307.69,
    outdatedEmployeeIds: [one, other].toSorted(),
  });
});
