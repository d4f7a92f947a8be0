import { inApp } from "../base/app-access.ts";

/** Access rule for the payroll app. */
export const inPayroll = inApp("payroll");
