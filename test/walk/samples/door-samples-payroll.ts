import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

async function call(app: TestApp, method: string, path: string, headers: Headers, body?: unknown) {
  const answer = await app.send(method, path, { "x-app-id": "payroll", ...headers }, body);
  // The shape is that of each route.
  return answer.body as Record<string, never> & { id: string };
}

const schedule = {
  name: "Sample",
  frequency: "biweekly",
  anchorDate: "2026-01-05",
  payDateOffsetDays: 5,
  holidayRule: "before",
};
const period = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };

async function newSchedule(app: TestApp, headers: Headers) {
  return { scheduleId: (await call(app, "POST", "/payroll/schedules", headers, schedule)).id };
}

async function personFacts(app: TestApp, headers: Headers) {
  const { scheduleId } = await newSchedule(app, headers);
  return {
    firstName: "Sam",
    lastName: "Sample",
    email: `${newId("emp")}@staff.example`,
    startDate: "2025-01-01",
    workState: "TX",
    payScheduleId: scheduleId,
    employmentType: "full_time",
  };
}

async function newEmployee(app: TestApp, headers: Headers) {
  const facts = await personFacts(app, headers);
  const { id: employeeId } = await call(app, "POST", "/payroll/employees", headers, facts);
  const rate = { kind: "salary", amount: 52_000, perUnit: "year", effectiveDate: "2025-01-01" };
  await call(app, "PUT", `/payroll/employees/${employeeId}/compensation`, headers, rate);
  return { employeeId, scheduleId: facts.payScheduleId };
}

const newEmployeeId = async (app: TestApp, headers: Headers) => ({
  employeeId: (await newEmployee(app, headers)).employeeId,
});

async function newRunInput(app: TestApp, headers: Headers) {
  const { scheduleId } = await newEmployee(app, headers);
  return { ...period, scheduleId };
}

async function newDraft(app: TestApp, headers: Headers) {
  const input = await newRunInput(app, headers);
  return { runId: (await call(app, "POST", "/payroll/runs", headers, input)).id };
}

async function newPayslip(app: TestApp, headers: Headers) {
  const input = await newRunInput(app, headers);
  const { runId } = await call(app, "POST", "/payroll/run", headers, input);
  const page = await call(app, "GET", `/payroll/payslips?runId=${runId}`, headers);
  const [payslip] = page["payslips"] as unknown as { id: string }[];
  return { payslipId: payslip!.id };
}

const shared = new WeakMap<TestApp, Map<string, Promise<unknown>>>();

/** What the account made once, so that a file of it is the same at each door. */
function once<T>(make: (app: TestApp, headers: Headers) => Promise<T>) {
  return (app: TestApp, headers: Headers): Promise<T> => {
    const made = shared.get(app) ?? new Map<string, Promise<unknown>>();
    shared.set(app, made);
    const key = `${make.name} ${headers["authorization"] ?? ""}`;
    const found = made.get(key) ?? make(app, headers);
    made.set(key, found);
    return found as Promise<T>;
  };
}

async function newAccountToCheck(app: TestApp, headers: Headers) {
  const { bankAccountId } = await newBankAccount(app, headers);
  await call(app, "PATCH", "/payroll/settings", headers, { legalName: "Sample LLC" });
  const bank = { bankRoutingNumber: "021000021", bankName: "First Bank" };
  return { bankAccountIds: [bankAccountId], ...bank, companyIdentification: "1234567890" };
}

/** A run of one person with a bank account. */
async function newPayableRun(app: TestApp, headers: Headers) {
  const input = await newRunInput(app, headers);
  await call(app, "PATCH", "/payroll/settings", headers, { legalName: "Sample LLC" });
  const { runId } = await call(app, "POST", "/payroll/run", headers, input);
  const page = await call(app, "GET", `/payroll/payslips?runId=${runId}`, headers);
  const [{ employeeId }] = page["payslips"] as unknown as [{ employeeId: string }];
  const number = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };
  const { setupToken } = await call(app, "POST", "/payroll/secure-numbers", headers, number);
  await call(app, "POST", `/payroll/employees/${employeeId}/bank-accounts`, headers, { setupToken });
  return {
    runId,
    bankRoutingNumber: "021000021",
    bankName: "First Bank",
    companyIdentification: "1234567890",
  };
}

