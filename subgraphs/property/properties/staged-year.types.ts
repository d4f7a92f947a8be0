import type { ComplianceStatus, EmissionFactor, PropertyType, SourceEuiBasis } from "./property.types.ts";
import type { TransformName } from "./transforms.ts";

/** A value with the publisher's original text. */
export interface Cell<T> {
  readonly value: T;
  readonly column: string;
  readonly raw: string;
  readonly transform: TransformName;
}

/** The fields that a source may have for one building in one year. */
export interface StagedFields {
  name: Cell<string> | null;
  street: Cell<string> | null;
  city: Cell<string>;
  stateOrProvince: Cell<string>;
  postalCode: Cell<string> | null;
  neighborhood: Cell<string> | null;
  countyFips: Cell<string> | null;
  latitude: Cell<number> | null;
  longitude: Cell<number> | null;
  yearBuilt: Cell<number> | null;
  grossFloorArea: Cell<number> | null;
  floors: Cell<number> | null;
  buildings: Cell<number> | null;
  subtype: Cell<string> | null;
  energyStarScore: Cell<number> | null;
  siteEui: Cell<number> | null;
  sourceEui: Cell<number> | null;
  ghgIntensity: Cell<number> | null;
  waterIntensity: Cell<number> | null;
  complianceStatus: Cell<ComplianceStatus> | null;
  rating: Cell<string> | null;
}

/** One accepted row: one building in one data year, values cleaned but not yet merged. */
export interface StagedYear {
  readonly kind: "staged";
  readonly sourceId: string;
  readonly recordId: string;
  readonly propertyId: string;
  readonly dataYear: number;
  readonly line: number;
  readonly fields: StagedFields;
  /** The row's property type, for subtypes that do not imply one. */
  readonly typeHint: PropertyType | null;
  readonly sourceEuiBasis: SourceEuiBasis | null;
  readonly emissionFactor: EmissionFactor | null;
  readonly checks: Readonly<Record<string, boolean>>;
  readonly flags: readonly string[];
}

/** One rejected row, with the reason: no row is dropped silently. */
export interface RejectedRow {
  readonly kind: "rejected";
  readonly sourceId: string;
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly raw: string;
}
