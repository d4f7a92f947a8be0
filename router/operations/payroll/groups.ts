/** Tool groups of the app `payroll` with their titles, in the order in which they are listed. */
export const payrollGroups = {
  "company-and-pay-schedules": "Company and pay schedules",
  employees: "Employees",
  "tax-set-up": "Tax set-up",
  "pay-rates-and-recurring-earnings": "Pay rates and recurring earnings",
  "direct-deposit": "Direct deposit",
  deductions: "Deductions",
  garnishments: "Garnishments",
  time: "Time",
  "time-off": "Time off",
  "payroll-runs": "Payroll runs",
  payouts: "Payouts",
  payslips: "Payslips",
  taxes: "Taxes",
  contractors: "Contractors",
  "forms-and-reports": "Forms and reports",
} as const;

export type PayrollGroup = keyof typeof payrollGroups;
