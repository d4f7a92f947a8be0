import type { EmployeeRow, PlannedChange } from "../payroll-tables.ts";

/** The employee as of a day: planned changes up to then are in force. Someone who is not employed keeps their status. */
export function employeeAsOf(row: EmployeeRow, day: string): EmployeeRow {
  const due = row.plannedChanges.filter(({ effectiveDate }) => effectiveDate <= day);
  return due.reduce<EmployeeRow>(applied, row);
}

function applied(row: EmployeeRow, change: PlannedChange): EmployeeRow {
  const { effectiveDate, status, ...fields } = change;
  const plannedChanges = row.plannedChanges.filter((one) => one.effectiveDate !== effectiveDate);
  const isEmployed = row.status === "active" || row.status === "on_leave";
  return { ...row, ...fields, ...(status && isEmployed ? { status } : {}), plannedChanges };
}

/** The plan with the fields of a day added to what it has for that day; without fields, that day is no longer planned. */
export function planned(
  changes: readonly PlannedChange[],
  effectiveDate: string,
  fields: Omit<PlannedChange, "effectiveDate">,
): PlannedChange[] {
  const others = changes.filter((one) => one.effectiveDate !== effectiveDate);
  if (Object.keys(fields).length === 0) return others;
  const before = changes.find((one) => one.effectiveDate === effectiveDate);
  const all = [...others, { ...before, ...fields, effectiveDate }];
  return all.toSorted((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1));
}
