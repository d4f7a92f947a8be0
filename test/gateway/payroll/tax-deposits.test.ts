import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../../../src/time/local-date.ts";
import { isLegalHoliday, isWeekend } from "../../../src/time/us-holidays.ts";
import { periodsOfYear, planDeposits } from "../../../subgraphs/gateway/payroll/reports/federal-deposits.ts";
import { liabilitiesOf } from "../../../subgraphs/gateway/payroll/reports/liabilities.ts";
import {
  settleLiabilities,
  type Deposit,
} from "../../../subgraphs/gateway/payroll/reports/settled-liabilities.ts";

const day = (payDate: string, form941Cents: number, futaCents = 0) => {
  return {
    payDate,
    state: "TX",
    form941Cents,
    futaCents,
    stateCents: 0,
    sutaCents: 0,
    contributionsCents: 0,
  };
};
const gathered = (days: readonly ReturnType<typeof day>[], schedule: "monthly" | "semiweekly" = "monthly") =>
  planDeposits(days, schedule).gathered.map(({ start, end, dueDate, amountCents }) => [
    start,
    end,
    dueDate,
    amountCents,
  ]);

describe("a schedule", () => {
  test.each([
    ["monthly up to 50,000 in the look-back period", 5_000_000, "monthly"],
    ["semiweekly above it", 5_000_001, "semiweekly"],
  ])("is %s", (_name, cents, schedule) => {
    const { scheduleOn } = planDeposits([day("2024-07-01", 1), day("2025-06-30", cents - 1)], "monthly");
    expect(scheduleOn("2026-01-02")).toBe(schedule);
  });

  test("a deposit schedule uses the four quarters up to June 30, and no others", () => {
    const days = [day("2024-06-30", 9_000_000), day("2025-07-01", 9_000_000)];
    const { scheduleOn, lookbackCentsOf } = planDeposits(days, "monthly");
    expect([lookbackCentsOf(2026), scheduleOn("2026-05-01")]).toEqual([0, "monthly"]);
    expect([lookbackCentsOf(2027), scheduleOn("2027-05-01")]).toEqual([9_000_000, "semiweekly"]);
  });

  test("a deposit schedule is semiweekly from the day after 100,000 to the end of the next year", () => {
    const { scheduleOn } = planDeposits([day("2026-03-13", 10_000_000)], "monthly");
    const days = ["2026-03-13", "2026-03-14", "2027-12-31", "2028-01-01"];
    // In 2028 the look-back period has no taxes of March 2026.
    expect(days.map(scheduleOn)).toEqual(["monthly", "semiweekly", "semiweekly", "monthly"]);
  });

  test("100,000 in one year make the next one semiweekly even when its lookback period has no tax", () => {
    const { scheduleOn, lookbackCentsOf } = planDeposits([day("2026-09-11", 10_000_000)], "monthly");
    expect(lookbackCentsOf(2027)).toBe(0);
    expect(scheduleOn("2027-05-03")).toBe("semiweekly");
  });
});

