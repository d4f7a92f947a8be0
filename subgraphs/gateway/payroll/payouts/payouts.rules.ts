import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, commitsMoney, movesMoney, type RuleMap } from "../../../../src/access/rules.ts";
import { inPayroll } from "../payroll-access.ts";

const approves = and(inPayroll("write:payroll"), withApproval("payroll"));

export const payoutsRules: RuleMap = {
  Query: { payrollTransfers: inPayroll("read:payroll") },
  Mutation: {
    setPayrollFundingAccount: and(approves, commitsMoney),
    markPayrollPaid: and(approves, commitsMoney),
    markContractorPaymentPaid: and(approves, commitsMoney),
    retryPayrollPayment: and(approves, movesMoney),
  },
};
