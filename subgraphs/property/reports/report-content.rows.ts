import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { GreenScore } from "../green-score/green-score.ts";
import { scoreProperty } from "../green-score/green-score.ts";
import { loadReference } from "../green-score/reference.ts";
import { isPropertyId, type StoredProperty } from "../properties/stored-property.ts";
import { measure } from "../properties/units.ts";
import type { ReportItem } from "./report.types.ts";

/** Content of a report: its items in the order of the ids, with the method, reference and year of their scores. */
export interface ReportContent {
  items: ReportItem[];
  /** Ids of no published property, in their order. */
  unknown: string[];
  sources: string[];
  methodVersion: string;
  referenceVersion: string;
  asOf: string;
}

interface ContentRow extends GreenScore {
  record: string;
  dataCompleteness: number;
  methodVersion: string;
  referenceVersion: string;
  asOfYear: number;
}

/** Reads properties with their stored scores in one statement, so that all come from the same state of the data. */
export async function readContent(em: EntityManager, ids: readonly string[]): Promise<ReportContent> {
  const rows = await executeSql<ContentRow>(
    em,
    `SELECT record::text AS record, score_overall AS overall, score_environmental AS environmental,
       score_social AS social, score_governance AS governance, score_confidence AS confidence,
       data_completeness AS "dataCompleteness", method_version AS "methodVersion",
       reference_version AS "referenceVersion", as_of_year AS "asOfYear"
     FROM properties WHERE id = ANY($1) AND deleted_at IS NULL`,
    [ids.filter(isPropertyId)],
  );
  const byId = new Map(rows.map(toItem).map((item) => [item.propertyId, item]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  const [first] = rows;
  return {
    items,
    unknown: ids.filter((id) => !byId.has(id)),
    sources: [...new Set(items.flatMap(({ sources }) => sources))].sort(),
    methodVersion: first?.methodVersion ?? "",
    referenceVersion: first?.referenceVersion ?? "",
    asOf: `${first?.asOfYear}-12-31`,
  };
}

/** The score is the stored one, as searches and scoring show it; interval and hash follow from the same inputs. */
function toItem(row: ContentRow): ReportItem {
  const record = JSON.parse(row.record) as StoredProperty["record"];
  const { overall, environmental, social, governance, confidence } = row;
  const { interval, inputsHash } = scoreProperty(record, row.asOfYear, loadReference(row.referenceVersion));
  return {
    propertyId: record.id,
    name: record.name,
    type: record.type,
    subtype: record.subtype,
    street: record.street ?? "",
    city: record.city,
    stateOrProvince: record.stateOrProvince ?? "",
    grossFloorArea: measure(record.grossFloorArea, "area", "imperial"),
    greenScore: { overall, environmental, social, governance, confidence },
    dataCompleteness: row.dataCompleteness,
    interval,
    inputsHash,
    sources: record.sources,
  };
}