/** A payment of a business that has a bank account. */
async function newContractorFile(app: TestApp, headers: Headers) {
  await call(app, "PATCH", "/payroll/settings", headers, { legalName: "Sample LLC" });
  const number = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };
  const { setupToken } = await call(app, "POST", "/payroll/secure-numbers", headers, number);
  const facts = { name: "Sample", email: "sample@work.example", kind: "business" };
  const business = { ...facts, bankSetupToken: setupToken };
  const { id: contractorId } = await call(app, "POST", "/payroll/contractors", headers, business);
  const payment = { contractorId, amount: 10, description: "sample", payDate: "2090-01-02" };
  const { id } = await call(app, "POST", "/payroll/contractor-payments", headers, payment);
  return {
    paymentIds: [id],
    bankRoutingNumber: "021000021",
    bankName: "First Bank",
    companyIdentification: "1234567890",
  };
}

/** A wage statement of 2026 whose employer and employee have addresses. */
async function newW2File(app: TestApp, headers: Headers) {
  const address = { line1: "1 Main Street", city: "Austin", state: "TX", postalCode: "78701" };
  await call(app, "PATCH", "/payroll/settings", headers, {
    legalName: "Sample LLC",
    ein: "12-3456780",
    address,
  });
  const { employeeId, scheduleId } = await newEmployee(app, headers);
  const number = { kind: "ssn", number: "901112235" };
  const { setupToken: ssnSetupToken } = await call(app, "POST", "/payroll/secure-numbers", headers, number);
  await call(app, "PATCH", `/payroll/employees/${employeeId}`, headers, { ssnSetupToken, address });
  await call(app, "POST", "/payroll/run", headers, { ...period, scheduleId });
  await call(app, "POST", "/payroll/forms/w2", headers, { year: 2026, employeeIds: [employeeId] });
  const contact = {
    contactName: "Pat Sample",
    contactPhone: "217 555 0100",
    contactEmail: "pat@sample.example",
  };
  return { year: 2026, ssaUser: "SAMPLE01", ...contact };
}

async function newUnpaidRun(app: TestApp, headers: Headers) {
  const input = await newRunInput(app, headers);
  await call(app, "PATCH", "/payroll/settings", headers, { legalName: "Sample LLC" });
  return { runId: (await call(app, "POST", "/payroll/run", headers, input))["runId"] as unknown as string };
}

/** A link as an e-mail has it; the mail itself is tested with the feature. */
async function newPayslipLink(app: TestApp, headers: Headers) {
  const { payslipId } = await newPayslip(app, headers);
  const token = newId("token");
  await app.database.query(
    `INSERT INTO gateway.payslip_links SELECT $1, owner_id, id, encode(sha256($2::bytea), 'hex'), now() + interval '1 day', now()
     FROM gateway.payslips WHERE id = $3`,
    [newId("psl"), token, payslipId],
  );
  return { token, download: false };
}

/** One that is there, so that its file is the same at each door. */
async function anyPayslip(app: TestApp, headers: Headers) {
  const page = await call(app, "GET", "/payroll/payslips?limit=1", headers);
  const [payslip] = (page["payslips"] ?? []) as unknown as { id: string }[];
  return payslip ? { payslipId: payslip.id } : newPayslip(app, headers);
}

/** A deposit of a part of 100.00, which is all that is open then, so that it is the same at each door. */
async function newDeposit(app: TestApp, headers: Headers) {
  await newPayslip(app, headers);
  const span = "from=2026-01-01&to=2026-03-31&agency=IRS";
  const owed = await call(app, "GET", `/payroll/tax-liabilities?${span}`, headers);
  const liabilities = owed["liabilities"] as unknown as { form: string; open: number }[];
  const own = liabilities.filter(({ form }) => form === "941");
  const amount = Math.round(own.reduce((sum, { open }) => sum + open, -100) * 100) / 100;
  const deposit = { agency: "IRS", form: "941", period: "2026-Q1", date: "2026-02-17" };
  await call(app, "POST", "/payroll/tax-deposits", headers, {
    ...deposit,
    amount,
    reference: newId("eft"),
  });
  return { ...deposit, amount: 40, reference: newId("eft") };
}

async function newContractor(app: TestApp, headers: Headers) {
  const facts = { name: "Sample", email: "sample@work.example", kind: "individual" };
  return { contractorId: (await call(app, "POST", "/payroll/contractors", headers, facts)).id };
}

async function newDeduction(app: TestApp, headers: Headers) {
  const code = newId("ded");
  await call(app, "POST", "/payroll/deduction-types", headers, { code, name: "Sample", timing: "posttax" });
  return { ...(await newEmployeeId(app, headers)), code, amount: 5, from: "2026-01-01" };
}

