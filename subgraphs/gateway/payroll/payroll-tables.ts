import type { ContractorPaymentRow, ContractorRow, Form1099Row } from "./contractor-tables.ts";
import type { Changing, Kept } from "./kept-row.ts";
import type { RunRow } from "./run-tables.ts";
import type { PostalAddress } from "./people/address.types.ts";
import type { Deposit } from "./runs/deposit-split.ts";
import type { DeductionTiming, WantedDeduction } from "./taxes/gross-to-net.ts";
import type { GarnishmentKind, WithheldGarnishment } from "./taxes/garnishment-limits.ts";
import type { Contribution } from "./taxes/contributions.ts";
import type { StateCertificate } from "./taxes/state-certificate.ts";
import type { FilingStatus } from "./taxes/withholding-tables.ts";
import type { EarlierRule, ScheduleFrequency } from "./schedules/pay-periods.ts";

export type { RunRow } from "./run-tables.ts";

/** Stored rows of the payroll app. The migration documents the columns. */

export interface SecretRow extends Kept {
  kind: "ssn" | "tin" | "bank_account";
  sealed: string;
  last4: string;
  usedBy: string | null;
}

export interface ScheduleRow extends Changing {
  name: string;
  frequency: ScheduleFrequency;
  anchorDate: string;
  payDateOffsetDays: number;
  holidayRule: "before" | "after";
  status: "active" | "archived";
  earlierRules: EarlierRule[];
}

export interface RecurringEarningRow extends Kept {
  employeeId: string;
  code: string;
  amountCents: number;
  startsOn: string;
  endsOn: string | null;
}

export interface SkippedPeriodRow extends Kept {
  scheduleId: string;
  periodStart: string;
  reason: string;
}

export interface EmployeeRow extends Changing {
  firstName: string;
  lastName: string;
  email: string;
  workState: string;
  /** Null where it is the work state. */
  residenceState: string | null;
  startDate: string;
  endDate: string | null;
  endReason: string | null;
  /** The last run pays the balance of time off. */
  payoutPto: boolean;
  status: "onboarding" | "active" | "on_leave" | "terminated";
  payScheduleId: string;
  employmentType: "full_time" | "part_time";
  department: string | null;
  ssnSecretId: string | null;
  ssnLast4: string | null;
  address: PostalAddress | null;
  /** By day. */
  plannedChanges: PlannedChange[];
}

/** Change to an employee that counts for pay dates from a day on. Absent fields stay as they are. */
export interface PlannedChange extends Partial<
  Pick<
    EmployeeRow,
    "firstName" | "lastName" | "workState" | "residenceState" | "department" | "status" | "address"
  >
> {
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
}

export interface CompensationRow extends Kept {
  employeeId: string;
  kind: "salary" | "hourly";
  amountCents: number;
  perUnit: "hour" | "period" | "month" | "year";
  flsaExempt: boolean;
  effectiveDate: string;
}

export interface W4Row extends Kept {
  employeeId: string;
  filingStatus: FilingStatus;
  step2: boolean;
  step3Cents: number;
  step4aCents: number;
  step4bCents: number;
  step4cCents: number;
  exempt: boolean;
  effectiveDate: string;
}

export interface StateCertificateRow extends Kept, StateCertificate {
  employeeId: string;
  state: string;
}

export interface BankAccountRow extends Kept {
  employeeId: string;
  secretId: string;
  last4: string;
  status: "unverified" | "verified" | "failed";
  /** Amounts of the two deposits that verify it; null before they were drawn. */
  checkCents: number[] | null;
  checkAt: string | null;
  /** Wrong pairs of amounts so far. */
  checkTries: number;
}

export interface DepositSplitRow extends Kept {
  employeeId: string;
  bankAccountId: string;
  position: number;
  amountCents: number | null;
  /** In 1e-4 percent of net pay. */
  percent: number | null;
}

export interface DeductionTypeRow extends Kept {
  code: string;
  name: string;
  timing: DeductionTiming;
  annualLimitCents: number | null;
}

export interface EnrollmentRow extends Kept {
  employeeId: string;
  code: string;
  amountCents: number | null;
  percent: number | null;
  /** Contribution of the employer, in 1e-4 percent of the deduction. */
  matchPercent: number | null;
  startsOn: string;
  endsOn: string | null;
}

