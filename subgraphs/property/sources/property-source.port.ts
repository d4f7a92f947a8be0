/** The protocol that a source is read by. */
export const SOURCE_KINDS = ["file", "socrata", "espm", "arcgis", "openfema", "geocoder"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** How a source is called. */
export interface SourceCall {
  /** Runs one request. Throws SourceFailure CIRCUIT_OPEN instead when the source must not be asked now. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Tries after the first; reading alone is ever tried again. */
  retries: number;
  /** The moment of the call, by the platform's clock. */
  now: Date;
  signal?: AbortSignal | undefined;
}

/** Which edition of its data a source offers, as far as it says. */
export interface SourceVersion {
  etag: string | null;
  lastModified: Date | null;
  sha256: string | null;
}

/** A place in a source's data, in the adapter's own words. It is stored as JSON. */
export type SourceCursor = Readonly<Record<string, unknown>>;

export interface PageRequest {
  /** `incremental`: changes since the mark; `full`: everything. */
  mode: "incremental" | "full";
  /** Where the last published run ended; null before the first. */
  mark: SourceCursor | null;
  /** Where this page starts; null for the first. */
  cursor: SourceCursor | null;
  /** The ETag from the first page of the last published run, so that a source may report that nothing has changed. */
  etag: string | null;
}

/** One row in the publisher's own words: text by column; blank columns are omitted. */
export interface SourceRow {
  /** Position in the source's order, from 1, to find the row again. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** Rows of a source, in its order. */
export interface SourcePage {
  rows: readonly SourceRow[];
  /** Columns that the source says it has; null when it does not say. */
  columns: readonly string[] | null;
  /** Where the next page starts; null after the last one. */
  next: SourceCursor | null;
  /** Up to where everything is read once this page is. Null when the source has no marks: then every run is a full one. */
  mark: SourceCursor | null;
  version: SourceVersion;
  /** Rows of this run in all, when the source says so. */
  total: number | null;
  /** True when the source says that nothing has changed since the last run. */
  isUnchanged: boolean;
  /** True when a stand-in invented the rows. */
  isSynthetic: boolean;
}

/** An outside publisher of building data, behind its own protocol. Throws SourceFailure for whatever goes wrong. */
export interface PropertySource {
  /** The id of the source catalogue. */
  readonly id: string;
  readonly kind: SourceKind;
  /** True for the sandbox's stand-in: then it is read on request only. */
  readonly isSandbox: boolean;
  /** One light request that shows whether the source answers as its protocol says. */
  probe(call: SourceCall): Promise<SourceVersion>;
  /** Null for a source that answers questions and has no rows. */
  readonly readPage: ((call: SourceCall, request: PageRequest) => Promise<SourcePage>) | null;
}

/** A place that a geocoder knows for an address; interpolated along a street, not measured at a building. */
export interface GeocodedPlace {
  matchedAddress: string;
  latitude: number;
  longitude: number;
}

/** A source that places addresses. No match is null; of several, the first counts. */
export interface GeocodingSource extends PropertySource {
  geocode(call: SourceCall, address: string): Promise<GeocodedPlace | null>;
}
