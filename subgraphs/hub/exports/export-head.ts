import { currencyDecimals, parseCurrency } from "../../../src/currency.ts";
import { cleanText, isDate } from "./cell-values.ts";
import { tableLimits, type ExportTable, type PayPeriod } from "./export-table.ts";
import { isRecord } from "./payroll-entry.ts";
import { maskNineDigits, showLastFour } from "./private-numbers.ts";
import type { ExportFaults } from "./row-faults.ts";

/** The fields of a payroll that apply to all of its rows. */
export type ExportHead = Pick<ExportTable, "company" | "payPeriod" | "currency" | "decimals">;

/** The rows of a payroll, and under which of its two names they came. */
export interface PayrollItems {
  key: "employees" | "records";
  list: readonly unknown[];
}

/** Finds the rows, and records faults of the list as a whole. */
export function readItems(payroll: Record<string, unknown>, faults: ExportFaults): PayrollItems {
  const [employees, records] = [payroll["employees"] ?? null, payroll["records"] ?? null];
  const key = employees === null && records !== null ? "records" : "employees";
  const list = key === "records" ? records : employees;
  if (employees !== null && records !== null)
    faults.addField("payrollData", "must have employees or records, not both", "single");
  else if (list === null)
    faults.addField("payrollData", "must have a list of employees or a list of records", "required");
  else if (!Array.isArray(list)) faults.addField(`payrollData.${key}`, "must be a list", "type");
  else if (list.length > tableLimits.rows)
    faults.addField(`payrollData.${key}`, `must have at most ${tableLimits.rows} rows`, "maxItems");
  return { key, list: Array.isArray(list) ? list : [] };
}

/** Reads company, pay period and currency (default: USD), and records their faults. */
export function readHead(
  payroll: Record<string, unknown>,
  { isMasked, faults }: { isMasked: boolean; faults: ExportFaults },
): ExportHead {
  const company = readPart(payroll, "company", ["name", "ein"], faults);
  const [name, ein] = [company?.["name"] ?? null, company?.["ein"] ?? null];
  return {
    company: company && {
      name: isMasked && name !== null ? maskNineDigits(name) : name,
      ein: isMasked && ein !== null ? showLastFour(ein) : ein,
    },
    payPeriod: readPayPeriod(payroll, faults),
    ...readCurrency(payroll["currency"] ?? "USD", faults),
  };
}

/** The head's values as columns that may be requested. */
export function headValues({ company, payPeriod, currency }: ExportHead): Record<string, string | null> {
  return {
    companyName: company?.name ?? null,
    payPeriodStart: payPeriod?.startDate ?? null,
    payPeriodEnd: payPeriod?.endDate ?? null,
    payDate: payPeriod?.payDate ?? null,
    currency,
  };
}

function readPayPeriod(payroll: Record<string, unknown>, faults: ExportFaults): PayPeriod | null {
  const period = readPart(payroll, "payPeriod", ["startDate", "endDate", "payDate"], faults);
  if (period === null) return null;
  for (const [name, date] of Object.entries(period))
    if (date !== null && !isDate(date))
      faults.addField(`payrollData.payPeriod.${name}`, "must be a date as YYYY-MM-DD", "format");
  const { startDate = null, endDate = null, payDate = null } = period;
  if (startDate !== null && endDate !== null && endDate < startDate)
    faults.addField("payrollData.payPeriod.endDate", "must not be before startDate", "minimum");
  return { startDate, endDate, payDate };
}

function readCurrency(given: unknown, faults: ExportFaults): { currency: string; decimals: number } {
  try {
    const currency = parseCurrency(typeof given === "string" ? given : "");
    return { currency, decimals: currencyDecimals(currency) };
  } catch {
    faults.addField("payrollData.currency", "must be an active ISO 4217 code", "currency");
    return { currency: "", decimals: 0 };
  }
}

/** The texts of one part of the head; null when it is omitted. */
function readPart(
  payroll: Record<string, unknown>,
  part: string,
  names: readonly string[],
  faults: ExportFaults,
): Record<string, string | null> | null {
  const given = payroll[part] ?? null;
  if (given === null) return null;
  if (!isRecord(given)) {
    faults.addField(`payrollData.${part}`, "must be an object", "type");
    return null;
  }
  const texts = names.map((name): [string, string | null] => {
    const value = given[name] ?? null;
    if (typeof value === "string" && value.length <= tableLimits.textLength) return [name, cleanText(value)];
    if (value !== null) faults.addField(`payrollData.${part}.${name}`, "must be a string", "type");
    return [name, null];
  });
  return Object.fromEntries(texts);
}
