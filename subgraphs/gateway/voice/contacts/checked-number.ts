import { validationError } from "../../../../src/errors.ts";
import { toE164 } from "../../../../src/telephony/phone-number.ts";
import type { Variables } from "../voice-tables.ts";

const maxVariables = 50;
const maxText = 500;

/** A number as E.164. Throws VALIDATION_ERROR for what is none. */
export function checkedNumber(text: string, path = "phone"): string {
  const number = toE164(text);
  if (number !== null) return number;
  throw validationError([{ path, message: "must be a phone number, such as +12125550142", rule: "phone" }]);
}

/** Texts by name, as scripts use them. Throws VALIDATION_ERROR. */
export function checkedVariables(
  given: Readonly<Record<string, unknown>> | null | undefined,
  path = "variables",
): Variables {
  const entries = Object.entries(given ?? {});
  const fault = (message: string) => validationError([{ path, message, rule: "variables" }]);
  if (entries.length > maxVariables) throw fault("must have at most 50 entries");
  const isGood = ([name, value]: [string, unknown]) =>
    /^[A-Za-z]\w{0,39}$/.test(name) &&
    ["string", "number", "boolean"].includes(typeof value) &&
    String(value).length <= maxText;
  if (!entries.every(isGood))
    throw fault("must map names (letters, digits, _) to texts of at most 500 characters");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
