import { cleanText } from "./cell-values.ts";
import type { FoundColumn } from "./export-columns.ts";
import { amountKeys } from "./export-table.ts";
import {
  checkNetPay,
  employeeIdOf,
  isRecord,
  noEntry,
  recordFault,
  tryAmount,
  type EntryReader,
  type PayrollEntry,
  type RowPlace,
} from "./payroll-entry.ts";
import { maskNineDigits } from "./private-numbers.ts";

const columnOf =
  (source: FoundColumn["source"], type: FoundColumn["type"], isTotalled = false) =>
  (name: string): FoundColumn => ({ name, type, source, isTotalled });

/** The columns that every structured payroll has, in this order. */
export const employeeColumns: readonly FoundColumn[] = [
  ...["employeeId", "firstName", "lastName", "email", "department", "payType"].map(columnOf("field", "text")),
  ...["regularHours", "overtimeHours", "rate"].map(columnOf("field", "number")),
  ...amountKeys.map(columnOf("amount", "money", true)),
];

/** Columns that are exported only on request. */
export const employeeExtras: readonly FoundColumn[] = [
  ...["preTaxDeductions"].map(columnOf("code", "money", true)),
  ...["companyName", "currency"].map(columnOf("head", "text")),
  ...["payPeriodStart", "payPeriodEnd", "payDate"].map(columnOf("head", "date")),
];

const requiredTexts = ["employeeId", "firstName", "lastName"];
const optionalTexts = ["email", "department"];
const payTypes = ["salary", "hourly", "contract"];
const numbers = ["regularHours", "overtimeHours", "rate"];

/** Finds the codes of taxes and deductions and the further fields of all employees, as columns in first-seen order. */
export function findEmployeeColumns(employees: readonly unknown[]): FoundColumn[] {
  const known = new Set([...employeeColumns, ...employeeExtras].map(({ name }) => name));
  const found = { taxes: new Set<string>(), deductions: new Set<string>(), others: new Set<string>() };
  for (const employee of employees) {
    if (!isRecord(employee)) continue;
    for (const list of ["taxes", "deductions"] as const) {
      const lines = employee[list];
      if (Array.isArray(lines)) for (const line of lines) found[list].add(keyOfCode(list, codeOf(line)));
    }
    for (const key of Object.keys(employee)) if (!known.has(key)) found.others.add(key);
  }
  const amounts = [...found.taxes, ...found.deductions];
  for (const key of amounts) found.others.delete(key);
  return [
    ...amounts.map(columnOf("code", "money", true)),
    ...[...found.others].map(columnOf("field", "mixed")),
  ];
}

/** Reads one employee; faults are recorded, and invalid fields become null. */
export function readEmployee(value: unknown, index: number, reader: EntryReader): PayrollEntry {
  const place: RowPlace = { path: `payrollData.employees.${index}`, row: index + 1, employeeId: null };
  if (!isRecord(value)) {
    recordFault(reader.faults, place, "", { message: "must be an object", rule: "type" });
    return noEntry();
  }
  place.employeeId = employeeIdOf(value);
  checkFields(value, place, reader);
  const byCode = new Map<string, number>();
  const taxes = sumLines("taxes", value["taxes"], { byCode, place, reader });
  const deductions = sumLines("deductions", value["deductions"], { byCode, place, reader });
  const amounts = {
    grossPay: tryAmount(value["grossPay"], "grossPay", place, reader),
    taxes,
    deductions,
    reimbursements: tryAmount(value["reimbursements"] ?? 0, "reimbursements", place, reader),
    netPay: tryAmount(value["netPay"], "netPay", place, reader),
  };
  checkNetPay(amounts, place, reader);
  return { employeeId: place.employeeId, fields: value, amounts, byCode };
}

function checkFields(employee: Record<string, unknown>, place: RowPlace, { faults }: EntryReader): void {
  const refuse = (field: string, message: string, rule: string) =>
    recordFault(faults, place, field, { message, rule });
  for (const field of [...requiredTexts, ...optionalTexts]) {
    const value = employee[field] ?? null;
    const isId = field === "employeeId" && typeof value === "number";
    if (value === null || value === "") {
      if (requiredTexts.includes(field)) refuse(field, "is required", "required");
    } else if (typeof value !== "string" && !isId) refuse(field, "must be a string", "type");
  }
  const payType = employee["payType"] ?? null;
  if (payType !== null && !payTypes.includes(payType as string))
    refuse("payType", `must be one of ${payTypes.join(", ")}`, "enum");
  for (const field of numbers) {
    const value = employee[field] ?? null;
    if (value !== null && !Number.isFinite(value)) refuse(field, "must be a number", "type");
  }
}

interface LineScope {
  byCode: Map<string, number>;
  place: RowPlace;
  reader: EntryReader;
}

/** The sum of a list of lines, each under its code as well; a bare number is a sum that has no lines. */
function sumLines(list: "taxes" | "deductions", lines: unknown, scope: LineScope): number | null {
  const { byCode, place, reader } = scope;
  if (typeof lines === "number") return tryAmount(lines, list, place, reader);
  if (lines !== undefined && lines !== null && !Array.isArray(lines)) {
    recordFault(reader.faults, place, list, { message: "must be a list of {code, amount}", rule: "type" });
    return null;
  }
  let sum: number | null = 0;
  for (const [index, line] of ((lines ?? []) as unknown[]).entries()) {
    const path = `${list}.${index}`;
    const code = codeOf(line);
    if (code === "")
      recordFault(reader.faults, place, `${path}.code`, { message: "is required", rule: "required" });
    const amount = tryAmount(isRecord(line) ? line["amount"] : undefined, `${path}.amount`, place, reader);
    if (amount === null || sum === null) sum = null;
    else {
      addTo(byCode, keyOfCode(list, code), amount);
      if (list === "deductions" && (line as Record<string, unknown>)["preTax"] === true)
        addTo(byCode, "preTaxDeductions", amount);
      sum = sumOf(sum, amount, list, scope);
    }
  }
  return sum;
}

/** Minor units; null, with the fault noted, beyond what amounts may be. */
function sumOf(sum: number, amount: number, list: string, { place, reader }: LineScope): number | null {
  return tryAmount(sum + amount, list, place, { ...reader, decimals: 0 });
}

function addTo(byCode: Map<string, number>, key: string, amount: number): void {
  byCode.set(key, (byCode.get(key) ?? 0) + amount);
}

function codeOf(line: unknown): string {
  const code = isRecord(line) ? line["code"] : undefined;
  return typeof code === "string" ? maskNineDigits(cleanText(code)) : "";
}

function keyOfCode(list: string, code: string): string {
  return `${list}.${code}`;
}
