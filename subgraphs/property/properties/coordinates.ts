import type { LocationAccuracy } from "./property.types.ts";
import type { Cell, StagedYear } from "./staged-year.types.ts";
import { applyTransform } from "./transforms.ts";

/** A position as cells, so that it keeps its provenance. `dataYear` is the newest year that was used. */
export interface ChosenLocation {
  latitude: Cell<number> | null;
  longitude: Cell<number> | null;
  dataYear: number;
  accuracy: LocationAccuracy;
  /** Reason to doubt it, or the positions it was chosen from. */
  flag: "coordinateSuspect" | "coordinateUnverified" | null;
}

interface Position {
  year: number;
  latitude: Cell<number>;
  longitude: Cell<number>;
}

/** In 2022 one in five positions moved by more than 1 km, in 2023 the coordinate columns are permuted between rows. */
const LAST_TRUSTED_YEAR = 2021;
const UNVERIFIED_YEAR = 2022;
const SUSPECT_KM = 1;

const NOWHERE: ChosenLocation = {
  latitude: null,
  longitude: null,
  dataYear: 0,
  accuracy: "none",
  flag: null,
};

/** Great-circle distance in kilometres (haversine, mean earth radius 6371.0088 km). */
export function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = Math.PI / 180;
  const halfLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const halfLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const chord =
    halfLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * halfLongitude ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(chord));
}

function positionsOf(years: readonly StagedYear[]): Position[] {
  return years.flatMap(({ dataYear, fields: { latitude, longitude } }) =>
    latitude === null || longitude === null ? [] : [{ year: dataYear, latitude, longitude }],
  );
}

function medianCell(cells: readonly Cell<number>[]): Cell<number> | null {
  const [first] = cells;
  if (first === undefined) return null;
  const raw = cells.map((cell) => cell.raw).join(";");
  const value = applyTransform("median", raw);
  return value === null ? null : { value, column: first.column, raw, transform: "median" };
}

/** The newest published position, for publishers with reliable coordinates. `years` are newest first. */
export function chooseNewestLocation(years: readonly StagedYear[]): ChosenLocation {
  const [newest] = positionsOf(years);
  if (newest === undefined) return NOWHERE;
  return {
    latitude: newest.latitude,
    longitude: newest.longitude,
    dataYear: newest.year,
    accuracy: "verified",
    flag: null,
  };
}

function trustedLocation(trusted: readonly Position[], newest: Position | undefined): ChosenLocation {
  const latitude = medianCell(trusted.map((position) => position.latitude));
  const longitude = medianCell(trusted.map((position) => position.longitude));
  if (latitude === null || longitude === null) return NOWHERE;
  const here = { latitude: latitude.value, longitude: longitude.value };
  const there =
    newest === undefined ? here : { latitude: newest.latitude.value, longitude: newest.longitude.value };
  const flag = distanceKm(here, there) > SUSPECT_KM ? "coordinateSuspect" : null;
  return { latitude, longitude, dataYear: trusted[0]?.year ?? 0, accuracy: "verified", flag };
}

/**
 * Chicago's position: the median of 2018 to 2021, else the one of 2022 as unverified, else none. Flagged as suspect
 * when the newest position lies more than 1 km away, as unverified when there is no other position to compare it with.
 * The 2023 pair is never shown.
 */
export function chooseChicagoLocation(years: readonly StagedYear[]): ChosenLocation {
  const positions = positionsOf(years);
  const trusted = positions.filter((position) => position.year <= LAST_TRUSTED_YEAR);
  const later = positions.filter((position) => position.year > LAST_TRUSTED_YEAR);
  if (trusted.length > 0) return trustedLocation(trusted, later[0]);
  if (later.length === 0) return NOWHERE;
  const flag = "coordinateUnverified";
  const fallback = later.find((position) => position.year === UNVERIFIED_YEAR);
  if (fallback === undefined) return { ...NOWHERE, flag };
  return {
    latitude: fallback.latitude,
    longitude: fallback.longitude,
    dataYear: UNVERIFIED_YEAR,
    accuracy: "unverified",
    flag,
  };
}
