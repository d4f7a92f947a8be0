import { createRequire } from "node:module";

type Plans = typeof import("libphonenumber-js/max");

/** The number plans of all countries with their kinds of numbers; loaded when first asked, since they are large. */
let plans: Plans | null = null;

const kinds: Readonly<Record<string, string>> = {
  MOBILE: "mobile",
  FIXED_LINE: "fixed_line",
  FIXED_LINE_OR_MOBILE: "fixed_line_or_mobile",
  TOLL_FREE: "toll_free",
  PREMIUM_RATE: "premium_rate",
  SHARED_COST: "shared_cost",
  VOIP: "voip",
  PERSONAL_NUMBER: "personal",
  PAGER: "pager",
  UAN: "uan",
  VOICEMAIL: "voicemail",
};

/** Whether its country's plan has this E.164 number, and the kind of its line; the kind is null where the plan has none. */
export function kindOfNumber(e164: string): { isValid: boolean; kind: string | null } {
  plans ??= createRequire(import.meta.url)("libphonenumber-js/max") as Plans;
  const number = plans.parsePhoneNumberFromString(e164);
  if (!number?.isValid()) return { isValid: false, kind: null };
  return { isValid: true, kind: kinds[number.getType() ?? ""] ?? null };
}
