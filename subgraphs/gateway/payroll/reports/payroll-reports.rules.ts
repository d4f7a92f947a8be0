import { and, commitsMoney, type RuleMap } from "../../../../src/access/rules.ts";
import { inPayroll } from "../payroll-access.ts";

const reads = inPayroll("read:payroll");
const writes = inPayroll("write:payroll");

export const payrollReportsRules: RuleMap = {
  Query: {
    payrollJournal: reads,
    taxLiabilities: reads,
    taxDepositSchedule: reads,
    form940: reads,
    form941: reads,
    formW3: reads,
    payrollSummary: reads,
  },
  Mutation: { recordTaxDeposit: and(writes, commitsMoney), generateW2: writes, generate1099Nec: writes },
};
