/** The payroll that is exported: as many rows as an export may have, all of them different. */
export const employees = Array.from({ length: 50_000 }, (_, at) => {
  const [grossCents, taxCents, deductionCents] = [300_000 + at * 7, 40_000 + at * 3, 10_000 + at];
  return {
    employeeId: `E-${String(at).padStart(6, "0")}`,
    firstName: `First ${at}`,
    lastName: at % 50 === 0 ? `=Last-${at}` : `O'Last & ${at}`,
    email: `employee.${at}@example.com`,
    department: `Department ${at % 40}`,
    payType: at % 3 === 0 ? "hourly" : "salary",
    regularHours: 160,
    overtimeHours: (at % 40) / 4,
    rate: 25.125,
    grossPay: grossCents / 100,
    taxes: [
      { code: "FIT", amount: (taxCents - 5_000) / 100 },
      { code: "SS", amount: 50 },
    ],
    deductions: [{ code: "401K", amount: deductionCents / 100, preTax: true }],
    reimbursements: 12.5,
    netPay: (grossCents - taxCents - deductionCents + 1_250) / 100,
  };
});

/** The same as flat rows of cells, for libraries that take those. */
export function toCells(): (string | number)[][] {
  return employees.map(({ taxes, deductions, ...plain }) => [
    ...Object.values(plain),
    ...taxes.map(({ amount }) => amount),
    ...deductions.map(({ amount }) => amount),
  ]);
}