describe("what is deposited together", () => {
  test("a deposit period restarts on the day after 100,000 have accumulated", () => {
    // Publication 15, "Accumulating $100,000 or more": 110,000 on Monday are due on Tuesday, 30,000 of Tuesday on
    // Friday.
    expect(gathered([day("2026-01-26", 11_000_000), day("2026-01-27", 3_000_000)], "semiweekly")).toEqual([
      ["2026-01-24", "2026-01-26", "2026-01-27", 11_000_000],
      ["2026-01-27", "2026-01-27", "2026-01-30", 3_000_000],
    ]);
  });

  test("a monthly depositor becomes semiweekly in the middle of a month", () => {
    expect(gathered([day("2026-05-07", 10_000_000), day("2026-05-08", 100), day("2026-05-22", 200)])).toEqual(
      [
        ["2026-05-01", "2026-05-07", "2026-05-08", 10_000_000],
        ["2026-05-08", "2026-05-08", "2026-05-13", 100],
        ["2026-05-20", "2026-05-22", "2026-05-28", 200],
      ],
    );
  });

  test.each([
    // Memorial Day is one of the three weekdays after, Emancipation Day another one's.
    ["2026-05-22", "2026-05-28"],
    ["2026-04-14", "2026-04-20"],
    // The Fourth of July of 2026 is kept on Friday.
    ["2026-06-30", "2026-07-06"],
    ["2026-12-31", "2027-01-06"],
  ])("of %s has three business days, to %s", (payDate, dueDate) => {
    expect(planDeposits([day(payDate, 1)], "semiweekly").gathered[0]!.dueDate).toBe(dueDate);
  });

  test("a deposit period never spans two quarters", () => {
    expect(gathered([day("2027-06-30", 100), day("2027-07-02", 200)], "semiweekly")).toEqual([
      ["2027-06-30", "2027-06-30", "2027-07-08", 100],
      ["2027-07-01", "2027-07-02", "2027-07-08", 200],
    ]);
  });

  test("the 100,000 limit counts all states of a day", () => {
    const days = [day("2026-05-07", 5_000_000), { ...day("2026-05-07", 5_000_000), state: "IL" }];
    expect(gathered(days)).toEqual([["2026-05-01", "2026-05-07", "2026-05-08", 10_000_000]]);
  });

  test("deposits are due on business days, and no tax is lost", () => {
    const paid = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 12_000_000 })),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(paid, fc.constantFrom("monthly" as const, "semiweekly" as const), (given, setting) => {
        const days = given
          .map(([offset, cents]) => day(addDays("2025-01-01", offset), cents))
          .toSorted((a, b) => (a.payDate < b.payDate ? -1 : 1));
        const plan = planDeposits(days, setting);
        let before = "";
        for (const { start, end, dueDate, amountCents, isNextDay } of plan.gathered) {
          const own = days.filter(({ payDate }) => payDate >= start && payDate <= end);
          expect(own.reduce((sum, { form941Cents }) => sum + form941Cents, 0)).toBe(amountCents);
          expect([start > before, end >= start, dueDate > end]).toEqual([true, true, true]);
          expect(isWeekend(dueDate) || isLegalHoliday(dueDate)).toBe(false);
          expect(isNextDay).toBe(amountCents >= 10_000_000);
          before = end;
        }
        const total = plan.gathered.reduce((sum, { amountCents }) => sum + amountCents, 0);
        expect(total).toBe(days.reduce((sum, { form941Cents }) => sum + form941Cents, 0));
        for (const year of [2025, 2026, 2027]) {
          const periods = periodsOfYear(plan, year);
          expect([periods[0]!.start, periods.at(-1)!.end]).toEqual([`${year}-01-01`, `${year}-12-31`]);
          for (const [at, { start }] of periods.entries())
            if (at > 0) expect(start).toBe(addDays(periods[at - 1]!.end, 1));
        }
      }),
    );
  });

  test("a year has twelve monthly or about a hundred semiweekly deposit periods", () => {
    const monthly = periodsOfYear(planDeposits([], "monthly"), 2026).map(({ dueDate }) => dueDate);
    expect(monthly).toEqual([
      "2026-02-17",
      "2026-03-16",
      "2026-04-15",
      "2026-05-15",
      "2026-06-15",
      "2026-07-15",
      "2026-08-17",
      "2026-09-15",
      "2026-10-15",
      "2026-11-16",
      "2026-12-15",
      "2027-01-15",
    ]);
    expect(periodsOfYear(planDeposits([], "semiweekly"), 2026)).toHaveLength(106);
  });
});

test("state taxes are accrued up to the last day of their quarter, and due from the next day", () => {
  const taxed = [
    { ...day("2026-02-06", 0), state: "MI", stateCents: 8_500, sutaCents: 2_700, contributionsCents: 900 },
  ];
  const statusOn = (today: string) => liabilitiesOf(taxed, "monthly", today).map(({ status }) => status);
  expect(statusOn("2026-03-31")).toEqual(["accrued", "accrued", "accrued"]);
  expect(statusOn("2026-04-01")).toEqual(["due", "due", "due"]);
});

