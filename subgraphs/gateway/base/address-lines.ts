import { formatAddress } from "localized-address-format";

/** Postal address of a business. */
export interface PostalAddress {
  line1: string;
  line2: string | null;
  city: string;
  /** State, province or county, where the country's addresses have one. */
  region: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/**
 * Lines of an address as its country writes it, with the country's name last. Formats are those of Google's libaddressinput; an
 * address in Latin letters has the order for them, so a Japanese one begins with its street, and one in kanji with its postal code.
 */
export function addressLines(address: PostalAddress, countryName: string): string[] {
  const { line1, line2, city, region, postalCode, country } = address;
  const script = /^[\p{Script=Latin}\p{Script=Common}]*$/u.test(`${line1}${city}`) ? "latin" : "local";
  const parts = {
    postalCountry: country,
    postalCode: postalCode ?? "",
    addressLines: [line1, line2 ?? ""].filter(Boolean),
  };
  const lines = formatAddress({ ...parts, locality: city, administrativeArea: region ?? "" }, script);
  if (lines.some((line) => line.includes(city))) return [...lines, countryName];
  // The format has no city: it is a part of the region, as in Japan.
  const area = script === "local" ? `${region ?? ""}${city}` : [city, region].filter(Boolean).join(", ");
  return [...formatAddress({ ...parts, administrativeArea: area }, script), countryName];
}
