/** A point in degrees, WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

function readNumbers(text: string): number[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every((part) => /^-?\d{1,3}(\.\d{1,15})?$/.test(part)) ? parts.map(Number) : [];
}

function isPoint(latitude: number | undefined, longitude: number | undefined): boolean {
  return Math.abs(latitude ?? 91) <= 90 && Math.abs(longitude ?? 181) <= 180;
}

/** `latitude,longitude` as a point; null when the text is not a point. */
export function readPoint(text: string): Point | null {
  const [latitude = NaN, longitude = NaN, ...rest] = readNumbers(text);
  return rest.length === 0 && isPoint(latitude, longitude) ? { latitude, longitude } : null;
}

/** `west,south,east,north` as a box, the order of RFC 7946; west may exceed east across the 180th meridian. */
export function readBoundingBox(text: string): BoundingBox | null {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...rest] = readNumbers(text);
  const isBox = isPoint(south, west) && isPoint(north, east) && south <= north;
  return rest.length === 0 && isBox ? { west, south, east, north } : null;
}
