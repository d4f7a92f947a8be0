import { countryOfNumber, toE164 } from "../../../../src/telephony/phone-number.ts";
import { knownZonesOf } from "../../../../src/telephony/number-zones.ts";
import { kindOfNumber } from "../../../../src/telephony/number-kind.ts";
import type { PhoneNumberCheck, PhoneNumberCheckArgs } from "./change-contacts.types.ts";

const invalid: PhoneNumberCheck = { valid: false, e164: null, country: null, type: null, timezones: [] };

/** What the number plans say about a number; nothing is called. */
export function checkPhoneNumber({ phone, defaultCountry }: PhoneNumberCheckArgs): PhoneNumberCheck {
  const e164 = toE164(phone, defaultCountry ?? "US");
  if (e164 === null) return invalid;
  const { isValid, kind } = kindOfNumber(e164);
  if (!isValid) return invalid;
  return {
    valid: true,
    e164,
    country: countryOfNumber(e164),
    type: kind,
    timezones: knownZonesOf(e164) ?? [],
  };
}