const withEmployee = (more: Record<string, unknown>) => async (app: TestApp, headers: Headers) => ({
  ...(await newEmployeeId(app, headers)),
  ...more,
});

async function newEnrollment(app: TestApp, headers: Headers) {
  const { employeeId, ...terms } = await newDeduction(app, headers);
  const { id } = await call(app, "POST", `/payroll/employees/${employeeId}/deductions`, headers, terms);
  return { enrollmentId: id };
}

async function newGarnishment(app: TestApp, headers: Headers) {
  const { employeeId } = await newEmployeeId(app, headers);
  const order = { kind: "creditor", amount: 10, caseNumber: "C-1", priority: 1, from: "2026-01-01" };
  const { id } = await call(app, "POST", `/payroll/employees/${employeeId}/garnishments`, headers, order);
  return { garnishmentId: id };
}

async function newSetupToken(app: TestApp, headers: Headers) {
  const number = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };
  return (await call(app, "POST", "/payroll/secure-numbers", headers, number))["setupToken"];
}

async function newBankAccount(app: TestApp, headers: Headers) {
  const { employeeId } = await newEmployeeId(app, headers);
  const setupToken = await newSetupToken(app, headers);
  const path = `/payroll/employees/${employeeId}/bank-accounts`;
  return { bankAccountId: (await call(app, "POST", path, headers, { setupToken })).id };
}

