import { withApproval, withRight } from "../../../../src/access/account-rights.ts";
import { and, commitsMoney, isUser, onApp, type RuleMap } from "../../../../src/access/rules.ts";
import { inPayroll } from "../payroll-access.ts";

const reads = inPayroll("read:payroll");
const writes = inPayroll("write:payroll");
/** Full Social Security numbers: for people who may approve, neither for keys nor for limited tokens. */
const writesNumbers = and(isUser, withRight("write"), onApp("payroll"), withApproval("payroll"));

export const payrollReportsRules: RuleMap = {
  Query: {
    payrollJournal: reads,
    taxLiabilities: reads,
    taxDepositSchedule: reads,
    form940: reads,
    form941: reads,
    formW3: reads,
    payrollFormPdf: reads,
    payrollSummary: reads,
  },
  Mutation: {
    recordTaxDeposit: and(writes, commitsMoney),
    generateW2: writes,
    generate1099Nec: writes,
    createW2File: writesNumbers,
    createNewHireFile: writesNumbers,
  },
};
