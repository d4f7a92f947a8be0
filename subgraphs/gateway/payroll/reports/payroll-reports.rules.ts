import { and, commitsMoney, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:payroll"), onApp("payroll"));
const writes = and(isCaller, hasScope("write:payroll"), onApp("payroll"));

export const payrollReportsRules: RuleMap = {
  Query: {
    payrollJournal: reads,
    taxLiabilities: reads,
    taxDepositSchedule: reads,
    form941: reads,
    payrollSummary: reads,
  },
  Mutation: { recordTaxDeposit: and(writes, commitsMoney), generateW2: writes },
};
