import { type RuleMap } from "../../../../src/access/rules.ts";
import { inPayroll } from "../payroll-access.ts";

const reads = inPayroll("read:payroll");
const writes = inPayroll("write:payroll");

export const payrollTimeRules: RuleMap = {
  Query: { timeEntries: reads, timeOffBalance: reads },
  Mutation: {
    addTimeEntry: writes,
    approveTimesheet: writes,
    createTimeOffPolicy: writes,
    assignTimeOffPolicy: writes,
  },
};
