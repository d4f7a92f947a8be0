import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { CountyHazards } from "../properties/county-hazards.ts";
import { rowFromCells } from "../properties/csv-rows.ts";
import { rankCounties, readCounty } from "../properties/fema-nri.ts";
import { mergeRows } from "../properties/merge-rows.ts";
import type { CanonicalProperty } from "../properties/property.types.ts";
import { FEMA_NRI } from "../properties/source-catalogue.ts";
import { BUILDING_READERS } from "./record-readers.ts";

interface RecordRow {
  sourceId: string;
  propertyId: string;
  cells: string;
  retrievedAt: string;
  synthetic: boolean;
}

/** The county table from the stored rows, ranked; empty before its first import. */
export async function loadCounties(em: EntityManager): Promise<CountyHazards> {
  const rows = await executeSql<{ cells: string }>(
    em,
    "SELECT cells::text AS cells FROM source_records WHERE source_id = $1 AND deleted_at IS NULL ORDER BY record_id",
    [FEMA_NRI.id],
  );
  const counties = rows.flatMap(({ cells }) => {
    const county = readCounty(rowFromCells(0, JSON.parse(cells) as Record<string, string>));
    return typeof county === "string" ? [] : [county];
  });
  return new Map(rankCounties(counties).map((county) => [county.fips, county]));
}

/** Merges buildings anew from their stored rows. One that has no rows any more is not among the answers. */
export async function rebuildProperties(
  em: EntityManager,
  ids: readonly string[],
  counties: CountyHazards,
): Promise<CanonicalProperty[]> {
  const rows = await executeSql<RecordRow>(
    em,
    `SELECT source_id AS "sourceId", property_id AS "propertyId", cells::text AS cells,
       retrieved_at AS "retrievedAt", synthetic
     FROM source_records WHERE property_id = ANY($1) AND deleted_at IS NULL
     ORDER BY property_id, data_year DESC, source_id, record_id`,
    [ids],
  );
  return [...Map.groupBy(rows, ({ propertyId }) => propertyId).values()].flatMap((own) =>
    rebuildProperty(own, counties),
  );
}

function rebuildProperty(rows: readonly RecordRow[], counties: CountyHazards): CanonicalProperty[] {
  const reader = BUILDING_READERS.get(rows[0]?.sourceId ?? "");
  if (reader === undefined) return [];
  const retrievedAt = new Date(Math.max(...rows.map((row) => Date.parse(row.retrievedAt)))).toISOString();
  const cells = rows.map((row) => JSON.parse(row.cells) as Record<string, string>);
  const merged = mergeRows(reader, cells, { counties, retrievedAt });
  if (merged === null) return [];
  if (!rows.some(({ synthetic }) => synthetic)) return [merged];
  const flags = merged.flags.includes("synthetic") ? merged.flags : [...merged.flags, "synthetic"];
  return [{ ...merged, flags, synthetic: true }];
}
