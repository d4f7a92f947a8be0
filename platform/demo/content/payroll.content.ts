import { createHash } from "node:crypto";
import type { RequestContext } from "../../../src/context.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { dayAfter, step, type ContentRow, type ContentStep, type DemoContent } from "./content-step.ts";

const address = { line1: "12 Market Street", city: "Austin", state: "TX", postalCode: "78701" };

interface Hired {
  name: string;
  firstName: string;
  lastName: string;
  salary: number;
  more?: Record<string, unknown>;
}

const employee = ({ name, firstName, lastName, salary, more = {} }: Hired): ContentStep[] => {
  const employeeId = `emp_demo_${name}`;
  return [
    step(name, "createEmployee", {
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}@staff.example`,
      startDate: "2025-01-06",
      workState: "TX",
      payScheduleId: "psc_demo_1",
      employmentType: "full_time",
      department: name === "1" ? "Sales" : "Workshop",
      ...more,
    }),
    step(name, "setCompensation", {
      employeeId,
      kind: "salary",
      amount: salary,
      perUnit: "year",
      effectiveDate: "2025-01-06",
    }),
    step(name, "submitW4", { employeeId, filingStatus: "single", effectiveDate: "2025-01-06" }),
  ];
};

/** A small team with pay, time and one payroll that was run and one that is a draft. */
export function payrollContent(ownerId: string, now: Date): DemoContent {
  return {
    subgraph: "gateway",
    appId: "payroll",
    ownerId,
    lastRow: { table: "payroll_runs", id: "run_demo_draft" },
    steps: [...teamSteps(), ...timeSteps(), ...contractorSteps(), ...runSteps()],
    decide: failPayment,
    rows: [payslipLink(ownerId, now), checkedAccount(ownerId, now), wageStatement(ownerId, now)],
  };
}

/** The company pays from a bank account, whose bank refused the debit of one run. */
async function failPayment(ctx: RequestContext): Promise<void> {
  await inTransaction(ctx, async (em) => {
    const funding = `UPDATE payroll_settings AS t SET funding_secret_id = s.id, funding_last4 = s.last4
      FROM payroll_secrets AS s WHERE s.id = 'pst_demo_4' AND s.owner_id = t.owner_id`;
    await executeSql(em, funding, []);
    await executeSql(em, "UPDATE payroll_secrets SET used_by = 'funding' WHERE id = 'pst_demo_4'", []);
    await executeSql(em, "UPDATE payroll_runs SET status = 'failed' WHERE id = 'run_demo_failed'", []);
  });
}

/** A bank account that got two small deposits. */
function checkedAccount(ownerId: string, now: Date): ContentRow {
  return {
    table: "payroll_bank_accounts",
    row: {
      id: "bac_demo_2",
      owner_id: ownerId,
      employee_id: "emp_demo_1",
      secret_id: "pst_demo_3",
      last4: "5678",
      status: "unverified",
      check_cents: [12, 34],
      check_at: now.toISOString(),
      check_tries: 0,
      created_at: now.toISOString(),
    },
  };
}

/** The wage statement of somebody who left. */
function wageStatement(ownerId: string, now: Date): ContentRow {
  const boxes = {
    box1Cents: 5_200_000,
    box2Cents: 400_400,
    box3Cents: 5_200_000,
    box4Cents: 322_400,
    box5Cents: 5_200_000,
    box6Cents: 75_400,
    box12: [],
    box14: [],
    states: [],
  };
  return {
    table: "payroll_w2s",
    row: {
      id: "w2s_demo_1",
      owner_id: ownerId,
      employee_id: "emp_demo_4",
      year: 2025,
      revision: 1,
      boxes,
      created_at: now.toISOString(),
    },
  };
}

/** The link of a payslip, whose token is `demo-payslip`. */
function payslipLink(ownerId: string, now: Date): ContentRow {
  return {
    table: "payslip_links",
    row: {
      id: "psl_demo_1",
      owner_id: ownerId,
      payslip_id: "pay_demo_1",
      token_hash: createHash("sha256").update("demo-payslip").digest("hex"),
      expires_at: `${dayAfter(now, 365)}T00:00:00.000Z`,
      created_at: now.toISOString(),
    },
  };
}

/** The company and its people. */
function teamSteps(): ContentStep[] {
  return [
    step("1", "updatePayrollSettings", {
      legalName: "Pia's Workshop LLC",
      state: "TX",
      sutaRate: 2.7,
      sutaWageBase: 9000,
      ein: "27-4816790",
      address,
    }),
    step("1", "createPaySchedule", {
      name: "Every two weeks",
      frequency: "biweekly",
      anchorDate: "2026-01-05",
      payDateOffsetDays: 5,
      holidayRule: "before",
    }),
    ...employee({ name: "1", firstName: "Robin", lastName: "Vale", salary: 58_000 }),
    ...employee({ name: "2", firstName: "Sandy", lastName: "Moss", salary: 64_000 }),
    ...employee({ name: "3", firstName: "Toni", lastName: "Berg", salary: 71_500 }),
    // A number of advertisements, which is nobody's.
    step("5", "sealPayrollNumber", { kind: "ssn", number: "987-65-4320" }),
    ...employee({
      name: "4",
      firstName: "Alex",
      lastName: "Reed",
      salary: 52_000,
      more: { ssnSetupToken: "pst_demo_5", address },
    }),
    step("4", "terminateEmployee", { employeeId: "emp_demo_4", lastDay: "2025-12-31", reason: "Moved away" }),
    step("2", "createPaySchedule", {
      name: "Monthly, until 2025",
      frequency: "monthly",
      anchorDate: "2025-01-01",
      payDateOffsetDays: 3,
      holidayRule: "before",
    }),
  ];
}

const sealedAccount = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };

/** Deductions and time. */
function timeSteps(): ContentStep[] {
  return [
    step("1", "createDeductionType", {
      code: "MEDICAL",
      name: "Medical plan",
      timing: "pretax_section125",
    }),
    step("1", "enrollInDeduction", {
      employeeId: "emp_demo_2",
      code: "MEDICAL",
      amount: 80,
      from: "2026-06-01",
    }),
    step("1", "addGarnishment", {
      employeeId: "emp_demo_2",
      kind: "creditor",
      amount: 40,
      caseNumber: "C-1987",
      priority: 1,
      total: 1_200,
      from: "2026-06-01",
    }),
    step("1", "createTimeOffPolicy", { name: "Vacation", accrual: "per_period", rate: 4 }),
    step("1", "assignTimeOffPolicy", {
      employeeId: "emp_demo_1",
      policyId: "top_demo_1",
      from: "2026-01-01",
    }),
    step("1", "addTimeEntry", { employeeId: "emp_demo_1", date: "2026-02-17", hours: 7.5 }),
    step("1", "clockIn", { employeeId: "emp_demo_3", at: "2026-02-18T09:00" }),
    step("1", "requestTimeOff", {
      employeeId: "emp_demo_1",
      policyId: "top_demo_1",
      from: "2026-08-03",
      to: "2026-08-03",
    }),
    step("1", "addRecurringEarning", {
      employeeId: "emp_demo_3",
      code: "phone_allowance",
      amount: 25,
      from: "2031-01-01",
    }),
    step("1", "sealPayrollNumber", sealedAccount, 0),
    step("2", "sealPayrollNumber", sealedAccount, 0),
    step("3", "sealPayrollNumber", sealedAccount, 0),
    step("4", "sealPayrollNumber", sealedAccount, 0),
    step("1", "addEmployeeBankAccount", { employeeId: "emp_demo_2", setupToken: "pst_demo_2" }),
  ];
}

/** Two contractors and their payments. */
function contractorSteps(): ContentStep[] {
  return [
    step("1", "createContractor", { name: "Kit Lane", email: "kit@work.example", kind: "individual" }),
    step("1", "payContractor", {
      contractorId: "con_demo_1",
      amount: 450,
      description: "Photos",
      payDate: "2031-02-06",
    }),
    step("2", "payContractor", { contractorId: "con_demo_1", amount: 120, description: "Retouching" }),
    step("6", "sealPayrollNumber", sealedAccount, 0),
    step("2", "createContractor", {
      name: "Lane Studio LLC",
      email: "studio@work.example",
      kind: "business",
      bankSetupToken: "pst_demo_6",
    }),
    step("3", "payContractor", {
      contractorId: "con_demo_2",
      amount: 800,
      description: "Film",
      payDate: "2031-02-06",
    }),
  ];
}

/** A payroll that was run, and the draft of the next one. */
function runSteps(): ContentStep[] {
  return [
    step("1", "runPayroll", {
      periodStart: "2026-01-05",
      periodEnd: "2026-01-18",
      type: "regular",
      scheduleId: "psc_demo_1",
    }),
    step("1", "markPayrollPaid", { runId: "run_demo_1" }, 0),
    step("failed", "runPayroll", {
      periodStart: "2025-12-08",
      periodEnd: "2025-12-21",
      type: "regular",
      scheduleId: "psc_demo_1",
      employeeIds: ["emp_demo_2"],
    }),
    step("draft", "createPayrollDraft", {
      periodStart: "2026-01-19",
      periodEnd: "2026-02-01",
      type: "regular",
      scheduleId: "psc_demo_1",
    }),
  ];
}
