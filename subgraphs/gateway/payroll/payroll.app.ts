import { everyOperation, type GatewayApp } from "../base/gateway-app.ts";
import { payrollLedgerSource } from "./ledger-facts/payroll-facts.rows.ts";
import { applyPlannedChangesJob } from "./people/apply-planned-changes.job.ts";
import { payrollFeature } from "./payroll.feature.ts";
import { movePayrollMoneyJob } from "./payouts/move-money.job.ts";
import { payrollPayoutsFeature } from "./payouts/payouts.feature.ts";
import { payrollReportsFeature } from "./reports/payroll-reports.feature.ts";
import { sendPayslipMailJob } from "./runs/send-payslip-mail.job.ts";
import { settlePayrollJob } from "./runs/settle-payroll.job.ts";
import { payrollTimeFeature } from "./time/payroll-time.feature.ts";
import { readPayrollTaxTables } from "./tax-tables/tax-tables.service.ts";

/** The payroll app: employees, time, runs, taxes and reports. */
export const payrollApp: GatewayApp = {
  features: [payrollFeature, payrollTimeFeature, payrollReportsFeature, payrollPayoutsFeature],
  entities: [],
  jobs: [settlePayrollJob, movePayrollMoneyJob, sendPayslipMailJob, applyPlannedChangesJob],
  prices: everyOperation,
  taxTables: readPayrollTaxTables,
  ledgerSource: payrollLedgerSource,
};
