/** Fault of a rejected form, in our own words. */
export interface FormProblem {
  code: string;
  field: string | null;
  message: string;
}

/** Codes of the filing provider that we know, with the field of ours and a sentence. */
const known: Readonly<Record<string, readonly [field: string | null, message: string]>> = {
  TIN_NAME_MISMATCH: ["recipient.tin", "The name does not match the taxpayer identification number."],
  TIN_NOT_ISSUED: ["recipient.tin", "This taxpayer identification number was never issued."],
  ADDRESS_INVALID: ["recipient.address", "The recipient's address is not valid."],
  PAYER_NOT_FOUND: ["businessId", "The IRS has no business with this EIN and name."],
  AMOUNT_INVALID: ["nonEmployeeCompensation", "An amount is not plausible. Check the boxes of the form."],
  STATE_ID_INVALID: ["states", "The payer's state number is not valid."],
  DUPLICATE_RECORD: [null, "The IRS already has a form like this one."],
  YEAR_CLOSED: ["taxYear", "Forms of this tax year are no longer accepted."],
  CORRECTION_UNAVAILABLE: [
    null,
    "This provider takes no corrections from the platform. Correct the form at the provider.",
  ],
};

/**
 * A problem as its code says; one that we do not know keeps its code and the field that the provider named, without the
 * provider's own text.
 */
export function problemOf({ code, field: named }: { code: string; field: string | null }): FormProblem {
  const unknown =
    named === null ? "The form was rejected." : "The form was rejected because of this field. Check it.";
  const [field, message] = (Object.hasOwn(known, code) && known[code]) || [named, unknown];
  return { code, field, message };
}
