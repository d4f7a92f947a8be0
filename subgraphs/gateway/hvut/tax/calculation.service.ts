import { validationError, type FieldFault } from "../../../../src/errors.ts";
import { toMajor, toMinor } from "../../../../src/money.ts";
import type { HvutContext } from "../hvut.context.ts";
import type * as types from "./calculation.types.ts";
import { taxFrom, vehicleCredit } from "./heavy-vehicle-tax.ts";
import { latePenalty } from "./late-penalty.ts";
import { dueDateOf, monthsLeft, periodOf } from "./tax-period.ts";
import { tablesOf } from "./tax-tables.ts";
import { checkVin, decodeVin } from "../vehicles/vin.ts";
import type * as vins from "../vehicles/vin.types.ts";
import { categoryOfWeight, taxableCategories, type TaxableCategory } from "../vehicles/weight-category.ts";

const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);

export function validateVin(vin: string): vins.VinCheck {
  const check = checkVin(vin);
  return { valid: check.status === "valid", ...check };
}

/** Throws VALIDATION_ERROR for a number of bad format. */
export function readVin(ctx: HvutContext, text: string): vins.DecodedVin {
  const { vin, formatOk } = checkVin(text);
  if (!formatOk) throw refuse("vin", "must have 17 characters without I, O and Q", "vin");
  return decodeVin(vin, ctx.clock.now().getUTCFullYear());
}

/** Throws VALIDATION_ERROR when neither the parts nor the declared weight are given. */
export function determineWeightCategory(input: types.WeightCategoryInput): types.WeightCategory {
  const { unloadedWeight, trailerWeights, maxLoad, declaredGrossWeight } = input;
  const parts = typeof unloadedWeight === "number" && typeof maxLoad === "number";
  if (!parts && typeof declaredGrossWeight !== "number")
    throw refuse("declaredGrossWeight", "is required unless unloadedWeight and maxLoad are set", "required");
  if (trailerWeights?.some((weight) => weight < 0))
    throw refuse("trailerWeights", "must not be negative", "minimum");
  const trailers = (trailerWeights ?? []).reduce((sum, weight) => sum + weight, 0);
  const weight = parts ? unloadedWeight + trailers + maxLoad : declaredGrossWeight!;
  return { taxableGrossWeight: weight, category: categoryOfWeight(weight) };
}

/** The tax of vehicles of a period. Throws VALIDATION_ERROR with all faults. */
export function estimateTax({ period, vehicles }: types.EstimateTaxInput): types.TaxEstimate {
  if (tablesOf(period) === null)
    throw refuse("period", "must be a period with published tax tables", "period");
  const faults: FieldFault[] = [];
  const cents = vehicles.map((vehicle, at) => {
    const { category, weight, firstUseMonth } = vehicle;
    const add = (path: string, message: string, rule: string) =>
      void faults.push({ path: `vehicles.${at}.${path}`, message, rule });
    if (periodOf(firstUseMonth) !== period)
      add("firstUseMonth", "must be in the period, July to June", "period");
    if (!category && typeof weight !== "number")
      add("category", "is required unless weight is set", "required");
    const asked = (category ??
      (typeof weight === "number" ? categoryOfWeight(weight) : null)) as TaxableCategory | null;
    const isTaxed = asked !== null && vehicle.suspended !== true;
    const logging = vehicle.logging === true;
    const amount = isTaxed ? (taxFrom({ category: asked, logging, month: firstUseMonth }) ?? 0) : 0;
    const shown = {
      category: isTaxed ? asked : "W",
      firstUseMonth,
      months: monthsLeft(firstUseMonth),
      logging,
    };
    return { shown, amount };
  });
  if (faults.length > 0) throw validationError(faults);
  const months = [...new Set(vehicles.map(({ firstUseMonth }) => firstUseMonth))].sort();
  return {
    lines: cents.map(({ shown, amount }) => ({ ...shown, amount: toMajor(amount, 2) })),
    total: toMajor(
      cents.reduce((sum, { amount }) => sum + amount, 0),
      2,
    ),
    currency: "USD",
    dueDates: months.map((firstUseMonth) => ({ firstUseMonth, dueDate: dueDateOf(firstUseMonth).dueDate })),
  };
}

/** Throws VALIDATION_ERROR for months outside of the period, or a tax that no category has. */
export function calculateCredit(args: types.VehicleCreditArgs): types.VehicleCreditAnswer {
  const { vin, taxPaid, firstUseMonth, disposalMonth, lowMileage } = args;
  if (!checkVin(vin).formatOk) throw refuse("vin", "must have 17 characters without I, O and Q", "vin");
  if (!disposalMonth && lowMileage !== true)
    throw refuse("disposalMonth", "is required unless lowMileage is true", "required");
  const cause = disposalMonth ? { disposalMonth } : ({ lowMileage: true } as const);
  const credit = vehicleCredit(toMinor(taxPaid, 2), firstUseMonth, cause);
  if (credit === null)
    throw refuse(
      "taxPaid",
      "must be the tax of a category for that month, with a disposal in the same period",
      "tax",
    );
  const { monthsUsed, taxForMonthsCents, creditCents } = credit;
  return { monthsUsed, taxForMonths: toMajor(taxForMonthsCents, 2), credit: toMajor(creditCents, 2) };
}

/** Throws VALIDATION_ERROR for days more than ten years after the due date. */
export function estimatePenalty({ taxDue, ...days }: types.PenaltyArgs): types.PenaltyEstimate {
  const latest = `${Number(days.dueDate.slice(0, 4)) + 10}${days.dueDate.slice(4)}`;
  for (const name of ["filedOn", "paidOn"] as const)
    if (days[name] > latest) throw refuse(name, "must be at most ten years after dueDate", "maximum");
  const { failureToFileCents, failureToPayCents, interestCents, steps } = latePenalty(
    toMinor(taxDue, 2),
    days,
  );
  return {
    failureToFile: toMajor(failureToFileCents, 2),
    failureToPay: toMajor(failureToPayCents, 2),
    interest: toMajor(interestCents, 2),
    steps,
  };
}

/** Throws VALIDATION_ERROR for a period without tables. */
export function readTaxTables(period: number): types.TaxTableAnswer {
  const tables = tablesOf(period);
  if (tables === null) throw refuse("period", "must be a period with published tax tables", "period");
  const major = (row: readonly number[]) => row.map((cents) => toMajor(cents, 2));
  const rows = taxableCategories.map((category) => ({
    category,
    regular: major(tables.regular[category]),
    logging: major(tables.logging[category]),
  }));
  return { period, rows };
}
