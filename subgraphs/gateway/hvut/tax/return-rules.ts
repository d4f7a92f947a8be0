import { judgeCredits, type CreditSource } from "./credit-bounds.ts";
import type { FilingCredit, FilingLine, FilingPayment } from "../filings/filing.entity.ts";
import type { FilingKind } from "../filings/filing-states.ts";
import type { RuleFinding } from "./rule-finding.ts";
import { periodOf } from "./tax-period.ts";
import { tablesOf } from "./tax-tables.ts";
import { checkVin } from "../vehicles/vin.ts";

/** A return as its rules see it. Amounts are cents. */
export interface JudgedReturn {
  kind: FilingKind;
  period: number;
  firstUseMonth: string;
  lines: readonly FilingLine[];
  credits: readonly FilingCredit[];
  line2Cents: number;
  line3Cents: number;
  line5Cents: number;
  payment: FilingPayment | null;
  /** What each credit may give back, in its order. */
  sources: readonly CreditSource[];
  acknowledgeVin: boolean;
  hasEin: boolean;
  hasPin: boolean;
}

/** Vehicles that are taxed from which on a return must be filed electronically; told as a warning, since this one is. */
const electronicFrom = 25;

export interface Judgement {
  errors: RuleFinding[];
  warnings: RuleFinding[];
}

/** The rules a return must keep before it is sent; rule names are those of the e-file service where it has one. */
export function judgeReturn(asked: JudgedReturn): Judgement {
  const errors = [...judgeHead(asked), ...judgeVehicles(asked), ...judgeMoney(asked)];
  const taxed = asked.lines.filter(({ suspended }) => suspended === null).length;
  const warnings: RuleFinding[] = [];
  if (taxed >= electronicFrom)
    warnings.push({
      rule: "ELECTRONIC_FILING",
      path: "vehicles",
      message: "A return that taxes 25 or more vehicles must be filed electronically, as this one is.",
    });
  for (const [at, { vin }] of asked.lines.entries())
    if (asked.acknowledgeVin && checkVin(vin).status === "check_digit_mismatch")
      warnings.push({
        rule: "VIN_CHECK_DIGIT",
        path: `vehicles.${at}.vin`,
        message: "The check digit does not fit; the number is sent as acknowledged.",
      });
  return { errors, warnings };
}

function judgeHead({ period, firstUseMonth, hasEin, hasPin }: JudgedReturn): RuleFinding[] {
  const found: RuleFinding[] = [];
  const add = (rule: string, path: string, message: string) => void found.push({ rule, path, message });
  if (!hasEin) add("R0000-021", "filer.ein", "The filer's EIN is missing: open its entry link.");
  if (!hasPin) add("R0000-031", "filer.pin", "The signatory's PIN is missing: open the filer's entry link.");
  if (tablesOf(period) === null) add("TAX_TABLE_UNKNOWN", "period", "No tax table is known for the period.");
  if (periodOf(firstUseMonth) !== period)
    add("FIRST_USE_MONTH", "firstUseMonth", "The month of first use is not in the period.");
  return found;
}

function judgeVehicles({ kind, lines, acknowledgeVin }: JudgedReturn): RuleFinding[] {
  const found: RuleFinding[] = [];
  const add = (rule: string, path: string, message: string) => void found.push({ rule, path, message });
  if (lines.length === 0) {
    if (kind === "original") add("F2290-027-01", "vehicles", "A return needs a vehicle.");
    else if (kind === "vin_correction") add("F2290-032-01", "vehicles", "A correction needs a vehicle.");
    else add("F2290-033-01", "vehicles", "An amended return needs a vehicle.");
  }
  const seen = new Set<string>();
  for (const [at, { vin }] of lines.entries()) {
    const path = `vehicles.${at}.vin`;
    if (seen.has(vin)) add("F2290-017", path, "A vehicle stands on a return once.");
    seen.add(vin);
    const { status } = checkVin(vin);
    if (status === "bad_format")
      add("VIN_FORMAT", path, "The VIN must have 17 characters without I, O and Q.");
    if (status === "check_digit_mismatch" && !acknowledgeVin)
      add("VIN_CHECK_DIGIT", path, "The check digit does not fit. Send acknowledgeVin if the VIN is right.");
  }
  return found;
}

function judgeMoney(asked: JudgedReturn): RuleFinding[] {
  const { kind, line2Cents, line3Cents, line5Cents, credits, payment } = asked;
  const found: RuleFinding[] = [];
  const add = (rule: string, path: string, message: string) => void found.push({ rule, path, message });
  if (line3Cents > 0 && kind !== "weight_increase")
    add("F2290-003-01", "line3", "A weight increase belongs on an amended return.");
  const tax = line2Cents + line3Cents;
  if (line5Cents > tax)
    add("F2290-004-01", "credits", "Credits exceed the tax; claim the rest by Form 8849.");
  found.push(...judgeCredits(credits, asked.sources));
  if (new Set(credits.map(({ vin }) => vin)).size < credits.length)
    add("F2290-017", "credits", "A vehicle is credited once.");
  const balance = tax - Math.min(line5Cents, tax);
  if (balance > 0 && payment === null)
    add("F2290-068", "payment", "A balance is due: choose how it is paid.");
  if (payment?.method === "direct_debit" && payment.token === null)
    add("F2290-068", "payment.token", "A direct debit needs the token of a bank account.");
  return found;
}
