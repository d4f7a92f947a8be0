import type { FormContent } from "./form-content.ts";
import { thresholdOf, type IndexedThresholds } from "./form-years.ts";

/** Something that does not keep a form from being filed. */
export interface FormWarning {
  code: "BELOW_THRESHOLD" | "THRESHOLD_UNVERIFIED" | "LATE_FILING";
  field: string | null;
  message: string;
}

/** Warnings for a form that is filed `today`. */
export function warningsOf(
  { nonEmployeeCompensation, federalTaxWithheld }: FormContent,
  { taxYear, dueDate, today, indexed }: FormDates,
): FormWarning[] {
  const warnings: FormWarning[] = [];
  const { cents, isVerified } = thresholdOf(taxYear, indexed);
  const figure = `${(cents / 100).toLocaleString("en-US")} USD${isVerified ? "" : " (unverified)"}`;
  if (nonEmployeeCompensation < cents && federalTaxWithheld === 0)
    warnings.push({
      code: "BELOW_THRESHOLD",
      field: "nonEmployeeCompensation",
      message: `No form is required below ${figure} without tax withheld.`,
    });
  if (!isVerified)
    warnings.push({
      code: "THRESHOLD_UNVERIFIED",
      field: "taxYear",
      message: `The threshold of ${taxYear} is not configured; ${figure} is used instead.`,
    });
  if (today > dueDate)
    warnings.push({ code: "LATE_FILING", field: "taxYear", message: `The form was due on ${dueDate}.` });
  return warnings;
}

interface FormDates {
  taxYear: number;
  dueDate: string;
  today: string;
  indexed: IndexedThresholds;
}
