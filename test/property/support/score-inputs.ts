import fc from "fast-check";
import {
  COMPLIANCE_STATUSES,
  type ScoreInput,
} from "../../../subgraphs/property/properties/property.types.ts";

/** A value, or nothing one time in five. */
function optional<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(value, { nil: null, freq: 4 });
}

const metrics = fc.double({ min: 0.1, max: 3000, noNaN: true });

/** Any record of which a score may be asked. */
export const scoreInputs: fc.Arbitrary<ScoreInput> = fc
  .record({
    name: optional(fc.string()),
    subtype: optional(
      fc.constantFrom("Office", "Multifamily Housing", "Library", "Hotel", "Other", "K-12 School", "Parking"),
    ),
    street: optional(fc.constant("1 Main St")),
    city: fc.constantFrom("Chicago", "Seattle", "New York", "Springfield"),
    postalCode: optional(fc.constant("60606")),
    countyFips: optional(fc.constantFrom("17031", "53033", "36081")),
    yearBuilt: optional(fc.integer({ min: 1850, max: 2024 })),
    grossFloorArea: optional(metrics),
    metricsYear: fc.integer({ min: 2015, max: 2024 }),
    energyStarScore: optional(fc.integer({ min: 1, max: 100 })),
    siteEui: optional(metrics),
    sourceEui: optional(metrics),
    ghgIntensity: optional(metrics),
    waterIntensity: optional(fc.double({ min: 0.5, max: 500, noNaN: true })),
    complianceStatus: optional(fc.constantFrom(...COMPLIANCE_STATUSES)),
    complianceYear: fc.integer({ min: 2015, max: 2024 }),
    yearsCovered: fc.integer({ min: 0, max: 3 }),
    submittedShare: fc.integer({ min: 0, max: 3 }),
    checks: fc.dictionary(fc.constantFrom("euiPlausible", "sourceSiteRatio", "fuelSum"), fc.boolean()),
  })
  .map(({ submittedShare, ...fields }) => ({
    ...fields,
    id: "chi-1",
    type: "commercial" as const,
    stateOrProvince: "IL",
    neighborhood: null,
    latitude: null,
    longitude: null,
    waterYear: fields.waterIntensity === null ? null : fields.metricsYear,
    yearsSubmitted: Math.min(submittedShare, fields.yearsCovered),
    flags: [],
  }));
