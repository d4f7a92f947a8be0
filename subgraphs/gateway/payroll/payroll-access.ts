import { inApp } from "../base/app-access.ts";

/** Who may do something in the payroll app. */
export const inPayroll = inApp("payroll");