const terms: Record<string, Sample> = {
  RehireEmployee: {
    input: async (app, headers) => {
      const { employeeId } = await newEmployeeId(app, headers);
      const end = { lastDay: "2026-01-31", reason: "sample" };
      await call(app, "POST", `/payroll/employees/${employeeId}/terminate`, headers, end);
      return { employeeId, startDate: "2026-03-02" };
    },
    foreign: "NOT_FOUND",
  },
  ListW4History: { input: newEmployeeId, foreign: "NOT_FOUND" },
  ListCompensationHistory: { input: newEmployeeId, foreign: "NOT_FOUND" },
  ListDeductionTypes: { input: fixed({}) },
  ListEmployeeDeductions: { input: withEmployee({ asOf: "2026-06-30" }), foreign: "NOT_FOUND" },
  UpdateDeductionEnrollment: {
    input: async (app, headers) => ({
      ...(await newEnrollment(app, headers)),
      amount: 7,
      effectiveDate: "2026-06-01",
    }),
    bad: { input: { enrollmentId: "enr_x", percent: 101, effectiveDate: "2026-06-01" }, paths: ["percent"] },
    foreign: "NOT_FOUND",
  },
  EndDeductionEnrollment: {
    input: async (app, headers) => ({ ...(await newEnrollment(app, headers)), to: "2026-06-30" }),
    foreign: "NOT_FOUND",
  },
  ListGarnishments: {
    input: withEmployee({ status: "active" }),
    bad: { input: { employeeId: "emp_x", status: "lost" }, paths: ["status"] },
    foreign: "NOT_FOUND",
  },
  UpdateGarnishment: {
    input: async (app, headers) => ({ ...(await newGarnishment(app, headers)), percent: 12.5, priority: 2 }),
    bad: {
      input: { garnishmentId: "gar_x", percent: 101, caseNumber: " ", priority: 100 },
      paths: ["percent", "caseNumber", "priority"],
    },
    foreign: "NOT_FOUND",
  },
  EndGarnishment: {
    input: async (app, headers) => ({
      ...(await newGarnishment(app, headers)),
      to: "2026-06-30",
      reason: "sample",
    }),
    bad: { input: { garnishmentId: "gar_x", to: "2026-06-30", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  ListEmployeeBankAccounts: { input: newEmployeeId, foreign: "NOT_FOUND" },
  RemoveEmployeeBankAccount: { input: newBankAccount, foreign: "NOT_FOUND" },
  SkipPayPeriod: {
    input: async (app, headers) => ({
      ...(await newSchedule(app, headers)),
      periodStart: "2026-01-05",
      reason: "sample",
    }),
    bad: { input: { scheduleId: "psc_x", periodStart: "2026-01-05", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  GrossUpPay: {
    input: fixed({ netWanted: 500, frequency: "biweekly", filingStatus: "single", payDate: "2026-05-01" }),
    bad: {
      input: { netWanted: 0, frequency: "hourly", filingStatus: "x", payDate: "2026-05-01" },
      paths: ["netWanted", "frequency", "filingStatus"],
    },
  },
  ArchivePaySchedule: { input: newSchedule, foreign: "NOT_FOUND" },
  UpdatePaySchedule: {
    input: async (app, headers) => ({
      ...(await newSchedule(app, headers)),
      effectiveFrom: "2026-03-02",
      payDateOffsetDays: 3,
    }),
    bad: {
      input: {
        scheduleId: "psc_x",
        effectiveFrom: "2026-03-02",
        name: " ",
        payDateOffsetDays: 32,
        holidayRule: "x",
      },
      paths: ["name", "payDateOffsetDays", "holidayRule"],
    },
    foreign: "NOT_FOUND",
  },
  AddRecurringEarning: {
    input: withEmployee({ code: "car_allowance", amount: 120, from: "2026-01-01" }),
    bad: {
      input: { employeeId: "emp_x", code: "Car", amount: 0, from: "2026-01-01" },
      paths: ["code", "amount"],
    },
    foreign: "NOT_FOUND",
  },
  RemoveRecurringEarning: {
    input: async (app, headers) => {
      const { employeeId } = await newEmployeeId(app, headers);
      const earning = { code: "car_allowance", amount: 120, from: "2026-01-01" };
      const path = `/payroll/employees/${employeeId}/recurring-earnings`;
      return { earningId: (await call(app, "POST", path, headers, earning)).id, to: "2026-06-30" };
    },
    foreign: "NOT_FOUND",
  },
  SetDepositSplit: {
    input: async (app, headers) => {
      const { employeeId } = await newEmployeeId(app, headers);
      const setupToken = await newSetupToken(app, headers);
      const path = `/payroll/employees/${employeeId}/bank-accounts`;
      const { id: bankAccountId } = await call(app, "POST", path, headers, { setupToken });
      return { employeeId, splits: [{ bankAccountId }] };
    },
    bad: {
      input: { employeeId: "emp_x", splits: [{ bankAccountId: "bac_x", amount: 0, percent: 101 }] },
      paths: ["splits.0.amount", "splits.0.percent"],
    },
    foreign: "NOT_FOUND",
  },
  ListEmployeeChanges: {
    input: newEmployeeId,
    bad: { input: { employeeId: "emp_x", limit: 0 }, paths: ["limit"] },
    foreign: "NOT_FOUND",
  },
  GetContractor: {
    input: async (app, headers) => ({ ...(await newContractor(app, headers)), year: 2026 }),
    bad: { input: { contractorId: "con_x", year: 1 }, paths: ["year"] },
    foreign: "NOT_FOUND",
  },
  UpdateContractor: {
    input: async (app, headers) => ({ ...(await newContractor(app, headers)), rate: 90, name: "Sample 2" }),
    bad: { input: { contractorId: "con_x", name: " ", email: "x" }, paths: ["name", "email"] },
    foreign: "NOT_FOUND",
  },
  CancelContractorPayment: {
    input: async (app, headers) => {
      const { contractorId } = await newContractor(app, headers);
      const payment = { contractorId, amount: 10, description: "sample", payDate: "2090-01-02" };
      const { id } = await call(app, "POST", "/payroll/contractor-payments", headers, payment);
      return { paymentId: id, reason: "sample" };
    },
    bad: { input: { paymentId: "cpy_x", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
};

const people: Record<string, Sample> = {
  CreateEmployee: {
    input: personFacts,
    bad: {
      input: {
        firstName: " ",
        lastName: "S",
        email: "nobody",
        startDate: "2025-01-01",
        workState: "Texas",
        payScheduleId: "psc_x",
        employmentType: "some",
      },
      paths: ["firstName", "email", "workState", "employmentType"],
    },
    foreign: "NOT_FOUND",
  },
  GetEmployee: { input: newEmployeeId, foreign: "NOT_FOUND" },
  ListEmployees: {
    input: fixed({ limit: 1, query: "no such person" }),
    bad: { input: { limit: 101, status: "lost" }, paths: ["limit", "status"] },
  },
  UpdateEmployee: { input: withEmployee({ department: "Sample" }), foreign: "NOT_FOUND" },
  TerminateEmployee: {
    input: withEmployee({ lastDay: "2026-01-31", reason: "sample" }),
    foreign: "NOT_FOUND",
  },
  SetCompensation: {
    input: withEmployee({ kind: "hourly", amount: 30, perUnit: "hour", effectiveDate: "2026-01-01" }),
    foreign: "NOT_FOUND",
  },
  SubmitW4: {
    input: withEmployee({ filingStatus: "married", effectiveDate: "2026-01-01" }),
    foreign: "NOT_FOUND",
  },
  GetW4: { input: newEmployeeId, foreign: "NOT_FOUND" },
  SetStateWithholding: { input: withEmployee({ state: "MI", allowances: 2 }), foreign: "NOT_FOUND" },
  CreateDeductionType: {
    input: () => Promise.resolve({ code: newId("ded"), name: "Sample", timing: "pretax_retirement" }),
    bad: { input: { code: "a b", name: " ", timing: "never" }, paths: ["code", "name", "timing"] },
  },
  EnrollInDeduction: { input: newDeduction, foreign: "NOT_FOUND" },
  AddGarnishment: {
    input: withEmployee({ kind: "creditor", amount: 10, caseNumber: "C-1", priority: 1, from: "2026-01-01" }),
    foreign: "NOT_FOUND",
  },
  SealPayrollNumber: {
    input: fixed({ kind: "ssn", number: "219-09-9999" }),
    bad: { input: { kind: "iban", number: "x" }, paths: ["kind", "number"] },
  },
  AddEmployeeBankAccount: {
    input: async (app, headers) => ({
      ...(await newEmployeeId(app, headers)),
      setupToken: await newSetupToken(app, headers),
    }),
    foreign: "NOT_FOUND",
  },
  GetYtdTotals: { input: withEmployee({ year: 2026 }), foreign: "NOT_FOUND" },
};

const runs: Record<string, Sample> = {
  GetPayrollSettings: { input: fixed({}) },
  UpdatePayrollSettings: {
    input: fixed({ legalName: "Sample Ltd", ein: "12-3456789", sutaRate: 2.7 }),
    bad: { input: { ein: "1", sutaRate: 21 }, paths: ["ein", "sutaRate"] },
  },
  CreatePaySchedule: {
    input: fixed(schedule),
    bad: {
      input: { ...schedule, frequency: "yearly", payDateOffsetDays: 32 },
      paths: ["frequency", "payDateOffsetDays"],
    },
  },
  ListPaySchedules: { input: fixed({}) },
  ListPayPeriods: {
    input: async (app, headers) => ({ ...(await newSchedule(app, headers)), year: 2026 }),
    foreign: "NOT_FOUND",
  },
  RunPayroll: {
    input: newRunInput,
    bad: { input: { ...period, type: "weekly", employeeIds: [] }, paths: ["type", "employeeIds"] },
    foreign: "NOT_FOUND",
  },
  CreatePayrollDraft: { input: newRunInput, foreign: "NOT_FOUND" },
  PreviewPayroll: { input: newDraft, foreign: "NOT_FOUND" },
  GetPayrollRun: { input: newDraft, foreign: "NOT_FOUND" },
  ListPayrollRuns: {
    input: fixed({ limit: 1, from: "2099-01-01" }),
    bad: { input: { limit: 0, type: "x" }, paths: ["limit", "type"] },
  },
  UpdatePayrollItem: {
    input: async (app, headers) => {
      const { employeeId, scheduleId } = await newEmployee(app, headers);
      const { id } = await call(app, "POST", "/payroll/runs", headers, { ...period, scheduleId });
      return { runId: id, employeeId, bonus: 10 };
    },
    foreign: "NOT_FOUND",
  },
  ApprovePayroll: { input: newDraft, foreign: "NOT_FOUND" },
  CancelPayrollRun: {
    input: async (app, headers) => ({ ...(await newDraft(app, headers)), reason: "sample" }),
    foreign: "NOT_FOUND",
  },
  ReopenPayrollRun: {
    input: async (app, headers) => {
      const { runId } = await newDraft(app, headers);
      await call(app, "POST", `/payroll/runs/${runId}/approve`, headers, {});
      return { runId };
    },
    foreign: "NOT_FOUND",
  },
  ComparePayrollRuns: {
    input: async (app, headers) => ({
      ...(await newDraft(app, headers)),
      otherRunId: (await newDraft(app, headers)).runId,
    }),
    foreign: "NOT_FOUND",
  },
  GetPayslip: { input: newPayslip, foreign: "NOT_FOUND" },
  ListPayslips: {
    input: fixed({ limit: 1, year: 2099 }),
    bad: { input: { limit: 0, year: 1 }, paths: ["limit", "year"] },
  },
  ExportPayroll: {
    input: async (app, headers) => {
      const { runId } = await call(app, "POST", "/payroll/run", headers, await newRunInput(app, headers));
      return { format: "csv", runId };
    },
    bad: {
      input: { format: "pdf", payrollData: [], options: 1 },
      paths: ["format", "payrollData", "options"],
    },
    foreign: "NOT_FOUND",
    as: "pia",
  },
  CreateBankAccountCheckFile: {
    input: once(newAccountToCheck),
    bad: {
      input: { bankAccountIds: [], bankRoutingNumber: "12", bankName: " ", companyIdentification: "x" },
      paths: ["bankAccountIds", "bankRoutingNumber", "bankName", "companyIdentification"],
    },
    foreign: "NOT_FOUND",
    as: "pia",
  },
  VerifyEmployeeBankAccount: {
    input: async (app, headers) => {
      const { bankAccountId } = await newBankAccount(app, headers);
      await app.database.query(
        "UPDATE gateway.payroll_bank_accounts SET check_cents = '{12,34}', check_at = now() WHERE id = $1",
        [bankAccountId],
      );
      return { bankAccountId, amounts: [34, 12] };
    },
    bad: { input: { bankAccountId: "bac_x", amounts: [0, 100] }, paths: ["amounts", "amounts"] },
    foreign: "NOT_FOUND",
  },
  CreateContractorAchFile: {
    input: once(newContractorFile),
    bad: {
      input: { paymentIds: [], bankRoutingNumber: "12", bankName: " ", companyIdentification: "x" },
      paths: ["paymentIds", "bankRoutingNumber", "bankName", "companyIdentification"],
    },
    foreign: "NOT_FOUND",
    as: "pia",
  },
  CreatePayrollAchFile: {
    input: once(newPayableRun),
    bad: {
      input: { runId: "run_x", bankRoutingNumber: "12", bankName: " ", companyIdentification: "x" },
      paths: ["bankRoutingNumber", "bankName", "companyIdentification"],
    },
    foreign: "NOT_FOUND",
    as: "pia",
  },
  SetPayrollFundingAccount: {
    input: async (app, headers) => {
      await call(app, "PATCH", "/payroll/settings", headers, { legalName: "Sample LLC" });
      const number = { kind: "bank_account", number: "12345678", routingNumber: "021000021" };
      const { setupToken } = await call(app, "POST", "/payroll/secure-numbers", headers, number);
      return { setupToken };
    },
    foreign: "NOT_FOUND",
  },
  ListPayrollTransfers: { input: newDraft, foreign: "NOT_FOUND" },
  MarkPayrollPaid: { input: newUnpaidRun, foreign: "NOT_FOUND" },
  RetryPayrollPayment: {
    input: async (app, headers) => {
      const { runId } = await newUnpaidRun(app, headers);
      await app.database.query(
        `WITH secret AS (
           INSERT INTO gateway.payroll_secrets SELECT 'pst' || id, owner_id, 'bank_account', 'x', '5678', id, now()
           FROM gateway.payroll_runs WHERE id = $1 RETURNING id, owner_id, last4),
         account AS (
           INSERT INTO gateway.payroll_bank_accounts (id, owner_id, employee_id, secret_id, last4, status, created_at)
           SELECT 'bac' || s.id, s.owner_id, p.employee_id, s.id, s.last4, 'unverified', now()
           FROM secret AS s, gateway.payslips AS p WHERE p.run_id = $1 RETURNING 1)
         UPDATE gateway.payroll_settings AS t SET funding_secret_id = s.id, funding_last4 = s.last4
         FROM secret AS s WHERE t.owner_id = s.owner_id`,
        [runId],
      );
      await app.database.query("UPDATE gateway.payroll_runs SET status = 'failed' WHERE id = $1", [runId]);
      return { runId };
    },
    foreign: "NOT_FOUND",
  },
  MarkContractorPaymentPaid: {
    input: async (app, headers) => {
      const payment = { ...(await newContractor(app, headers)), amount: 10, description: "sample" };
      const { id } = await call(app, "POST", "/payroll/contractor-payments", headers, payment);
      return { paymentId: id };
    },
    foreign: "NOT_FOUND",
  },
  EmailPayslip: { input: newPayslip, foreign: "NOT_FOUND" },
  PayslipPdfByLink: { input: newPayslipLink },
  RenderPayslipPdf: { input: anyPayslip, foreign: "NOT_FOUND" },
  ReversePayslip: {
    input: async (app, headers) => ({ ...(await newPayslip(app, headers)), reason: "sample" }),
    foreign: "NOT_FOUND",
  },
  CalculateTaxes: {
    input: fixed({ grossPay: 2000, frequency: "biweekly", filingStatus: "single", payDate: "2026-05-01" }),
    bad: {
      input: { grossPay: 1, frequency: "hourly", filingStatus: "x", payDate: "2026-05-01", state: "Texas" },
      paths: ["frequency", "filingStatus", "state"],
    },
  },
  CreateContractor: {
    input: fixed({ name: "Sample", email: "sample@work.example", kind: "individual" }),
    bad: { input: { name: " ", email: "x", kind: "robot" }, paths: ["name", "email", "kind"] },
  },
  ListContractors: { input: fixed({ limit: 100 }), bad: { input: { limit: 0 }, paths: ["limit"] } },
  PayContractor: {
    input: async (app, headers) => ({
      ...(await newContractor(app, headers)),
      amount: 10,
      description: "sample",
      payDate: "2090-01-02",
    }),
    foreign: "NOT_FOUND",
  },
  ListContractorPayments: {
    input: fixed({ limit: 1, year: 2099 }),
    bad: { input: { limit: 0, year: 1 }, paths: ["limit", "year"] },
  },
};

const newPolicy = (app: TestApp, headers: Headers) =>
  call(app, "POST", "/payroll/time-off-policies", headers, { name: "Sample", accrual: "annual", rate: 80 });

/** Time off of a person whose balance covers it. */
async function timeOffInput(app: TestApp, headers: Headers) {
  const { employeeId } = await newEmployeeId(app, headers);
  const { id: policyId } = await newPolicy(app, headers);
  const assigned = { policyId, from: "2026-01-01", openingBalance: 80 };
  await call(app, "POST", `/payroll/employees/${employeeId}/time-off-policies`, headers, assigned);
  return { employeeId, policyId, from: "2026-06-01", to: "2026-06-02" };
}

async function newTimeOffRequest(app: TestApp, headers: Headers) {
  const { employeeId, ...input } = await timeOffInput(app, headers);
  const path = `/payroll/employees/${employeeId}/time-off-requests`;
  return { requestId: (await call(app, "POST", path, headers, input)).id };
}

async function newTimeEntry(app: TestApp, headers: Headers) {
  const { employeeId } = await newEmployeeId(app, headers);
  const worked = { employeeId, date: "2026-01-06", hours: 8 };
  return { entryId: (await call(app, "POST", "/payroll/time-entries", headers, worked)).id };
}

const timeAndReports: Record<string, Sample> = {
  AddTimeEntry: {
    input: withEmployee({ date: "2026-01-06", from: "09:00", to: "17:20" }),
    bad: {
      input: { employeeId: "emp_none", date: "2026-01-06", hours: 25, from: "9", to: "25:00" },
      paths: ["hours", "from", "to"],
    },
    foreign: "NOT_FOUND",
  },
  UpdateTimeEntry: {
    input: async (app, headers) => ({ ...(await newTimeEntry(app, headers)), hours: 6 }),
    bad: { input: { entryId: "tme_x", hours: 25, from: "9", to: "25:00" }, paths: ["hours", "from", "to"] },
    foreign: "NOT_FOUND",
  },
  DeleteTimeEntry: { input: newTimeEntry, foreign: "NOT_FOUND" },
  ListTimeOffPolicies: { input: fixed({}) },
  ListTimeEntries: {
    input: withEmployee({ from: "2026-01-05", to: "2026-01-18" }),
    bad: {
      input: { from: "2026-01-05", to: "2026-01-18", status: "x", limit: 0 },
      paths: ["status", "limit"],
    },
  },
  ApproveTimesheet: {
    input: async (app, headers) => {
      const { employeeId, scheduleId } = await newEmployee(app, headers);
      return { employeeId, periodId: `${scheduleId}.2026-01-05` };
    },
    foreign: "NOT_FOUND",
  },
  CreateTimeOffPolicy: {
    input: fixed({ name: "Vacation", accrual: "per_period", rate: 4 }),
    bad: { input: { name: " ", accrual: "never", rate: 0 }, paths: ["name", "accrual", "rate"] },
  },
  AssignTimeOffPolicy: {
    input: async (app, headers) => ({
      ...(await newEmployeeId(app, headers)),
      policyId: (await newPolicy(app, headers)).id,
      from: "2026-01-01",
    }),
    foreign: "NOT_FOUND",
  },
  ClockIn: {
    input: withEmployee({ at: "2026-01-06T09:00" }),
    bad: { input: { employeeId: "emp_x", at: "9 am" }, paths: ["at"] },
    foreign: "NOT_FOUND",
  },
  ClockOut: {
    input: async (app, headers) => {
      const { employeeId } = await newEmployeeId(app, headers);
      const start = { at: "2026-01-06T09:00" };
      await call(app, "POST", `/payroll/employees/${employeeId}/clock-in`, headers, start);
      return { employeeId, at: "2026-01-06T17:30" };
    },
    bad: { input: { employeeId: "emp_x", at: "5 pm" }, paths: ["at"] },
    foreign: "NOT_FOUND",
  },
  RequestTimeOff: {
    input: timeOffInput,
    bad: {
      input: {
        employeeId: "emp_x",
        policyId: "top_x",
        from: "2026-06-01",
        to: "2026-06-02",
        hoursPerDay: 25,
      },
      paths: ["hoursPerDay"],
    },
    foreign: "NOT_FOUND",
  },
  ApproveTimeOff: { input: newTimeOffRequest, foreign: "NOT_FOUND" },
  DenyTimeOff: {
    input: async (app, headers) => ({ ...(await newTimeOffRequest(app, headers)), reason: "sample" }),
    bad: { input: { requestId: "tor_x", reason: " " }, paths: ["reason"] },
    foreign: "NOT_FOUND",
  },
  Generate1099Nec: {
    input: async (app, headers) => ({
      year: 2026,
      contractorIds: [(await newContractor(app, headers)).contractorId],
    }),
    bad: { input: { year: 1, contractorIds: [] }, paths: ["year", "contractorIds"] },
    foreign: "NOT_FOUND",
  },
  GetTimeOffBalance: { input: withEmployee({ asOf: "2026-06-30" }), foreign: "NOT_FOUND" },
  GetPayrollJournal: {
    input: async (app, headers) => {
      const input = await newRunInput(app, headers);
      const { runId } = await call(app, "POST", "/payroll/run", headers, input);
      return { runId };
    },
    foreign: "NOT_FOUND",
  },
  ListTaxLiabilities: {
    input: fixed({ from: "2019-01-01", to: "2019-03-31" }),
    bad: {
      input: { from: "2019-01-01", to: "2019-03-31", agency: "x", status: "x" },
      paths: ["agency", "status"],
    },
  },
  RecordTaxDeposit: {
    input: newDeposit,
    bad: {
      input: { agency: "irs", form: "944", period: "2026-Q5", amount: 1, date: "2026-02-17", reference: " " },
      paths: ["agency", "form", "period", "reference"],
    },
  },
  GetTaxDepositSchedule: { input: fixed({ year: 2025 }), bad: { input: { year: 1 }, paths: ["year"] } },
  PrepareForm941: {
    input: fixed({ year: 2025, quarter: 1 }),
    bad: { input: { year: 1, quarter: 5 }, paths: ["year", "quarter"] },
  },
  PrepareForm940: { input: fixed({ year: 2025 }), bad: { input: { year: 1 }, paths: ["year"] } },
  RenderPayrollForm: {
    input: fixed({ form: "941", year: 2026, quarter: 1 }),
    bad: { input: { form: "w9", year: 1, quarter: 5 }, paths: ["form", "year", "quarter"] },
  },
  PrepareFormW3: { input: fixed({ year: 2025 }), bad: { input: { year: 1 }, paths: ["year"] } },
  GenerateW2: {
    input: async (app, headers) => ({
      year: 2026,
      employeeIds: [(await newEmployeeId(app, headers)).employeeId],
    }),
    bad: { input: { year: 1, employeeIds: [] }, paths: ["year", "employeeIds"] },
    foreign: "NOT_FOUND",
  },
  CreateNewHireFile: {
    input: async (app, headers) => {
      await once(newW2File)(app, headers);
      return { from: "2025-01-01", to: "2025-12-31" };
    },
    bad: { input: { from: "2025-01-02", to: "2025-01-01" }, paths: ["to"] },
    as: "pia",
  },
  CreateW2File: {
    input: once(newW2File),
    bad: {
      input: {
        year: 2024,
        ssaUser: "x",
        contactName: " ",
        contactPhone: "x",
        contactEmail: "x",
        resubmits: "x",
      },
      paths: ["year", "ssaUser", "contactName", "contactPhone", "contactEmail", "resubmits"],
    },
    as: "pia",
  },
  GetPayrollSummary: {
    input: fixed({ from: "2019-01-01", to: "2019-12-31", groupBy: "employee" }),
    bad: { input: { from: "2019-01-01", to: "2019-12-31", groupBy: "x" }, paths: ["groupBy"] },
  },
};

export const payrollSamples: Record<string, Sample> = { ...people, ...terms, ...runs, ...timeAndReports };
