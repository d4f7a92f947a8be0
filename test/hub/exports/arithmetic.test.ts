import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anEmployee, refusalOf, someEmployees, write } from "./payrolls.ts";

const off = { ...anEmployee, employeeId: "E-2", netPay: 3099.81 };

test("a net pay that is off by a cent is rejected with its row, the value and the expected value", async () => {
  const { code, details } = await refusalOf({ payrollData: { employees: [anEmployee, off, anEmployee] } });
  expect(code).toBe("INVALID_EXPORT_REQUEST");
  expect(details).toEqual({
    fields: [],
    rows: [
      {
        row: 2,
        employeeId: "E-2",
        path: "payrollData.employees.1.netPay",
        message: "is not grossPay - taxes - deductions + reimbursements",
        rule: "netPay",
        expected: "3099.80",
        actual: "3099.81",
      },
    ],
    faultCount: 1,
  });
});

test("a wrong net pay is a warning without strict checks", async () => {
  const { warnings, recordCount } = await write({
    payrollData: { employees: [anEmployee, off] },
    options: { strict: false },
  });
  expect(recordCount).toBe(2);
  expect(warnings).toEqual([
    "Row 2: netPay is not grossPay - taxes - deductions + reimbursements: 3099.81 is not 3099.80.",
  ]);
});

test("sums are exact where floats are not", async () => {
  const tenth = {
    ...anEmployee,
    grossPay: 0.3,
    taxes: [],
    deductions: [
      { code: "a", amount: 0.1 },
      { code: "b", amount: 0.2 },
    ],
    reimbursements: 0,
    netPay: 0,
  };
  expect(0.1 + 0.2 === 0.3).toBe(false);
  const { totals } = await write({ payrollData: { employees: Array.from({ length: 1000 }, () => tenth) } });
  expect(totals).toMatchObject({ grossPay: 300, deductions: 300, netPay: 0 });
});

test("a difference of one cent is found in any payroll", async () => {
  await fc.assert(
    fc.asyncProperty(someEmployees, fc.nat(), fc.constantFrom(-1, 1), async (employees, pick, cent) => {
      const at = pick % employees.length;
      const changed = employees.map(({ employee, inCents }, index) =>
        index === at ? { ...employee, netPay: (inCents.netPay + cent) / 100 } : employee,
      );
      const { details } = await refusalOf({ payrollData: { employees: changed } });
      expect(details.rows.map(({ row }) => row)).toEqual([at + 1]);
    }),
    { numRuns: 40 },
  );
});

test("records that have all the sums are checked, others are not", async () => {
  const record = { grossPay: 10, taxes: 2, deductions: 1, netPay: 7.01 };
  expect((await refusalOf({ payrollData: { records: [record] } })).details.rows).toMatchObject([
    { row: 1, expected: "7.00" },
  ]);
  await write({ payrollData: { records: [{ ...record, reimbursements: 0.01 }] } });
  await write({ payrollData: { records: [{ grossPay: 10, netPay: 7.01 }] } });
});

describe("refused with the row", () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ["a third decimal", { grossPay: 1.001 }, "grossPay"],
    ["an amount as text", { netPay: "1.00" }, "netPay"],
    ["no gross pay", { grossPay: undefined }, "grossPay"],
    ["no net pay", { netPay: null }, "netPay"],
    ["an amount beyond 15 digits", { grossPay: 1e15 }, "grossPay"],
    ["an amount that is not finite", { grossPay: Infinity }, "grossPay"],
    ["an unknown kind of pay", { payType: "daily" }, "payType"],
    ["no id", { employeeId: "" }, "employeeId"],
    ["a name that is a number", { firstName: 1 }, "firstName"],
    ["hours as text", { regularHours: "8" }, "regularHours"],
    ["taxes that are no list", { taxes: {} }, "taxes"],
    ["a tax without a code", { taxes: [{ amount: 800.15 }] }, "taxes.0.code"],
    ["a tax without an amount", { taxes: [{ code: "FIT" }] }, "taxes.0.amount"],
    ["a text of 32768 characters", { note: "x".repeat(32_768) }, "note"],
  ];
  test.each(wrong)("%s", async (_name, change, field) => {
    const { details } = await refusalOf({
      payrollData: { employees: [anEmployee, { ...anEmployee, ...change }] },
    });
    expect(details.rows.map(({ path }) => path)).toContain(`payrollData.employees.1.${field}`);
    expect(details.rows.every(({ row }) => row === 2)).toBe(true);
  });

  test("all faults are reported at once, a hundred of them listed", async () => {
    const { details } = await refusalOf({
      payrollData: { employees: Array.from({ length: 250 }, () => off) },
    });
    expect(details.rows).toHaveLength(100);
    expect(details.faultCount).toBe(250);
  });

  test("a nested record is rejected", async () => {
    const { details } = await refusalOf({
      payrollData: { records: [{ a: 1 }, { a: { b: 1 } }, { a: [] }, 3] },
    });
    expect(details.rows.map(({ row, path }) => [row, path])).toEqual([
      [2, "payrollData.records.1.a"],
      [3, "payrollData.records.2.a"],
      [4, "payrollData.records.3"],
    ]);
  });
});

describe("refused as a whole", () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ["nothing to export", {}, "payrollData"],
    ["both kinds of rows", { employees: [], records: [] }, "payrollData"],
    ["employees that are no list", { employees: {} }, "payrollData.employees"],
    ["50,001 rows", { records: Array.from({ length: 50_001 }, () => ({})) }, "payrollData.records"],
    ["an unknown currency", { employees: [], currency: "XXX" }, "payrollData.currency"],
    [
      "a day that is none",
      { employees: [], payPeriod: { startDate: "2026-02-30" } },
      "payrollData.payPeriod.startDate",
    ],
    [
      "a period that ends before it starts",
      { employees: [], payPeriod: { startDate: "2026-02-02", endDate: "2026-02-01" } },
      "payrollData.payPeriod.endDate",
    ],
    ["a company that is a text", { employees: [], company: "Acme" }, "payrollData.company"],
    [
      "257 columns",
      { records: [Object.fromEntries(Array.from({ length: 257 }, (_, at) => [`c${at}`, 1]))] },
      "payrollData",
    ],
    [
      "more than 2,000,000 cells",
      { records: Array.from({ length: 20_001 }, (_, at) => ({ [`c${at % 100}`]: 1 })) },
      "payrollData",
    ],
    ["a name of 129 characters", { records: [{ ["x".repeat(129)]: 1 }] }, "payrollData"],
    ["sums beyond 15 digits", { records: [{ netPay: 9e12 }, { netPay: 9e12 }] }, "payrollData.netPay"],
  ];
  test.each(wrong)("%s", async (_name, payrollData, path) => {
    const { code, details } = await refusalOf({ payrollData });
    expect(code).toBe("INVALID_EXPORT_REQUEST");
    expect(details.fields.map((field) => field.path)).toContain(path);
  });
});