export interface GarnishmentRow extends Kept {
  employeeId: string;
  kind: GarnishmentKind;
  amountCents: number | null;
  percent: number | null;
  caseNumber: string;
  priority: number;
  totalCents: number | null;
  startsOn: string;
  endsOn: string | null;
  endReason: string | null;
}

export interface ItemRow {
  id: string;
  ownerId: string;
  runId: string;
  employeeId: string;
  hoursHundredths: number | null;
  bonusCents: number;
  reimbursementCents: number;
  excluded: boolean;
  note: string | null;
}

export interface YearRow {
  employeeId: string;
  year: number;
  ownerId: string;
}

/** Payslip amounts that are summed per year. */
export const payslipAmounts = [
  "grossCents",
  "supplementalCents",
  "reimbursementCents",
  "taxableCents",
  "socialSecurityWagesCents",
  "medicareWagesCents",
  "futaWagesCents",
  "federalIncomeCents",
  "socialSecurityCents",
  "medicareCents",
  "additionalMedicareCents",
  "stateWagesCents",
  "stateCents",
  "localCents",
  "contributionsCents",
  "employerSocialSecurityCents",
  "employerMedicareCents",
  "futaCents",
  "sutaCents",
  "employerMatchCents",
  "deductionsCents",
  "garnishmentsCents",
  "netCents",
] as const;
export type PayslipAmounts = Record<(typeof payslipAmounts)[number], number>;

export interface Earning {
  /** `salary`, `hourly`, `overtime`, `time_off`, `pto_payout`, `bonus`, `reimbursement`, or the code of a recurring earning. */
  code: string;
  /** Hundredths of hours, for hourly pay. */
  hoursHundredths: number | null;
  amountCents: number;
  /** Policy whose balance was paid out. */
  policyId?: string;
}

/** A deduction with the contribution of the employer, which is no part of the pay. */
export interface PaidDeduction extends WantedDeduction {
  /** Absent where it was taken before employers could contribute. */
  employerMatchCents?: number;
}

export interface PayslipRow extends Kept, PayslipAmounts {
  runId: string;
  employeeId: string;
  employeeName: string;
  department: string | null;
  state: string;
  /** State whose income tax was withheld. */
  taxState: string;
  /** County whose income tax was withheld apart from the state's; null where none was. */
  locality: string | null;
  periodStart: string;
  periodEnd: string;
  payDate: string;
  year: number;
  contributions: Contribution[];
  /** Taxes and contributions on this pay that were not calculated. */
  notIncluded: string[];
  earnings: Earning[];
  deductions: PaidDeduction[];
  garnishments: WithheldGarnishment[];
  /** Parts of net pay by bank account; empty without a split. */
  deposits: Deposit[];
  /** Year-to-date sums including this payslip. */
  ytd: PayslipAmounts;
  reversalOf: string | null;
  reason: string | null;
  /** Revision of the run that made it. */
  revision: number;
}

export interface TaxDepositRow extends Kept {
  agency: string;
  form: "941" | "940" | "state_income" | "state_unemployment" | "state_contributions";
  period: string;
  amountCents: number;
  depositedOn: string;
  reference: string;
}

export interface PayrollTables {
  payroll_secrets: SecretRow;
  pay_schedules: ScheduleRow;
  payroll_skipped_periods: SkippedPeriodRow;
  payroll_recurring_earnings: RecurringEarningRow;
  payroll_1099s: Form1099Row;
  payroll_employees: EmployeeRow;
  payroll_compensations: CompensationRow;
  payroll_w4s: W4Row;
  payroll_state_certificates: StateCertificateRow;
  payroll_bank_accounts: BankAccountRow;
  payroll_deposit_splits: DepositSplitRow;
  payroll_deduction_types: DeductionTypeRow;
  payroll_enrollments: EnrollmentRow;
  payroll_garnishments: GarnishmentRow;
  payroll_runs: RunRow;
  payroll_items: ItemRow;
  payroll_years: YearRow;
  payslips: PayslipRow;
  contractors: ContractorRow;
  contractor_payments: ContractorPaymentRow;
  payroll_tax_deposits: TaxDepositRow;
}
