import { withApproval } from "../../../../src/access/account-rights.ts";
import { and, type RuleMap } from "../../../../src/access/rules.ts";
import { inPayroll } from "../payroll-access.ts";

const reads = inPayroll("read:payroll");
const writes = inPayroll("write:payroll");

export const payrollTimeRules: RuleMap = {
  Query: { timeEntries: reads, timeOffPolicies: reads, timeOffBalance: reads },
  Mutation: {
    addTimeEntry: writes,
    updateTimeEntry: writes,
    deleteTimeEntry: writes,
    approveTimesheet: and(writes, withApproval("payroll")),
    createTimeOffPolicy: writes,
    assignTimeOffPolicy: writes,
    clockIn: writes,
    clockOut: writes,
    requestTimeOff: writes,
    approveTimeOff: and(writes, withApproval("payroll")),
    denyTimeOff: and(writes, withApproval("payroll")),
  },
};
