/** Kinds of tax IDs that are checked, and `other`, which is not. */
export const taxIdKinds = [
  "us_ein",
  "eu_vat",
  "gb_vat",
  "ch_vat",
  "no_vat",
  "ca_gst_hst",
  "ca_qst",
  "au_abn",
  "other",
] as const;
export type TaxIdKind = (typeof taxIdKinds)[number];

/** Country and name of a validator of the library. */
type NumberName = readonly [country: string, name: string];

/** Prefixes of VAT numbers by member state; Greece writes EL. */
const euVat: Record<string, NumberName> = {
  AT: ["AT", "uid"],
  BE: ["BE", "vat"],
  BG: ["BG", "vat"],
  CY: ["CY", "vat"],
  CZ: ["CZ", "dic"],
  DE: ["DE", "vat"],
  DK: ["DK", "cvr"],
  EE: ["EE", "kmkr"],
  EL: ["GR", "vat"],
  ES: ["ES", "nif"],
  FI: ["FI", "alv"],
  FR: ["FR", "tva"],
  HR: ["HR", "oib"],
  HU: ["HU", "anum"],
  IE: ["IE", "vat"],
  IT: ["IT", "iva"],
  LT: ["LT", "pvm"],
  LU: ["LU", "tva"],
  LV: ["LV", "pvn"],
  MT: ["MT", "vat"],
  NL: ["NL", "btw"],
  PL: ["PL", "nip"],
  PT: ["PT", "nif"],
  RO: ["RO", "cui"],
  SE: ["SE", "vat"],
  SI: ["SI", "ddv"],
  SK: ["SK", "dph"],
};

const others: Record<Exclude<TaxIdKind, "eu_vat" | "other">, NumberName> = {
  us_ein: ["US", "ein"],
  gb_vat: ["GB", "vat"],
  ch_vat: ["CH", "vat"],
  no_vat: ["NO", "mva"],
  ca_gst_hst: ["CA", "gst"],
  ca_qst: ["CA", "qst"],
  au_abn: ["AU", "abn"],
};

/**
 * The number in its compact form, or its fault. Formats and check digits are those of each country; whether the number is
 * registered is not asked. The library is loaded with the first number.
 */
export async function checkTaxId(
  kind: TaxIdKind,
  text: string,
): Promise<{ value: string } | { fault: string }> {
  const compact = text.toUpperCase().replaceAll(/[\s.-]/g, "");
  if (kind === "other") return { value: text.trim() };
  const { stdnum } = await import("stdnum");
  if (kind !== "eu_vat") {
    return isValid(stdnum, others[kind], text.trim())
      ? { value: writtenAs(kind, compact) }
      : { fault: faults[kind] };
  }
  const prefix = compact.slice(0, 2);
  const member = Object.hasOwn(euVat, prefix) ? euVat[prefix]! : null;
  if (!member) return { fault: "must begin with the country of the VAT number, such as DE or EL for Greece" };
  return isValid(stdnum, member, compact.slice(2))
    ? { value: compact }
    : { fault: "must be a VAT number with the check digits of its country" };
}

function isValid(
  numbers: typeof import("stdnum").stdnum,
  [country, name]: NumberName,
  text: string,
): boolean {
  return numbers[country]![name]!.validate(text).isValid;
}

/** An EIN has a dash after its prefix. */
function writtenAs(kind: TaxIdKind, compact: string): string {
  return kind === "us_ein" ? `${compact.slice(0, 2)}-${compact.slice(2)}` : compact;
}

const faults: Record<Exclude<TaxIdKind, "eu_vat" | "other">, string> = {
  us_ein: "must be an EIN, such as 12-3456789",
  gb_vat: "must be a British VAT number, such as GB980780684",
  ch_vat: "must be a Swiss VAT number, such as CHE-107.787.577 MWST",
  no_vat: "must be a Norwegian VAT number, such as NO995525828MVA",
  ca_gst_hst: "must be a GST/HST number, such as 123456782 RT0001",
  ca_qst: "must be a QST number, such as 1012345674TQ0001",
  au_abn: "must be an ABN, such as 51 824 753 556",
};
