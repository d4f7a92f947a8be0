import type { ComplianceStatus, PropertyType } from "./property.types.ts";

/** Publishers' renamed or differently spelled subtypes, mapped to the one name in use. */
const SUBTYPE_RENAMES: Readonly<Record<string, string>> = {
  "Automobile Dealership": "Vehicle Dealership",
  "Commerce de détail": "Retail Store",
  Hospital: "Hospital (General Medical & Surgical)",
  "High-Rise Multifamily": "Multifamily Housing",
  "Large Office": "Office",
  "Low-Rise Multifamily": "Multifamily Housing",
  "Mid-Rise Multifamily": "Multifamily Housing",
  "Other/Specialty Hospital": "Other - Specialty Hospital",
  "Repair Services (Vehicle, Shoe, Locksmith, etc)": "Repair Services (Vehicle, Shoe, Locksmith, etc.)",
  "Residence Hall": "Residence Hall/Dormitory",
  "Senior Care Community": "Senior Living Community",
  "Small- and Mid-Sized Office": "Office",
  "SPS-District K-12": "K-12 School",
  "Supermarket / Grocery Store": "Supermarket/Grocery Store",
  University: "College/University",
  Warehouse: "Non-Refrigerated Warehouse",
};

/**
 * Words for a general use only, as on rows of buildings that submitted nothing. "Municipal" names the owner, not a use.
 */
const GENERIC_TYPES: Readonly<Record<string, PropertyType>> = {
  Commercial: "commercial",
  "Health Care": "institutional",
  Lodging: "commercial",
  Municipal: "unknown",
  "Not Available": "unknown",
  Residential: "residential",
};

const SUBTYPES_BY_TYPE: Readonly<Record<Exclude<PropertyType, "commercial" | "unknown">, readonly string[]>> =
  {
    residential: [
      "Multifamily Housing",
      "Other - Lodging/Residential",
      "Residence Hall/Dormitory",
      "Residential Care Facility",
      "Senior Living Community",
    ],
    industrial: [
      "Distribution Center",
      "Manufacturing/Industrial Plant",
      "Non-Refrigerated Warehouse",
      "Refrigerated Warehouse",
      "Self-Storage Facility",
    ],
    institutional: [
      "Adult Education",
      "College/University",
      "Convention Center",
      "Courthouse",
      "Fire Station",
      "Hospital (General Medical & Surgical)",
      "K-12 School",
      "Library",
      "Museum",
      "Other - Education",
      "Other - Entertainment/Public Assembly",
      "Other - Public Services",
      "Other - Recreation",
      "Other - Specialty Hospital",
      "Other - Utility",
      "Performing Arts",
      "Police Station",
      "Pre-school/Daycare",
      "Prison/Incarceration",
      "Social/Meeting Hall",
      "Worship Facility",
    ],
    "mixed-use": ["Mixed Use Property"],
    other: ["Other"],
  };

const TYPE_BY_SUBTYPE = new Map<string, PropertyType>(
  Object.entries(SUBTYPES_BY_TYPE).flatMap(([type, subtypes]) =>
    subtypes.map((subtype) => [subtype, type as PropertyType] as const),
  ),
);

/** The one name of a published property type; null for blanks and for words that name no particular use. */
export function normaliseSubtype(raw: string): string | null {
  const text = raw.replace(/\s+/g, " ").trim();
  if (text === "" || text === "NULL" || Object.hasOwn(GENERIC_TYPES, text)) return null;
  return Object.hasOwn(SUBTYPE_RENAMES, text) ? SUBTYPE_RENAMES[text]! : text;
}

/** The general use of one of the generic words; null for any other word. */
export function genericTypeOf(raw: string): PropertyType | null {
  const text = raw.replace(/\s+/g, " ").trim();
  return Object.hasOwn(GENERIC_TYPES, text) ? GENERIC_TYPES[text]! : null;
}

/** The property type of a normalised subtype. Every trade, office and service use that is not listed is commercial. */
export function typeOfSubtype(subtype: string): PropertyType {
  return TYPE_BY_SUBTYPE.get(subtype) ?? "commercial";
}

const STATUS_WORDS: Readonly<Record<string, ComplianceStatus>> = {
  compliant: "compliant",
  "error - correct default data": "dataError",
  "missing data": "dataMissing",
  "non-compliant": "notSubmitted",
  "not compliant": "notSubmitted",
  "not submitted": "notSubmitted",
  submitted: "compliant",
  "submitted data": "compliant",
  exempt: "exempt",
};

/** A publisher's status word in any year's vocabulary; null for an unknown word. */
export function complianceStatusOf(raw: string): ComplianceStatus | null {
  const text = raw.replace(/\s+/g, " ").trim().toLowerCase();
  if (text.startsWith("not covered")) return "notCovered";
  return Object.hasOwn(STATUS_WORDS, text) ? STATUS_WORDS[text]! : null;
}
