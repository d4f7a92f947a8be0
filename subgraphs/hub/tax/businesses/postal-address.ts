import type { Faults } from "../forms/form-content.ts";
import { isPostalState } from "../forms/us-states.ts";

/** A postal address. In the US `state` is set and `province` null; elsewhere it is the other way round. */
export interface PostalAddress {
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  province: string | null;
  postalCode: string;
  country: string;
}

export interface AskedAddress {
  line1: string;
  line2?: string | null;
  city: string;
  state?: string | null;
  province?: string | null;
  postalCode: string;
  country?: string | null;
}

/** The address as it is kept; every broken rule is added to `faults` under `path`. */
export function readAddress(asked: AskedAddress, path: string, faults: Faults): PostalAddress {
  const address = {
    line1: asked.line1.trim(),
    line2: asked.line2?.trim() || null,
    city: asked.city.trim(),
    state: asked.state?.trim().toUpperCase() || null,
    province: asked.province?.trim() || null,
    postalCode: asked.postalCode.trim(),
    country: asked.country?.trim().toUpperCase() || "US",
  };
  const wrong = (name: string, message: string, rule: string) => faults.add(`${path}.${name}`, message, rule);
  for (const name of ["line1", "city", "postalCode"] as const)
    if (address[name] === "") wrong(name, "must not be blank", "required");
  if (!/^[A-Z]{2}$/.test(address.country)) wrong("country", "must be a two-letter country code", "pattern");
  else if (address.country === "US") checkUsAddress(address, wrong);
  else {
    if (address.province === null) wrong("province", "is required outside the US", "required");
    if (address.state !== null) wrong("state", "is only allowed for US addresses", "us_only");
  }
  return address;
}

function checkUsAddress(
  { state, province, postalCode }: PostalAddress,
  wrong: (name: string, message: string, rule: string) => void,
): void {
  if (state === null) wrong("state", "is required", "required");
  else if (!isPostalState(state)) wrong("state", "must be the two-letter code of a US state", "state");
  if (province !== null) wrong("province", "is only allowed outside the US", "foreign_only");
  if (!/^\d{5}(-?\d{4})?$/.test(postalCode))
    wrong("postalCode", "must be a ZIP code of 5 or 9 digits", "zip");
}
