import { plainRows } from "../../../../src/db/rows.ts";

export interface TimeEntryRow {
  id: string;
  ownerId: string;
  employeeId: string;
  workDate: string;
  /** A range of wall-clock times, when entered. */
  worked: string | null;
  hoursHundredths: number;
  jobCode: string | null;
  status: "open" | "approved" | "paid";
  createdAt: string;
}

export interface TimesheetRow {
  id: string;
  ownerId: string;
  employeeId: string;
  scheduleId: string;
  periodStart: string;
  periodEnd: string;
  status: "approved" | "paid";
  regularHundredths: number;
  overtimeHundredths: number;
  approvedBy: string;
  runId: string | null;
  createdAt: string;
}

export interface TimeOffPolicyRow {
  id: string;
  ownerId: string;
  name: string;
  accrual: "per_hour" | "per_period" | "annual";
  rateHundredths: number;
  capHundredths: number | null;
  carryoverHundredths: number | null;
  createdAt: string;
}

export interface TimeOffAssignmentRow {
  id: string;
  ownerId: string;
  employeeId: string;
  policyId: string;
  startsOn: string;
  openingHundredths: number;
  createdAt: string;
}

export interface TimeOffRequestRow {
  id: string;
  ownerId: string;
  employeeId: string;
  policyId: string;
  fromDate: string;
  toDate: string;
  hoursPerDayHundredths: number;
  totalHundredths: number;
  status: "pending" | "approved" | "denied";
  reason: string | null;
  decidedBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface ClockInRow {
  id: string;
  ownerId: string;
  employeeId: string;
  /** Wall-clock time without a zone. */
  startedAt: string;
  jobCode: string | null;
  createdAt: string;
}

interface TimeTables {
  payroll_time_entries: TimeEntryRow;
  payroll_timesheets: TimesheetRow;
  payroll_time_off_policies: TimeOffPolicyRow;
  payroll_time_off_assignments: TimeOffAssignmentRow;
  payroll_time_off_requests: TimeOffRequestRow;
  payroll_clock_ins: ClockInRow;
}

/** Readers and writers of the tables of time. */
export const { findRows, findOwn, insertAll, updateRow, pageRows } = plainRows<TimeTables>();
