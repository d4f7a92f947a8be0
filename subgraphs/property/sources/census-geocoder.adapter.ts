import { asObject, asObjects, readObject } from "./json-body.ts";
import type { GeocodingSource } from "./property-source.port.ts";
import { SourceClient, versionOf, type SourceClientOptions } from "./source-client.ts";

export interface CensusGeocoderOptions extends Omit<SourceClientOptions, "headers"> {
  id: string;
  isSandbox: boolean;
  /** The edition of the street file. */
  benchmark?: string;
}

/** The geocoder of the US Census Bureau. Its x is the longitude. */
export function createCensusGeocoder(options: CensusGeocoderOptions): GeocodingSource {
  const { id, isSandbox, benchmark = "Public_AR_Current" } = options;
  const client = new SourceClient(options);
  return {
    id,
    kind: "geocoder",
    isSandbox,
    probe: (call) =>
      client.get(call, "/geocoder/benchmarks", {
        read: (reply) => {
          const names = asObjects(readObject(reply)["benchmarks"]).map(({ benchmarkName }) => benchmarkName);
          if (!names.includes(benchmark)) throw new Error("the benchmark is not there");
          return versionOf(reply);
        },
      }),
    readPage: null,
    geocode: (call, address) =>
      client.get(call, "/geocoder/locations/onelineaddress", {
        query: { address, benchmark, format: "json" },
        read: (reply) => {
          const matches = asObjects(asObject(readObject(reply)["result"])["addressMatches"]);
          const [first] = matches;
          if (first === undefined) return null;
          const { x, y } = asObject(first["coordinates"]);
          if (typeof x !== "number" || typeof y !== "number") throw new Error("a match without a place");
          return { matchedAddress: String(first["matchedAddress"]), latitude: y, longitude: x };
        },
      }),
  };
}
