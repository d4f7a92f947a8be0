import type { ReferenceCounty } from "../green-score/reference.types.ts";
import { cellOf, constantCell } from "./cells.ts";
import { checkYear } from "./checks.ts";
import type { CountyHazard, CountyHazards } from "./county-hazards.ts";
import { mergeProperty } from "./merge-property.ts";
import type { CanonicalProperty } from "./property.types.ts";
import { SYNTHETIC } from "./source-catalogue.ts";
import type { StagedFields, StagedYear } from "./staged-year.types.ts";

const COUNT = 60;
const YEARS = [2021, 2022, 2023] as const;

interface Place {
  city: string;
  state: string;
  zip: string;
  countyFips: string;
  neighborhoods: readonly string[];
  latitude: number;
  longitude: number;
  kgPerKbtu: number;
}

const PLACES: readonly Place[] = [
  {
    city: "Seattle",
    state: "WA",
    zip: "981",
    countyFips: "53033",
    neighborhoods: ["Downtown", "Ballard", "East"],
    latitude: 47.61,
    longitude: -122.33,
    kgPerKbtu: 0.02,
  },
  {
    city: "Chicago",
    state: "IL",
    zip: "606",
    countyFips: "17031",
    neighborhoods: ["Loop", "Uptown", "Lake View"],
    latitude: 41.88,
    longitude: -87.63,
    kgPerKbtu: 0.09,
  },
  {
    city: "New York",
    state: "NY",
    zip: "100",
    countyFips: "36061",
    neighborhoods: ["Manhattan"],
    latitude: 40.75,
    longitude: -73.98,
    kgPerKbtu: 0.07,
  },
];

const KINDS = [
  { subtype: "Office", siteEui: 62, name: "Tower" },
  { subtype: "Multifamily Housing", siteEui: 55, name: "Residences" },
  { subtype: "Hotel", siteEui: 88, name: "Hotel" },
  { subtype: "K-12 School", siteEui: 58, name: "School" },
  { subtype: "Retail Store", siteEui: 64, name: "Market" },
  { subtype: "Non-Refrigerated Warehouse", siteEui: 30, name: "Depot" },
  { subtype: "Senior Living Community", siteEui: 85, name: "Commons" },
  { subtype: "Mixed Use Property", siteEui: 70, name: "Yards" },
] as const;

const WORDS = [
  "Alder",
  "Birch",
  "Cedar",
  "Dogwood",
  "Elder",
  "Fir",
  "Ginkgo",
  "Hazel",
  "Ironwood",
  "Juniper",
  "Larch",
  "Maple",
] as const;

/** A repeatable sequence of numbers from 0 to 1 (Park & Miller 1988, multiplier 48271). */
function makeSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

function pick<T>(items: readonly [T, ...T[]] | readonly T[], position: number): T {
  const item = items[position % items.length];
  if (item === undefined) throw new Error("an empty list has nothing to pick");
  return item;
}

interface Building {
  position: number;
  place: Place;
  kind: (typeof KINDS)[number];
  area: number;
  yearBuilt: number;
  efficiency: number;
  isWithheld: boolean;
}

function makeBuilding(position: number, next: () => number): Building {
  return {
    position,
    place: pick(PLACES, position),
    kind: pick(KINDS, Math.floor(position / PLACES.length) + position),
    area: Math.round(20_000 + next() ** 2 * 780_000),
    yearBuilt: 1905 + Math.floor(next() * 115),
    efficiency: 0.45 + next() * 1.4,
    isWithheld: position % 12 === 11,
  };
}

type MetricFields = Pick<
  StagedFields,
  "energyStarScore" | "siteEui" | "sourceEui" | "ghgIntensity" | "waterIntensity"
>;

const NO_METRICS: MetricFields = {
  energyStarScore: null,
  siteEui: null,
  sourceEui: null,
  ghgIntensity: null,
  waterIntensity: null,
};

function sampleMetrics({ place, kind, area, efficiency }: Building, next: () => number): MetricFields {
  const siteEui = kind.siteEui * efficiency * (0.96 + next() * 0.08);
  const tonnes = ((siteEui * place.kgPerKbtu * area) / 1000).toFixed(1);
  const kilogallons = ((siteEui * 0.25 * area) / 1000).toFixed(0);
  const energyStarScore = Math.max(1, Math.min(100, Math.round(110 - efficiency * 55)));
  return {
    energyStarScore: cellOf("energyStarScore", String(energyStarScore), "percentScore"),
    siteEui: cellOf("siteEui", siteEui.toFixed(1), "positiveNumber"),
    sourceEui: cellOf("sourceEui", (siteEui * 2.1).toFixed(1), "positiveNumber"),
    ghgIntensity: cellOf("tonnesCo2e / floorArea", `${tonnes} / ${area}`, "kilogramsPerArea"),
    waterIntensity: cellOf("waterKgal / floorArea", `${kilogallons} / ${area}`, "gallonsPerArea"),
  };
}

