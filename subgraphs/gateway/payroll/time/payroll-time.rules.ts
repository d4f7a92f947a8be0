import { and, hasScope, isCaller, onApp, type RuleMap } from "../../../../src/access/rules.ts";

const reads = and(isCaller, hasScope("read:payroll"), onApp("payroll"));
const writes = and(isCaller, hasScope("write:payroll"), onApp("payroll"));

export const payrollTimeRules: RuleMap = {
  Query: { timeEntries: reads, timeOffBalance: reads },
  Mutation: {
    addTimeEntry: writes,
    approveTimesheet: writes,
    createTimeOffPolicy: writes,
    assignTimeOffPolicy: writes,
  },
};
