import type { Readable } from "node:stream";
import { checkYear } from "./checks.ts";
import type { CsvRow } from "./csv-rows.ts";
import { readCsvRows } from "./csv-rows.ts";
import type { Checks } from "./property.types.ts";
import { applyTransform } from "./transforms.ts";

/** A building's data for a peer table. Units as in ScoreInput. */
export interface PeerRecord {
  readonly subtype: string | null;
  readonly city: string;
  readonly sourceEui: number | null;
  readonly ghgIntensity: number | null;
  readonly waterIntensity: number | null;
  readonly checks: Checks;
}

const AREA = "Property GFA - Self-Reported (ft²)";

function readPeer(row: CsvRow): PeerRecord {
  // Here 0 means "no energy at all", which is impossible for a building of this size: it fails the check instead of
  // being unknown.
  const siteEui = applyTransform("parseNumber", row.get("Site EUI (kBtu/ft²)"));
  const reportedEui = applyTransform("positiveNumber", row.get("Source EUI (kBtu/ft²)"));
  const water = applyTransform("parseNumber", row.get("Water Intensity (All Water Sources) (gal/ft²)"));
  return {
    subtype: applyTransform("subtype", row.get("Largest Property Use Type")),
    city: "New York",
    sourceEui:
      applyTransform("positiveNumber", row.get("Weather Normalized Source EUI (kBtu/ft²)")) ?? reportedEui,
    ghgIntensity: applyTransform(
      "kilogramsPerArea",
      `${row.get("Total GHG Emissions (Metric Tons CO2e)")} / ${row.get(AREA)}`,
    ),
    waterIntensity: water !== null && water >= 0.5 && water <= 500 ? water : null,
    // No total over all fuels is published, so the fuels cannot be checked against it.
    checks: checkYear({ siteEui, sourceEui: reportedEui, fuels: [], totalEnergy: null }),
  };
}

/** Reads New York's disclosure of 2016 as peers: it has no address, so it never becomes a property. */
export async function readNewYorkPeers(stream: Readable): Promise<PeerRecord[]> {
  const peers: PeerRecord[] = [];
  await readCsvRows(
    stream,
    ["Largest Property Use Type", AREA, "Site EUI (kBtu/ft²)", "Source EUI (kBtu/ft²)"],
    (row) => void peers.push(readPeer(row)),
    () => undefined,
  );
  return peers;
}