function sampleIdentity({
  position,
  place,
  kind,
  area,
  yearBuilt,
}: Building): Omit<StagedFields, keyof MetricFields | "complianceStatus"> {
  const word = pick(WORDS, position);
  return {
    name: cellOf("name", `Sample ${word} ${kind.name}`, "text"),
    street: cellOf("street", `${100 + position * 7} ${word} Street`, "text"),
    city: constantCell(place.city),
    stateOrProvince: constantCell(place.state),
    postalCode: cellOf("zip", `${place.zip}${String(1 + (position % 30)).padStart(2, "0")}`, "zipCode"),
    neighborhood: cellOf("neighborhood", pick(place.neighborhoods, position), "text"),
    countyFips: constantCell(place.countyFips),
    latitude: cellOf("latitude", (place.latitude + (position % 7) * 0.004).toFixed(5), "latitude"),
    longitude: cellOf("longitude", (place.longitude - (position % 5) * 0.004).toFixed(5), "longitude"),
    yearBuilt: cellOf("yearBuilt", String(yearBuilt), "yearBuilt"),
    grossFloorArea: cellOf("floorArea", String(area), "positiveNumber"),
    floors: cellOf("floors", String(1 + Math.floor(area / 30_000)), "positiveInteger"),
    buildings: cellOf("buildings", "1", "positiveInteger"),
    subtype: cellOf("subtype", kind.subtype, "subtype"),
    rating: null,
  };
}

function stageYear(building: Building, dataYear: number, next: () => number): StagedYear {
  const isSubmitted = !building.isWithheld;
  const metrics = isSubmitted ? sampleMetrics(building, next) : NO_METRICS;
  const recordId = String(1001 + building.position);
  const status = isSubmitted ? "Submitted" : "Not Submitted";
  return {
    kind: "staged",
    sourceId: SYNTHETIC.id,
    recordId,
    propertyId: `syn-${recordId}`,
    dataYear,
    line: building.position + 1,
    fields: {
      ...sampleIdentity(building),
      ...metrics,
      complianceStatus: cellOf("status", status, "complianceStatus"),
    },
    typeHint: null,
    sourceEuiBasis: metrics.sourceEui === null ? null : "weatherNormalized",
    emissionFactor: null,
    checks: checkYear({
      siteEui: metrics.siteEui?.value ?? null,
      sourceEui: metrics.sourceEui?.value ?? null,
      fuels: [],
      totalEnergy: null,
    }),
    flags: ["synthetic"],
  };
}

function toHazards(counties: Readonly<Record<string, ReferenceCounty>>): CountyHazards {
  const hazards = new Map<string, CountyHazard>();
  for (const { countyFips } of PLACES) {
    const county = counties[countyFips];
    if (county === undefined) continue;
    const cell = (column: string, value: number) => ({
      value,
      column,
      raw: String(value),
      transform: "parseNumber" as const,
    });
    hazards.set(countyFips, {
      fips: countyFips,
      name: county.county,
      state: county.state,
      lossRate: cell("EAL_VALB / BUILDVALUE", county.lossRate),
      lossRatePercentile: cell("EAL_VALB / BUILDVALUE, rank", county.lossRatePct),
      resiliencePercentile: cell("RESL_NPCTL", county.reslPct),
      socialVulnerabilityPercentile: null,
    });
  }
  return hazards;
}

/**
 * Sixty invented buildings in three cities, the same every time, for a system without data. Each is marked `synthetic`
 * and has an address that does not exist; only the county figures are real.
 */
export function makeSyntheticPortfolio(
  counties: Readonly<Record<string, ReferenceCounty>>,
  retrievedAt: string,
): CanonicalProperty[] {
  const next = makeSequence(20_241_231);
  const context = { source: SYNTHETIC, counties: toHazards(counties), retrievedAt };
  return Array.from({ length: COUNT }, (_, position) => {
    const building = makeBuilding(position, next);
    const [first, ...others] = YEARS.map((year) => stageYear(building, year, next));
    if (first === undefined) throw new Error("a building needs a year");
    return { ...mergeProperty([first, ...others], context), synthetic: true };
  });
}
