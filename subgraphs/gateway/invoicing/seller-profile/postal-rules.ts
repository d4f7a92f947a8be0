import { isISO31661Alpha2 } from "class-validator";
import type { FieldFault } from "../../../../src/errors.ts";
import type { PostalAddress } from "../../base/address-lines.ts";

/** Postal codes by country. Source: Universal Postal Union, addressing systems. */
const postalCodes: Record<string, RegExp> = {
  AT: /^\d{4}$/,
  AU: /^\d{4}$/,
  BE: /^\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/,
  CH: /^\d{4}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DE: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  GR: /^\d{3} ?\d{2}$/,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/,
  IN: /^\d{6}$/,
  IT: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  LU: /^\d{4}$/,
  MX: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/,
  NO: /^\d{4}$/,
  NZ: /^\d{4}$/,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}-\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  US: /^\d{5}(-\d{4})?$/,
};

/** Countries whose addresses need a state or province. */
const withRegion = new Set("AU BR CA IN MX US".split(" "));

/** Faults of an address by the rules of its country; countries without rules here accept any postal code. */
export function addressFaults({ country, region, postalCode }: PostalAddress): FieldFault[] {
  if (!isISO31661Alpha2(country))
    return [{ path: "address.country", message: "must be an ISO 3166-1 country code", rule: "format" }];
  const faults: FieldFault[] = [];
  if (withRegion.has(country) && !region?.trim())
    faults.push({ path: "address.region", message: `is required in ${country}`, rule: "required" });
  const pattern = Object.hasOwn(postalCodes, country) ? postalCodes[country]! : null;
  if (pattern && !pattern.test(postalCode ?? ""))
    faults.push({
      path: "address.postalCode",
      message: `must be a postal code of ${country}`,
      rule: "format",
    });
  return faults;
}