describe("deposits", () => {
  const deposit = (id: string, amountCents: number, depositedOn: string, period = "2026-Q1"): Deposit => {
    const head = { agency: "IRS", form: period.length === 4 ? "940" : "941", period };
    return { id, ...head, amountCents, depositedOn, reference: id, createdAt: "2026-02-01T00:00:00.000Z" };
  };
  const days = [
    day("2026-01-09", 10_000, 4_200),
    day("2026-02-06", 20_000, 4_200),
    day("2026-04-10", 30_000),
  ];

  test("the oldest deposit pays the earliest liability, and late ones are marked late", () => {
    const owed = liabilitiesOf(days, "monthly", "2026-03-20");
    const made = [deposit("b", 15_000, "2026-02-20"), deposit("a", 5_000, "2026-02-17")];
    const { liabilities, credits } = settleLiabilities(owed, made, "2026-03-20");
    expect(credits).toEqual([]);
    const [january, february, second] = liabilities.filter(({ form }) => form === "941");
    expect(january).toMatchObject({
      status: "deposited",
      depositedCents: 10_000,
      openCents: 0,
      depositedOn: "2026-02-20",
      isOverdue: false,
      isLate: true,
      deposits: [
        { depositId: "a", amountCents: 5_000 },
        { depositId: "b", amountCents: 5_000 },
      ],
    });
    expect(february).toMatchObject({ status: "due", openCents: 10_000, isOverdue: true, depositedOn: null });
    expect(second).toMatchObject({ status: "accrued", period: "2026-Q2", openCents: 30_000, isLate: false });
  });

  test("deposits become a credit when payslips are reversed later", () => {
    const owed = liabilitiesOf(days.slice(1), "monthly", "2026-03-20");
    const { liabilities, credits } = settleLiabilities(
      owed,
      [deposit("a", 30_000, "2026-02-10"), deposit("f", 9_000, "2026-03-01", "2026")],
      "2026-03-20",
    );
    expect(credits).toEqual([
      { agency: "IRS", form: "941", period: "2026-Q1", amountCents: 10_000 },
      { agency: "IRS", form: "940", period: "2026", amountCents: 4_800 },
    ]);
    const [first, second, unemployment] = ["2026-Q1", "2026-Q2", "2026"].map((period) =>
      liabilities.find((one) => one.period === period),
    );
    expect([first, second, unemployment]).toMatchObject([
      { depositedCents: 20_000 },
      { depositedCents: 0 },
      { depositedCents: 4_200 },
    ]);
  });

  test("deposits lose no cent, whatever the liabilities and dates", () => {
    const taxes = fc.array(fc.tuple(fc.integer({ min: 0, max: 364 }), fc.nat(9_000_000), fc.nat(40_000)), {
      maxLength: 20,
    });
    const made = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.nat(400),
        fc.constantFrom("2026-Q1", "2026-Q3", "2026"),
      ),
      { maxLength: 15 },
    );
    fc.assert(
      fc.property(taxes, made, (given, deposited) => {
        const owed = liabilitiesOf(
          given
            .map(([offset, a, b]) => day(addDays("2026-01-01", offset), a, b))
            .toSorted((a, b) => (a.payDate < b.payDate ? -1 : 1)),
          "monthly",
          "2027-03-01",
        );
        const deposits = deposited.map(([cents, offset, period], at) =>
          deposit(`d${at}`, cents, addDays("2026-01-01", offset), period),
        );
        const { liabilities, credits } = settleLiabilities(owed, deposits, "2027-03-01");
        const settled = liabilities.reduce((sum, one) => sum + one.depositedCents, 0);
        const left = credits.reduce((sum, one) => sum + one.amountCents, 0);
        expect(settled + left).toBe(deposits.reduce((sum, { amountCents }) => sum + amountCents, 0));
        for (const one of liabilities) {
          expect(one.openCents).toBe(one.amountCents - one.depositedCents);
          expect(one.openCents).toBeGreaterThanOrEqual(0);
          expect(one.status === "deposited").toBe(one.openCents === 0);
          const hasCredit = credits.some(({ form, period }) => form === one.form && period === one.period);
          if (hasCredit) expect(one.openCents).toBe(0);
        }
      }),
    );
  });
});
