import { checkCredits, type CreditSource } from "./credit-bounds.ts";
import type { FilingCredit, FilingLine, FilingPayment } from "../filings/filing.entity.ts";
import type { FilingKind } from "../filings/filing-states.ts";
import type { RuleFinding } from "./rule-finding.ts";
import { periodOf } from "./tax-period.ts";
import { tablesOf } from "./tax-tables.ts";
import { checkVin } from "../vehicles/vin.ts";

/** Input of the return rules. Amounts are cents. */
export interface ReturnToValidate {
  kind: FilingKind;
  period: number;
  firstUseMonth: string;
  lines: readonly FilingLine[];
  credits: readonly FilingCredit[];
  line2Cents: number;
  line3Cents: number;
  line5Cents: number;
  payment: FilingPayment | null;
  /** Source of each credit, in the same order. */
  sources: readonly CreditSource[];
  acknowledgeVin: boolean;
  hasEin: boolean;
  hasPin: boolean;
}

/** Number of taxed vehicles from which e-filing is mandatory. Only a warning, because this return is e-filed. */
const electronicFrom = 25;

export interface ReturnVerdict {
  errors: RuleFinding[];
  warnings: RuleFinding[];
}

/** Validates a return before filing. Rule names are those of the e-file service where it has one. */
export function validateReturn(asked: ReturnToValidate): ReturnVerdict {
  const errors = [...checkHead(asked), ...checkVehicles(asked), ...checkAmounts(asked)];
  const taxed = asked.lines.filter(({ suspended }) => suspended === null).length;
  const warnings: RuleFinding[] = [];
  if (taxed >= electronicFrom)
    warnings.push({
      rule: "ELECTRONIC_FILING",
      path: "vehicles",
      message: "Returns with 25 or more taxed vehicles must be filed electronically. This one is.",
    });
  for (const [at, { vin }] of asked.lines.entries())
    if (asked.acknowledgeVin && checkVin(vin).status === "check_digit_mismatch")
      warnings.push({
        rule: "VIN_CHECK_DIGIT",
        path: `vehicles.${at}.vin`,
        message: "The check digit of the VIN is wrong. It is filed as confirmed by acknowledgeVin.",
      });
  return { errors, warnings };
}

function checkHead({ period, firstUseMonth, hasEin, hasPin }: ReturnToValidate): RuleFinding[] {
  const found: RuleFinding[] = [];
  const add = (rule: string, path: string, message: string) => void found.push({ rule, path, message });
  if (!hasEin)
    add("R0000-021", "filer.ein", "The filer's EIN is missing. Enter it at the filer's entry link.");
  if (!hasPin)
    add("R0000-031", "filer.pin", "The signatory's PIN is missing. Enter it at the filer's entry link.");
  if (tablesOf(period) === null)
    add("TAX_TABLE_UNKNOWN", "period", "No tax tables are published for this period. Choose another period.");
  if (periodOf(firstUseMonth) !== period)
    add("FIRST_USE_MONTH", "firstUseMonth", "The month of first use must be in the period, July to June.");
  return found;
}

function checkVehicles({ kind, lines, acknowledgeVin }: ReturnToValidate): RuleFinding[] {
  const found: RuleFinding[] = [];
  const add = (rule: string, path: string, message: string) => void found.push({ rule, path, message });
  if (lines.length === 0) {
    if (kind === "original")
      add("F2290-027-01", "vehicles", "The return has no vehicles. Add at least one vehicle.");
    else if (kind === "vin_correction")
      add("F2290-032-01", "vehicles", "The VIN correction has no vehicles. Add at least one vehicle.");
    else add("F2290-033-01", "vehicles", "The amended return has no vehicles. Add at least one vehicle.");
  }
  const seen = new Set<string>();
  for (const [at, { vin }] of lines.entries()) {
    const path = `vehicles.${at}.vin`;
    if (seen.has(vin)) add("F2290-017", path, "This vehicle is on the return twice. Remove one of them.");
    seen.add(vin);
    const { status } = checkVin(vin);
    if (status === "bad_format")
      add("VIN_FORMAT", path, "The VIN must have 17 characters without I, O and Q.");
    if (status === "check_digit_mismatch" && !acknowledgeVin)
      add(
        "VIN_CHECK_DIGIT",
        path,
        "The check digit of the VIN is wrong. Correct the VIN, or set acknowledgeVin if it is right.",
      );
  }
  return found;
}

function checkAmounts(asked: ReturnToValidate): RuleFinding[] {
  const { kind, line2Cents, line3Cents, line5Cents, credits, payment } = asked;
  const found: RuleFinding[] = [];
  const add = (rule: string, path: string, message: string) => void found.push({ rule, path, message });
  if (line3Cents > 0 && kind !== "weight_increase")
    add(
      "F2290-003-01",
      "line3",
      "A weight increase must be on an amended return. Use report_weight_increase.",
    );
  const tax = line2Cents + line3Cents;
  if (line5Cents > tax)
    add("F2290-004-01", "credits", "Credits exceed the tax. Reduce them, and claim the rest with Form 8849.");
  found.push(...checkCredits(credits, asked.sources));
  if (new Set(credits.map(({ vin }) => vin)).size < credits.length)
    add("F2290-017", "credits", "A vehicle has two credits. Remove one of them.");
  const balance = tax - Math.min(line5Cents, tax);
  if (balance > 0 && payment === null)
    add("F2290-068", "payment", "A balance is due. Choose a payment method.");
  if (payment?.method === "direct_debit" && payment.token === null)
    add("F2290-068", "payment.token", "Direct debit needs the token of a bank account. Set payment.token.");
  return found;
}
