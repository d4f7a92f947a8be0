import type {
  PropertyBuilding,
  PropertyCompliance,
  PropertyLocation,
  PropertyMetrics,
  PropertyProvenance,
  PropertyQuality,
  PropertyYear,
} from "./property-details.types.ts";
import type { Property, PropertyAddress } from "./property.entity.ts";
import { deriveProvenance } from "./derived-provenance.ts";
import type { StoredProperty } from "./stored-property.ts";
import { convert, measure, type Units } from "./units.ts";

type StoredRecord = StoredProperty["record"];

/** The stored parts of an address, as queries return them. */
export type StoredAddress = Readonly<
  Pick<
    StoredRecord,
    | "street"
    | "city"
    | "stateOrProvince"
    | "postalCode"
    | "country"
    | "neighborhood"
    | "countyFips"
    | "countyName"
  >
>;

/** The documented address strings are never null; a publisher without one gives "". */
export function presentAddress(stored: StoredAddress): PropertyAddress {
  const { postalCode, country, neighborhood, countyFips, countyName } = stored;
  return {
    street: stored.street ?? "",
    city: stored.city,
    stateOrProvince: stored.stateOrProvince ?? "",
    postalCode,
    country,
    neighborhood,
    county: countyFips === null ? null : { fips: countyFips, name: countyName },
  };
}

/** Presents a stored building in the API's form. The details keep a reference to the same stored record. */
export function presentProperty(stored: StoredProperty, units: Units): Property {
  const { name, type, subtype, sources } = stored.record;
  const { id, greenScore, dataCompleteness } = stored;
  return {
    id,
    name,
    type,
    subtype,
    address: presentAddress(stored.record),
    greenScore,
    dataCompleteness,
    sources,
    units,
  };
}

export function presentLocation({ record }: StoredProperty): PropertyLocation {
  const { latitude, longitude, locationAccuracy } = record;
  return { latitude, longitude, accuracy: locationAccuracy };
}

export function presentBuilding({ record }: StoredProperty, units: Units): PropertyBuilding {
  const { yearBuilt, grossFloorArea, floors, buildings } = record;
  return { yearBuilt, floors, buildings, grossFloorArea: measure(grossFloorArea, "area", units) };
}

export function presentMetrics({ record }: StoredProperty, units: Units): PropertyMetrics {
  const sourceEui = measure(record.sourceEui, "energyIntensity", units);
  const ghgIntensity = measure(record.ghgIntensity, "carbonIntensity", units);
  const waterIntensity = measure(record.waterIntensity, "waterIntensity", units);
  return {
    year: record.metricsYear,
    energyStarScore: record.energyStarScore,
    siteEui: measure(record.siteEui, "energyIntensity", units),
    sourceEui: sourceEui && { ...sourceEui, basis: record.sourceEuiBasis },
    ghgIntensity: ghgIntensity && { ...ghgIntensity, emissionFactor: record.emissionFactor },
    waterIntensity: waterIntensity && { ...waterIntensity, year: record.waterYear },
  };
}

export function presentCompliance({ record }: StoredProperty): PropertyCompliance {
  return {
    program: record.complianceProgram,
    status: record.complianceStatus,
    year: record.complianceYear,
    rating: record.rating,
    yearsCovered: record.yearsCovered,
    yearsSubmitted: record.yearsSubmitted,
  };
}

/** Newest year first. */
export function presentHistory({ record }: StoredProperty, units: Units): PropertyYear[] {
  return record.history.map((year) => ({
    ...year,
    siteEui: convert(year.siteEui, "energyIntensity", units),
    sourceEui: convert(year.sourceEui, "energyIntensity", units),
    ghgIntensity: convert(year.ghgIntensity, "carbonIntensity", units),
    waterIntensity: convert(year.waterIntensity, "waterIntensity", units),
  }));
}

export function presentQuality({ record }: StoredProperty): PropertyQuality {
  const named = (name: string): boolean | null => record.checks[name] ?? null;
  return {
    checks: {
      euiPlausible: named("euiPlausible"),
      sourceSiteRatio: named("sourceSiteRatio"),
      fuelSum: named("fuelSum"),
      notOutlier: named("notOutlier"),
      noDefaultData: named("noDefaultData"),
      scoreInRange: named("scoreInRange"),
    },
    flags: record.flags,
  };
}

export function presentProvenance({ record, provenance }: StoredProperty): PropertyProvenance[] {
  const all = [...provenance, ...deriveProvenance(record, provenance)];
  return all.map((entry) => ({ ...entry, retrievedAt: new Date(entry.retrievedAt) }));
}
